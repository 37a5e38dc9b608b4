package kernel

// The tier "generic": pure Go for any machine.

// Shorter slices are left to this tier, which does them as fast as any.
const minVectorBytes = 256

// fillGeneric copies the first turn from the bodies, and the rest from dst itself, 1,
// 2 or 4 turns back, so that source and destination are aligned alike. These
// distances avoid 4K aliasing, where a load waits for an earlier store whose address
// has the same last 12 bits: only 4 turns, 12 KiB, make those bits equal, and there
// the load comes before the store.
func fillGeneric(dst []byte, k uint64, r *record, b *bodies) {
	if len(dst) <= blockSize {
		fillFew(dst, k, r, b)
		return
	}
	for n := 0; n < len(dst); {
		from := n
		if n == 0 {
			n = copy(dst, b[r.place(k):][:turnSize])
		} else {
			n += copy(dst[n:], dst[n-min(n, 4*turnSize):n])
		}
		for at := from + int(-(k+uint64(from))&(blockSize-1)); at < n; at += blockSize {
			dst[at] = r.seam(k + uint64(at))
		}
	}
}

// fillFew fills at most a block, which has at most one seam. Its byte is looked up
// before the copy, so that less is kept over it.
func fillFew(dst []byte, k uint64, r *record, b *bodies) {
	src := b[r.place(k):][:len(dst)]
	at := -k & (blockSize - 1)
	if at >= uint64(len(dst)) {
		copy(dst, src)
		return
	}
	seam := r.seam(k + at)
	copy(dst, src)
	dst[at] = seam
}

func fillStatesGeneric(dst [][3]uint64, n int, k uint64, p Naming) {
	if len(dst) == 1 { // the question of one state; more are faster by the table
		state(&dst[0], 1<<n-1, k, p)
		return
	}
	small := uint64(1)<<n - 1&low
	for len(dst) > 0 {
		var high [3]uint64
		state(&high, large(n), k, p)
		reflected, i := row(k, p)
		t := rows[reflected][i : i|low+1]
		t = t[:min(len(t), len(dst))]
		out := dst[:len(t)]
		for j := range t {
			out[j] = [3]uint64{t[j][0]&small | high[0], t[j][1]&small | high[1], t[j][2]&small | high[2]}
		}
		dst = dst[len(t):]
		k += uint64(len(t))
	}
}
