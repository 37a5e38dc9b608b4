// Package ceiling has what the tests and benchmarks of package kernel measure
// the kernels against, in assembly: loops of nothing but stores, which no kernel
// of that width can outrun.
package ceiling

//go:generate go run -C ../../asm . -ceiling -out ../internal/ceiling/ceiling_amd64.s -stubs ../internal/ceiling/ceiling_amd64.go -pkg ceiling
