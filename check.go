package hanoi

import (
	"iter"
	"slices"
)

// Outcome is the result of [Check].
type Outcome struct {
	Solved  bool   // all moves are legal, and the last state is a goal
	Moves   uint64 // the number of moves
	Legal   uint64 // the number of moves before the first illegal one
	Illegal error  // the error of move Legal+1, which wraps a Reason; nil if all are legal
	State   State  // the state after the legal moves
	Left    uint64 // the distance from State to the goal
	Optimum uint64 // the distance from the first state to the goal
	Reached int64  // the number of moves after which the goal was first reached; -1 if it was not
}

// Check plays moves from one state, and reports whether they lead to another. If to is the
// zero State, every perfect state except the start is a goal, and distances are to the nearest
// goal. An illegal move is part of the outcome, not an error; moves after it are only counted.
// The error wraps ErrState if from is the zero State, or if from and to have different
// numbers of disks.
func Check(from, to State, moves iter.Seq[Move]) (Outcome, error) {
	goals := []State{to}
	if to == (State{}) {
		goals = nil
		for peg := range uint8(3) {
			if perfect := from.with(lowest(from.N()), peg); perfect != from {
				goals = append(goals, perfect)
			}
		}
	}
	optimum, err := nearest(from, goals)
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{State: from, Optimum: optimum, Reached: -1}
	if optimum == 0 {
		o.Reached = 0
	}
	for m := range moves {
		o.Moves++
		if o.Illegal != nil {
			continue
		}
		next, err := o.State.Apply(m)
		if err != nil {
			o.Illegal = err
			continue
		}
		o.State = next
		o.Legal++
		if o.Reached < 0 && slices.Contains(goals, next) {
			o.Reached = int64(o.Legal)
		}
	}
	o.Left, err = nearest(o.State, goals)
	o.Solved = o.Illegal == nil && o.Left == 0
	return o, err
}

// nearest returns the distance from s to the nearest goal.
func nearest(s State, goals []State) (uint64, error) {
	if err := s.check(); err != nil {
		return 0, err
	}
	least := lowest(s.N()) // the greatest distance
	for _, goal := range goals {
		d, err := Distance(s, goal)
		if err != nil {
			return 0, err
		}
		least = min(least, d)
	}
	return least, nil
}
