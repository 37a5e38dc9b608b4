module github.com/hanoigen/hanoi/bench

go 1.26.0

require (
	github.com/hanoigen/hanoi v0.0.0
	github.com/klauspost/cpuid/v2 v2.4.2
	github.com/mmcloughlin/avo v0.6.0
	golang.org/x/sys v0.49.0
)

require (
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/hanoigen/hanoi => ../
