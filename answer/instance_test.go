package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hanoigen/hanoi"
)

func sampler(t testing.TB, s Samples) *Sampler {
	t.Helper()
	sampler, err := NewSampler(s)
	if err != nil {
		t.Fatal(err)
	}
	return sampler
}

// TestInstancesGolden holds the lines of every kind and prompt to what they were
// in the first release: a seed must give the same instances for ever. If this
// fails, mend the code, not testdata/instances.jsonl.
func TestInstancesGolden(t *testing.T) {
	golden, err := os.ReadFile("testdata/instances.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(golden), "\n")
	for _, test := range []struct {
		samples Samples
		fields  Fields
		first   uint64
		count   uint64
	}{
		{Samples{7, 3, 8, Classic, 0, 0}, Fields{}, 0, 2},
		{Samples{7, 3, 8, Random, 0, 0}, Fields{}, 0, 2},
		{Samples{7, 3, 8, Distance, 2, 5}, Fields{}, 0, 2},
		{Samples{8, 3, 8, Random, 0, 0}, Fields{}, 0, 2},
		{Samples{7, 64, 64, Random, 0, 0}, Fields{}, math.MaxUint64 - 1, 2},
		{Samples{math.MaxUint64, 1, 64, Distance, 0, math.MaxUint64}, Fields{}, 1 << 63, 2},
		{Samples{7, 3, 3, Random, 0, 0}, Fields{Triples, true}, 5, 2},
		{Samples{7, 1, 3, Distance, 0, 3}, Fields{Text, true}, 5, 2},
		{Samples{7, 2, 2, Classic, 0, 0}, Fields{Auto, true}, 5, 2},
		{Samples{9, 64, 64, Distance, 0, math.MaxUint64}, Fields{}, 0, 16}, // of more than 2^64 states
	} {
		s := sampler(t, test.samples)
		for i := range test.count {
			got := s.Append(nil, test.first+i, test.fields)
			if string(got) != lines[0] {
				t.Errorf("%+v, %+v, instance %d:\n%swant\n%s", test.samples, test.fields, test.first+i, got, lines[0])
			}
			lines = lines[1:]
		}
	}
	if len(lines) != 1 || lines[0] != "" {
		t.Errorf("lines that nothing is compared with: %q", lines)
	}
}

// TestInstancesAlone: instance i is the same alone, in any order, and for
// callers at the same time.
func TestInstancesAlone(t *testing.T) {
	const count = 100_000
	for _, kind := range Kinds() {
		s := sampler(t, Samples{7, 1, 64, kind, 0, math.MaxUint64})
		run := make([]Instance, count)
		for i := range run {
			run[i] = s.At(uint64(i))
		}
		var group sync.WaitGroup
		for part := range 4 {
			group.Go(func() {
				for i := count - 1 - part; i >= 0; i -= 4 {
					if got := s.At(uint64(i)); got != run[i] {
						t.Errorf("%v: instance %d alone is %v; in a run %v", kind, i, got, run[i])
						return
					}
				}
			})
		}
		group.Wait()
	}
}

// TestInstancesSeeds: no seed has an instance of another near it.
func TestInstancesSeeds(t *testing.T) {
	seen := map[[2]hanoi.State]string{}
	for seed := range uint64(100) {
		s := sampler(t, Samples{seed, 40, 40, Random, 0, 0})
		for i := range uint64(100) {
			x := s.At(i)
			at := fmt.Sprintf("seed %d, instance %d", seed, i)
			if other, ok := seen[[2]hanoi.State{x.Begin, x.Goal}]; ok {
				t.Fatalf("%s is %s", at, other)
			}
			seen[[2]hanoi.State{x.Begin, x.Goal}] = at
		}
	}
}

// TestInstancesUniform compares counts with equal ones, by chi-squared: of all
// that is drawn with a few disks, and of single disks among 64.
func TestInstancesUniform(t *testing.T) {
	const count = 100_000
	states := func(x Instance) string { return x.Begin.String() + x.Goal.String() }
	for _, test := range []struct {
		name    string
		samples Samples
		values  int // how many are alike
		value   func(Instance) string
	}{
		{"disks", Samples{1, 3, 8, Random, 0, 0}, 6, func(x Instance) string { return fmt.Sprint(x.Begin.N()) }},
		{"classic", Samples{1, 5, 5, Classic, 0, 0}, 6, states},
		{"random, 1 disk", Samples{1, 1, 1, Random, 0, 0}, 6, states},
		{"random, 3 disks", Samples{1, 3, 3, Random, 0, 0}, 27 * 26, states},
		{"distance, all", Samples{1, 4, 4, Distance, 0, 15}, 3 * 81, states},
		// 2^(ones) states at each distance: 2 + 4 + 2 + 4 + 4.
		{"distance, some", Samples{1, 6, 6, Distance, 2, 6}, 3 * (2 + 4 + 2 + 4 + 4), states},
		{"random, 64 disks", Samples{1, 64, 64, Random, 0, 0}, 81,
			func(x Instance) string {
				return fmt.Sprint(x.Begin.Peg(1), x.Begin.Peg(64), x.Goal.Peg(1), x.Goal.Peg(64))
			}},
		{"distance, 64 disks", Samples{1, 64, 64, Distance, 0, math.MaxUint64}, 81,
			func(x Instance) string {
				return fmt.Sprint(x.Goal.Peg(1), x.Begin.Peg(1), x.Begin.Peg(33), x.Begin.Peg(64))
			}},
	} {
		s := sampler(t, test.samples)
		counts := map[string]int{}
		for i := range uint64(count) {
			counts[test.value(s.At(i))]++
		}
		if len(counts) != test.values {
			t.Errorf("%s: %d values; want %d", test.name, len(counts), test.values)
			continue
		}
		expected, chi2 := float64(count)/float64(test.values), 0.0
		for _, n := range counts {
			chi2 += (float64(n) - expected) * (float64(n) - expected) / expected
		}
		// Five standard deviations on either side: the seed is fixed, so that this
		// fails always or never, and equal counts are no chance either.
		mean := float64(test.values - 1)
		if far := 5 * math.Sqrt(2*mean); math.Abs(chi2-mean) > far {
			t.Errorf("%s: chi-squared is %.1f; want %.1f ± %.1f", test.name, chi2, mean, far)
		}
	}
}

// distances returns the distances of all states of n disks to one, by
// breadth-first search, with no code of the library: a state is its digits.
func distances(from string) map[string]int {
	found := map[string]int{from: 0}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		blocked := map[byte]bool{} // pegs with a smaller disk
		for i := len(at) - 1; i >= 0; i-- {
			for to := byte('0'); to <= '2'; to++ {
				next := at[:i] + string(to) + at[i+1:]
				if _, ok := found[next]; !ok && !blocked[at[i]] && !blocked[to] {
					found[next] = found[at] + 1
					queue = append(queue, next)
				}
			}
			blocked[at[i]] = true
		}
	}
	return found
}

