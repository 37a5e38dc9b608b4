//go:build !linux

package sink

import "github.com/hanoigen/hanoi/internal/osfile"

var methods = [...]method{Clone: lacking, Direct: lacking, Splice: lacking, Write: planPlain}

func lacking(*writer) (plan, error) { return plan{}, refuse("this platform does not have it") }

func (w *writer) writeNext() (int, error) { return w.o.File.Write(w.next.List[0]) }

// pieces returns one piece: holes are unknown.
func (o *Output) pieces(from, to int64) (all []osfile.Piece, known bool) {
	return []osfile.Piece{{From: from, To: to}}, false
}
