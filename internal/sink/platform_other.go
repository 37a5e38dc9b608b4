//go:build !linux

package sink

type platform struct{}

var ofPlatform platform

var ways = [...]way{Clone: lacking, Direct: lacking, Splice: lacking, Write: plain}

// lacking refuses what only Linux has.
var lacking = way{open: func(*emission) error { return refuse("this platform does not have it") }}

func (e *emission) writev(segments [][]byte) (int, error) { return e.File.Write(segments[0]) }
