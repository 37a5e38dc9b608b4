//go:build !linux

package sink

import (
	"io"
	"math"
)

var methods = [...]method{Clone: lacking, Direct: lacking, Splice: lacking, Write: planPlain}

func lacking(*writer) (plan, error) { return plan{}, refuse("this platform does not have it") }

func (w *writer) writeNext() (int, error) { return w.o.File.Write(w.next.list[0]) }

// pieces returns one piece: holes are unknown.
func (o *Output) pieces(from, to int64) (all []piece, known bool) {
	return []piece{{from, to}}, false
}

// room returns what the output can hold: limits of its size are unknown.
func (o *Output) room(float64) room {
	return room{offset: float64(o.offset()), size: math.Inf(1), limit: SystemLimit, free: sys.statfs(o.File).free}
}

func (o *Output) offset() int64 {
	at, _ := o.File.Seek(0, io.SeekCurrent)
	return at
}
