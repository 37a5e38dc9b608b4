//go:build gc && !purego

package kernel

import (
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// needsOf maps avo's names of instruction sets to those of package cpuid, but for the sets
// that every amd64 has.
var needsOf = map[string]cpuid.FeatureID{
	"AVX": cpuid.AVX, "AVX2": cpuid.AVX2, "AVX512F": cpuid.AVX512F, "AVX512BW": cpuid.AVX512BW,
	"AVX512VL": cpuid.AVX512VL, "AVX512DQ": cpuid.AVX512DQ, "BMI": cpuid.BMI1, "BMI2": cpuid.BMI2,
}

// A tier needs the CPU features that its assembly requires, and no others.
func TestRequires(t *testing.T) {
	source, err := os.ReadFile("kernel_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	required := map[string]map[cpuid.FeatureID]bool{} // by tier
	function := regexp.MustCompile(`(?m)^// Requires: (.*)\nTEXT ·(?:fill|states)([A-Z0-9]+)\(SB\)`)
	for _, m := range function.FindAllStringSubmatch(string(source), -1) {
		tier := strings.ToLower(m[2])
		if required[tier] == nil {
			// AVX goes with all of these, and AVX512VL with AVX512F.
			required[tier] = map[cpuid.FeatureID]bool{cpuid.AVX: true}
			if tier == "avx512" {
				required[tier][cpuid.AVX512VL] = true
			}
		}
		for _, r := range strings.Split(m[1], ", ") {
			if need, ok := needsOf[r]; ok {
				required[tier][need] = true
			} else if !slices.Contains([]string{"MMX+", "SSE", "SSE2", "CMOV"}, r) {
				t.Errorf("%s requires %s, which is unknown to this test", tier, r)
			}
		}
	}
	for _, tier := range table {
		needed := map[cpuid.FeatureID]bool{}
		for _, need := range tier.needs {
			needed[need] = true
		}
		if !maps.Equal(needed, required[tier.name]) {
			t.Errorf("%s needs %v, its assembly %v", tier.name, needed, required[tier.name])
		}
	}
	if len(required) != len(table)-1 {
		t.Errorf("assembly of %d tiers for %d", len(required), len(table)-1)
	}
}

// Slices of ¾ of L3, and of 32 MiB, bypass the caches.
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

// Non-temporal stores.
func TestNonTemporal(t *testing.T) {
	setNonTemporalBytes(t, 1)
	forEachTier(t, func(t *testing.T, tier *Tier) {
		testRandom(t, tier)
		testLoops(t, tier)
		testPowersOfTwo(t, tier)
	})
}

// Lengths around every threshold, with a fixed one for non-temporal stores, whatever the
// CPU's caches.
func TestThresholds(t *testing.T) {
	setNonTemporalBytes(t, 1<<20)
	const loop = 1536 // bytes per iteration of fill; half for the narrowest vectors
	moves := []int{
		0, minVectorBytes, loop / 3, loop / 2, loop, blockSize, threeBlocks, 2 * threeBlocks, 4 * threeBlocks,
		callBytes, 2 * callBytes, nonTemporalBytes,
	}
	states := []int{minVectorStates, stateBlock, threeStates, callBytes / stateBytes, nonTemporalBytes / stateBytes}
	buf := aligned(margin + nonTemporalBytes + 64*stateBytes + margin)
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		thresholds := moves
		if o.size > 1 {
			thresholds = states
		}
		const k = 1<<40 - 999
		want := o.want(slices.Max(thresholds)+64, k, 1)
		for _, threshold := range thresholds {
			for _, d := range []int{-64, -63, -1, 0, 1, 63, 64} {
				o.check(t, tier, buf, margin, want[:max(0, threshold+d)*o.size], k, 1)
			}
		}
	})
}

// BenchmarkStores shows from which size on non-temporal stores are faster: the basis of
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
