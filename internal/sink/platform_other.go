//go:build !linux

package sink

type platform struct{}

var ofPlatform platform

var makers = [...]maker{Clone: lacking, Direct: lacking, Splice: lacking, Write: newPlainWriter}

// lacking refuses what only Linux has.
func lacking(*emission) (writer, error) { return nil, refuse("this platform does not have it") }

func (e *emission) writev(segments [][]byte) (int, error) { return e.File.Write(segments[0]) }
