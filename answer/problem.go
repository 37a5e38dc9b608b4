package answer

import (
	"cmp"
	"fmt"

	"github.com/hanoigen/hanoi"
)

// Problem is what an answer is to solve: moves from one state to another.
type Problem struct {
	Begin hanoi.State
	Goal  hanoi.State // the zero State is any perfect state but Begin
}

// Terms is a problem as a command line or a batch line poses it. Each field may be
// missing: 0 for N, nil or "" for the others.
type Terms struct {
	N           int    // of disks
	From, To    *uint8 // the pegs on which all disks stand
	Begin, Goal string // states, as [hanoi.ParseState] reads them; they override From and To
}

// Or returns t with what it lacks taken from others. What t says of the begin
// replaces all that others say of it, and so for the goal.
func (t Terms) Or(others Terms) Terms {
	if t.N == 0 && t.Begin == "" && t.Goal == "" {
		t.N = others.disks()
	}
	if t.From == nil && t.Begin == "" {
		t.From, t.Begin = others.From, others.Begin
	}
	if t.To == nil && t.Goal == "" {
		t.To, t.Goal = others.To, others.Goal
	}
	return t
}

// disks returns the number of disks; 0 if there is none, or a state that is none.
func (t Terms) disks() int {
	if t.N > 0 {
		return t.N
	}
	s, err := hanoi.ParseState(cmp.Or(t.Begin, t.Goal))
	if err != nil {
		return 0
	}
	return s.N()
}

// Problem returns the problem. Without From and Begin, all disks begin on peg 0.
// Without To and Goal, any perfect state but the begin is the goal. The error wraps
// hanoi.ErrDisks, hanoi.ErrPeg or hanoi.ErrState.
func (t Terms) Problem() (p Problem, err error) {
	n := t.N
	for _, s := range []struct {
		name, text string
		state      *hanoi.State
	}{{"begin", t.Begin, &p.Begin}, {"goal", t.Goal, &p.Goal}} {
		if s.text == "" {
			continue
		}
		if *s.state, err = hanoi.ParseState(s.text); err != nil {
			return Problem{}, fmt.Errorf("%s: %w", s.name, err)
		}
		switch {
		case n == 0:
			n = s.state.N()
		case n != s.state.N():
			return Problem{}, fmt.Errorf("%s: %w: %v has %d disks, not %d; give states of one number of disks",
				s.name, hanoi.ErrState, *s.state, s.state.N(), n)
		}
	}
	if n == 0 {
		return Problem{}, fmt.Errorf("%w: none is given; give a number of disks, 1 to 64, or a state to begin with", hanoi.ErrDisks)
	}
	if t.Begin == "" {
		var peg uint8
		if t.From != nil {
			peg = *t.From
		}
		if p.Begin, err = hanoi.Perfect(n, peg); err != nil {
			return Problem{}, err
		}
	}
	if t.Goal == "" && t.To != nil {
		if p.Goal, err = hanoi.Perfect(n, *t.To); err != nil {
			return Problem{}, err
		}
	}
	return p, nil
}
