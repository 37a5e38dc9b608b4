package pairs

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Row is a thing to measure, and what to measure it against.
type Row struct {
	ID     string // no other row has it
	What   string // the thing, in words
	Unit   Unit
	Amount float64 // what a call handles, where the unit is a rate
	Ours   Side
	Peers  []Peer
	Target Target
	Rounds int          // at most, if not 0; then each side does the thing once a round
	Can    func() error // why this machine cannot measure it, if it cannot; may be nil
}

// Peer is something to measure a row against.
type Peer struct {
	Name    string
	Side    Side
	Ceiling bool // it does no more than the task requires
}

// Unit is what a row counts.
type Unit int

const (
	Time      Unit = iota // of a call; less is better
	Bytes                 // a second
	Moves                 // a second
	Instances             // a second
	Size                  // bytes; less is better
)

// less reports whether less of a unit is better.
func (u Unit) less() bool { return u == Time || u == Size }

// Target is what a row should reach; the zero Target asks for nothing. Values are
// in seconds, in bytes, or in things a second.
type Target struct {
	Ratio float64  // to the ceiling, at least
	Value *float64 // at most, or at least where the unit is a rate
	Times float64  // at most so many times the ceiling, and Plus more; or Value
	Plus  float64
}

// Result is a row that was measured.
type Result struct {
	Row
	Value   float64 // in seconds, in bytes, or in things a second; the median
	Against []Against
	NotRun  string // why it was not measured, if it was not
	Turns   int    // of each side: the rounds, and
	Quiet   int    // how many of them had a core of their own
}

// Disturbed reports whether all rounds count, for fewer than three had a core of their own.
func (r Result) Disturbed() bool { return r.Turns >= fewRounds && r.Quiet < fewRounds }

// Against is the result of a peer.
type Against struct {
	Value     float64
	Ratio     float64    // how many times as good as the peer the row is: the median of the rounds
	Quartiles [2]float64 // between which half of the rounds' ratios lie
}

// value returns what a side's measure is in the unit of the row.
func (r Row) value(measure float64) float64 {
	switch {
	case r.Unit == Size:
		return measure
	case r.Unit == Time:
		return measure / 1e9
	}
	return r.Amount / measure * 1e9
}

// Ceiling returns the place of the best ceiling among the peers, or −1 if there
// is none.
func (r Result) Ceiling() int {
	best := -1
	for i, a := range r.Against {
		if r.Peers[i].Ceiling && (best < 0 || a.Value < r.Against[best].Value == r.Unit.less()) {
			best = i
		}
	}
	return best
}

// Missed reports whether the row was measured and does not reach its target.
func (r Result) Missed() bool {
	t, c := r.Target, r.Ceiling()
	if r.NotRun != "" || t == (Target{}) {
		return false
	}
	met := t.Ratio > 0 && c >= 0 && r.Against[c].Ratio >= t.Ratio ||
		t.Times > 0 && c >= 0 && r.Value <= t.Times*r.Against[c].Value+t.Plus
	if t.Value != nil {
		met = met || r.Value == *t.Value || r.Value < *t.Value == r.Unit.less()
	}
	return !met
}

// show is the target in words.
func (t Target) show(u Unit) string {
	var parts []string
	if t.Ratio > 0 {
		parts = append(parts, "≥ "+digits(t.Ratio))
	}
	if t.Value != nil {
		sign := "≥ "
		if u.less() {
			sign = "≤ "
		}
		parts = append(parts, sign+u.Show(*t.Value))
	}
	if t.Times > 0 {
		part := "≤ " + digits(t.Times) + " ×"
		if t.Plus > 0 {
			part += " + " + u.Show(t.Plus)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " or ")
}

// Show shows a value in a unit.
func (u Unit) Show(v float64) string {
	switch u {
	case Bytes:
		return digits(v/1e9) + " GB/s"
	case Moves:
		return digits(v/1e6) + " M moves/s"
	case Instances:
		return digits(v/1e6) + " M/s"
	}
	units := []string{"ns", "µs", "ms", "s"}
	step := 1e3
	if u == Time {
		v *= 1e9
	} else {
		units, step = []string{"B", "KiB", "MiB", "GiB"}, 1<<10
	}
	i := 0
	for ; v >= step && i < len(units)-1; i++ {
		v /= step
	}
	return digits(v) + " " + units[i]
}

// digits shows x with three digits, or more before the point.
func digits(x float64) string {
	if x >= 100 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// ratio shows how a row compares with a peer: with its quartiles, if those are
// apart; a dash where a measure is 0.
func (a Against) ratio() string {
	if math.IsNaN(a.Ratio) || math.IsInf(a.Ratio, 0) {
		return "–"
	}
	s := digits(a.Ratio)
	if q := a.Quartiles; q[1] > 1.1*q[0] {
		s += fmt.Sprintf(" (%s–%s)", digits(q[0]), digits(q[1]))
	}
	return s
}

// Measured shows what a row measured, with a ~ if it had to share its core.
func (r Result) Measured() string {
	s := r.Unit.Show(r.Value)
	if r.Disturbed() {
		s = "~ " + s
	}
	return s
}

// others describes the peers that are not the ceiling.
func (r Result) others() string {
	var parts []string
	for i, a := range r.Against {
		if i != r.Ceiling() {
			parts = append(parts, fmt.Sprintf("%s %s: %s", r.Peers[i].Name, r.Unit.Show(a.Value), a.ratio()))
		}
	}
	return strings.Join(parts, "; ")
}

// Find returns the result with an ID.
func Find(all []Result, id string) (r Result, ok bool) {
	i := slices.IndexFunc(all, func(r Result) bool { return r.ID == id })
	if i < 0 {
		return r, false
	}
	return all[i], all[i].NotRun == ""
}