// TestByDistance: the ranks of the states of up to 7 disks number each once, in
// the order of their distance to the goal.
func TestByDistance(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for goal := range uint8(3) {
			distance := distances(strings.Repeat(string('0'+rune(goal)), n))
			seen := map[string]bool{}
			last := 0
			for rank := range uint64(math.Pow(3, float64(n))) {
				s := byDistance(n, goal, uint128{0, rank}).String()
				d := distance[s]
				if seen[s] || d < last {
					t.Fatalf("%d disks to peg %d: rank %d is %s, at distance %d after %d; seen before: %v",
						n, goal, rank, s, d, last, seen[s])
				}
				if low, end := nearer(uint64(d)), nearer(uint64(d)+1); rank < low.lo || rank >= end.lo {
					t.Fatalf("%d disks to peg %d: rank %d is at distance %d, whose ranks are %d to %d",
						n, goal, rank, d, low.lo, end.lo-1)
				}
				seen[s], last = true, d
			}
			if len(seen) != len(distance) || last != 1<<n-1 {
				t.Errorf("%d disks to peg %d: %d states up to distance %d; want %d", n, goal, len(seen), last, len(distance))
			}
		}
	}
}

// TestInstancesOptimum compares the optimum with breadth-first search, and the
// ends with what the kind promises.
func TestInstancesOptimum(t *testing.T) {
	searches := map[string]map[string]int{}
	for _, kind := range Kinds() {
		for n := 1; n <= 7; n++ {
			near, far := uint64(n/2), uint64(1<<n/2+1)
			s := sampler(t, Samples{3, n, n, kind, near, far})
			for i := range uint64(100) {
				x := s.At(i)
				begin, goal := x.Begin.String(), x.Goal.String()
				if searches[goal] == nil {
					searches[goal] = distances(goal)
				}
				if want := uint64(searches[goal][begin]); x.Optimum != want || x.ID != i {
					t.Fatalf("%v: instance %d is %+v; want optimum %d", kind, i, x, want)
				}
				flat := func(s string) bool { return strings.Count(s, s[:1]) == n }
				switch {
				case begin == goal && !(kind == Distance && near == 0),
					kind == Classic && !flat(begin),
					kind != Random && !flat(goal),
					kind == Distance && (x.Optimum < near || x.Optimum > far):
					t.Fatalf("%v, %d to %d: instance %d is %+v", kind, near, far, i, x)
				}
			}
		}
	}
}

