//go:build !amd64 || !gc || purego

package kernel

// table has every tier of this build, fastest first.
var table = [...]Tier{{name: "generic"}}

func (t *Tier) fill(s *kind, dst []byte, k uint64, p Naming, whole int) int {
	if k == 0 || uint32(p) >= s.made.Load() {
		return t.firstFill(s, dst, k, p)
	}
	dst = dst[:count(len(dst), k)]
	if len(dst) > callBytes {
		t.fillCalls(s, dst, k, p, whole)
	} else {
		r, b := s.tables().naming(p)
		fillGeneric(dst, k, r, b)
	}
	return len(dst)
}

func (t *Tier) fillStates(dst [][3]uint64, n int, k uint64, p Naming, _ int) {
	fillStatesGeneric(dst, n, k, p)
}

func makeVectorRows() {}
