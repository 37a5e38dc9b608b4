package kernel

import (
	"slices"

	"github.com/klauspost/cpuid/v2"
)

// Tier is an implementation of the kernels for a class of CPUs.
type Tier struct {
	name  string
	needs []cpuid.FeatureID
	width int // bytes per vector; 0 without vectors
}

// callBytes bounds one assembly call: some 10 µs of work where it goes to memory,
// against some 10 ns to start a call. Assembly is not preemptible (golang/go#64417),
// so each call enters through a Go prologue, which is a preemption point. As a
// multiple of 1536, the bytes that its loops write at a time, it keeps the next call
// aligned, and as one of 24 it has whole states.
const callBytes = 255 << 10

// tiers are those that this CPU runs: the end of table, for a tier needs all that the
// next one does.
var tiers = table[slices.IndexFunc(table[:], func(t *Tier) bool { return cpuid.CPU.Supports(t.needs...) }):]

// Tiers returns the tiers that this CPU runs, fastest first. The last is always
// "generic". The slice is the caller's.
func Tiers() []*Tier { return slices.Clone(tiers) }

// Best returns the tier that the package functions use.
func Best() *Tier { return tiers[0] }

// Name returns the tier's name: "avx512", "avx2", "bmi" or "generic".
func (t *Tier) Name() string { return t.name }
