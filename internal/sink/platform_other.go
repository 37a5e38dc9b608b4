//go:build !linux

package sink

var methods = [...]method{Clone: lacking, Direct: lacking, Splice: lacking, Write: plain}

// lacking refuses the methods that only Linux has.
var lacking = method{open: func(*writer) error { return refuse("this platform does not have it") }}

func (w *writer) writev() (int, error) { return w.File.Write(w.segments[0]) }

// pieces returns the whole file: nothing is known of holes.
func (o *Output) pieces() (all []piece, known bool, err error) {
	return []piece{{0, o.has}}, false, nil
}

type clonePlan struct{}
