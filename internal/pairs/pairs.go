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
)

// Measure measures a row in rounds, in each of which every side has its turn. It
// takes about as long as budget, but at least three rounds; fewer if they would take
// more than 25 budgets. The error is that of a [Check].
func (r Row) Measure(budget time.Duration) (result Result, err error) {
	defer func() {
		switch failed := recover().(type) {
		case nil:
		case failure:
			err = failed.error
		default:
			panic(failed)
		}
	}()
	result.Row = r
	if r.Can != nil {
		if why := r.Can(); why != nil {
			result.NotRun = why.Error()
			return result, nil
		}
	}
	sides := []Side{r.Ours}
	for _, p := range r.Peers {
		sides = append(sides, p.Side)
	}
	// The time of a turn: as much as the budget allows with the most rounds. What
	// disturbs a machine comes and goes in seconds, so that many rounds share it.
	least := max(300*time.Microsecond, budget/time.Duration(len(sides)*mostRounds))
	n, measures := make([]int, len(sides)), make([][]float64, len(sides))
	for i, s := range sides {
		n[i] = 1
		if r.Rounds == 0 {
			n[i] = Repetitions(s, least)
		}
	}
	start := time.Now()
	for round := 0; r.Rounds == 0 || round < r.Rounds; round++ {
		taken := time.Since(start)
		if round >= fewRounds && taken >= budget || round > 0 && taken >= longestRow*budget || round == mostRounds {
			break
		}
		for i := range sides {
			i = (i + round) % len(sides)
			measures[i] = append(measures[i], sides[i](n[i]))
		}
	}
	result.Value = r.value(Median(measures[0]))
	for i := range r.Peers {
		ratios := make([]float64, len(measures[0]))
		for round := range ratios {
			ratios[round] = measures[i+1][round] / measures[0][round]
		}
		result.Against = append(result.Against, Against{
			Value: r.value(Median(measures[i+1])), Ratio: Median(ratios),
			Quartiles: [2]float64{quantile(ratios, 0.25), quantile(ratios, 0.75)},
		})
	}
	return result, nil
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
