//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
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
	if err := syscall.Mkfifo(name, 0o666); err != nil {
		t.Fatal(err)
	}
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

// --force replaces a file once, by whatever many writes print, and nothing but a file.
func TestForcePrinted(t *testing.T) {
	t.Chdir(t.TempDir())
	input := strings.Repeat("100\n000\n", 20_000)
	want := bytes.Repeat([]byte("5\n3\n"), 20_000)
	write(t, "f", bytes.Repeat([]byte("old"), 100_000))
	fed(t, input, "path", "-", "011", "--length", "-o", "f", "--force").expect(t, 0, "")
	holds(t, "f", want)
	hanoigen(t, "path 000 222 --length -o /dev/null --force").expect(t, 0, "")
	shell(t, "( echo kept; '"+command+"' path 000 222 --length --force ) > g").expect(t, 0, "")
	holds(t, "g", []byte("kept\n7\n"))
}

func TestStreamsAreNeverRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	want := whole(5, "text").bytes()
	hanoigen(t, "-n 5 -o /dev/null").expect(t, 0, "")
	hanoigen(t, "-n 5 -o /dev/null --resume").expect(t, 0, "")
	if r := hanoigen(t, "-n 5 -f text -o -"); !bytes.Equal(r.out, want) {
		t.Errorf("-o - gives %q", r.out)
	}
	makeFIFO(t, "fifo")
	for _, flags := range []string{"", " --resume", " --force"} {
		r := shell(t, "cat fifo & '"+command+"' -n 5 -f text -o fifo"+flags+" && wait")
		r.expect(t, 0, "")
		if !bytes.Equal(r.out, want) {
			t.Errorf("a FIFO with%q gives %q", flags, r.out)
		}
	}
}

func TestUnwritable(t *testing.T) {
	if os.Geteuid() == 0 {
		// Root may write all files but those of a file system that is read-only.
		hanoigen(t, "-n 3 -o /proc/version").expect(t, 1, "^hanoigen: .*/proc/version.*denied|/proc/version.*error")
		return
	}
	name := filepath.Join(t.TempDir(), "f")
	write(t, name, nil)
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	hanoigen(t, "-n 3 -o "+name).expect(t, 1, "permission denied; give another file with -o$")
}

// TestRedirected: what is in a redirected file is its own affair.
func TestRedirected(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "f", []byte("before"))
	shell(t, "'"+command+"' -n 5 >> f").expect(t, 0, "")
	holds(t, "f", append([]byte("before"), whole(5, "packed").bytes()...))
	shell(t, "'"+command+"' -n 5 > f").expect(t, 0, "")
	holds(t, "f", whole(5, "packed").bytes())
}

// TestFileTooLarge stops at a limit of the file's size, and runs the command that
// the message names.
func TestFileTooLarge(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct{ flags, file string }{
		{"-n 20 --shard 0/1 -o ", "moves"},
		{"-n 20 > ", "it's $HOME \\\"†\".bin"},
		{"-n 18 --start 2^3 --count=1e5 --from 2 --to 0 -f csv --numbers --shard 1/2 -o ", "--two words"},
		{"-n 18 --from 0 --to 1 -f wide --numbers=false >> ", "-"},
		{"-n 18 --io write -o ", "-two\nlines, \x1b[31m and \xff"},
	} {
		quoted, _ := quote(test.file)
		whole := shell(t, "'"+command+"' "+strings.TrimRight(test.flags, "->o "))
		whole.expect(t, 0, "")

		r := shell(t, "ulimit -f 100; '"+command+"' "+test.flags+quoted)
		r.expect(t, 1, "file too large; .* has 102400 bytes \\([1-9][0-9]* moves\\); continue with: ")
		holds(t, test.file, whole.out[:102400])
		shell(t, resuming(t, r.err)).expect(t, 0, "")
		holds(t, test.file, whole.out)
	}

	// A last newline is lost in any command on one line.
	r := start(t, exec.Command("bash", "-c", "ulimit -f 100; \"$0\" -n 20 -o \"$1\"", command, "line\n"))
	r.expect(t, 1, `file too large; "line\\n" has 102400 bytes \(102400 moves\); continue with the same flags, --resume, and -o with that name$`)
	// What is not at the beginning of a file cannot be resumed.
	write(t, "f", []byte("before"))
	shell(t, "ulimit -f 100; '"+command+"' -n 20 >> f").expect(t, 1, "file too large; .* got 102394 bytes \\(102394 moves\\); begin again$")
	// A path is continued between the same states, also those that were read.
	path := "'" + command + "' path - 111111111111111 --direct --numbers <<< '|1|15 14 13 12 11 10 9 8 7 6 5 4 3 2'"
	whole := shell(t, path)
	whole.expect(t, 0, "")
	r = shell(t, "ulimit -f 100; "+path+" -o p")
	r.expect(t, 1, "file too large; p has 102400 bytes \\([1-9][0-9]* moves\\); continue with: ")
	shell(t, resuming(t, r.err)).expect(t, 0, "")
	holds(t, "p", whole.out)
}

