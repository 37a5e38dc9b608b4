//go:build gc && !purego

package kernel

import (
	"bufio"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

// What the assembly loads first is in the first 3 KiB of a page, and bodies from move 1
// on begin one.
func TestTablesPlace(t *testing.T) {
	// The registers of fill hold vectors up to the one 20 vectors after a seam's.
	const registers = 21 * 64
	for _, s := range []*kind{&packed, &pegs, &diskNumbers, new(kind)} {
		for p := range Naming(numNamings) {
			r, b := s.tables().naming(p)
			if end := uintptr(unsafe.Pointer(r))%page + unsafe.Sizeof(*r); end > page-1024 {
				t.Errorf("naming %v: the record ends %d bytes after the beginning of a page", p, end)
			}
			if at := uintptr(unsafe.Pointer(&b[1])) % page; at != 0 {
				t.Errorf("naming %v: the bodies begin %d bytes after the beginning of a page", p, at)
			}
			for k := range uint64(2 * turnSize) {
				if seam := (r.vectorPlace(k) + 511) &^ 511; seam+registers > page-1024 {
					t.Fatalf("move %d: the first seam is at %d", k, seam)
				}
			}
		}
	}
}

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
			required[tier] = map[cpuid.FeatureID]bool{}
		}
		for _, r := range requires {
			switch need, ok := needsOf[r]; {
			case ok:
				required[tier][need] = true
			case !slices.Contains([]string{"MMX+", "SSE", "SSE2", "CMOV"}, r):
				t.Errorf("%s requires %s, which this test does not know", m[1], r)
			}
		}
		requires = nil
	}
	if len(required) != len(table)-1 {
		t.Errorf("assembly of %v for %d tiers", slices.Collect(maps.Keys(required)), len(table)-1)
	}
	for _, tier := range table {
		needed := map[cpuid.FeatureID]bool{}
		for _, need := range tier.needs {
			needed[need] = true
		}
		for need := range required[tier.name] {
			if !needed[need] {
				t.Errorf("%s runs %v without needing it", tier.name, need)
			}
		}
		for need := range needed {
			// AVX and AVX512VL are needed all the same: package cpuid reports
			// each feature by itself.
			if !required[tier.name][need] && need != cpuid.AVX && need != cpuid.AVX512VL {
				t.Errorf("%s needs %v, but does not use it", tier.name, need)
			}
		}
	}
}

// Where a row of the tables is said to begin a cache line, it does: a vector across
// two lines takes as long as two.
func TestAlignedRows(t *testing.T) {
	makeRows()
	for reflected := range alignedRows {
		for c, rows := range alignedRows[reflected] {
			for i := range rows {
				if at := uintptr(unsafe.Pointer(&rows[i])); (c+3*i)%8 == 0 && at%64 != 0 {
					t.Fatalf("row %d of copy %d is at %#x", i, c, at)
				}
			}
		}
		for block := range moved[reflected] {
			if at := uintptr(unsafe.Pointer(&moved[reflected][block])); at%64 != 0 {
				t.Fatalf("the words of moved for block %d are at %#x", block, at)
			}
		}
	}
}

func setStreamBytes(n int) { streamBytes = n }

// Streaming stores at every length and alignment, as the others in
// TestLongLengths and TestStatesAlignmentsAndLengths.
func TestStreaming(t *testing.T) {
	defer setStreamBytes(streamBytes)
	setStreamBytes(1)
	testLongLengths(t, 3000)
	TestStatesAlignmentsAndLengths(t)
}

func TestStreamFrom(t *testing.T) {
	for last, want := range map[int]int{
		-1: 32 << 20, 0: 32 << 20, 1: 0, 8 << 20: 6 << 20, 32 << 20: 24 << 20, 40 << 20: 30 << 20,
		43 << 20: 32 << 20, 480 << 20: 32 << 20,
	} {
		if got := streamFrom(last); got != want {
			t.Errorf("a last level of %d: %d, want %d", last, got, want)
		}
	}
}

func TestWordsToLine(t *testing.T) {
	for address, want := range map[uintptr]int{0: 0, 8: 7, 16: 6, 56: 1, 64: 0, 1<<40 + 24: 5} {
		if got := wordsToLine(address); got != want {
			t.Errorf("%d words from %d, want %d", got, address, want)
		}
	}
}

// A call of states takes as much as it may, and leaves the next one aligned.
func TestCallStates(t *testing.T) {
	if callStates%8 != 0 || callStates*stateBytes > callBytes || (callStates+8)*stateBytes <= callBytes {
		t.Errorf("%d states a call, %d bytes of %d", callStates, callStates*stateBytes, callBytes)
	}
}

// Every threshold, and a little more or less. Streaming begins earlier than
// for users, since their caches can be of any size.
func TestThresholds(t *testing.T) {
	defer setStreamBytes(streamBytes)
	setStreamBytes(1 << 20)
	around := []int{-64, -63, -1, 0, 1, 63, 64}
	const loopBytes = 1536 // a turn of the loop of fill; half for the narrowest vectors
	thresholds := []int{minVectorBytes, loopBytes, loopBytes / 2, loopBytes / 3, blockSize, turnSize, 2 * turnSize, 4 * turnSize, callBytes, 2 * callBytes, streamBytes}
	longest := slices.Max(thresholds) + 64
	forEach(t, func(t *testing.T, tier *Tier, s *stream) {
		buf := aligned(64 + longest + 64)
		const k = 1<<40 - 999
		want := s.want(longest, k, 1)
		for _, threshold := range thresholds {
			for _, d := range around {
				n := threshold + d
				if n < 0 {
					continue
				}
				end := buf[64+n : 64+n+64]
				copy(buf[:64], canaries)
				copy(end, canaries)
				s.fill(tier, buf[64:64+n:64+n], k, 1)
				if i := firstDifference(buf[64:64+n], want[:n]); i >= 0 {
					t.Fatalf("%d moves: number %d is %#x, want %#x", n, i, buf[64+i], want[i])
				}
				if !slices.Equal(buf[:64], canaries[:64]) || !slices.Equal(end, canaries[:64]) {
					t.Fatalf("%d moves: bytes outside were written", n)
				}
			}
		}
	})
	thresholds = []int{minVectorStates, rowSize, period, callStates, streamBytes / stateBytes}
	longest = slices.Max(thresholds) + 64
	want := make([][3]uint64, longest)
	tiers[len(tiers)-1].FillStates(want, 50, 12345, 4)
	for i := 0; i < longest; i += 997 { // the generic tier has tests of its own
		if want[i] != naiveState(50, 12345+uint64(i), 4) {
			t.Fatalf("state %d differs", i)
		}
	}
	forEachTier(t, func(t *testing.T, tier *Tier) {
		states := make([][3]uint64, longest+1)
		for _, threshold := range thresholds {
			for _, d := range around {
				n := max(0, threshold+d)
				states[n] = [3]uint64{canary, canary, canary}
				tier.FillStates(states[:n], 50, 12345, 4)
				if !slices.Equal(states[:n], want[:n]) {
					t.Fatalf("%d states differ", n)
				}
				if states[n] != [3]uint64{canary, canary, canary} {
					t.Fatalf("%d states: one more was written", n)
				}
			}
		}
	})
}
