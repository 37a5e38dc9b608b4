package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/sink"
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
				hanoigen(t, line).expect(t, 4, fmt.Sprintf("left as it is: .*byte %d, .* is there, .*; give the flags it was made with", i-1))
				holds(t, name, other)
			}
		})
	}
}

// If a signal arrives while --resume compares a file, the file stays unchanged. If an output
// cannot be closed, its contents are unknown.
func TestUnfinished(t *testing.T) {
	t.Chdir(t.TempDir())
	want := whole(3, "packed").bytes()
	write(t, "f", want)
	ctx, stop := context.WithCancelCause(t.Context())
	stop(&interrupted{os.Interrupt})
	w := &writing{moves: must.Get(hanoi.NewReader(4, hanoi.Packed, 0))}
	o := must.Get(sink.Open("f", sink.Resume, sink.Options{Context: ctx, Progress: w.report}))
	w.out = &output{o, "f"}
	w.now.Store(new(sink.Progress))
	if err := w.run(ctx, &outputFlags{resume: true}, nil); !strings.HasPrefix(fmt.Sprint(err), `stopped by signal "interrupt"; f has 7 bytes (7 moves); continue with: `) {
		t.Error(err)
	}
	holds(t, "f", want)
	o.File.Close()
	if err := w.out.close(nil); !strings.HasSuffix(fmt.Sprint(err), "; the contents of f are unknown; write it again") {
		t.Error(err)
	}
}
