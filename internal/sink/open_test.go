package sink

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
)

func openOutput(t *testing.T, name string, mode Mode) *Output {
	t.Helper()
	o := must.Get(Open(name, mode, Options{}))
	t.Cleanup(func() { o.Close() })
	return o
}

func put(t *testing.T, name string, b []byte) {
	t.Helper()
	must.Do(os.WriteFile(name, b, 0o600))
}

// A file to be overwritten is emptied once, by the first write of any call. If a run is stopped
// before that write, the file stays unchanged.
func TestOverwrittenOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	old := bytes.Repeat([]byte("old"), 1000)
	put(t, name, old)
	o := openOutput(t, name, Overwrite)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	o.options.Context = stopped
	if n, err := o.WriteStream(newSample(block.Packed, false, 1, 100, 0).stream.Cursor()); n != 0 || err != context.Canceled {
		t.Errorf("%d bytes, %v", n, err)
	}
	differ(t, must.Get(os.ReadFile(name)), old)
	o.options.Context = nil
	var want []byte
	for _, first := range []uint64{1, 101} {
		s := newSample(block.Packed, false, first, 100, 0)
		want = append(want, s.want...)
		if n, err := o.WriteStream(s.stream.Cursor()); n != 100 || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
		differ(t, must.Get(os.ReadFile(name)), want)
	}
	must.Get(o.Write([]byte("printed")))
	differ(t, must.Get(os.ReadFile(name)), append(want, "printed"...))
	o.Close()

	// Sync empties it if nothing is written.
	put(t, name, old)
	o = openOutput(t, name, Overwrite)
	must.Do(o.Sync())
	differ(t, must.Get(os.ReadFile(name)), nil)
}

// Path returns only a name that opens the same file, not another file of the same size.
func TestPath(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	o := openOutput(t, name, New)
	must.Get(o.Write([]byte("12345")))
	check := func(what string, size int64, want bool) {
		if got, ok := o.Path(size); ok != want || ok && got != name {
			t.Errorf("%s: %q, %v", what, got, ok)
		}
	}
	check("the file", 5, true)
	check("another size", 4, false)
	must.Do(os.Rename(name, name+"old"))
	check("a name that is gone", 5, false)
	put(t, name, []byte("54321"))
	check("another file", 5, false)
}
