// Package pairs measures things side by side with their peers: in one run and in
// turn, so that a noisy machine disturbs all alike.
package pairs

import (
	"slices"
	"time"
)

// A Side does a thing n times and returns the measure of one: its time in ns, or
// its size in bytes where that is the unit of the row. Less is better.
type Side func(n int) float64

// Calls is the side of a function.
func Calls(f func()) Side {
	return func(n int) float64 {
		start := time.Now()
		for range n {
			f()
		}
		return float64(time.Since(start)) / float64(n)
	}
}

// Per is the side of one of the parts that a call of s handles.
func Per(parts int, s Side) Side {
	return func(n int) float64 { return s(n) / float64(parts) }
}

const (
	mostRounds = 101
	fewRounds  = 3  // at least, for a median
	longestRow = 25 // budgets: a row that has taken longer ends, whatever its rounds

	wantedRounds = 9 // quiet ones; for these, a row may take
	patience     = 3 // times its budget
)

// Measure measures a row in rounds, in each of which every side has its turn. It
// takes about as long as budget, or up to three times as long if few rounds had a core of
// their own, but at least three rounds; fewer if they would take more than 25 budgets. The
// error is that of a [Check].
func (r Row) Measure(budget time.Duration) (Result, error) {
	m := Measurement{Row: r, Budget: budget}
	err := m.Run(1)
	return m.Result(), err
}

// Measurement is a row that is measured in parts: a machine that is slow for a minute
// then disturbs some rounds of many rows, and not all rounds of a few.
type Measurement struct {
	Row    Row
	Budget time.Duration

	sides  []Side
	n      []int // how often each does its thing in a round
	rounds []round
	taken  time.Duration
	notRun string
}

// round is one turn of each side.
type round struct {
	measures []float64
	pace     time.Duration // the longest that the core took for its pace meanwhile
}

// Run goes on until a part of the budget is spent, from 0 to 1. The error is that of a
// [Check].
func (m *Measurement) Run(part float64) (err error) {
	defer func() {
		switch failed := recover().(type) {
		case nil:
		case failure:
			err = failed.error
			m.notRun, m.rounds = "failed: "+err.Error(), nil
		default:
			panic(failed)
		}
	}()
	if m.sides == nil {
		m.begin()
	}
	if m.notRun != "" {
		return nil
	}
	start, before := now(), m.taken
	defer func() { m.taken = before + now().Sub(start) }()
	for r := len(m.rounds); m.Row.Rounds == 0 || r < m.Row.Rounds; r++ {
		taken := before + now().Sub(start)
		enough, quiet := time.Duration(part*float64(m.Budget)), len(m.quiet())
		if quiet < wantedRounds && quiet < r {
			enough *= patience
		}
		if r >= fewRounds && taken >= enough || r > 0 && taken >= longestRow*m.Budget ||
			quiet == mostRounds || r == mostRounds*patience {
			break
		}
		turn := round{measures: make([]float64, len(m.sides)), pace: pace()}
		for i := range m.sides {
			i = (i + r) % len(m.sides)
			turn.measures[i] = m.sides[i](m.n[i])
			turn.pace = max(turn.pace, pace())
		}
		m.rounds = append(m.rounds, turn)
	}
	return nil
}

// quiet returns the rounds that had a core of their own.
func (m *Measurement) quiet() (rounds []round) {
	for _, r := range m.rounds {
		if float64(r.pace) <= 1.15*float64(best) {
			rounds = append(rounds, r)
		}
	}
	return rounds
}

// best is the shortest pace so far.
var best time.Duration

// now is the clock. Tests put another in its place.
var now = time.Now

// pace returns how long the core takes for a loop that does nothing but count: nearly
// twice as long where another program runs on the core's second thread, which slows
// down what is measured, too. Tests put another in its place.
var pace = func() time.Duration {
	const most = 50_000
	start, sum := time.Now(), 0
	for i := range most {
		sum += i
	}
	took := time.Since(start)
	if sum != most*(most-1)/2 { // else the compiler may leave the loop out
		panic("a sum is wrong")
	}
	if best == 0 || took < best {
		best = took
	}
	return took
}

// begin finds out whether the row can be measured, and how often each side does its thing.
func (m *Measurement) begin() {
	m.sides = []Side{m.Row.Ours}
	for _, p := range m.Row.Peers {
		m.sides = append(m.sides, p.Side)
	}
	if m.Row.Can != nil {
		if why := m.Row.Can(); why != nil {
			m.notRun = why.Error()
			return
		}
	}
	// The time of a turn: as much as the budget allows with the most rounds. What
	// disturbs a machine comes and goes in seconds, so that many rounds share it.
	least := max(300*time.Microsecond, m.Budget/time.Duration(len(m.sides)*mostRounds))
	m.n = make([]int, len(m.sides))
	for i, s := range m.sides {
		m.n[i] = 1
		if m.Row.Rounds == 0 {
			m.n[i] = Repetitions(s, least)
		}
	}
}

// Result returns the medians of the rounds so far: of those that had a core of their own,
// or of all if fewer than three had.
func (m *Measurement) Result() Result {
	result := Result{Row: m.Row, NotRun: m.notRun, Turns: len(m.rounds)}
	rounds := m.quiet()
	result.Quiet = len(rounds)
	if len(rounds) < fewRounds {
		rounds = m.rounds
	}
	if len(rounds) == 0 {
		return result
	}
	median := func(i int) float64 {
		var measures []float64
		for _, r := range rounds {
			measures = append(measures, r.measures[i])
		}
		return m.Row.value(Median(measures))
	}
	result.Value = median(0)
	for i := range m.Row.Peers {
		var ratios []float64
		for _, r := range rounds {
			ratios = append(ratios, r.measures[i+1]/r.measures[0])
		}
		result.Against = append(result.Against, Against{
			Value: median(i + 1), Ratio: Median(ratios),
			Quartiles: [2]float64{quantile(ratios, 0.25), quantile(ratios, 0.75)},
		})
	}
	return result
}

// Repetitions returns how often a side has to do its thing to take at least so long.
// It is 1 if the first time, which touches memory and fills caches, takes 100 times as
// long.
func Repetitions(side Side, least time.Duration) (n int) {
	takes := func(n int) time.Duration {
		start := time.Now()
		side(n)
		return time.Since(start)
	}
	if takes(1) > 100*least {
		return 1
	}
	for n = 1; takes(n) < least; n *= 2 {
	}
	return n
}

// Median returns the median of x.
func Median(x []float64) float64 { return quantile(x, 0.5) }

// quantile returns the q-quantile of x, 0 ≤ q ≤ 1, interpolated between two of x.
func quantile(x []float64, q float64) float64 {
	x = slices.Sorted(slices.Values(x))
	at := q * float64(len(x)-1)
	i := int(at)
	return x[i] + (at-float64(i))*(x[min(i+1, len(x)-1)]-x[i])
}

// failure is an error that ends a measurement.
type failure struct{ error }

// Check ends the measurement of the row if err is not nil.
func Check(err error) {
	if err != nil {
		panic(failure{err})
	}
}