// TestInstancesFar: single distances of 64 disks, where ranks need 128 bits.
func TestInstancesFar(t *testing.T) {
	for _, d := range []uint64{0, 1, 1<<32 - 1, 1 << 63, 0xaaaa_aaaa_aaaa_aaaa, math.MaxUint64 - 1, math.MaxUint64} {
		s := sampler(t, Samples{3, 64, 64, Distance, d, d})
		seen := map[Instance]bool{}
		for i := range uint64(200) {
			x := s.At(i)
			if x.Optimum != d {
				t.Fatalf("distance %d: %+v", d, x)
			}
			x.ID = 0
			seen[x] = true
		}
		// With 3·2^ones of them, 200 differ or are all that there are.
		if ones := bits.OnesCount64(d); ones > 20 && len(seen) != 200 || ones < 2 && len(seen) != 3<<ones {
			t.Errorf("distance %d: %d different instances of 200", d, len(seen))
		}
	}
}

// instanceLine is the line of an instance, read by the standard library.
type instanceLine struct {
	ID          *uint64
	N           int
	Begin, Goal string
	Optimum     *uint64
	Prompt      string
	Answer      json.RawMessage
}

func parseLine(t *testing.T, b []byte) (l instanceLine) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil || l.ID == nil || l.Optimum == nil || b[len(b)-1] != '\n' {
		t.Fatalf("%s: %v", b, err)
	}
	return l
}

// TestUint128 compares with math/big, at the bounds of words.
func TestUint128(t *testing.T) {
	words := []uint64{0, 1, 2, 1<<63 - 1, 1 << 63, math.MaxUint64 - 1, math.MaxUint64}
	number := func(a uint128) *big.Int {
		x := new(big.Int).SetUint64(a.hi)
		return x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(a.lo))
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), 128)
	is := func(got uint128, want *big.Int) bool { return number(got).Cmp(want.Mod(want, modulus)) == 0 }
	for i := range len(words) * len(words) * len(words) * len(words) {
		w := func(place int) uint64 { return words[i/place%len(words)] }
		a, b := uint128{w(1), w(7)}, uint128{w(7 * 7), w(7 * 7 * 7)}
		x, y := number(a), number(b)
		less := x.Cmp(y) < 0
		rest, kept := a.minusIfNotLess(b)
		wantRest, wantKept := new(big.Int).Sub(x, y), uint64(0)
		if less {
			wantRest, wantKept = new(big.Int).Set(x), 1
		}
		if a.less(b) != less || !is(a.plus(b), new(big.Int).Add(x, y)) || !is(a.minus(b), new(big.Int).Sub(x, y)) ||
			!is(a.times(b.lo), new(big.Int).Mul(x, new(big.Int).SetUint64(b.lo))) || !is(rest, wantRest) || kept != wantKept {
			t.Errorf("%+v and %+v: %v, %v, %v, %v, %v, %v", a, b, a.less(b), a.plus(b), a.minus(b), a.times(b.lo), rest, kept)
		}
	}
}

