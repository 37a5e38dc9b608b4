package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(name))
}

func write(t *testing.T, name string, b []byte) {
	t.Helper()
	must.Do(os.WriteFile(name, b, 0o666))
}

// holds checks the contents of a file.
func holds(t *testing.T, name string, want []byte) {
	t.Helper()
	if got := read(t, name); !bytes.Equal(got, want) {
		t.Errorf("%s contains %d bytes, %.100q…; want %d, %.100q…", name, len(got), got, len(want), want)
	}
}

// A file can be resumed after every byte, and is left alone if it differs.
func TestResume(t *testing.T) {
	for _, format := range []string{"packed", "csv#", "npy"} {
		t.Run(format, func(t *testing.T) {
			s := whole(4, format)
			s.from, s.start, s.count = 1, 2, 5
			want := s.bytes()
			name := filepath.Join(t.TempDir(), "f")
			line := s.flags() + " --resume -o " + name
			for i := range len(want) + 1 {
				write(t, name, want[:i])
				hanoigen(t, line).expect(t, 0, "")
				holds(t, name, want)
				if i == 0 {
					continue
				}
				other := change(want[:i], i-1)
				write(t, name, other)
				hanoigen(t, line).expect(t, 4, fmt.Sprintf("byte %d, .* is there, .*; it is left as it is; give the flags it was made with", i-1))
				holds(t, name, other)
			}
		})
	}
}
