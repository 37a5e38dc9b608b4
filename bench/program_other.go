//go:build !linux

package main

import "errors"

func feed() error { return errors.New("pipes are measured on Linux alone") }

func (program) system() []row {
	return []row{{what: "pipes, memory, files that share blocks", round: alone(func() float64 {
		check(errors.New("measured on Linux alone"))
		return 0
	})}}
}
