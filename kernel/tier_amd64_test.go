//go:build gc && !purego

package kernel

import (
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// A tier needs the CPU features that its assembly requires, and no others.
func TestRequires(t *testing.T) {
	source := must.Get(os.ReadFile("kernel_amd64.s"))
	for _, tier := range table[:len(table)-1] {
		function := regexp.MustCompile(`(?m)^// Requires: (.*)\nTEXT ·(?:fill|states)` + strings.ToUpper(tier.name) + `\(SB\)`)
		kernels := function.FindAllStringSubmatch(string(source), -1)
		if len(kernels) != 2 {
			t.Errorf("%d kernels of %s in assembly", len(kernels), tier.name)
		}
		required := map[string]bool{"AVX": true} // see table
		for _, m := range kernels {
			for _, set := range strings.Split(m[1], ", ") {
				switch set {
				case "MMX+", "SSE", "SSE2", "CMOV": // on every amd64
				case "BMI":
					required["BMI1"] = true
				case "AVX512F":
					required[set], required["AVX512VL"] = true, true // avo omits VL
				default:
					required[set] = true
				}
			}
		}
		needed := map[string]bool{}
		for _, need := range tier.needs {
			needed[need.String()] = true
		}
		if !maps.Equal(needed, required) {
			t.Errorf("%s needs %v, but its assembly requires %v", tier.name, needed, required)
		}
	}
}

// Slices of ¾ of L3 or more, or of 32 MiB or more, bypass the caches.
func TestOutgrowsCaches(t *testing.T) {
	for l3, want := range map[int]int{
		-1: 32 << 20, 0: 32 << 20, 8 << 20: 6 << 20, 32 << 20: 24 << 20, 40 << 20: 30 << 20, 43 << 20: 32 << 20, 480 << 20: 32 << 20,
	} {
		setNonTemporalBytes(t, nonTemporalFrom(l3))
		if outgrowsCaches(want-1) || !outgrowsCaches(want) {
			t.Errorf("L3 of %d: from %d bytes, want %d", l3, nonTemporalBytes, want)
		}
	}
}

func setNonTemporalBytes(t testing.TB, n int) {
	old := nonTemporalBytes
	nonTemporalBytes = n
	t.Cleanup(func() { nonTemporalBytes = old })
}

// The same bytes by non-temporal stores, which the generic tier lacks.
func TestNonTemporal(t *testing.T) {
	setNonTemporalBytes(t, 1)
	defer func(all []*Tier) { tiers = all }(tiers)
	tiers = tiers[:len(tiers)-1]
	TestClasses(t)
	TestSeams(t)
}

// Lengths around every threshold that is longer than the calls of TestClasses. The test sets the
// threshold for non-temporal stores, so that it does not depend on the CPU.
func TestThresholds(t *testing.T) {
	setNonTemporalBytes(t, 1<<20)
	buf := aligned(margin + nonTemporalBytes + 64*stateBytes + margin)
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		const k = 1<<40 - 999
		want := o.want(nonTemporalBytes/o.size+64, k, 1)
		for _, bytes := range []int{blockSize, threeBlocks, 2 * threeBlocks, 4 * threeBlocks, callBytes, 2 * callBytes, nonTemporalBytes} {
			for _, d := range []int{-64, -63, -1, 0, 1, 63, 64} {
				n := max(0, bytes/o.size+d)
				o.check(t, tier, buf, margin, want[:n*o.size], k, 1)
			}
		}
	})
}

// BenchmarkStores shows the size from which non-temporal stores are faster: the basis of
// mostTemporal.
func BenchmarkStores(b *testing.B) {
	for _, size := range []int{16 << 20, 32 << 20, 64 << 20} {
		dst := make([]byte, size)
		Fill(dst, 1, 0) // so that its pages are mapped
		for name, from := range map[string]int{"ordinary": math.MaxInt, "non-temporal": 0} {
			b.Run(fmt.Sprintf("stores=%s/size=%s", name, sizeName(size)), func(b *testing.B) {
				setNonTemporalBytes(b, from)
				b.SetBytes(int64(size))
				for b.Loop() {
					Fill(dst, 1, 0)
				}
			})
		}
	}
}