// A value is a word, also if it looks like that of a flag without one.
func TestAgain(t *testing.T) {
	c := newRoot(nil)
	if err := c.ParseFlags([]string{"-n", "3", "--numbers", "--io=auto", "--force=false", "-o", "true"}); err != nil {
		t.Fatal(err)
	}
	line, ok := commandLine{c, []string{"false"}}.again(map[string]bool{"disks": true}, "--more")
	if want := " false --numbers -o true --io auto --more"; !ok || !strings.HasSuffix(line, want) {
		t.Errorf("%q, want …%s", line, want)
	}
}

// Where there is no stream to end in good order, a signal ends the program at once.
func TestSignal(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		c := dialog(t, exec.Command(command, "rank", "-"))
		fmt.Fprintln(c.in, "0")
		if _, err := c.out.ReadString('\n'); err != nil {
			t.Error(err)
		}
		c.Process.Signal(s)
		c.Wait()
		r := newResult(nil, c.err.String(), c.ProcessState)
		if r.expectSignal(t, s); r.err != "" {
			t.Errorf("standard error is %q; want nothing", r.err)
		}
	}
}

// printing is command lines that write to standard output.
var printing = []string{"-n 40", "-n 40 -f text --numbers", "-n 3", "help", "info", "info --json", "man", "rank 0", "path 0 1 --length", "verify --path 0 0 /dev/null --json", "path " + strings.Repeat("0", 40) + " " + strings.Repeat("1", 40)}

func TestBrokenPipe(t *testing.T) {
	for _, line := range printing {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		c := exec.Command(command, strings.Fields(line)...)
		c.Stdout = w
		got := start(t, c)
		w.Close()
		if got.expectSignal(t, syscall.SIGPIPE); got.err != "" {
			t.Errorf("%s: standard error is %q; want nothing", line, got.err)
		}
	}

	t.Chdir(t.TempDir())
	makeFIFO(t, "fifo")
	reader := exec.Command("head", "-c", "1", "fifo")
	if err := reader.Start(); err != nil {
		t.Fatal(err)
	}
	got := hanoigen(t, "-n 40 -o fifo")
	if got.expectSignal(t, syscall.SIGPIPE); got.err != "" {
		t.Errorf("standard error is %q; want nothing", got.err)
	}
	reader.Wait()
}

