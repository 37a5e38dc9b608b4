//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// expectSignal checks that a run ended by a signal.
func (r result) expectSignal(t *testing.T, want syscall.Signal) {
	t.Helper()
	if w := r.state.Sys().(syscall.WaitStatus); !w.Signaled() || w.Signal() != want {
		t.Errorf("%v, want the end by signal %q", r.state, want)
	}
}

// resuming returns the command that a message names.
func resuming(t *testing.T, message string) string {
	t.Helper()
	_, line, ok := strings.Cut(message, "; continue with: ")
	if !ok || strings.Count(message, "\n") != 1 || !strings.HasPrefix(message, "hanoigen: ") {
		t.Fatalf("standard error is %q; want one line with a command that continues", message)
	}
	return strings.TrimSuffix(line, "\n")
}

// shell runs a line as a user types it.
func shell(t *testing.T, line string) result {
	t.Helper()
	return start(t, exec.Command("bash", "-c", line))
}

func makeFIFO(t *testing.T, name string) {
	t.Helper()
	must.Do(syscall.Mkfifo(name, 0o666))
}

// openFIFO makes a FIFO and opens it for reading and writing, so that it has a reader
// until the test ends.
func openFIFO(t *testing.T, name string) *os.File {
	t.Helper()
	makeFIFO(t, name)
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// --force empties a file once, before the first of many writes.
func TestForcePrinted(t *testing.T) {
	t.Chdir(t.TempDir())
	input := strings.Repeat("100\n000\n", 20_000)
	want := bytes.Repeat([]byte("5\n3\n"), 20_000)
	write(t, "f", bytes.Repeat([]byte("old"), 100_000))
	fed(t, input, "path - 011 --length -o f --force").expect(t, 0, "")
	holds(t, "f", want)
	hanoigen(t, "path 000 222 --length -o f").expect(t, 1, "f: file already exists and has 80000 bytes; give --force to overwrite it, or another file$")
	hanoigen(t, "path 000 222 --length -o /dev/null --force").expect(t, 0, "")
	shell(t, "( echo kept; '"+command+"' path 000 222 --length --force ) > g").expect(t, 0, "")
	holds(t, "g", []byte("kept\n7\n"))
}

// byNobody lets root run a program as an unprivileged user who can reach a folder.
func byNobody(c *exec.Cmd, dir string) {
	if os.Geteuid() != 0 {
		return
	}
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		os.Chmod(d, 0o755)
	}
	os.Chmod(filepath.Dir(command), 0o755)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}

func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	write(t, name, nil)
	os.Chmod(name, 0o444)
	c := exec.Command(command, "-n", "3", "-o", name)
	byNobody(c, dir)
	start(t, c).expect(t, 1, "permission denied; give another file with -o$")
}

// A FIFO and a device are never refused.
func TestStreamsAreNeverRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	want := whole(5, "text").bytes()
	hanoigen(t, "-n 5 -o /dev/null --resume").expect(t, 0, "")
	if r := hanoigen(t, "-n 5 -f text -o -"); !bytes.Equal(r.out, want) {
		t.Errorf("-o - gives %q", r.out)
	}
	reader := openFIFO(t, "fifo")
	for _, flags := range []string{"", " --resume", " --force"} {
		hanoigen(t, "-n 5 -f text -o fifo"+flags).expect(t, 0, "")
		got := make([]byte, len(want))
		if _, err := io.ReadFull(reader, got); err != nil || !bytes.Equal(got, want) {
			t.Errorf("a FIFO with%q gives %q, %v", flags, got, err)
		}
	}
}

// There may be more parts than a process may have open.
func TestVerifyManyParts(t *testing.T) {
	t.Chdir(t.TempDir())
	all, line := whole(10, "packed").bytes(), "verify -n 10"
	for at := 0; at < len(all); at += 3 {
		name := fmt.Sprintf("part.%d", at)
		write(t, name, all[at:min(at+3, len(all))])
		line += " " + name
	}
	// The garbage collector would close those that are forgotten.
	shell(t, "ulimit -n 40; GOGC=off '"+command+"' "+line).expect(t, 0, "")
}

// TestFileTooLarge reaches the limit of a file's size, and runs the command that the message
// names.
func TestFileTooLarge(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct{ flags, file string }{
		{"-n 20 --shard 0/1 -o ", "moves"},
		{"-n 20 > ", "it's $HOME \\\"†\".bin"},
		{"-n 18 --start 2^3 --count=1e5 -f csv --numbers --shard 1/2 --force --output ", "--two words"},
		{"-n 18 -f wide --numbers=false >> ", "-"},
		{"-n 18 --io write -o ", "-two\nlines,\t\x1b[31m and \xff\n"},
		{"path -f wide --force=true --direct -o ", "p"},
	} {
		states := ""
		if strings.HasPrefix(test.flags, "path") {
			states = " -- 000000000000000000 111111111111111111"
		}
		flags, _, _ := strings.Cut(test.flags, " -o")
		whole := shell(t, "'"+command+"' "+strings.TrimSuffix(strings.TrimRight(flags, "> "), " --output")+states)
		whole.expect(t, 0, "")

		r := shell(t, "ulimit -f 100; '"+command+"' "+test.flags+quote(test.file)+states)
		r.expect(t, 1, "file too large; .* has 102400 bytes \\([1-9][0-9]* moves\\); continue with: ")
		holds(t, test.file, whole.out[:102400])
		line := resuming(t, r.err)
		if strings.Contains(line, "--force") || strings.Count(line, "--resume") != 1 {
			t.Errorf("continue with: %s", line)
		}
		shell(t, line).expect(t, 0, "")
		holds(t, test.file, whole.out)
	}
	// A file may be called as a flag is.
	r := shell(t, "ulimit -f 100; '"+command+"' -n 20 --force=true -o --force --force")
	line := resuming(t, r.err)
	shell(t, line).expect(t, 0, "")
	holds(t, "--force", whole(20, "packed").bytes())
	if strings.Count(line, "--force") != 1 {
		t.Errorf("continue with: %s", line)
	}
	// A stream that does not begin its file cannot be resumed.
	write(t, "f", []byte("before"))
	shell(t, "ulimit -f 100; '"+command+"' -n 20 >> f").expect(t, 1, "file too large; .* got 102394 bytes \\(102394 moves\\); begin again$")
}

// Shells read a quoted word as it was.
func TestQuote(t *testing.T) {
	for _, s := range []string{"", "a", "a b", "it's", "$HOME", `a\'2`, "†", "-", "~", "*", "!!", "a=b", "=ls", `\`, "if", "{a,b}", "#", "^a^b", "\u00a0",
		"a\nb", "\na b", "\x7f", "\x01", "\x1f2", "\t", "\xff%", "it's\n", "\u0085\\", "\u202e", "a\n", "%s\\n\t%", "-\x01"} {
		q := quote(s)
		for _, shell := range []string{"bash", "sh"} {
			if strings.HasPrefix(q, "$'") && shell == "sh" {
				continue // only some know this
			}
			r := start(t, exec.Command(shell, "-c", "printf %s "+q))
			if string(r.out) != s || r.status != 0 || printable(q) != q {
				t.Errorf("%s takes %s for %q, want %q", shell, q, r.out, s)
			}
		}
	}
}
