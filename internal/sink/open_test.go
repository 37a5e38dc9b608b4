package sink

import (
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

// A run that is stopped before its first write leaves a file to be overwritten unchanged.
func TestStoppedBeforeWrite(t *testing.T) {
	for _, m := range []Method{Auto, Write} {
		name := filepath.Join(t.TempDir(), "f")
		put(t, name, []byte("old"))
		stopped, stop := context.WithCancel(t.Context())
		stop()
		o := must.Get(Open(name, Overwrite, Options{Method: m, Context: stopped}))
		if n, err := o.WriteStream(newSample(block.Packed, false, 1, 10_000, 0).stream.Cursor()); n != 0 || err != context.Canceled {
			t.Errorf("%v: %d bytes, %v", m, n, err)
		}
		o.Close()
		differ(t, must.Get(os.ReadFile(name)), []byte("old"))
	}
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
