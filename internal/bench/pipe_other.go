//go:build !linux

package bench

import "errors"

// Feed is a peer on Linux alone.
func Feed(string) error { return errors.New("pipes are measured on Linux alone") }

func (p Program) pipes(report func(Row)) {
	LeaveOut(report, "hanoigen -n 36, to a reader", "measured on Linux alone")
}

func (p Program) process(report func(Row)) {
	LeaveOut(report, "start to first byte, resident memory", "measured on Linux alone")
}
