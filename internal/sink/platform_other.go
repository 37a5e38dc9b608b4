//go:build !linux

package sink

var ways = [...]way{Clone: lacking, Direct: lacking, Splice: lacking, Write: plain}

// lacking refuses what only Linux has.
var lacking = way{open: func(*emission) error { return refuse("this platform does not have it") }}

func (e *emission) writev() (int, error) { return e.File.Write(e.segments[0]) }
