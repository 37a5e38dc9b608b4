//go:build !amd64 || !gc || purego

package kernel

// table has every tier of this build, fastest first.
var table = [...]Tier{{name: "generic"}}

func (t *Tier) fill(dst []byte, k uint64, r *record, whole int) {
	if len(dst) > callBytes {
		t.fillCalls(dst, k, r, whole)
		return
	}
	fillGeneric(dst, k, r)
}

func (t *Tier) fillStates(dst [][3]uint64, n int, k uint64, p Naming) {
	fillStatesGeneric(dst, n, k, p)
}

func makeVectorRows() {}
