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
	"github.com/hanoigen/hanoi/internal/must"
)

// Names of ten pegs.
const (
	letters = "A,B,C,D,E,F,G,H,I,J"
	numbers = "1,2,3,4,5,6,7,8,9,10"
	words   = "left,middle,right,spare,Ä,x_1,up,down,north,south"
)

func first(n int, names string) string { return strings.Join(strings.Split(names, ",")[:n], ",") }

func sampler(o instance.Options) *instance.Sampler { return must.Get(instance.NewSampler(o)) }

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
		got = append(got, lines(t, sampler(test.options), test.first, test.count)...)
	}
	want, err := os.ReadFile("testdata/instances.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the lines are\n%swant\n%s", got, want)
	}
}

// TestAlone: instance i is the same alone, in any order, and for several callers at the same time.
func TestAlone(t *testing.T) {
	for _, o := range []instance.Options{{Kind: "classic"}, {Kind: "random"}, {Kind: "distance", MaxDistance: math.MaxUint64}, {Pegs: letters}} {
		o.Seed, o.MinDisks, o.MaxDisks = 7, 1, 64
		s := sampler(o)
		var group sync.WaitGroup
		for part := range 4 {
			group.Go(func() {
				for i := 3000 - 1 - part; i >= 0; i -= 4 {
					if got, alone := s.At(uint64(i)), sampler(o).At(uint64(i)); !reflect.DeepEqual(got, alone) {
						t.Errorf("%+v: instance %d alone is %v; with others %v", o, i, alone, got)
					}
				}
			})
		}
		group.Wait()
	}
}

// TestSeeds: neighbouring seeds share no instance.
func TestSeeds(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(100) {
		s := sampler(instance.Options{Seed: seed, MinDisks: 40, MaxDisks: 40})
		for i := range uint64(100) {
			x := s.At(i)
			if seen[x.From+x.To] {
				t.Fatalf("instance %d of seed %d occurred before", i, seed)
			}
			seen[x.From+x.To] = true
		}
	}
}

// TestUniform: by chi-squared tests with a fixed seed, all puzzles of a few disks are equally likely.
// So are the pegs of some of 64 disks.
func TestUniform(t *testing.T) {
	const count = 20_000
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
		s := sampler(test.options)
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

// distance returns the fewest moves from one state to another, by breadth-first search. A state is read as a number in base pegs.
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

// TestThreePegs: start and goal are as the kind promises.
func TestThreePegs(t *testing.T) {
	for n := 1; n <= 6; n++ {
		near, far := n/2, 1<<n/2+1
		for _, kind := range instance.Kinds() {
			s := sampler(instance.Options{Seed: 3, MinDisks: n, MaxDisks: n, Kind: kind, MinDistance: uint64(near), MaxDistance: uint64(far)})
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

// TestMorePegs: a search finds the optimum with more pegs, too.
func TestMorePegs(t *testing.T) {
	for pegs := 4; pegs <= 10; pegs++ {
		for n := 1; math.Pow(float64(pegs), float64(n)) <= 1<<16; n++ {
			x := sampler(instance.Options{MinDisks: n, MaxDisks: n, Pegs: first(pegs, letters)}).At(1)
			if want := distance(pegs, x.From, x.To); x.N != n || len(x.From) != n || x.Optimum != uint64(want) {
				t.Errorf("%d disks on %d pegs: %+v; want optimum %d", n, pegs, x, want)
			}
		}
	}
}

// TestSolved: package answer reads only the line of an instance. It finds that the answer solves the
// puzzle in the fewest moves.
func TestSolved(t *testing.T) {
	const count = 10
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
			in, out := lines(t, sampler(o), 0, count), new(bytes.Buffer)
			_, err := answer.Batch(t.Context(), bytes.NewReader(in), out, answer.Problem{}, answer.Options{}, 0)
			if solved := bytes.Count(out.Bytes(), []byte(`"score":1,`)); solved != count || err != nil {
				t.Errorf("%+v: only %d are solved by the fewest moves, %v:\n%s%s", o, solved, err, in, out)
			}
		}
	}
}

// TestFar draws states of 64 disks at one distance. The numbers of states have more than 64 bits.
func TestFar(t *testing.T) {
	for d, count := range map[uint64]int{0: 3, 1: 6, 1 << 63: 6, 1<<32 - 1: 200, 0xaaaa_aaaa_aaaa_aaaa: 200, math.MaxUint64 - 1: 200, math.MaxUint64: 200} {
		s := sampler(instance.Options{Seed: 3, MinDisks: 64, MaxDisks: 64, Kind: "distance", MinDistance: d, MaxDistance: d})
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

// TestErrors: the errors wrap the right sentinels. cmd/hanoigen's instances.txtar contains their texts.
func TestErrors(t *testing.T) {
	for want, all := range map[error][]instance.Options{
		hanoi.ErrDisks: {{MinDisks: 0, MaxDisks: 3}, {MinDisks: 3, MaxDisks: 65}, {MinDisks: 4, MaxDisks: 3}},
		instance.ErrOptions: {
			{MinDisks: 3, MaxDisks: 3, Kind: "hard"}, {MinDisks: 3, MaxDisks: 3, Prompt: "csv"}, {MinDisks: 3, MaxDisks: 3, Pegs: "A,B"},
			{MinDisks: 3, MaxDisks: 3, Kind: "distance", MinDistance: 5, MaxDistance: 4}, {MinDisks: 3, MaxDisks: 3, Kind: "random", Pegs: first(4, letters)},
			{MinDisks: 3, MaxDisks: 5, Kind: "distance", MinDistance: 8, MaxDistance: 9}, {MinDisks: 3, MaxDisks: 21, Answers: true},
			{MinDisks: 3, MaxDisks: 21, Kind: "distance", MaxDistance: 1 << 20, Answers: true},
		},
	} {
		for _, o := range all {
			if _, err := instance.NewSampler(o); !errors.Is(err, want) {
				t.Errorf("%+v: %v", o, err)
			}
		}
	}
	sampler(instance.Options{MinDisks: 20, MaxDisks: 20, MinDistance: 1 << 20, Answers: true}) // the longest answers; distances are for another kind
}
