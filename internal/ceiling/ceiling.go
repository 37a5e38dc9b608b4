// Package ceiling has what the tests and benchmarks of package kernel measure
// the kernels against, in assembly: loops of nothing but stores, which no kernel
// of that width can outrun, of stores of vectors that a call reads first, as a fill
// does, and of loads, ORs and stores, as of states.
package ceiling

// TurnsSource is how many bytes Turns reads at most.
const TurnsSource = 576

// OrsSource is how many bytes Ors reads again and again: a block of states.
const OrsSource = 1536

//go:generate go run -C ../../asm . -ceiling -out ../internal/ceiling/ceiling_amd64.s -stubs ../internal/ceiling/ceiling_amd64.go -pkg ceiling
