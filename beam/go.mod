module github.com/hanoigen/hanoi/beam

go 1.26.0
