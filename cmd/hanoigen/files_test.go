package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/sink"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, name string, b []byte) {
	t.Helper()
	must.Do(os.WriteFile(name, b, 0o666))
}

// holds checks what a file has.
func holds(t *testing.T, name string, want []byte) {
	t.Helper()
	if got := read(t, name); !bytes.Equal(got, want) {
		t.Errorf("%s has %d bytes, %.100q…; want %d, %.100q…", name, len(got), got, len(want), want)
	}
}

// absent checks that there is no file of a name.
func absent(t *testing.T, name string) {
	t.Helper()
	if _, err := os.Lstat(name); !os.IsNotExist(err) {
		t.Errorf("%s is there, %v", name, err)
	}
}

func TestOutputFile(t *testing.T) {
	t.Chdir(t.TempDir())
	want := whole(17, "text").bytes()
	hanoigen(t, "-n 17 -f text -o f").expect(t, 0, "")
	holds(t, "f", want)

	hanoigen(t, "-n 3 -f text -o f").expect(t, 1, "f: file already exists and has .* bytes; give --resume to continue it, --force to overwrite it, or another file$")
	holds(t, "f", want)
	hanoigen(t, "-n 3 -f text -o f --numbers -n 99").expect(t, 2, "99")
	hanoigen(t, "-n 3 --numbers -o f --force").expect(t, 2, "numbers")
	holds(t, "f", want) // a wrong command line comes before --force

	hanoigen(t, "-n 3 -f text -o f --force").expect(t, 0, "")
	holds(t, "f", whole(3, "text").bytes())
	write(t, "f", nil)
	hanoigen(t, "-n 5 -o f").expect(t, 0, "")
	holds(t, "f", whole(5, "packed").bytes())

	hanoigen(t, "-n 3 -o .").expect(t, 1, "is a directory; give another file with -o$")
	hanoigen(t, "-n 3 -o none/f").expect(t, 1, "no such file or directory; give another file with -o$")
	start(t, exec.Command(command, "-n", "3", "-o", "")).expect(t, 1, "no such file or directory; give another file with -o$")
}

// TestResume resumes after every byte.
func TestResume(t *testing.T) {
	for _, format := range []string{"packed", "csv#", "npy"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			s := whole(4, format)
			s.from, s.start, s.count = 1, 2, 5
			want := s.bytes()
			name := filepath.Join(t.TempDir(), "f")
			args := append(s.args(), "-o", name, "--resume")
			for i := range len(want) + 1 {
				write(t, name, want[:i])
				start(t, exec.Command(command, args...)).expect(t, 0, "")
				holds(t, name, want)

				if i == 0 {
					os.Remove(name)
					start(t, exec.Command(command, args...)).expect(t, 0, "")
					holds(t, name, want)
					continue
				}
				other := change(want[:i], i-1)
				write(t, name, other)
				start(t, exec.Command(command, args...)).expect(t, 1, fmt.Sprintf("left as it is: .*byte %d, .* is there, .*; give the flags it was made with", i-1))
				holds(t, name, other)
			}
			long := append(want, 0)
			write(t, name, long)
			start(t, exec.Command(command, args...)).expect(t, 1, fmt.Sprintf("left as it is: .*the file has %d bytes, and the stream only %d;", len(long), len(want)))
			holds(t, name, long)
		})
	}
}

// TestResumeLong has more than what is compared.
func TestResumeLong(t *testing.T) {
	t.Chdir(t.TempDir())
	want := whole(21, "packed").bytes()
	const have = 1_500_000
	write(t, "f", want[:have])
	hanoigen(t, "-n 21 -o f --resume").expect(t, 0, "")
	holds(t, "f", want)

	for _, i := range []int{have - 1, have - sink.Compared} {
		wrong := change(want[:have], i)
		write(t, "f", wrong)
		hanoigen(t, "-n 21 -o f --resume").expect(t, 1, fmt.Sprintf("byte %d, in move %d: ", i, i+1))
		holds(t, "f", wrong)
	}
	// The same moves, but another naming.
	write(t, "f", want[:have])
	hanoigen(t, "-n 21 -o f --resume --from 1").expect(t, 1, "left as it is")
	holds(t, "f", want[:have])
}

// What an output has that cannot be closed, or a file that cannot be synced, is unknown.
func TestUnknown(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "f", make([]byte, 7))
	o, err := sink.Open("f", sink.Resume)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	r, _ := hanoi.NewReader(3, hanoi.Packed, 0)
	to := target{Output: o, name: "f"}
	if err := to.left(sink.ErrSync, r, 7, true); !strings.HasSuffix(err.Error(), "; f got 7 bytes (7 moves); begin again") {
		t.Error(err)
	}
	f := target{file: os.DevNull, flags: pflag.NewFlagSet("", pflag.ContinueOnError)}
	err = f.with(t.Context(), false, func() error { return f.File.Close() })
	if err == nil || !strings.HasSuffix(err.Error(), "; the contents of "+os.DevNull+" are unknown; write it again") {
		t.Error(err)
	}
}
