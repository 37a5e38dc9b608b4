package main

import "github.com/hanoigen/hanoi"

// ends are the first and the last state of a path. Those that the command line gives
// as - are read from standard input.
type ends struct {
	args    []string
	states  [2]hanoi.State
	missing int // how many are to be read
}

// parseEnds returns the ends that two arguments name.
func parseEnds(args []string) (*ends, error) {
	e := &ends{args: args}
	for i, text := range args {
		var err error
		if text == "-" {
			e.missing++
		} else if e.states[i], err = hanoi.ParseState(text); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// fill puts the states that were read in their places.
func (e *ends) fill(group []hanoi.State) {
	for i, text := range e.args {
		if text == "-" {
			e.states[i], group = group[0], group[1:]
		}
	}
}
