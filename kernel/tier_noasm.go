//go:build !amd64 || !gc || purego

package kernel

// table lists the tiers of this build, fastest first.
var table = [...]*Tier{{name: "generic"}}

func (t *Tier) fill(e *encoding, dst []byte, k uint64, p Naming, _ int) int {
	if k == 0 || uint32(p) >= e.made.Load() {
		return t.firstFill(e, dst, k, p, 0)
	}
	dst = dst[:count(len(dst), k)]
	seams, bodies := e.under(p)
	fillGeneric(dst, k, seams, bodies)
	return len(dst)
}

func (t *Tier) fillStates(dst [][3]uint64, n int, k uint64, p Naming, _ int) {
	fillStatesGeneric(dst, n, k, p)
}

func makeVectorStates() {}
