package instance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/instance"
)

var kinds = []string{"classic", "random", "distance"}

func sampler(t testing.TB, s instance.Options) *instance.Sampler {
	t.Helper()
	sampler, err := instance.NewSampler(s)
	if err != nil {
		t.Fatal(err)
	}
	return sampler
}

// line is the JSON line of an instance, as the command writes it.
func line(t testing.TB, x instance.Instance) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestInstancesGolden: a seed gives the same instances for ever. If this fails, mend
// the code, not testdata/instances.jsonl.
func TestInstancesGolden(t *testing.T) {
	var got strings.Builder
	for _, test := range []struct {
		instances instance.Options
		first     uint64
		count     uint64
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
		{instance.Options{Seed: 9, MinDisks: 64, MaxDisks: 64, Kind: "distance", MaxDistance: math.MaxUint64}, 0, 16}, // of more than 2⁶⁴ states
	} {
		s := sampler(t, test.instances)
		for i := range test.count {
			got.WriteString(line(t, s.At(test.first+i)))
		}
	}
	want, err := os.ReadFile("testdata/instances.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the lines are\n%swant\n%s", got.String(), want)
	}
}

// Instance i is the same alone, in any order, and for callers at the same time.
func TestInstancesAlone(t *testing.T) {
	const count = 3000
	for _, kind := range kinds {
		s := sampler(t, instance.Options{Seed: 7, MinDisks: 1, MaxDisks: 64, Kind: kind, MaxDistance: math.MaxUint64})
		run := make([]instance.Instance, count)
		for i := range run {
			run[i] = s.At(uint64(i))
		}
		var group sync.WaitGroup
		for part := range 4 {
			group.Go(func() {
				for i := count - 1 - part; i >= 0; i -= 4 {
					if got := s.At(uint64(i)); !reflect.DeepEqual(got, run[i]) {
						t.Errorf("%v: instance %d alone is %v; in a run %v", kind, i, got, run[i])
						return
					}
				}
			})
		}
		group.Wait()
	}
}

// No seed has an instance of another near it.
func TestInstancesSeeds(t *testing.T) {
	seen := map[[2]string]string{}
	for seed := range uint64(100) {
		s := sampler(t, instance.Options{Seed: seed, MinDisks: 40, MaxDisks: 40})
		for i := range uint64(100) {
			x := s.At(i)
			at := fmt.Sprintf("seed %d, instance %d", seed, i)
			if other, ok := seen[[2]string{x.From, x.To}]; ok {
				t.Fatalf("%s is %s", at, other)
			}
			seen[[2]string{x.From, x.To}] = at
		}
	}
}

// All that is drawn is equally likely, by chi-squared with fixed seeds: everything
// with a few disks, and single disks among 64.
func TestInstancesUniform(t *testing.T) {
	const count = 50_000
	states := func(x instance.Instance) string { return x.From + x.To }
	for _, test := range []struct {
		name      string
		instances instance.Options
		values    int // how many are equally likely
		value     func(instance.Instance) string
	}{
		{"disks", instance.Options{MinDisks: 3, MaxDisks: 8}, 6, func(x instance.Instance) string { return fmt.Sprint(x.N) }},
		{"classic", instance.Options{MinDisks: 5, MaxDisks: 5, Kind: "classic"}, 6, states},
		{"random, 1 disk", instance.Options{MinDisks: 1, MaxDisks: 1}, 6, states},
		{"random, 3 disks", instance.Options{MinDisks: 3, MaxDisks: 3}, 27 * 26, states},
		{"distance, all", instance.Options{MinDisks: 4, MaxDisks: 4, Kind: "distance", MaxDistance: 15}, 3 * 81, states},
		// 2^(ones of d) states at each distance d.
		{"distance, some", instance.Options{MinDisks: 6, MaxDisks: 6, Kind: "distance", MinDistance: 2, MaxDistance: 6}, 3 * (2 + 4 + 2 + 4 + 4), states},
		{"random, 64 disks", instance.Options{MinDisks: 64, MaxDisks: 64}, 81, func(x instance.Instance) string {
			return fmt.Sprint(x.From[63], x.From[0], x.To[63], x.To[0])
		}},
		{"distance, 64 disks", instance.Options{MinDisks: 64, MaxDisks: 64, Kind: "distance", MaxDistance: math.MaxUint64}, 81, func(x instance.Instance) string {
			return fmt.Sprint(x.To[63], x.From[63], x.From[31], x.From[0])
		}},
	} {
		test.instances.Seed = 1
		s := sampler(t, test.instances)
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
		if far := 5 * math.Sqrt(2*mean); math.Abs(chi2-mean) > far { // equal counts are no chance either
			t.Errorf("%s: chi-squared is %.1f; want %.1f ± %.1f", test.name, chi2, mean, far)
		}
	}
}