// TestInstancesAnswers plays each answer with the rules alone, in the pegs' own
// names.
func TestInstancesAnswers(t *testing.T) {
	for _, kind := range Kinds() {
		for _, prompt := range []Notation{Auto, Triples, Text} {
			few, many := sampler(t, Samples{9, 1, 6, kind, 0, 40}), sampler(t, Samples{9, 11, 12, kind, 1500, 2000})
			for i := range uint64(303) {
				s := few
				if i >= 300 {
					s = many
				}
				b := s.Append(nil, i, Fields{prompt, true})
				l := parseLine(t, b)
				x := s.At(i)
				if *l.ID != i || l.N != x.Begin.N() || l.Begin != x.Begin.String() || l.Goal != x.Goal.String() || *l.Optimum != x.Optimum {
					t.Fatalf("%s is not %+v", b, x)
				}
				var moves [][3]int
				if prompt == Text && *l.Optimum > 0 {
					var text string
					if err := json.Unmarshal(l.Answer, &text); err != nil {
						t.Fatal(err)
					}
					for _, line := range strings.Split(text, "\n") {
						var disk int
						var from, to byte
						if _, err := fmt.Sscanf(line, "Move disk %d from peg %c to peg %c", &disk, &from, &to); err != nil {
							t.Fatalf("%q: %v", line, err)
						}
						moves = append(moves, [3]int{disk, int(from - 'A'), int(to - 'A')})
					}
				} else if err := json.Unmarshal(l.Answer, &moves); err != nil {
					t.Fatalf("%s: %v", b, err)
				}
				at := []byte(l.Begin)
				for k, m := range moves {
					place := l.N - m[0]
					if at[place] != byte('0'+m[1]) || m[1] == m[2] ||
						strings.ContainsAny(string(at[place+1:]), fmt.Sprint(m[1], m[2])) {
						t.Fatalf("%s: move %d, %v, is illegal in %s", b, k+1, m, at)
					}
					at[place] = byte('0' + m[2])
				}
				if string(at) != l.Goal || len(moves) != int(*l.Optimum) {
					t.Fatalf("%s: %d moves to %s", b, len(moves), at)
				}
			}
		}
	}
}

// TestPrompts reads the states back from the text, and looks for what a reader
// needs to answer.
func TestPrompts(t *testing.T) {
	for _, prompt := range []Notation{Triples, Text} {
		s := sampler(t, Samples{9, 1, 12, Random, 0, 0})
		for i := range uint64(200) {
			l := parseLine(t, s.Append(nil, i, Fields{prompt, false}))
			if l.Answer != nil {
				t.Fatalf("an answer that nobody asked for: %s", l.Answer)
			}
			var states []string // the digits of Begin and Goal
			for _, line := range strings.Split(l.Prompt, "\n") {
				name, disks, ok := strings.Cut(line, ":")
				peg := strings.Index(map[Notation]string{Triples: "012", Text: "ABC"}[prompt], strings.TrimPrefix(name, "peg "))
				if !ok || len(name) != len("peg A") || peg < 0 {
					continue
				}
				if peg == 0 {
					states = append(states, strings.Repeat("?", l.N))
				}
				state := []byte(states[len(states)-1])
				below := l.N + 1
				for _, field := range strings.Fields(strings.ReplaceAll(disks, "empty", "")) {
					var disk int
					fmt.Sscan(field, &disk)
					if disk >= below {
						t.Fatalf("not from the bottom up: %q", line)
					}
					state[l.N-disk] = byte('0' + peg)
					below = disk
				}
				states[len(states)-1] = string(state)
			}
			if !slices.Equal(states, []string{l.Begin, l.Goal}) {
				t.Fatalf("the prompt has the states %q; want %s and %s:\n%s", states, l.Begin, l.Goal, l.Prompt)
			}
			disks := fmt.Sprintf(" and %d disks, numbered from 1, the smallest, to %[1]d, the largest.\n", l.N)
			if l.N == 1 {
				disks = " and 1 disk, number 1.\n"
			}
			if !strings.Contains(l.Prompt, disks) {
				t.Fatalf("the prompt does not name %d disks:\n%s", l.N, l.Prompt)
			}
			want := map[Notation]string{Triples: "[[1, 0, 2], [2, 0, 1]]", Text: "\nMove disk 1 from peg A to peg C\n"}[prompt]
			if !strings.Contains(l.Prompt, want) || strings.Contains(l.Prompt, "[]") {
				t.Fatalf("the prompt lacks %q, or says what no moves are:\n%s", want, l.Prompt)
			}
		}
		none := sampler(t, Samples{9, 3, 3, Distance, 0, 5})
		if l := parseLine(t, none.Append(nil, 0, Fields{prompt, false})); !strings.HasSuffix(l.Prompt, "\nIf no move is needed, answer []") {
			t.Errorf("the prompt does not say how to write no moves:\n%s", l.Prompt)
		}
	}
}

