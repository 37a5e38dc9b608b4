//go:build !linux

package figures

import (
	"errors"

	"github.com/hanoigen/hanoi/internal/pairs"
)

// Feed is a peer on Linux alone.
func Feed(string) error { return errors.New("pipes are measured on Linux alone") }

func (p Program) pipes() Section { return linuxAlone("Pipes") }

func (p Program) process() Section { return linuxAlone("The process") }

func linuxAlone(title string) Section {
	return Section{Title: title, Rows: []pairs.Row{{ID: title, What: title, Can: cannot("measured on Linux alone")}}}
}
