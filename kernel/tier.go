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

// callBytes is the most that one call of the assembly writes: about 10 µs of work to
// memory, against 10 ns for the call. Assembly is not preemptible (golang/go#64417), but
// each call passes a Go prologue, which is a preemption point. As a multiple of 1536, the
// bytes of an iteration, it keeps the next call aligned; as a multiple of 24, it is a whole
// number of states.
const callBytes = 255 << 10

// tiers are the tiers that this CPU supports: the end of table, as each tier needs all
// features that the next one needs.
var tiers = table[slices.IndexFunc(table[:], func(t *Tier) bool { return cpuid.CPU.Supports(t.needs...) }):]

// Tiers returns the tiers that this CPU supports, fastest first. The last is always
// "generic". The caller may modify the slice.
func Tiers() []*Tier { return slices.Clone(tiers) }

// Best returns the fastest tier, which the package functions use.
func Best() *Tier { return tiers[0] }

// Name returns the tier's name: "avx512", "avx2", "bmi" or "generic".
func (t *Tier) Name() string { return t.name }
