//go:build gc && !purego

package kernel

import (
	"bufio"
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

// needsOf are the names in the table that the assembler's names for instruction
// sets stand for. What every amd64 has is not in it.
var needsOf = map[string]cpuid.FeatureID{
	"AVX": cpuid.AVX, "AVX2": cpuid.AVX2, "AVX512F": cpuid.AVX512F, "AVX512BW": cpuid.AVX512BW,
	"AVX512VL": cpuid.AVX512VL, "AVX512DQ": cpuid.AVX512DQ, "BMI": cpuid.BMI1, "BMI2": cpuid.BMI2,
}

// A tier needs the CPU features that its assembly requires, and none that it does not
// use.
func TestRequires(t *testing.T) {
	f, err := os.Open("kernel_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	required := map[string]map[cpuid.FeatureID]bool{} // by tier
	function := regexp.MustCompile(`^TEXT ·(?:fill|states)([A-Z0-9]+)\(SB\)`)
	var requires []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if list, ok := strings.CutPrefix(lines.Text(), "// Requires: "); ok {
			requires = strings.Split(list, ", ")
			continue
		}
		m := function.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		tier := strings.ToLower(m[1])
		if required[tier] == nil {
			// Package cpuid reports each feature by itself, so these are needed, too.
			required[tier] = map[cpuid.FeatureID]bool{cpuid.AVX: true}
			if tier == "avx512" {
				required[tier][cpuid.AVX512VL] = true
			}
		}
		for _, r := range requires {
			if need, ok := needsOf[r]; ok {
				required[tier][need] = true
			} else if !slices.Contains([]string{"MMX+", "SSE", "SSE2", "CMOV"}, r) {
				t.Errorf("%s requires %s, which this test does not know", m[1], r)
			}
		}
		requires = nil
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

// From ¾ of L3 on, but from 32 MiB on at the latest, slices go past the caches.
func TestOutgrowsCaches(t *testing.T) {
	for l3, want := range map[int]int{
		-1: 32 << 20, 0: 32 << 20, 8 << 20: 6 << 20, 32 << 20: 24 << 20, 40 << 20: 30 << 20, 43 << 20: 32 << 20, 480 << 20: 32 << 20,
	} {
		setNonTemporalBytes(t, nonTemporalFrom(l3))
		if outgrowsCaches(want-1) || !outgrowsCaches(want) {
			t.Errorf("L3 of %d: from %d on, want %d", l3, nonTemporalBytes, want)
		}
	}
}

func setNonTemporalBytes(t testing.TB, n int) {
	old := nonTemporalBytes
	nonTemporalBytes = n
	t.Cleanup(func() { nonTemporalBytes = old })
}

func forgetVectorStates() { vectorStates = nil }

// Non-temporal stores at every length, and with each disk as a seam.
func TestNonTemporal(t *testing.T) {
	setNonTemporalBytes(t, 1)
	forEachTier(t, func(t *testing.T, tier *Tier) {
		testRandom(t, tier)
		testPowersOfTwo(t, tier)
	})
}

// Every threshold, and a little more or less; non-temporal stores begin earlier than for
// users, whose caches can be of any size.
func TestThresholds(t *testing.T) {
	setNonTemporalBytes(t, 1<<20)
	const loop = 1536 // bytes an iteration of the loop of fill; half for the narrowest vectors
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

// BenchmarkStores shows from which size on non-temporal stores are the faster: what
// mostTemporal rests on.
func BenchmarkStores(b *testing.B) {
	for _, size := range []int{16 << 20, 32 << 20, 64 << 20} {
		dst := make([]byte, size)
		Fill(dst, 1, 0) // so that there is memory behind it
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
