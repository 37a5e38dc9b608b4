//go:build linux && amd64

package main

import (
	"fmt"
	"slices"
	"strings"
)

// A row is one thing to measure, alone or compared with another.
type row struct {
	what   string
	unit   unit
	amount float64 // the number of units in one measurement; 0 if the unit is a time
	target float64 // the least ratio; if there is no other side, the least rate or the longest time; 0 for none
	before side    // called once, before the first round; may be nil
	ours   side
	beside string // the name of the other side; "" for none
	theirs side

	ceiling  bool         // the other side does only what the task requires
	brief    bool         // also in the README
	measured [2][]float64 // the results of ours and theirs, one per round
	failed   error        // the first error of a side
}

// A side does its work once, and returns the time: in ns, or in the row's unit if amount is 0.
type side func() (float64, error)

// measure runs one round. The sides take turns at going first.
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

// value returns the median of a side, in the row's unit.
func (r *row) value(side int) float64 {
	if r.amount == 0 {
		return median(r.measured[side])
	}
	return r.amount / median(r.measured[side]) * 1e9
}

// ratio returns how many times faster ours is than theirs: the median of the rounds' ratios.
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

// err returns why there is no result. A row far above its ceiling was measured wrongly.
func (r *row) err() error {
	if r.failed == nil && r.ceiling && r.ratio() > 1.1 {
		return fmt.Errorf("%s times as fast as its ceiling: impossible", digits(r.ratio()))
	}
	return r.failed
}

// cells returns the row's cells. A missed target is bold.
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

// A unit lists the names of a unit and its multiples. Each is a thousand times the previous one.
type unit []string

var (
	nanoseconds    = unit{"ns", "µs", "ms", "s"}
	microseconds   = nanoseconds[1:]
	bytesPerSecond = unit{"B/s", "kB/s", "MB/s", "GB/s"}
	movesPerSecond = unit{"moves/s", "k moves/s", "M moves/s", "G moves/s"}
)

// show returns v in the largest multiple that is at most v.
func (u unit) show(v float64) string {
	if v < 1 {
		return "below 1 " + u[0]
	}
	for v >= 1000 && len(u) > 1 {
		v, u = v/1000, u[1:]
	}
	return digits(v) + " " + u[0]
}

// digits rounds x to three significant digits, or to an integer if it has more.
func digits(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}