// TestInterrupted stops a long run by a signal, continues it by the command that
// the message names, and stops that.
func TestInterrupted(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, redirect := range []string{"-o ", "> "} {
			t.Run(sig.String()+redirect, func(t *testing.T) {
				dir := t.TempDir()
				name := filepath.Join(dir, "moves")
				line := "exec '" + command + "' -n 40 --from 2 " + redirect + name
				size := int64(0)
				for range 2 {
					r := stop(t, line, sig, func() bool {
						info, err := os.Stat(name)
						return err == nil && info.Size() > size
					})
					r.expectSignal(t, sig)
					line = "exec " + resuming(t, r.err)
					info, err := os.Stat(name)
					if err != nil {
						t.Fatal(err)
					}
					size = info.Size()
				}
				f, err := os.Open(name)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				in := bufio.NewReader(f)
				s := whole(40, "packed")
				s.from = 2
				const far = 4 << 20
				for k := uint64(1); k <= uint64(size); k++ {
					// A short run looks at the first and the last of it.
					if testing.Short() && k == far && size > 2*far {
						k = uint64(size) - far
						if _, err := f.Seek(int64(k-1), io.SeekStart); err != nil {
							t.Fatal(err)
						}
						in.Reset(f)
					}
					disk, from, _ := s.move(k)
					if b, err := in.ReadByte(); err != nil || b != byte((disk-1)<<2|from) {
						t.Fatalf("move %d of %d is %#x, %v", k, size, b, err)
					}
				}
			})
		}
	}
}

// stop starts a line of shell, sends it a signal as soon as it is ready, and
// waits for its end.
func stop(t *testing.T, line string, sig syscall.Signal, ready func() bool) result {
	t.Helper()
	c := exec.Command("bash", "-c", line)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); !ready(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			c.Process.Kill()
			t.Fatal("it does not get ready")
		}
	}
	c.Process.Signal(sig)
	killer := time.AfterFunc(20*time.Second, func() { c.Process.Kill() })
	defer killer.Stop()
	c.Wait()
	return newResult(nil, stderr.String(), c.ProcessState)
}

// TestKilled kills runs at random times, again and again, and continues each.
func TestKilled(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 20
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	name := filepath.Join(t.TempDir(), "moves")
	for i := 0; kills > 0; i++ {
		line := fmt.Sprintf("-n 26 --from %d -f %s -o %s --count", i%3, formats[i%6], name)
		count := []string{" 60_000_000", " 30_000_000", " 4_000_000", " 8_000_000", " 3_000_000", " 30_000_000"}[i%6]
		os.Remove(name)
		for {
			c := exec.Command(command, strings.Fields(line+count+" --resume")...)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			sig := []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM}[random.IntN(3)]
			killer := time.AfterFunc(time.Duration(5+random.IntN(25))*time.Millisecond, func() { c.Process.Signal(sig) })
			err := c.Wait()
			killer.Stop()
			if err == nil {
				break
			}
			result{state: c.ProcessState}.expectSignal(t, sig)
			if kills--; t.Failed() || kills == 0 {
				hanoigen(t, line+count+" --resume").expect(t, 0, "")
				break
			}
		}
		verify := strings.Replace(line, "-o ", "", 1)
		hanoigen(t, "verify "+verify+count).expect(t, 0, "")
	}
}

// TestInterruptedStream: nobody reads, so that the last write never ends.
func TestInterruptedStream(t *testing.T) {
	t.Chdir(t.TempDir())
	reader := openFIFO(t, "fifo")
	first := make([]byte, 1)
	r := stop(t, "exec '"+command+"' -n 40 > fifo", syscall.SIGINT, func() bool {
		n, err := reader.Read(first)
		return n == 1 && err == nil
	})
	r.expectSignal(t, syscall.SIGINT)
	r.expect(t, -1, `signal "interrupt" after [0-9]+ bytes \([0-9]+ moves\); continue with: .* -n 40 --start [0-9]+ --count [0-9]+$`)

	// A last newline is lost in any command on one line.
	other := openFIFO(t, "line\n")
	r = stop(t, "exec '"+command+"' -n 40 -o $'line\\n'", syscall.SIGINT, func() bool {
		n, err := other.Read(first)
		return n == 1 && err == nil
	})
	r.expectSignal(t, syscall.SIGINT)
	r.expect(t, -1, `signal "interrupt" after [0-9]+ bytes \([0-9]+ moves\); a stream cannot be resumed: begin again, or write to a file$`)
}

