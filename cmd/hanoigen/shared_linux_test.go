package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// A descriptor that is open for reading is no output, and its file stays.
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

// Programs that share an offset keep all that each of them writes, each stream in
// one piece.
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

// What others have in a file stays, whatever the flags say.
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
	shell(t, "'"+command+"' -n 5 -o /dev/fd/8").expect(t, 1, "/dev/fd/8: bad file descriptor; give another file with -o$")
	shell(t, "'"+command+"' -n 5 --resume -o /dev/stdout > g").expect(t, 2, "--resume needs a file to continue; give its own name with -o FILE$")
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
	// One that has no name any more cannot be named.
	shell(t, "exec 3> gone; rm gone; ulimit -f 100; '"+command+"' -n 20 >&3").
		expect(t, 1, `file too large; standard output got 102400 bytes \(102400 moves\); begin again$`)
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
	// And it is emptied, also by nothing.
	for _, line := range []string{"-n 20 --count 0", "path - 000 --length"} {
		write(t, "f", []byte("old"))
		hanoigen(t, line+" -o f --force").expect(t, 0, "")
		holds(t, "f", nil)
	}
	// It is not, where a line is refused before the first answer.
	write(t, "f", []byte("old"))
	shell(t, "echo 3 | '"+command+"' path - 000 --length -o f --force").expect(t, 2, "character 1 is '3'")
	holds(t, "f", []byte("old"))
}

// A file that another process has locked is refused, whatever the flags say.
func TestLocked(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "f", []byte("theirs"))
	lock := openFile(t, "f")
	must.Do(syscall.Flock(int(lock.Fd()), syscall.LOCK_EX))
	for _, flags := range []string{"", " --force", " --resume"} {
		hanoigen(t, "-n 5 -o f"+flags).expect(t, 1, "^hanoigen: lock f: another process has locked it; wait until that ends, or give another file with -o$")
	}
	holds(t, "f", []byte("theirs"))
	lock.Close()
	hanoigen(t, "-n 5 -o f --force").expect(t, 0, "") // the lock went with it
}

// What may not be read is not judged.
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

// A folder or a file that may be written, but not be read, is no error.
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

func TestVerbose(t *testing.T) {
	t.Chdir(t.TempDir())
	hanoigen(t, "-n 5 -v -o f --io write").expect(t, 0, `^hanoigen: wrote 31 bytes \(31 moves\) to f by write in \S+, [0-9.]+ \S+/s$`)
	write(t, "f", whole(21, "packed").bytes()[:1_500_000])
	hanoigen(t, "-n 21 --verbose --resume -o f").expect(t, 0, `^hanoigen: f had 1500000 bytes, of which the last 1048576 were compared; wrote 597151 bytes \(597151 moves\) to f by (clone|direct|write) in `)
	shell(t, "'"+command+"' -n 5 -v -f csv | cat").expect(t, 0, `^hanoigen: wrote 199 bytes \(31 moves\) to standard output by splice in `)
}
