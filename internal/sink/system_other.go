//go:build !linux

package sink

import (
	"errors"
	"os"

	"github.com/hanoigen/hanoi/internal/osfile"
)

const memoryAlign = 1 // of the memory of direct writes

var errPlatform = errors.New("this platform does not have it")

// ask asks the system about the output. Only plain writes are supported.
func (o *Output) ask(int64) target {
	t := target{lacks: [Write + 1]error{Clone: errPlatform, Direct: errPlatform, Splice: errPlatform}}
	info, err := o.File.Stat()
	if err == nil && o.Regular {
		t.system = sys.system(o.File)
		if t.offset = info.Size(); osfile.Flags(o.File)&os.O_APPEND == 0 {
			t.offset, _ = o.File.Seek(0, 1)
		}
		t.held = float64(max(0, osfile.Allocated(info)-min(t.offset, info.Size())))
	}
	return t
}

func (w *writer) run(plan) error { return w.writePlain() }

func (w *writer) putPlain() (int, error) { return w.File.Write(w.segments.List[0]) }

// firstHole returns size: holes are unknown.
func firstHole(_ *os.File, size int64) int64 { return size }
