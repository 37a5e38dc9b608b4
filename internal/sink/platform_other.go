//go:build !linux

package sink

var methods = [...]method{Clone: lacking, Direct: lacking, Splice: lacking, Write: planPlain}

func lacking(*writer) (plan, error) { return plan{}, refuse("this platform does not have it") }

func (w *writer) writev() (int, error) { return w.o.File.Write(w.next.list[0]) }

// pieces returns the whole file: holes are unknown.
func (o *Output) pieces() (all []piece, known bool, err error) {
	return []piece{{0, o.resumed}}, false, nil
}
