//go:build linux && amd64

package main

import (
	"fmt"
	"slices"
	"strings"
)

// A row is something measured, alone or beside something else.
type row struct {
	what   string
	unit   unit
	amount float64 // done in one measurement; 0 if the time itself counts, and less is better
	target float64 // the least ratio; of a row alone, the least amount or the most time; 0 for none
	before side    // done once, before the first round; may be nil
	ours   side
	beside string // the name of the other side; "" for none
	theirs side

	ceiling  bool         // the other side does no more than the task requires
	brief    bool         // in the README, too
	measured [2][]float64 // by ours and theirs, in each round
	failed   error        // why there is no result
}

// A side does its work once, and returns how long that took: in ns, or in the unit of the row.
type side func() (float64, error)

// measure has one round. The sides take turns at going first.
func (r *row) measure(round int) {
	if round == 0 && r.before != nil {
		_, r.failed = r.before()
	}
	for turn := range 2 {
		i := (round + turn) % 2
		if s := []side{r.ours, r.theirs}[i]; s != nil && r.failed == nil {
			took, err := s()
			r.measured[i], r.failed = append(r.measured[i], took), err
		}
	}
}

// value returns the median of a side, in the unit of the row.
func (r *row) value(side int) float64 {
	if r.amount == 0 {
		return median(r.measured[side])
	}
	return r.amount / median(r.measured[side]) * 1e9
}

// ratio returns how many times as fast hanoigen is: the median of the rounds.
func (r *row) ratio() float64 {
	var ratios []float64
	for i, ours := range r.measured[0] {
		ratios = append(ratios, r.measured[1][i]/ours)
	}
	return median(ratios)
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// err returns why there is no result. What exceeds its ceiling was measured wrongly.
func (r *row) err() error {
	if r.failed == nil && r.ceiling && r.ratio() > 1.1 {
		return fmt.Errorf("%s times as fast as its ceiling, which cannot be", digits(r.ratio()))
	}
	return r.failed
}

// cells returns a line of a table. A target that is missed is bold.
func (r *row) cells() []string {
	if err := r.err(); err != nil {
		why, _, _ := strings.Cut(err.Error(), "\n")
		return []string{r.what, "not measured", why, "", "", ""}
	}
	ours, target, met := r.value(0), "≥ "+r.unit.show(r.target), r.value(0) >= r.target
	cells := []string{r.what, r.unit.show(ours), "–", "", "", ""}
	switch {
	case r.beside != "":
		cells[2], cells[3], cells[4] = r.beside, r.unit.show(r.value(1)), digits(r.ratio())
		target, met = "≥ "+digits(r.target), r.ratio() >= r.target
	case r.amount == 0:
		target, met = "≤ "+r.unit.show(r.target), ours <= r.target
	}
	if !met {
		target = "**" + target + "**"
	}
	if r.target > 0 {
		cells[5] = target
	}
	return cells
}

// A unit has the names of its multiples, each a thousand times the one before.
type unit []string

var (
	nanoseconds    = unit{"ns", "µs", "ms", "s"}
	microseconds   = nanoseconds[1:]
	bytesPerSecond = unit{"B/s", "kB/s", "MB/s", "GB/s"}
	movesPerSecond = unit{"moves/s", "k moves/s", "M moves/s", "G moves/s"}
)

// show returns v with the largest multiple that is at most v. Less than the unit is too
// little to measure.
func (u unit) show(v float64) string {
	if v < 1 {
		return "below 1 " + u[0]
	}
	for v >= 1000 && len(u) > 1 {
		v, u = v/1000, u[1:]
	}
	return digits(v) + " " + u[0]
}

// digits returns x to three significant digits, or to the integer.
func digits(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}