// TestLongestAnswer: the longest answer's line is below 64 MiB in every notation,
// and one move more is refused.
func TestLongestAnswer(t *testing.T) {
	for _, prompt := range []Notation{Triples, Text} {
		s := sampler(t, Samples{1, 20, 20, Classic, 0, 0})
		if s.Longest() != LongestAnswer {
			t.Fatalf("the longest answer of 20 disks has %d moves; want %d", s.Longest(), LongestAnswer)
		}
		if n := len(s.Append(nil, 0, Fields{prompt, true})); n >= 64<<20 {
			t.Errorf("a line of %d bytes", n)
		}
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "at most 1048575") {
			t.Errorf("an answer of 21 disks: panic %v", r)
		}
	}()
	sampler(t, Samples{1, 21, 21, Classic, 0, 0}).Append(nil, 0, Fields{Auto, true})
}

func TestLongest(t *testing.T) {
	for _, test := range []struct {
		samples Samples
		want    uint64
	}{
		{Samples{1, 1, 1, Random, 0, 0}, 1},
		{Samples{1, 3, 64, Classic, 0, 0}, math.MaxUint64},
		{Samples{1, 3, 64, Distance, 0, 100}, 100},
		{Samples{1, 3, 4, Distance, 0, 100}, 15},
	} {
		if got := sampler(t, test.samples).Longest(); got != test.want {
			t.Errorf("%+v: %d; want %d", test.samples, got, test.want)
		}
	}
}

func TestSamplesErrors(t *testing.T) {
	for _, test := range []struct {
		samples Samples
		is      error
		want    string
	}{
		{Samples{0, 0, 3, Random, 0, 0}, hanoi.ErrDisks, ": 0; give 1 to 64"},
		{Samples{0, 3, 65, Random, 0, 0}, hanoi.ErrDisks, ": 65; give 1 to 64"},
		{Samples{0, 4, 3, Random, 0, 0}, hanoi.ErrDisks, "none from 4 to 3; give the smaller number first"},
		{Samples{0, 3, 3, 3, 0, 0}, nil, "kind 3; give Classic, Random or Distance"},
		{Samples{0, 3, 3, Distance, 5, 4}, nil, "no distance is from 5 to 4; give the smaller one first"},
		{Samples{0, 3, 5, Distance, 8, 9}, nil, "no state of 3 disks is 8 moves from a perfect one; the farthest have 7"},
	} {
		_, err := NewSampler(test.samples)
		if err == nil || !strings.HasSuffix(err.Error(), test.want) || test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("%+v: %v; want %q", test.samples, err, test.want)
		}
	}
	for _, k := range Kinds() {
		if got, err := ParseKind(k.String()); got != k || err != nil {
			t.Errorf("ParseKind(%q) = %v, %v", k, got, err)
		}
	}
	if _, err := ParseKind("hard"); err == nil || !strings.Contains(err.Error(), `"hard"; give classic, random or distance`) {
		t.Error(err)
	}
}

func TestNoSuchPrompt(t *testing.T) {
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "notation csv; give Triples or Text") {
			t.Errorf("a prompt for csv: panic %v", r)
		}
	}()
	sampler(t, Samples{1, 3, 3, Classic, 0, 0}).Append(nil, 0, Fields{Prompt: CSV})
}

func TestSamplerAllocates(t *testing.T) {
	s := sampler(t, Samples{1, 1, 64, Distance, 0, math.MaxUint64})
	line := make([]byte, 0, 1000)
	i := uint64(0)
	if n := testing.AllocsPerRun(1000, func() { line = s.Append(line[:0], i, Fields{}); i++ }); n > 0.5 { // a pool drops what it is given now and then
		t.Errorf("%v allocations an instance; want none", n)
	}
}

func BenchmarkInstances(b *testing.B) {
	for _, kind := range Kinds() {
		for _, disks := range [][2]int{{3, 8}, {3, 64}, {64, 64}} {
			b.Run(fmt.Sprintf("kind=%v/disks=%d..%d", kind, disks[0], disks[1]), func(b *testing.B) {
				s := sampler(b, Samples{7, disks[0], disks[1], kind, 1, math.MaxUint64})
				var line []byte
				i := uint64(0)
				for b.Loop() {
					line = s.Append(line[:0], i, Fields{})
					i++
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Minstances/s")
			})
		}
	}
}
