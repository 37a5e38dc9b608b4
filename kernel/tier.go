package kernel

import "github.com/klauspost/cpuid/v2"

// Tier is one implementation of the kernels.
type Tier struct {
	name  string
	needs []cpuid.FeatureID
	width int // bytes a vector; 0 without vectors
}

// callBytes bounds one assembly call: some 10 µs of work where it goes to memory,
// against some 10 ns to start a call. Assembly is not preemptible (golang/go#64417),
// so each chunk enters through a Go prologue, which is a preemption point.
const callBytes = 256 << 10

// tiers has those that this CPU runs, in the order of table.
var tiers = func() []*Tier {
	ts := tierStore[:0]
	for i := range table {
		if t := &table[i]; cpuid.CPU.Supports(t.needs...) {
			ts = append(ts, t)
		}
	}
	return ts
}()

// tierStore is the memory of tiers, so that initialisation allocates none.
var tierStore [len(table)]*Tier

// Tiers returns the tiers that this CPU runs, fastest first. The last is always
// "generic". The slice is the caller's.
func Tiers() []*Tier { return append([]*Tier(nil), tiers...) }

// Best returns the tier that the package functions use.
func Best() *Tier { return tiers[0] }

// Name returns the tier's name: "avx512", "avx2", "bmi" or "generic".
func (t *Tier) Name() string { return t.name }

// Width returns the length of the tier's vectors in bytes; 0 without vectors.
func (t *Tier) Width() int { return t.width }
