//go:build !linux

package sink

import (
	"errors"
	"os"
)

var errPlatform = errors.New("this platform does not have it")

// ask describes an output that supports only plain writes.
func (o *Output) ask(int64) target {
	return target{
		lacks:  [Write + 1]error{Clone: errPlatform, Direct: errPlatform, Splice: errPlatform},
		system: sys.system(o.File),
	}
}

func (w *writer) run(plan) error { return w.writePlain() }

func (w *writer) putPlain() (int, error) { return w.File.Write(w.segments.List[0]) }

// firstHole returns size: holes are unknown.
func firstHole(_ *os.File, size int64) int64 { return size }