// distances returns the distances of all states to one, by breadth-first search with
// no code of the library: a state is its digits.
func distances(to string) map[string]int {
	found := map[string]int{to: 0}
	for queue := []string{to}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		blocked := map[byte]bool{} // pegs with a smaller disk
		for i := len(at) - 1; i >= 0; i-- {
			for peg := byte('0'); peg <= '2'; peg++ {
				next := at[:i] + string(peg) + at[i+1:]
				if _, ok := found[next]; !ok && !blocked[at[i]] && !blocked[peg] {
					found[next] = found[at] + 1
					queue = append(queue, next)
				}
			}
			blocked[at[i]] = true
		}
	}
	return found
}

// The optimum is that of a breadth-first search; start and goal are as the kind
// promises; and the answer leads from one to the other in as many moves.
func TestInstancesRight(t *testing.T) {
	searches := map[string]map[string]int{}
	for _, kind := range kinds {
		for n := 1; n <= 7; n++ {
			near, far := n/2, 1<<n/2+1
			s := sampler(t, instance.Options{Seed: 3, MinDisks: n, MaxDisks: n, Kind: kind,
				MinDistance: uint64(near), MaxDistance: uint64(far), Answers: true})
			for i := range uint64(100) {
				x := s.At(i)
				from, to := x.From, x.To
				if searches[to] == nil {
					searches[to] = distances(to)
				}
				optimum := searches[to][from]
				if x.ID != i || x.N != n || len(from) != n || x.Optimum != uint64(optimum) {
					t.Fatalf("%s: instance %d is %+v; want optimum %d", kind, i, x, optimum)
				}
				perfect := func(s string) bool { return strings.Count(s, s[:1]) == n }
				switch {
				case from == to && !(kind == "distance" && near == 0),
					kind == "classic" && !perfect(from),
					kind != "random" && !perfect(to),
					kind == "distance" && (optimum < near || optimum > far):
					t.Fatalf("%s, %d to %d: instance %d is %+v", kind, near, far, i, x)
				}
				var moves [][3]uint8
				if err := json.Unmarshal(x.Answer, &moves); err != nil {
					t.Fatal(err)
				}
				at := []byte(from)
				for _, m := range moves {
					smaller := at[n-int(m[0])+1:]
					if at[n-int(m[0])] != '0'+m[1] || m[1] == m[2] || bytes.ContainsAny(smaller, fmt.Sprint(m[1], m[2])) {
						t.Fatalf("%s: instance %d: %v is illegal in %s", kind, i, m, at)
					}
					at[n-int(m[0])] = '0' + m[2]
				}
				if string(at) != to || len(moves) != optimum {
					t.Fatalf("%s: instance %d: %d moves to %s; want %d to %s", kind, i, len(moves), at, optimum, to)
				}
			}
		}
	}
}

// Single distances of 64 disks, where ranks need more than 64 bits.
func TestInstancesFar(t *testing.T) {
	for d, count := range map[uint64]int{0: 3, 1: 6, 1 << 63: 6, 1<<32 - 1: 200, 0xaaaa_aaaa_aaaa_aaaa: 200, math.MaxUint64 - 1: 200, math.MaxUint64: 200} {
		s := sampler(t, instance.Options{Seed: 3, MinDisks: 64, MaxDisks: 64, Kind: "distance", MinDistance: d, MaxDistance: d})
		seen := map[[2]string]bool{}
		for i := range uint64(200) {
			x := s.At(i)
			if x.Optimum != d {
				t.Fatalf("distance %d: %+v", d, x)
			}
			seen[[2]string{x.From, x.To}] = true
		}
		if len(seen) != count { // 200, or the 3·2^ones of d that there are
			t.Errorf("distance %d: %d different instances of 200; want %d", d, len(seen), count)
		}
	}
}

