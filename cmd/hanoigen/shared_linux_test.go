package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// A descriptor that is open for reading is refused, and its file stays.
func TestReadOnlyOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, flags := range []string{"", " --io write", " -o /dev/stdout --force", " -o /proc/self/fd/1 --force"} {
		write(t, "f", []byte("precious"))
		shell(t, "'"+command+"' -n 20"+flags+" 1<f").expect(t, 1, "bad file descriptor")
		holds(t, "f", []byte("precious"))
	}
	kept := openFIFO(t, "fifo")
	if _, err := kept.WriteString("kept"); err != nil {
		t.Fatal(err)
	}
	shell(t, "'"+command+"' -n 20 1<fifo").expect(t, 1, "bad file descriptor")
	got := make([]byte, 4)
	if _, err := io.ReadFull(kept, got); err != nil || string(got) != "kept" {
		t.Errorf("the FIFO has %q, %v", got, err)
	}
}

// Of programs that share an offset, each keeps all that it writes, in one piece.
func TestSharedOffset(t *testing.T) {
	t.Chdir(t.TempDir())
	h := "'" + command + "' -n 18 -f text"
	want := string(whole(18, "text").bytes())
	const line = "log line\n"
	for range 2 {
		shell(t, "( "+h+" & "+h+" & wait ) > f").expect(t, 0, "")
		if got := read(t, "f"); string(got) != want+want {
			t.Fatalf("two streams: %d bytes, want twice %d", len(got), len(want))
		}
		shell(t, "( "+h+" & echo log line; wait ) > f").expect(t, 0, "")
		if got := string(read(t, "f")); got != want+line && got != line+want {
			t.Fatalf("a stream and a line: %d bytes, want %d and a line", len(got), len(want))
		}
		shell(t, "( echo log line; "+h+"; echo log line; "+h+" --io write; echo log line ) > f").expect(t, 0, "")
		holds(t, "f", []byte(line+want+line+want+line))
	}
	// Appended to by others meanwhile.
	shell(t, "( "+h+" >> f & "+h+" >> f & wait )").expect(t, 0, "")
	if got := read(t, "f"); len(got) != 3*len(line)+4*len(want) {
		t.Errorf("appended to: %d bytes", len(got))
	}
	// What fails gives back what it claimed.
	shell(t, "( ulimit -f 64; "+h+" 2> err; echo log line ) > f")
	holds(t, "f", []byte(want[:64<<10])) // the line does not fit either
	shell(t, "( (ulimit -f 64; "+h+" 2> err); echo log line ) > f")
	holds(t, "f", []byte(want[:64<<10]+line))
}

// The contents that others wrote to a file stay, whatever the flags say.
func TestForceRedirected(t *testing.T) {
	t.Chdir(t.TempDir())
	want := append([]byte("before"), whole(5, "packed").bytes()...)
	for _, flags := range []string{"--force", "--force -o -", "--force -o /dev/stdout", "--force -o /dev/fd/1", "-o /proc/self/fd/1", "-o link"} {
		os.Remove("link")
		must.Do(os.Symlink("/dev/stdout", "link"))
		write(t, "f", []byte("before"))
		shell(t, "'"+command+"' -n 5 "+flags+" >> f").expect(t, 0, "")
		holds(t, "f", want)
		write(t, "f", []byte("before"))
		shell(t, "( printf before; '"+command+"' -n 5 "+flags+" ) > f").expect(t, 0, "")
		holds(t, "f", want)
	}
	shell(t, "'"+command+"' -n 5 -o /dev/fd/7 7> g").expect(t, 0, "")
	holds(t, "g", want[6:])
	// The command that continues names the file.
	for _, out := range []string{"-o /dev/stdout > moves", "-o /dev/fd/3 3> moves", "> moves", "--force -o moves", "--resume -o moves"} {
		os.Remove("moves")
		r := shell(t, "ulimit -f 100; '"+command+"' -n 20 "+out)
		if line := resuming(t, r.err); !strings.Contains(line, "moves") || strings.Count(line, "--resume") != 1 || strings.Contains(line, "--force") {
			t.Errorf("%s: continue with %s", out, line)
		}
		shell(t, resuming(t, r.err)).expect(t, 0, "")
		holds(t, "moves", whole(20, "packed").bytes())
	}
}

// A file that --force replaces is emptied only when its first byte can be written.
func TestForceKeeps(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, line := range []string{
		"'" + command + "' -n 20 -o f --force --io splice",
		"ulimit -f 0; '" + command + "' -n 20 -o f --force",
		"ulimit -f 0; '" + command + "' -n 20 -o f --force --io write",
		"ulimit -f 0; '" + command + "' -n 20 -o f --force --io direct",
		"ulimit -f 0; '" + command + "' path 000 222 --length -o f --force",
		"ulimit -f 0; '" + command + "' draw state 0 -o f --force",
	} {
		write(t, "f", []byte("precious"))
		if r := shell(t, line); r.status != 1 || !strings.Contains(r.err, "; ") { // it has a remedy
			t.Errorf("%s: status %d, %q", line, r.status, r.err)
		}
		holds(t, "f", []byte("precious"))
	}
}

// A file that may not be read is not judged.
func TestVerifyForbidden(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	write(t, name, whole(5, "packed").bytes())
	os.Chmod(name, 0)
	c := exec.Command(command, "verify", "-n", "5", name)
	byNobody(c, dir)
	start(t, c).expect(t, exitUnread, "^hanoigen: "+name+": permission denied; name an input that can be read$")
}

// A complete file needs no permission to be written.
func TestResumeReadOnly(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	for _, test := range []struct {
		bytes, status int
		message       string
	}{
		{31, 0, ""},
		{30, 1, "permission denied; .*f has 30 bytes \\(30 moves\\); make it writable, and continue with: .* -n 5 -o .*f --resume$"},
		{0, 1, "permission denied; .* make it writable"},
		{-1, 1, "permission denied; give another file with -o$"}, // no file, in a folder that may not be written
	} {
		os.Remove(name)
		if test.bytes >= 0 {
			write(t, name, whole(5, "packed").bytes()[:test.bytes])
			os.Chmod(name, 0o444)
		} else {
			os.Chmod(dir, 0o555)
		}
		c := exec.Command(command, "-n", "5", "-o", name, "--resume")
		byNobody(c, dir)
		start(t, c).expect(t, test.status, test.message)
		if test.bytes >= 0 {
			holds(t, name, whole(5, "packed").bytes()[:test.bytes])
		}
	}
	os.Chmod(dir, 0o700)
}

// A folder or a file may be write-only.
func TestUnreadable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "box")
	must.Do(os.Mkdir(dir, 0o700))
	name := filepath.Join(dir, "f")
	c := exec.Command(command, "-n", "5", "-o", name)
	byNobody(c, dir)
	must.Do(os.Chmod(dir, 0o333))
	start(t, c).expect(t, 0, "")
	os.Chmod(name, 0o222)
	c = exec.Command(command, "-n", "4", "-o", name, "--force")
	byNobody(c, dir)
	start(t, c).expect(t, 0, "")
	os.Chmod(dir, 0o700)
	os.Chmod(name, 0o600)
	holds(t, name, whole(4, "packed").bytes())
}
