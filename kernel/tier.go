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

// callBytes is the most that one call of the assembly writes: about 10 µs of work, compared
// with 10 ns for the call. Assembly cannot be preempted (golang/go#64417), but before each
// call, a Go prologue is a preemption point. callBytes is a multiple of 1536, the bytes of an
// iteration, to keep the next call aligned, and of 24, the bytes of a state.
const callBytes = 255 << 10

// tiers are the tiers that this CPU supports: the rest of table from the first supported tier
// on, as each tier needs all features of the next one.
var tiers = table[slices.IndexFunc(table[:], func(t *Tier) bool { return cpuid.CPU.Supports(t.needs...) }):]

// Tiers returns the tiers that this CPU supports, fastest first. The last is always
// "generic". The caller may modify the slice.
func Tiers() []*Tier { return slices.Clone(tiers) }

// Best returns the fastest tier, which the package functions use.
func Best() *Tier { return tiers[0] }

// Name returns the tier's name: "avx512", "avx2", "bmi" or "generic".
func (t *Tier) Name() string { return t.name }