// Signals that come together are one request to stop, as timeout(1) sends them; a later
// one ends the program at once.
func TestSignalTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	runs := 0
	twice := func(apart time.Duration) string {
		runs++
		fifo := fmt.Sprint("fifo", runs)
		reader := openFIFO(t, fifo) // nobody reads on, so that to stop takes a quarter of a second
		c := exec.Command("bash", "-c", "exec '"+command+"' -n 40 --io write > "+fifo)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		killer := time.AfterFunc(20*time.Second, func() { c.Process.Kill() })
		defer killer.Stop()
		if _, err := reader.Read(make([]byte, 1)); err != nil {
			t.Error(err)
		}
		c.Process.Signal(syscall.SIGTERM)
		time.Sleep(apart)
		c.Process.Signal(syscall.SIGTERM)
		c.Wait()
		newResult(nil, "", c.ProcessState).expectSignal(t, syscall.SIGTERM)
		return stderr.String()
	}
	for range 10 {
		if got := twice(time.Millisecond); !strings.HasPrefix(got, "hanoigen: stopped by signal ") {
			t.Fatalf("after two signals together, standard error is %q; want what was written", got)
		}
	}
	for range 10 { // where the machine is slow, the first may have been answered
		if got := twice(2 * together); got == "" {
			return
		}
	}
	t.Error("a second signal does not end the program")
}

// shells are those that a line may be pasted into.
func shells(t *testing.T) (found []string) {
	for _, name := range []string{"sh", "dash", "bash", "zsh", "ksh"} {
		if path, err := exec.LookPath(name); err == nil {
			found = append(found, path)
		}
	}
	if len(found) < 2 {
		t.Errorf("only %q", found)
	}
	return found
}

func TestQuote(t *testing.T) {
	for _, shell := range shells(t) {
		for _, s := range []string{"", "a", "a b", "it's", "$HOME", `a\'2`, "†", "-", "~", "*", "!!", "a=b", "=ls", "%1", "a'b", `\`, "if", "{a,b}", "#", "^a^b", "\u00a0",
			"a\nb", "\na b", "\x7f", "\x01", "\x1f2", "\t", "\xff%", "\u0085\\", "-\u009f!", "\u202e"} {
			q, ok := quote(s)
			r := start(t, exec.Command(shell, "-c", "printf %s "+q))
			if string(r.out) != s || r.status != 0 || !ok || printable(q) != q {
				t.Errorf("%s takes %s for %q, want %q", shell, q, r.out, s)
			}
		}
	}
	if q, ok := quote("a\n"); ok {
		t.Errorf("%s for %q", q, "a\n")
	}
	if q, _ := quote("/a-b/c.d_e"); q != "/a-b/c.d_e" {
		t.Errorf("a plain name becomes %s", q)
	}
}

// A program may have a name that a shell takes for something else.
func TestProgramName(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"if", "a=b", "time", "it's", "test", "~x"} {
		if err := os.MkdirAll(filepath.Join(name, "bin"), 0o777); err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(name, "bin", name)
		if err := os.Symlink(command, program); err != nil {
			t.Fatal(err)
		}
		for _, shell := range shells(t) {
			os.Remove("f")
			// By its path, and found by its name.
			for _, arg0 := range []string{program, name} {
				c := exec.Command("bash", "-c", "ulimit -f 200; exec -a \"$1\" \"$0\" -n 18 -o f", program, arg0)
				os.Remove("f")
				line := resuming(t, start(t, c).err)
				if quoted, _ := quote(arg0); arg0 == program && !strings.HasPrefix(line, quoted+" -n 18 ") {
					t.Errorf("continue with: %s; want %s first", line, quoted)
				}
				start(t, exec.Command(shell, "-c", line)).expect(t, 0, "")
				holds(t, "f", whole(18, "packed").bytes())
			}
		}
	}
}

// By its own name the program is called as it was.
func TestOwnName(t *testing.T) {
	t.Chdir(t.TempDir())
	c := exec.Command("bash", "-c", "ulimit -f 200; exec -a hanoigen \"$0\" -n 18 -o f", command)
	if line := resuming(t, start(t, c).err); !strings.HasPrefix(line, "hanoigen -n 18 --resume ") {
		t.Errorf("continue with: %s", line)
	}
}

// TestVerifyManyParts: as many as a process may not have open.
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
