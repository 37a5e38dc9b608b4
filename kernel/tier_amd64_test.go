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
			required[tier] = map[cpuid.FeatureID]bool{}
			if tier != "bmi" {
				required[tier][cpuid.AVX] = true
			}
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
func TestStreams(t *testing.T) {
	for l3, want := range map[int]int{
		-1: 32 << 20, 0: 32 << 20, 8 << 20: 6 << 20, 32 << 20: 24 << 20, 40 << 20: 30 << 20, 43 << 20: 32 << 20, 480 << 20: 32 << 20,
	} {
		setStreamBytes(t, streamFrom(l3))
		if streamBytes != want || streams(want-1) || !streams(want) {
			t.Errorf("L3 of %d: from %d on, want %d", l3, streamBytes, want)
		}
	}
}

func setStreamBytes(t testing.TB, n int) {
	old := streamBytes
	streamBytes = n
	t.Cleanup(func() { streamBytes = old })
}

func forgetVectorStates() { vectorStates = nil }

// Streaming stores at every length.
func TestStreaming(t *testing.T) {
	setStreamBytes(t, 1)
	TestRandom(t)
}

// Every threshold, and a little more or less; streaming stores begin earlier than for
// users, whose caches can be of any size.
func TestThresholds(t *testing.T) {
	setStreamBytes(t, 1<<20)
	const loop = 1536 // bytes an iteration of the loop of fill; half for the narrowest vectors
	moves := []int{
		0, minVectorBytes, loop / 3, loop / 2, loop, blockSize,
		threeBlocks, 2 * threeBlocks, 4 * threeBlocks, callBytes, 2 * callBytes, streamBytes,
	}
	states := []int{minVectorStates, stateBlock, threeStates, callStates, streamBytes / stateBytes}
	buf := aligned(margin + streamBytes + 64*stateBytes + margin)
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

// Assembly cannot be preempted, so each call of it comes behind a bound of what it writes,
// some 10 µs of work. No result shows that: this reads the source.
func TestCallsBounded(t *testing.T) {
	source, err := os.ReadFile("tier_amd64.go")
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`\b(?:fill|states)(?:AVX512|AVX2|BMI)\(&dst\[0\], (.*?), k`)
	bound := regexp.MustCompile(`\b(?:if|for) len\(dst\) > call(?:Bytes|States) {`)
	calls := 0
	for _, f := range strings.Split(string(source), "\nfunc ") {
		for _, m := range call.FindAllStringSubmatchIndex(f, -1) {
			calls++
			if length := f[m[2]:m[3]]; length != "len(dst)" || !bound.MatchString(f[:m[0]]) {
				t.Errorf("not bounded: %s", f[m[0]:m[1]])
			}
		}
	}
	if calls != 2*(len(table)-1) || callBytes > 1<<20 || callStates*stateBytes > callBytes {
		t.Errorf("%d calls; at most %d bytes and %d states each", calls, callBytes, callStates)
	}
}

// BenchmarkStream shows from which size on streaming stores are the faster: what
// mostOrdinary rests on.
func BenchmarkStream(b *testing.B) {
	for _, size := range []int{16 << 20, 32 << 20, 64 << 20} {
		dst := make([]byte, size)
		Fill(dst, 1, 0) // so that there is memory behind it
		for name, from := range map[string]int{"ordinary": math.MaxInt, "streaming": 0} {
			b.Run(fmt.Sprintf("stores=%s/size=%s", name, sizeName(size)), func(b *testing.B) {
				setStreamBytes(b, from)
				b.SetBytes(int64(size))
				for b.Loop() {
					Fill(dst, 1, 0)
				}
			})
		}
	}
}
