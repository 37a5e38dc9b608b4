package kernel

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"testing"
)

// The calls of an output fall into classes: by the first record modulo three blocks, by the
// alignment of dst and by the number of records.
type classes struct{ starts, alignments, lengths int }

// The assembly for moves writes up to 1,536 bytes in an iteration of its loop, and fewer than
// 512 + 64 before it.
const iteration, twoIterations = 1536, 2*1536 + 512 + 64

func (o *output) classes(tier *Tier) classes {
	switch {
	case o.size > 1:
		return classes{threeStates, max(1, tier.width/8), 3 * threeStates}
	case tier.width == 0:
		return classes{threeBlocks, 1, 3 * 4 * threeBlocks}
	}
	return classes{iteration, tier.width, twoIterations}
}

// everyClass returns n if the tests run one of n classes.
func everyClass(t *testing.T) int {
	text := os.Getenv("HANOI_CLASSES")
	if text == "" {
		return either(768, 3072)
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("HANOI_CLASSES=%s; give n to run one of n classes", text)
	}
	return n
}

// Every class of calls, or one of everyClass. These are all classes:
//
//   - The jumps of the assembly depend only on n, the low bits of dst and k, and nonTemporal,
//     as TestJumps of asm shows. If two calls agree in these, they execute the same
//     instructions, which store at the same distances from dst.
//   - If k also agrees modulo three blocks, and the naming is the same, they read the same
//     bodies. They differ only in the bytes of seams: TestSeams has each byte at each distance.
//   - After an iteration of a loop, the registers are as before it, with dst, n and k moved on.
//     So calls with more than two iterations repeat what calls with two do.
//   - The generic tier copies three blocks, then 3, 6, 12, 12, … more. Its jumps depend on n
//     and on k modulo a block. The vector tiers use its code for short calls, and for the
//     states before an aligned address.
func TestClasses(t *testing.T) {
	every := everyClass(t)
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		const first = 1<<57 - 1000
		c := o.classes(tier)
		var want [numNamings][]byte
		for p := range want {
			want[p] = o.want(c.starts+c.lengths, first, Naming(p))
		}
		buf := aligned(margin + c.alignments*o.align + c.lengths*o.size + margin)
		starts := (c.starts + every - 1) / every
		for i := range starts {
			for alignment := range c.alignments {
				for n := range c.lengths {
					// 101·i modulo c.starts is a different start for each i.
					start := (101*i + 59*alignment + 613*n) % c.starts
					p := (alignment + n) % numNamings
					o.check(t, tier, buf, margin+alignment*o.align, want[p][start*o.size:][:n*o.size], first+uint64(start), Naming(p))
				}
			}
		}
		if !bytes.Equal(buf, canaries[:len(buf)]) {
			t.Error("bytes far from dst were written")
		}
		t.Logf("%d of %d classes", starts*c.alignments*c.lengths, c.starts*c.alignments*c.lengths)
	})
}

// Every byte that a seam can have, at every distance from dst. It depends on the trailing zeros
// of the seam's number, and on the number modulo 3.
func TestSeams(t *testing.T) {
	every := (everyClass(t) + 15) / 16
	type stream struct {
		output *output
		seam   uint64
		p      Naming
	}
	streams := map[stream][]byte{}
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		// Records before the seam, and from it on: up to a vector, a block, an iteration.
		most, after := uint64(twoIterations), []int{1, 65, 577, 1601}
		if o.size > 1 {
			most, after = 3*threeStates, []int{1, 9, 73, 201}
		}
		buf := aligned(margin + 64 + 2*3*threeStates*stateBytes + margin)
		calls := 0
		for zeros := range 64 {
			for odd := uint64(1); odd <= 5 && odd<<zeros>>zeros == odd; odd += 2 {
				seam := odd << zeros
				first := seam - min(seam-1, most)
				for p := Naming(0); p < numNamings; p += Naming(min(every, 5)) {
					id := stream{o, seam, p}
					if streams[id] == nil {
						streams[id] = o.want(int(seam-first)+slices.Max(after), first, p)
					}
					want := streams[id]
					for k := first + uint64(calls%every); k <= seam; k += uint64(every) {
						for _, more := range after {
							off := margin + calls%61&-o.align // any alignment, at any k modulo 64
							o.check(t, tier, buf, off, want[int(k-first)*o.size:(int(seam-first)+more)*o.size], k, p)
							calls++
						}
					}
				}
			}
		}
		t.Logf("%d calls; one of %d", calls, every)
	})
}
