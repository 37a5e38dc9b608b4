package pairs

import (
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// quietly makes all rounds of a test quiet.
func quietly(t *testing.T) {
	realPace, was, realNow := pace, best, now
	t.Cleanup(func() { pace, best, now = realPace, was, realNow })
	pace = func() time.Duration { return 1000 }
	best = 1000
}

func takes(ns float64) Side { return func(int) float64 { return ns } }

func TestMeasure(t *testing.T) {
	r, err := Row{Unit: Bytes, Amount: 1000, Rounds: 3, Ours: takes(1e6), Peers: []Peer{
		{Name: "slow", Side: takes(4e6), Ceiling: true}, {Name: "b", Side: takes(2e6), Ceiling: true}, {Name: "fast", Side: takes(1e5)},
	}}.Measure(time.Millisecond)
	if err != nil || r.Value != 1e6 || r.Ceiling() != 1 || r.Against[1].Value != 5e5 || r.Against[1].Ratio != 2 || r.Against[2].Ratio != 0.1 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := (Row{Can: func() error { return errors.New("no gcc") }}).Measure(0); r.NotRun != "no gcc" || err != nil {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := (Row{Ours: func(int) float64 { Check(os.ErrNotExist); return 1 }}).Measure(0); err != os.ErrNotExist {
		t.Errorf("%v", err)
	}
	if s := Per(10, takes(50)); s(1) != 5 {
		t.Errorf("a tenth of 50 is %v", s(1))
	}
}

// The median is that of the rounds' ratios, not the ratio of the medians.
func TestRatio(t *testing.T) {
	turn := func(ns ...float64) Side {
		i := -1
		return func(int) float64 { i++; return ns[i] }
	}
	r, err := Row{Rounds: 3, Ours: turn(1, 2, 4), Peers: []Peer{{Side: turn(3, 2, 8), Ceiling: true}}}.Measure(time.Hour)
	if a := r.Against[0]; err != nil || math.Abs(r.Value-2e-9) > 1e-15 || a.Ratio != 2 || a.Quartiles != [2]float64{1.5, 2.5} {
		t.Errorf("%+v, %v", r, err)
	}
}

// What is measured in parts counts as a whole.
func TestParts(t *testing.T) {
	quietly(t)
	calls, clock := 0, time.Now()
	now = func() time.Time { return clock }
	m := Measurement{Budget: 400 * time.Millisecond, Row: Row{Rounds: 1000, Ours: func(n int) float64 {
		calls++
		clock = clock.Add(10 * time.Millisecond)
		return float64(calls)
	}}}
	var after []int
	for _, part := range []float64{0, 0.1, 0.5, 1, 1} {
		if err := m.Run(part); err != nil {
			t.Fatal(err)
		}
		after = append(after, len(m.rounds))
	}
	if want := []int{3, 4, 20, 40, 40}; !slices.Equal(after, want) {
		t.Errorf("%d rounds, want %d", after, want)
	}
	all := len(m.rounds)
	if got, want := m.Result().Value, 20.5/1e9; math.Abs(got-want) > 1e-15 {
		t.Errorf("the median is %v, want %v", got, want)
	}
	// Those that shared a core do not count, unless they are nearly all.
	for i := range m.rounds {
		m.rounds[i].pace = best
		if i >= 5 {
			m.rounds[i].pace *= 2
		}
	}
	if r := m.Result(); r.Value != m.rounds[2].measures[0]/1e9 || r.Quiet != 5 || r.Turns != all {
		t.Errorf("%v of %d rounds of %d, want %v of 5", r.Value, r.Quiet, r.Turns, m.rounds[2].measures[0]/1e9)
	}
	for i := range 3 {
		m.rounds[i].pace *= 2
	}
	if r := m.Result(); r.Quiet != 2 || math.Abs(r.Value-20.5/1e9) > 1e-15 {
		t.Errorf("%v of %d rounds, %d of them quiet; want the median of all", r.Value, r.Turns, r.Quiet)
	}
	// A failure is the end of it, also in the last part.
	m = Measurement{Budget: time.Hour, Row: Row{Rounds: 9, Ours: func(int) float64 {
		if calls--; calls < 35 {
			Check(os.ErrNotExist)
		}
		return 1
	}}}
	if err := m.Run(1); err != os.ErrNotExist || m.Result().NotRun != "failed: "+os.ErrNotExist.Error() || m.Result().Turns != 0 {
		t.Errorf("%v: %+v", err, m.Result())
	}
	if (&Measurement{}).Result().NotRun != "" {
		t.Error("what was not begun was not run")
	}
}

// A row takes no longer than its worth: a slow one has one round.
func TestRounds(t *testing.T) {
	quietly(t)
	for _, test := range []struct {
		most   int
		budget time.Duration
		rounds int
	}{
		{200, 0, 1},
		{200, time.Hour, mostRounds},
		{7, time.Hour, 7},
		{1, 0, 1},
	} {
		calls := 0
		row := Row{Rounds: test.most, Ours: func(int) float64 { calls++; return 1 }}
		if _, err := row.Measure(test.budget); err != nil || calls != test.rounds {
			t.Errorf("%d rounds of at most %d in %v, %v; want %d", calls, test.most, test.budget, err, test.rounds)
		}
	}
}

// On a core that is shared, a row takes longer, but not for ever.
func TestShared(t *testing.T) {
	quietly(t)
	pace = func() time.Duration { return 2000 }
	calls := 0
	row := Row{Rounds: 1000, Ours: func(int) float64 { calls++; return float64(calls) }}
	if r, err := row.Measure(time.Hour); err != nil || r.Turns != patience*mostRounds || r.Quiet != 0 || r.Value == 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if d := (Result{Turns: 9, Quiet: 2}).Disturbed(); !d {
		t.Error("two of nine rounds are enough")
	}
	if d := (Result{Turns: 9, Quiet: 3}).Disturbed(); d {
		t.Error("three rounds are not enough")
	}
}

// What takes long is done once, and what takes no time often.
func TestRepetitions(t *testing.T) {
	done := 0
	if n := Repetitions(func(n int) float64 { done += n; return 0 }, time.Nanosecond); n < 1 || done < n {
		t.Errorf("%d repetitions", n)
	}
	most := 0
	Repetitions(func(n int) float64 {
		most = max(most, n)
		for start := time.Now(); time.Since(start) < time.Duration(n)*10*time.Microsecond; {
		}
		return 0
	}, 100*time.Microsecond)
	if most > 16 {
		t.Errorf("%d repetitions of 10 µs for 100 µs", most)
	}
}

func TestMissed(t *testing.T) {
	ceiling := []Peer{{Ceiling: true}}
	against := func(value, ratio float64) []Against { return []Against{{Value: value, Ratio: ratio}} }
	for _, test := range []struct {
		result Result
		missed bool
		shown  string
	}{
		{Result{Row: Row{Peers: ceiling}, Against: against(1, 0.1)}, false, ""},
		{Result{Row: Row{Peers: ceiling, Target: Target{Ratio: 0.95}}, Against: against(1, 0.95)}, false, "≥ 0.95"},
		{Result{Row: Row{Peers: ceiling, Target: Target{Ratio: 0.95}}, Against: against(1, 0.94)}, true, "≥ 0.95"},
		{Result{Row: Row{Target: Target{Value: new(8e-9)}}, Value: 8e-9}, false, "≤ 8 ns"},
		{Result{Row: Row{Target: Target{Value: new(5e-3)}}, Value: 6e-3}, true, "≤ 5 ms"},
		{Result{Row: Row{Target: Target{Value: new(2.0)}}, Value: 1.9}, false, "≤ 2 s"},
		{Result{Row: Row{Unit: Moves, Target: Target{Value: new(1e8)}}, Value: 9e7}, true, "≥ 100 M moves/s"},
		{Result{Row: Row{Unit: Instances, Target: Target{Value: new(1e6)}}, Value: 2e6}, false, "≥ 1 M/s"},
		{Result{Row: Row{Unit: Size, Target: Target{Value: new(64.0 * (1 << 20))}}, Value: 65 << 20}, true, "≤ 64 MiB"},
		{Result{Row: Row{Unit: Size, Target: Target{Value: new(0.0)}}, Value: 0}, false, "≤ 0 B"},
		{Result{Row: Row{Unit: Size, Target: Target{Value: new(0.0)}}, Value: 1}, true, "≤ 0 B"},
		{Result{Row: Row{Peers: ceiling, Target: Target{Value: new(8e-9), Times: 2, Plus: 5e-9}}, Value: 9e-9, Against: against(2e-9, 0)}, false, "≤ 8 ns or ≤ 2 × + 5 ns"},
		{Result{Row: Row{Peers: ceiling, Target: Target{Value: new(8e-9), Times: 2, Plus: 5e-9}}, Value: 9.1e-9, Against: against(2e-9, 0)}, true, "≤ 8 ns or ≤ 2 × + 5 ns"},
		{Result{Row: Row{Peers: ceiling, Target: Target{Times: 1.5}}, Value: 1.4e-3, Against: against(1e-3, 0.7)}, false, "≤ 1.5 ×"},
		{Result{Row: Row{Target: Target{Ratio: 250}}, NotRun: "no gcc"}, false, "≥ 250"},
	} {
		if got := test.result.Missed(); got != test.missed {
			t.Errorf("%+v: missed is %v", test.result, got)
		}
		if got := test.result.Target.show(test.result.Unit); got != test.shown {
			t.Errorf("the target %+v is shown as %q, want %q", test.result.Target, got, test.shown)
		}
	}
}

func TestMarkdown(t *testing.T) {
	var b strings.Builder
	Markdown(&b, []Result{
		{
			Row:   Row{What: "Fill", Unit: Bytes, Target: Target{Ratio: 2}, Peers: []Peer{{Name: "clear"}, {Name: "stores", Ceiling: true}}},
			Value: 3e9, Against: []Against{{1e9, 3, [2]float64{2.5, 3.5}}, {2e9, 1.5, [2]float64{1.5, 1.5}}},
		},
		{Row: Row{What: "memory", Unit: Size}, Value: 10 << 20},
		{
			Row:     Row{What: "import", Unit: Time, Peers: []Peer{{Name: "cpuid"}}},
			Against: []Against{{1e-6, math.NaN(), [2]float64{}}}, Turns: 9,
		},
		{Row: Row{What: "C"}, NotRun: "no gcc"},
	})
	const want = `
| what   | measured | ceiling | its measure | ratio |  target | beside it: ratio            |
| ------ | -------: | ------- | ----------: | ----: | ------: | --------------------------- |
| Fill   |   3 GB/s | stores  |      2 GB/s |   1.5 | **≥ 2** | clear 1 GB/s: 3 (2.5–3.5) |
| memory |   10 MiB | –       |             |       |         |                             |
| import |   ~ 0 ns | –       |             |       |         | cpuid 1 µs: –               |
| C      |  not run | –       |             |       |         | no gcc                      |
`
	if squeeze(b.String()) != squeeze(want[1:]) {
		t.Errorf("%s", b.String())
	}
	for i, line := range strings.Split(strings.TrimSpace(b.String()), "\n") {
		if n := len([]rune(line)); n != len([]rune(strings.Split(b.String(), "\n")[0])) {
			t.Errorf("line %d is %d wide", i, n)
		}
	}
}

// squeeze leaves out what aligns a table.
func squeeze(s string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(s)
}

func TestFind(t *testing.T) {
	all := []Result{{Row: Row{ID: "a"}, Value: 1}, {Row: Row{ID: "b"}, NotRun: "why"}}
	if r, ok := Find(all, "a"); !ok || r.Value != 1 {
		t.Errorf("%+v, %v", r, ok)
	}
	for _, id := range []string{"b", "c"} {
		if _, ok := Find(all, id); ok {
			t.Errorf("%s was measured", id)
		}
	}
}
