package sink

import (
	"os"
	"testing"

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
