module github.com/hanoigen/hanoi/bench

go 1.26.0

require (
	github.com/hanoigen/hanoi v0.0.0
	github.com/klauspost/cpuid/v2 v2.4.2
	golang.org/x/sys v0.49.0
)

replace github.com/hanoigen/hanoi => ../