// The prompt has both states, the disks, and the form of the instance.
func TestInstancesPrompt(t *testing.T) {
	peg := regexp.MustCompile(`(?m)^peg (.): (.*)$`)
	for prompt, want := range map[string]struct{ pegs, example string }{
		"triples": {"012012", "<answer>[[1, 0, 2], [2, 0, 1]]</answer>"},
		"text":    {"ABCABC", "<answer>\nMove disk 1 from peg A to peg C\nMove disk 2 from peg A to peg B\n</answer>"},
	} {
		s := sampler(t, instance.Options{Seed: 9, MinDisks: 1, MaxDisks: 12, Prompt: prompt})
		for i := range uint64(100) {
			x := s.At(i)
			var pegs string
			var disks []string
			for _, m := range peg.FindAllStringSubmatch(x.Prompt, -1) {
				pegs += m[1]
				disks = append(disks, strings.Replace(m[2], "empty", "", 1))
			}
			if pegs != want.pegs || !strings.HasSuffix(x.Prompt, want.example) || x.Answer != nil {
				t.Fatalf("pegs %s, want %s; want %q at the end of\n%s", pegs, want.pegs, want.example, x.Prompt)
			}
			for i, state := range []string{x.From, x.To} {
				if got, err := hanoi.ParseState(strings.Join(disks[3*i:3*i+3], "|")); got.String() != state {
					t.Fatalf("the prompt has %v, %v; want %v:\n%s", got, err, state, x.Prompt)
				}
			}
			number := fmt.Sprintf(" and %d disks, numbered from 1, the smallest, to %[1]d, the largest.\n", x.N)
			if x.N == 1 {
				number = " and 1 disk, number 1.\n"
			}
			if !strings.Contains(x.Prompt, number) {
				t.Fatalf("the prompt lacks %q:\n%s", number, x.Prompt)
			}
		}
		s = sampler(t, instance.Options{MinDisks: 3, MaxDisks: 3, Kind: "distance", Prompt: prompt, Answers: true})
		if got := line(t, s.At(0)); !strings.HasSuffix(got, `the list is empty: <answer>[]</answer>","answer":[]}`+"\n") {
			t.Errorf("no moves: %s", got)
		}
	}
}

func TestInstancesErrors(t *testing.T) {
	for want, instances := range map[string]instance.Options{
		": 0 to -1; give 1 to 64, the smaller number first":                                                        {MinDisks: 0, MaxDisks: -1},
		": 3 to 65; give 1 to 64, the smaller number first":                                                        {MinDisks: 3, MaxDisks: 65},
		": 4 to 3; give 1 to 64, the smaller number first":                                                         {MinDisks: 4, MaxDisks: 3},
		`"hard"; give one of classic, random, distance`:                                                            {MinDisks: 3, MaxDisks: 3, Kind: "hard"},
		`"csv"; give one of triples, text`:                                                                         {MinDisks: 3, MaxDisks: 3, Prompt: "csv"},
		": distance 5 to 4; give the smaller one first":                                                            {MinDisks: 3, MaxDisks: 3, Kind: "distance", MinDistance: 5, MaxDistance: 4},
		"no state of 3 disks is 8 moves from a perfect one; give up to 7":                                          {MinDisks: 3, MaxDisks: 5, Kind: "distance", MinDistance: 8, MaxDistance: 9},
		"may have 2097151 moves, and at most 1048575 are written; give up to 20 disks, or distances up to 1048575": {MinDisks: 3, MaxDisks: 21, Answers: true},
	} {
		_, err := instance.NewSampler(instances)
		if err == nil || !strings.HasSuffix(err.Error(), want) || errors.Is(err, hanoi.ErrDisks) != strings.Contains(want, "64") || errors.Is(err, hanoi.ErrDisks) == errors.Is(err, instance.ErrOptions) {
			t.Errorf("%+v: %v; want %q", instances, err, want)
		}
	}
}

// TestInstancesLongest: 20 disks may have answers.
func TestInstancesLongest(t *testing.T) {
	if _, err := instance.NewSampler(instance.Options{MinDisks: 20, MaxDisks: 20, Answers: true}); err != nil {
		t.Error(err)
	}
}

func BenchmarkInstances(b *testing.B) {
	for _, kind := range kinds {
		b.Run("kind="+kind, func(b *testing.B) {
			s := sampler(b, instance.Options{Seed: 7, MinDisks: 3, MaxDisks: 8, Kind: kind, MinDistance: 1, MaxDistance: 255})
			for i := uint64(0); b.Loop(); i++ {
				s.At(i)
			}
		})
	}
}
