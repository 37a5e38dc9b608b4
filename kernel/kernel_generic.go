package kernel

// The generic tier: pure Go, for any machine.

// minVectorBytes is the length below which the assembly is no faster than fillFew.
const minVectorBytes = 256

// fillGeneric copies the first three blocks from the bodies, and the rest from dst itself, from
// 3, 6 or 12 blocks before. So source and destination have the same alignment. There is no 4K
// aliasing: no load waits for an earlier store to an address with the same low 12 bits. These
// bits differ at distances of 3 and 6 KiB. They are equal at 12 KiB, but there each load
// precedes its store.
func fillGeneric(dst []byte, k uint64, s *seams, b *bodies) {
	if len(dst) <= blockSize {
		fillFew(dst, k, s, b)
		return
	}
	for n := 0; n < len(dst); {
		from := n
		if n == 0 {
			n = copy(dst, b[s.index(k):][:threeBlocks])
		} else {
			n += copy(dst[n:], dst[n-min(n, 4*threeBlocks):n])
		}
		for at := from + int(-(k+uint64(from))&(blockSize-1)); at < n; at += blockSize {
			dst[at] = s.at(k + uint64(at))
		}
	}
}

// fillFew fills at most one block, and so at most one seam. It looks up the seam's byte before
// it copies, to keep fewer values during the copy.
func fillFew(dst []byte, k uint64, s *seams, b *bodies) {
	src := b[s.index(k):][:len(dst)]
	at := -k & (blockSize - 1)
	if at >= uint64(len(dst)) {
		copy(dst, src)
		return
	}
	seam := s.at(k + at)
	copy(dst, src)
	dst[at] = seam
}

func fillStatesGeneric(dst [][3]uint64, n int, k uint64, p Naming) {
	if len(dst) == 1 { // for two states or more, the table is faster
		state(&dst[0], 1<<n-1, k, p)
		return
	}
	disks := uint64(1)<<n - 1
	for len(dst) > 0 {
		var large [3]uint64
		state(&large, largeDisks(n), k, p)
		reflected, i := smallIndex(k, p)
		low := small[reflected][i : i|smallDisks+1]
		low = low[:min(len(low), len(dst))]
		out := dst[:len(low)]
		for j := range low {
			out[j] = [3]uint64{low[j][0]&disks | large[0], low[j][1]&disks | large[1], low[j][2]&disks | large[2]}
		}
		dst = dst[len(low):]
		k += uint64(len(low))
	}
}
