package instance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/instance"
)

// Names of up to ten pegs.
const (
	letters = "A,B,C,D,E,F,G,H,I,J"
	numbers = "1,2,3,4,5,6,7,8,9,10"
	words   = "left,middle,right,spare,Ä,x_1,up,down,north,south"
)

func first(n int, names string) string { return strings.Join(strings.Split(names, ",")[:n], ",") }

func sampler(t testing.TB, o instance.Options) *instance.Sampler {
	t.Helper()
	s, err := instance.NewSampler(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lines returns some instances as JSON lines.
func lines(t testing.TB, s *instance.Sampler, first, count uint64) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i := range count {
		if err := e.Encode(s.At(first + i)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// TestGolden: a seed gives the same instances forever. If this fails, fix the code, not
// testdata/instances.jsonl.
func TestGolden(t *testing.T) {
	var got []byte
	for _, test := range []struct {
		options      instance.Options
		first, count uint64
	}{
		{instance.Options{Seed: 7, MinDisks: 3, MaxDisks: 8, Kind: "classic"}, 0, 2},
		{instance.Options{Seed: 7, MinDisks: 3, MaxDisks: 8, Kind: "random"}, 0, 2},
		{instance.Options{Seed: 7, MinDisks: 3, MaxDisks: 8, Kind: "distance", MinDistance: 2, MaxDistance: 5}, 0, 2},
		{instance.Options{Seed: 8, MinDisks: 3, MaxDisks: 8}, 0, 2},
		{instance.Options{Seed: 7, MinDisks: 64, MaxDisks: 64}, math.MaxUint64 - 1, 2},
		{instance.Options{Seed: math.MaxUint64, MinDisks: 1, MaxDisks: 64, Kind: "distance", MaxDistance: math.MaxUint64}, 1 << 63, 2},
		{instance.Options{Seed: 7, MinDisks: 3, MaxDisks: 3, Prompt: "triples", Answers: true}, 5, 2},
		{instance.Options{Seed: 7, MinDisks: 1, MaxDisks: 3, Kind: "distance", MaxDistance: 3, Prompt: "text", Answers: true}, 5, 2},
		{instance.Options{Seed: 7, MinDisks: 2, MaxDisks: 2, Kind: "classic", Answers: true}, 5, 2},
		{instance.Options{Seed: 9, MinDisks: 64, MaxDisks: 64, Kind: "distance", MaxDistance: math.MaxUint64}, 0, 16}, // more than 2⁶⁴ states
		{instance.Options{Seed: 7, MinDisks: 1, MaxDisks: 1, Pegs: first(4, words), Prompt: "text", Answers: true}, 5, 1},
		{instance.Options{Seed: 7, MinDisks: 3, MaxDisks: 5, Pegs: "3, B ,Ä,d", Prompt: "triples", Answers: true}, 5, 1},
		{instance.Options{Seed: 7, MinDisks: 3, MaxDisks: 5, Pegs: numbers, Prompt: "triples", Answers: true}, 5, 1},
		{instance.Options{Seed: 7, MinDisks: 3, MaxDisks: 5, Kind: "distance", MaxDistance: 3, Pegs: "X,Y,Z", Answers: true}, 5, 2},
		{instance.Options{Seed: 7, MinDisks: 3, MaxDisks: 3, Kind: "distance", Prompt: "text", Answers: true}, 5, 1},
	} {
		got = append(got, lines(t, sampler(t, test.options), test.first, test.count)...)
	}
	want, err := os.ReadFile("testdata/instances.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the lines are\n%swant\n%s", got, want)
	}
}

// Instance i is the same alone, in any order, and for several callers at the same time.
func TestAlone(t *testing.T) {
	const count = 3000
	for _, o := range []instance.Options{{Kind: "classic"}, {Kind: "random"}, {Kind: "distance", MaxDistance: math.MaxUint64}, {Pegs: letters}} {
		o.Seed, o.MinDisks, o.MaxDisks = 7, 1, 64
		s := sampler(t, o)
		run := make([]instance.Instance, count)
		for i := range run {
			run[i] = s.At(uint64(i))
		}
		var group sync.WaitGroup
		for part := range 4 {
			group.Go(func() {
				for i := count - 1 - part; i >= 0; i -= 4 {
					if got := s.At(uint64(i)); !reflect.DeepEqual(got, run[i]) {
						t.Errorf("%+v: instance %d alone is %v; in a run %v", o, i, got, run[i])
						return
					}
				}
			})
		}
		group.Wait()
	}
}

// Neighbouring seeds share no instance.
func TestSeeds(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(100) {
		s := sampler(t, instance.Options{Seed: seed, MinDisks: 40, MaxDisks: 40})
		for i := range uint64(100) {
			x := s.At(i)
			if seen[x.From+x.To] {
				t.Fatalf("instance %d of seed %d occurred before", i, seed)
			}
			seen[x.From+x.To] = true
		}
	}
}

// All values are equally likely, by chi-squared tests with a fixed seed: all puzzles of a few
// disks, and single disks among 64.
func TestUniform(t *testing.T) {
	const count = 50_000
	states := func(x instance.Instance) string { return x.From + x.To }
	for _, test := range []struct {
		name    string
		options instance.Options
		values  int // the number of equally likely values
		value   func(instance.Instance) string
	}{
		{"disks", instance.Options{MinDisks: 3, MaxDisks: 8}, 6, func(x instance.Instance) string { return fmt.Sprint(x.N) }},
		{"classic", instance.Options{MinDisks: 5, MaxDisks: 5, Kind: "classic"}, 6, states},
		{"classic, 4 pegs", instance.Options{MinDisks: 5, MaxDisks: 5, Pegs: first(4, letters)}, 12, states},
		{"classic, 10 pegs", instance.Options{MinDisks: 5, MaxDisks: 5, Pegs: letters}, 90, states},
		{"random, 1 disk", instance.Options{MinDisks: 1, MaxDisks: 1}, 6, states},
		{"random, 3 disks", instance.Options{MinDisks: 3, MaxDisks: 3}, 27 * 26, states},
		{"distance, all", instance.Options{MinDisks: 4, MaxDisks: 4, Kind: "distance", MaxDistance: 15}, 3 * 81, states},
		// At distance d there are 2^(ones of d) states.
		{"distance, some", instance.Options{MinDisks: 6, MaxDisks: 6, Kind: "distance", MinDistance: 2, MaxDistance: 6}, 3 * (2 + 4 + 2 + 4 + 4), states},
		{"random, 64 disks", instance.Options{MinDisks: 64, MaxDisks: 64}, 81, func(x instance.Instance) string {
			return fmt.Sprint(x.From[0], x.From[63], x.To[0], x.To[63])
		}},
		{"distance, 64 disks", instance.Options{MinDisks: 64, MaxDisks: 64, Kind: "distance", MaxDistance: math.MaxUint64}, 81, func(x instance.Instance) string {
			return fmt.Sprint(x.To[63], x.From[63], x.From[31], x.From[0])
		}},
	} {
		test.options.Seed = 1
		s := sampler(t, test.options)
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
		mean := float64(test.values - 1)
		if far := 5 * math.Sqrt(2*mean); math.Abs(chi2-mean) > far { // exactly equal counts are not random either
			t.Errorf("%s: chi-squared is %.1f; want %.1f ± %.1f", test.name, chi2, mean, far)
		}
	}
}

// distance returns how many moves a breadth-first search finds from one state to another. A state is
// a number, whose digits in base pegs are the pegs of the disks.
func distance(pegs int, from, to string) int {
	start, _ := strconv.ParseInt(from, pegs, 32)
	goal, _ := strconv.ParseInt(to, pegs, 32)
	found := make([]int, int(math.Pow(float64(pegs), float64(len(from))))) // the distance from the start, plus 1
	found[start] = 1
	for queue := []int{int(start)}; found[goal] == 0; queue = queue[1:] {
		state := queue[0]
		covered := 0 // the pegs with a smaller disk
		for unit := 1; unit < len(found); unit *= pegs {
			from := state / unit % pegs
			for peg := 0; covered>>from&1 == 0 && peg < pegs; peg++ {
				if next := state + (peg-from)*unit; covered>>peg&1 == 0 && found[next] == 0 {
					found[next] = found[state] + 1
					queue = append(queue, next)
				}
			}
			covered |= 1 << from
		}
	}
	return found[goal] - 1
}

// With three pegs, start and goal are as the kind promises.
func TestThreePegs(t *testing.T) {
	for n := 1; n <= 6; n++ {
		near, far := n/2, 1<<n/2+1
		for _, kind := range instance.Kinds() {
			s := sampler(t, instance.Options{Seed: 3, MinDisks: n, MaxDisks: n, Kind: kind, MinDistance: uint64(near), MaxDistance: uint64(far)})
			for i := range uint64(100) {
				x := s.At(i)
				perfect := func(s string) bool { return strings.Count(s, s[:1]) == n }
				optimum := distance(3, x.From, x.To)
				if x.ID != i || x.N != n || len(x.From) != n || len(x.To) != n || x.Optimum != uint64(optimum) ||
					optimum == 0 && !(kind == "distance" && near == 0) ||
					kind == "classic" && !perfect(x.From) || kind != "random" && !perfect(x.To) ||
					kind == "distance" && (optimum < near || optimum > far) {
					t.Fatalf("%s, %d to %d: instance %d is %+v; want optimum %d", kind, near, far, i, x, optimum)
				}
			}
		}
	}
}

// A search finds the optimum with more pegs, too, as far as it can go.
func TestMorePegs(t *testing.T) {
	for pegs := 4; pegs <= 10; pegs++ {
		for n := 1; math.Pow(float64(pegs), float64(n)) <= 1<<20; n++ {
			x := sampler(t, instance.Options{MinDisks: n, MaxDisks: n, Pegs: first(pegs, letters)}).At(1)
			if want := distance(pegs, x.From, x.To); x.N != n || len(x.From) != n || x.Optimum != uint64(want) {
				t.Errorf("%d disks on %d pegs: %+v; want optimum %d", n, pegs, x, want)
			}
		}
	}
}

// Package answer finds the answers solved by the fewest moves, from what the line says alone.
func TestSolved(t *testing.T) {
	const count = 24
	var all []instance.Options
	for _, kind := range instance.Kinds() {
		all = append(all, instance.Options{MaxDisks: 9, Kind: kind, MaxDistance: 40},
			instance.Options{MaxDisks: 9, Kind: kind, MaxDistance: 40, Pegs: "2,1,0"})
	}
	for pegs := 3; pegs <= 10; pegs++ {
		for _, names := range []string{letters, numbers, words} {
			all = append(all, instance.Options{MaxDisks: 12, Kind: "classic", Pegs: first(pegs, names)})
		}
	}
	for _, pegs := range []int{4, 5, 10} {
		all = append(all, instance.Options{MinDisks: 61, MaxDisks: 64, Pegs: first(pegs, words)})
	}
	for _, o := range all {
		for _, prompt := range instance.Prompts() {
			o.MinDisks, o.Answers, o.Prompt = max(o.MinDisks, 1), true, prompt
			in, out := lines(t, sampler(t, o), 0, count), new(bytes.Buffer)
			if _, err := answer.Batch(t.Context(), bytes.NewReader(in), out, answer.Problem{}, answer.Options{}, 0); err != nil {
				t.Fatal(err)
			}
			instances, results := json.NewDecoder(bytes.NewReader(in)), json.NewDecoder(out)
			for range count {
				var x instance.Instance
				var r struct {
					Verdict        string
					Score          float64
					Moves, Optimum uint64
				}
				err := errors.Join(instances.Decode(&x), results.Decode(&r))
				if err != nil || r.Verdict != "solved" || r.Score != 1 || r.Moves != x.Optimum || r.Optimum != x.Optimum {
					t.Fatalf("%+v: instance %d is judged %+v, %v; want solved in %d", o, x.ID, r, err, x.Optimum)
				}
			}
		}
	}
}

// Single distances of 64 disks, where ranks need more than 64 bits.
func TestFar(t *testing.T) {
	for d, count := range map[uint64]int{0: 3, 1: 6, 1 << 63: 6, 1<<32 - 1: 200, 0xaaaa_aaaa_aaaa_aaaa: 200, math.MaxUint64 - 1: 200, math.MaxUint64: 200} {
		s := sampler(t, instance.Options{Seed: 3, MinDisks: 64, MaxDisks: 64, Kind: "distance", MinDistance: d, MaxDistance: d})
		seen := map[string]bool{}
		for i := range uint64(200) {
			x := s.At(i)
			if x.Optimum != d {
				t.Fatalf("distance %d: %+v", d, x)
			}
			seen[x.From+x.To] = true
		}
		if len(seen) != count { // 200, or all 3·2^ones of d
			t.Errorf("distance %d: %d different instances of 200; want %d", d, len(seen), count)
		}
	}
}

// The prompt states both positions, with a line for each peg.
func TestPrompt(t *testing.T) {
	for _, names := range []string{"X,Y,Z", words} {
		s := sampler(t, instance.Options{MinDisks: 1, MaxDisks: 12, Pegs: names, Prompt: "text"})
		for i := range uint64(100) {
			x := s.At(i)
			position := func(state string) (text string) {
				for peg, name := range strings.Split(names, ",") {
					text += "\npeg " + name + ":"
					if !strings.Contains(state, fmt.Sprint(peg)) {
						text += " empty"
					}
					for at, digit := range state {
						if digit == '0'+rune(peg) {
							text += fmt.Sprint(" ", x.N-at)
						}
					}
				}
				return text + "\n"
			}
			if !strings.Contains(x.Prompt, position(x.From)+"\nGoal:"+position(x.To)) {
				t.Fatalf("instance %d is from %s to %s, with the prompt\n%s", i, x.From, x.To, x.Prompt)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for want, o := range map[string]instance.Options{
		": 0 to -1; give 1 to 64, the smaller number first":                                                                            {MinDisks: 0, MaxDisks: -1},
		": 3 to 65; give 1 to 64, the smaller number first":                                                                            {MinDisks: 3, MaxDisks: 65},
		": 4 to 3; give 1 to 64, the smaller number first":                                                                             {MinDisks: 4, MaxDisks: 3},
		`: kind "hard"; give one of classic, random, distance`:                                                                         {MinDisks: 3, MaxDisks: 3, Kind: "hard"},
		`: prompt "csv"; give one of triples, text`:                                                                                    {MinDisks: 3, MaxDisks: 3, Prompt: "csv"},
		": distance 5 to 4; give the smaller one first":                                                                                {MinDisks: 3, MaxDisks: 3, Kind: "distance", MinDistance: 5, MaxDistance: 4},
		": no state of 3 disks is 8 moves from a perfect one; give up to 7":                                                            {MinDisks: 3, MaxDisks: 5, Kind: "distance", MinDistance: 8, MaxDistance: 9},
		"may have 2097151 moves, and at most 1048575 are written; give up to 20 disks, or distances up to 1048575":                     {MinDisks: 3, MaxDisks: 21, Answers: true},
		"; give kind classic, or 3 pegs":                                                                                               {MinDisks: 3, MaxDisks: 3, Kind: "random", Pegs: first(4, letters)},
		`: pegs "A,B"; give 3 to 10 different names, each a word of at most 16 letters or a number up to 99, such as A,B,C,D or 1,2,3`: {MinDisks: 3, MaxDisks: 3, Pegs: "A,B"},
	} {
		_, err := instance.NewSampler(o)
		if err == nil || !strings.HasSuffix(err.Error(), want) || errors.Is(err, hanoi.ErrDisks) != strings.Contains(want, "64") || errors.Is(err, hanoi.ErrDisks) == errors.Is(err, instance.ErrOptions) {
			t.Errorf("%+v: %v; want %q", o, err, want)
		}
	}
	sampler(t, instance.Options{MinDisks: 20, MaxDisks: 20, Answers: true}) // the longest answers that there are
}

func BenchmarkSampler(b *testing.B) {
	for _, kind := range instance.Kinds() {
		b.Run("kind="+kind, func(b *testing.B) {
			s := sampler(b, instance.Options{Seed: 7, MinDisks: 3, MaxDisks: 8, Kind: kind, MinDistance: 1, MaxDistance: 255})
			for i := uint64(0); b.Loop(); i++ {
				s.At(i)
			}
		})
	}
}
