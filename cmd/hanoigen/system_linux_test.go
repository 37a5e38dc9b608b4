package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestNoSpace(t *testing.T) {
	const want = `no space left on device after 0 bytes \(0 moves\); a stream cannot be resumed: begin again, or write to a file$`
	hanoigen(t, "-n 20 -o /dev/full").expect(t, 1, want)
	for _, line := range []string{"-n 20", "-n 3 -f csv", "path 00 22"} {
		shell(t, "'"+command+"' "+line+" > /dev/full").expect(t, 1, want)
	}
	for _, line := range []string{"help", "--version", "info", "rank 0", "state -n 3 -k 1", "path 00 22 --length", "draw state 0", "completion bash", "instances -n 3 --count 2000"} {
		shell(t, "'"+command+"' "+line+" > /dev/full").expect(t, 1, "no space left on device; (redirect|make room)")
	}
	// An answer before a complaint, and one before the wait for the next question.
	for _, input := range []string{"1221\\n0x\\n", "1221\\n"} {
		shell(t, "printf '"+input+"' | '"+command+"' rank - > /dev/full; exit ${PIPESTATUS[1]}").expect(t, 1, "no space left on device; redirect standard output to where there is room$")
	}
}

// A drawing that is there in part is in the way of the next; an empty file is not.
func TestDrawNoSpace(t *testing.T) {
	t.Chdir(t.TempDir())
	shell(t, "ulimit -f 0; '"+command+"' draw path 00000000 11111111 -o f").expect(t, 1, "file too large; make room, or give another file with -o$")
	shell(t, "ulimit -f 1; '"+command+"' draw path 00000000 11111111 -o f").expect(t, 1, "file too large; make room and overwrite it with --force, or give another file with -o$")
	shell(t, "ulimit -f 1; '"+command+"' draw path 00000000 11111111 -o f --force").expect(t, 1, "file too large; make room, or give another file with -o$")
}

// TestNoSpaceInFile fills a small file system, where this machine lets us mount
// one, and goes on when there is room.
func TestNoSpaceInFile(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=512k"); err != nil {
		t.Skipf("did not run: mounting a tmpfs: %v", err)
	}
	defer unix.Unmount(dir, unix.MNT_DETACH)
	name := filepath.Join(dir, "two\nlines")
	r := start(t, exec.Command(command, "-n", "20", "-f", "text", "--numbers", "-o", name))
	r.expect(t, 1, `no space left on device; .*/two\\nlines has [0-9]+ bytes \([1-9][0-9]* moves\); continue with: `)
	if want := `/two\nlines has 524288 left; `; !strings.Contains(r.warned, want) {
		t.Errorf("the warning is %q; want %q", r.warned, want)
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	shell(t, resuming(t, r.err)).expect(t, 0, "")
	holds(t, name, whole(20, "text#").bytes())
}

// TestIO writes in every way to every kind of output: right, or not at all.
func TestIO(t *testing.T) {
	t.Chdir(t.TempDir())
	const before = "before"
	want := whole(22, "packed").bytes()[:4_000_003]
	for _, target := range []struct {
		redirect  string
		must, may string // the methods that it takes; which others depends on the file system
		got       func(result) []byte
	}{
		{"--force -o f", "auto write", "clone direct", func(result) []byte { return read(t, "f") }},
		{"> f", "auto write", "clone direct", func(result) []byte { return read(t, "f") }},
		{">> f", "auto write", "", func(result) []byte { return bytes.TrimPrefix(read(t, "f"), []byte(before)) }},
		{"| cat; exit ${PIPESTATUS[0]}", "auto write splice", "", func(r result) []byte { return r.out }},
		{"> /dev/null", "auto write", "", func(r result) []byte {
			if r.status == 0 {
				return want
			}
			return nil
		}},
	} {
		for _, method := range []string{"auto", "write", "splice", "clone", "direct"} {
			write(t, "f", []byte(before))
			line := "-n 22 --count 4_000_003 --io " + method + " " + target.redirect
			r := shell(t, "'"+command+"' "+line)
			got := target.got(r)
			if strings.Contains(target.must, method) || strings.Contains(target.may, method) && r.status == 0 {
				r.expect(t, 0, "")
				if !bytes.Equal(got, want) {
					t.Errorf("hanoigen %s: %d bytes that are not the moves", line, len(got))
				}
				continue
			}
			r.expect(t, 1, ", "+method+": .*; give --io auto$")
			// Refused, a file is as it was; the shell emptied that of >.
			kept := ""
			if strings.Contains(target.redirect, "-o") {
				kept = before
			}
			if string(got) != kept {
				t.Errorf("hanoigen %s: it fails, but leaves %d bytes", line, len(got))
			}
		}
	}
}

// terminal returns both ends of a new terminal that passes bytes on as they are.
func terminal(t *testing.T) (user, program *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { user.Close() })
	raw, err := user.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var number int
	raw.Control(func(fd uintptr) {
		if err = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); err == nil {
			number, err = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
		}
		if err == nil {
			err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80})
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	settings, err := unix.IoctlGetTermios(int(program.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	settings.Oflag &^= unix.OPOST
	if err := unix.IoctlSetTermios(int(program.Fd()), unix.TCSETS, settings); err != nil {
		t.Fatal(err)
	}
	return user, program
}

// shown returns what a terminal shows once the program's end is closed.
func shown(user, program *os.File) []byte {
	program.Close()
	b, _ := io.ReadAll(user) // ends with EIO
	return b
}

func TestTerminal(t *testing.T) {
	for _, test := range []struct {
		line    string
		message string // of refusal
		want    []byte
	}{
		{"-n 3", "^hanoigen: standard output is a terminal, and this format is binary; give -f text, redirect it, or insist with -o -$", nil},
		{"-n 3 -f wide", "is a terminal", nil},
		{"-n 3 -f npy", "is a terminal", nil},
		{"path 00 22 -f wide", "is a terminal", nil},
		{"draw path 0 1 --gif", "is a terminal, and this format is binary; redirect it, or insist with -o -$", nil},
		{"-n 3 -o -", "", whole(3, "packed").bytes()},
		{"-n 3 -f text", "", whole(3, "text").bytes()},
		{"-n 3 -f csv", "", whole(3, "csv").bytes()},
		{"-n 3 -f jsonl", "", whole(3, "jsonl").bytes()},
		{"draw state 0", "", hanoigen(t, "draw state 0").out},
		{"draw path 0 1", "", hanoigen(t, "draw path 0 1").out},
		{"draw graph -n 1", "", hanoigen(t, "draw graph -n 1").out},
		{"path 00 11 --length", "", []byte("3\n")},
		{"path - 11 --length", "", []byte("3\n")},
		{"path - 11 -f csv", "", []byte("disk,from,to\n1,0,2\n2,0,1\n1,2,1\n")},
	} {
		user, program := terminal(t)
		c := exec.Command(command, strings.Fields(test.line)...)
		c.Stdin = strings.NewReader("00\n")
		c.Stdout = program
		r := start(t, c)
		status := 0
		if test.message != "" {
			status = 2
		}
		r.expect(t, status, test.message)
		if got := shown(user, program); !bytes.Equal(got, test.want) {
			t.Errorf("%s: the terminal shows %q, want %q", test.line, got, test.want)
		}
	}
	user, program := terminal(t)
	hanoigen(t, "-n 3 -o "+program.Name()).expect(t, 2, program.Name()+" is a terminal")
	if got := shown(user, program); len(got) > 0 {
		t.Errorf("the terminal shows %q", got)
	}
}

// writing waits until a program has written something: by then it minds signals.
func writing(t *testing.T, pid int) {
	t.Helper()
	for range 1000 {
		io := read(t, fmt.Sprintf("/proc/%d/io", pid))
		var n int64 // on 386, /dev/null takes more than an int in 10 ms
		_, wchar, _ := strings.Cut(string(io), "wchar: ")
		fmt.Sscan(wchar, &n)
		if n > 1<<20 { // more than the runtime's own
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("nothing is written")
}

// screen collects what a terminal shows.
type screen struct {
	mu   sync.Mutex
	text []byte
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, b...)
	return len(b), nil
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.text)
}

// until waits for what takes no longer than a busy machine makes it.
func until(t *testing.T, what string, ready func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !ready(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited for %s in vain", what)
		}
	}
}

func TestProgress(t *testing.T) {
	bar := regexp.MustCompile(`[0-9.]+ ?[kMGTPE]?i?B/s, [0-9]+.* left`)
	for _, flags := range []string{"-n 64 -f text", "-n 40 --progress always", "-n 64 --progress never", "-n 64"} {
		t.Run(flags, func(t *testing.T) {
			t.Parallel()
			user, program := terminal(t)
			if err := unix.IoctlSetWinsize(int(program.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 100}); err != nil {
				t.Fatal(err)
			}
			var seen screen
			c := exec.Command(command, strings.Fields(flags+" -o /dev/null")...)
			c.Stderr = program
			begin := time.Now()
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			defer c.Process.Kill() // it has no end of its own
			all := make(chan bool)
			go func() {
				io.Copy(&seen, user) // ends with EIO
				close(all)
			}()
			shown := func() bool { return bar.MatchString(seen.String()) }
			writing(t, c.Process.Pid)
			switch flags {
			case "-n 64 --progress never":
				time.Sleep(1500 * time.Millisecond)
			case "-n 64": // nothing before a second
			default:
				until(t, "a bar", shown)
			}
			c.Process.Signal(syscall.SIGTERM)
			c.Wait()
			early := time.Since(begin) < time.Second
			program.Close()
			<-all
			result{state: c.ProcessState}.expectSignal(t, syscall.SIGTERM)
			if shown() && (flags == "-n 64" && early || flags == "-n 64 --progress never") {
				t.Errorf("the terminal shows %q; want no progress", seen.String())
			}
			if strings.Contains(seen.String(), "hanoigen: 0%") {
				t.Errorf("the terminal shows %q; want no lines", seen.String())
			}
			// The message has a line of its own.
			if !regexp.MustCompile(`(^|\n)hanoigen: stopped by signal "terminated" after [0-9]+ bytes[^\n]*\n$`).MatchString(seen.String()) {
				t.Errorf("the terminal shows %q; want a message on the last line", seen.String())
			}
		})
	}
	want := regexp.MustCompile(`100%.*\n$`)
	for _, line := range []string{"-n 5 --progress always", "verify -n 5 --progress always"} {
		c := exec.Command(command, strings.Fields(line)...)
		c.Stdin = bytes.NewReader(whole(5, "packed").bytes())
		if r := start(t, c); r.status != 0 || !want.MatchString(r.err) {
			t.Errorf("%s: status %d, standard error %q; want a full bar", line, r.status, r.err)
		}
	}
}

// A bar has what is done, how much of it is filled, and the rate; it goes on until it is
// stopped, and stays as it was then.
func TestBar(t *testing.T) {
	user, program := terminal(t)
	stderr := os.Stderr
	os.Stderr = program
	defer func() { os.Stderr = stderr }()
	var seen screen
	all := make(chan bool)
	go func() {
		io.Copy(&seen, user) // ends with EIO
		close(all)
	}()
	var percent atomic.Int64
	percent.Store(25)
	begin, stop, stopped := time.Now().Add(-time.Hour), make(chan struct{}), make(chan bool)
	go func() {
		part := func() float64 { return float64(percent.Load()) / 100 }
		bar(func() state { return state{done: "some", part: part(), bytes: 3600 << 20, work: 0.5} }, begin, stop)
		close(stopped)
	}()
	// shows reports whether the bar was last drawn with so many percent.
	shows := func(n int) bool {
		m := regexp.MustCompile(`some \[(=*)>(-*)\] ([0-9]+)% [0-9.]+ .iB/s, 1h0m[0-9]+s left\n$`).FindStringSubmatch(seen.String())
		if m == nil || m[3] != fmt.Sprint(n) {
			return false
		}
		if done, room := len(m[1])+1, len(m[1])+1+len(m[2]); math.Abs(float64(done)/float64(room)-float64(n)/100) > 1/float64(room) {
			t.Errorf("%d of %d columns for %d%%", done, room, n)
		}
		return true
	}
	until(t, "25 %", func() bool { return shows(25) })
	percent.Store(50)
	until(t, "50 %", func() bool { return shows(50) })
	percent.Store(75)
	close(stop)
	<-stopped
	program.Close()
	<-all
	if !shows(75) {
		t.Errorf("in the end: %q", seen.String())
	}
}

// Elsewhere than on a terminal, and on one without rows or columns, progress is lines.
func TestProgressLines(t *testing.T) {
	lines := regexp.MustCompile(`^(hanoigen: [0-9]+%, [0-9.]+ [KMGT]?i?[Bb] of [0-9.]+ [KMGT]?i?[Bb], [0-9.]+ [KMGT]?i?[Bb]/s(, [^,\n]+ left|, syncing)?\n)+$`)
	for _, line := range []string{"-n 5 --progress always", "-n 22 -o f --progress always", "-n 33 --progress always -o /dev/null", "verify -n 5 --progress always"} {
		t.Chdir(t.TempDir())
		c := exec.Command(command, strings.Fields(line)...)
		c.Stdin = bytes.NewReader(whole(5, "packed").bytes())
		r := start(t, c)
		if r.status != 0 || !lines.MatchString(r.err) || !strings.HasPrefix(r.err[strings.LastIndex(r.err[:len(r.err)-1], "\n")+1:], "hanoigen: 100%, ") {
			t.Errorf("%s: status %d, %q; want lines of progress", line, r.status, r.err)
		}
	}
	for _, test := range []struct {
		rows, columns uint16
		lines         bool
	}{{0, 0, true}, {0, 80, true}, {24, 0, true}, {1, 80, false}, {24, 1, false}} {
		user, program := terminal(t)
		if err := unix.IoctlSetWinsize(int(program.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: test.rows, Col: test.columns}); err != nil {
			t.Fatal(err)
		}
		c := exec.Command(command, strings.Fields("-n 5 --progress always -o /dev/null")...)
		c.Stderr = program
		if err := c.Run(); err != nil {
			t.Error(err)
		}
		if got := shown(user, program); lines.Match(got) != test.lines {
			t.Errorf("a terminal of %d rows and %d columns shows %q", test.rows, test.columns, got)
		}
	}
}

// A pipe that does not block stays so for those who share it.
func TestModeKept(t *testing.T) {
	var p [2]int
	if err := unix.Pipe2(p[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
		t.Fatal(err)
	}
	defer unix.Close(p[0])
	defer unix.Close(p[1])
	for _, line := range []string{"-n 5", "draw state 0", "-n 5 -f text"} {
		// os/exec would make it block.
		pid, err := syscall.ForkExec(command, append([]string{"hanoigen"}, strings.Fields(line)...),
			&syscall.ProcAttr{Env: os.Environ(), Files: []uintptr{0, uintptr(p[1]), 2}})
		if err != nil {
			t.Fatal(err)
		}
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil || status != 0 {
			t.Errorf("%s: status %#x, %v", line, status, err)
		}
		if flags, err := unix.FcntlInt(uintptr(p[1]), unix.F_GETFL, 0); err != nil || flags&unix.O_NONBLOCK == 0 {
			t.Errorf("%s: flags %#x, %v; want O_NONBLOCK", line, flags, err)
		}
	}
}

// TestMemory looks at long runs of 64 disks.
func TestMemory(t *testing.T) {
	for _, format := range []string{"packed", "text", "npy", "jsonl --numbers"} {
		c := exec.Command(command, strings.Fields("-n 64 -o /dev/null -f "+format)...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		writing(t, c.Process.Pid)
		time.Sleep(300 * time.Millisecond)
		status := read(t, fmt.Sprintf("/proc/%d/status", c.Process.Pid))
		c.Process.Kill()
		c.Wait()
		_, line, _ := strings.Cut(string(status), "VmHWM:")
		var kilobytes int
		if _, err := fmt.Sscan(line, &kilobytes); err != nil {
			t.Fatalf("%v in %q", err, status)
		}
		if kilobytes > 64<<10 {
			t.Errorf("%s: %d kB resident; want at most 64 MiB", format, kilobytes)
		}
	}
}

// bytesRead returns how many bytes a process has read.
func bytesRead(t *testing.T, pid int) (n int) {
	t.Helper()
	if _, err := fmt.Sscanf(string(read(t, fmt.Sprintf("/proc/%d/io", pid))), "rchar: %d", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// settle waits until a process has read more than it had before, and reads no more. To look
// at a signal, hanoigen reads its own symbols.
func settle(t *testing.T, pid, before int) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for last, same := before, 0; same < 10; {
		time.Sleep(10 * time.Millisecond)
		now := bytesRead(t, pid)
		if now > before+4096 && now == last {
			same++
		} else {
			same = 0
		}
		if last = now; time.Now().After(deadline) {
			t.Fatal("the signal was not looked at for a minute")
		}
	}
}

// An interrupted stream says how to go on: what it wrote, but for the bytes to drop, and what
// the command writes are the whole. The command has the flags that still hold.
func TestStreamGoesOn(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", filepath.Dir(command)+":"+os.Getenv("PATH"))
	message := regexp.MustCompile(`^hanoigen: stopped by signal "interrupt" after ([0-9]+) bytes \(([0-9]+) moves\); (?:drop the last ([0-9]+) bytes and )?continue with: (.*)\n$`)
	dropped := 0
	for _, test := range []struct{ line, again string }{
		{"-n 24", "hanoigen -n 24 --start %d --count %d"},
		{"-n 22 -f text", "hanoigen -n 22 -f text --start %d --count %d"},
		{"-n 22 -f text --force --shard 2/3 -o -", "hanoigen -n 22 -f text -o - --start %d --count %d"},
		{"-n 40 -f jsonl --start 2^30 --count 1000000", "hanoigen -n 40 -f jsonl --start %d --count %d"},
		{"path 0000000000000000000000 1111111111111111111111 -f wide", "hanoigen path 0000000000000000000000 1111111111111111111111 -f wide --start %d --count %d"},
		{"-n 22 -f csv", ""},
		{"-n 22 -f csv --shard 1/2", ""}, // it has no header, but what went on would
	} {
		c := exec.Command("hanoigen", strings.Fields(test.line)...)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		out, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		c.Stdout = w
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		killer := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
		got := make([]byte, 300_000)
		if _, err := io.ReadFull(out, got); err != nil {
			t.Fatal(err)
		}
		c.Process.Signal(os.Interrupt)
		c.Wait() // while the pipe is full
		killer.Stop()
		rest, err := io.ReadAll(out)
		if err != nil {
			t.Fatal(err)
		}
		out.Close()
		got = append(got, rest...)
		newResult(nil, "", c.ProcessState).expectSignal(t, syscall.SIGINT)
		want := hanoigen(t, test.line).out
		if test.again == "" { // a header would come twice
			if end := "; a stream cannot be resumed: begin again, or write to a file\n"; !strings.HasSuffix(stderr.String(), end) {
				t.Errorf("%s: %q; want %q", test.line, stderr.String(), end)
			}
			continue
		}
		m := message.FindStringSubmatch(stderr.String())
		if m == nil || m[1] != fmt.Sprint(len(got)) {
			t.Fatalf("%s: %q after %d bytes", test.line, stderr.String(), len(got))
		}
		var drop, start, count int
		fmt.Sscan(m[3], &drop)
		if _, err := fmt.Sscanf(m[4], test.again, &start, &count); err != nil {
			t.Errorf("%s: continue with %q; want %q", test.line, m[4], test.again)
		}
		dropped += drop
		got = append(got[:len(got)-drop], shell(t, m[4]).out...)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: with %q it has %d bytes that are not those of the whole, which are %d", test.line, m[4], len(got), len(want))
		}
	}
	if dropped == 0 {
		t.Error("each stream ended with a record")
	}
}

// What was ignored when the process began stays so.
func TestIgnoredSignals(t *testing.T) {
	// Of a SIGINT the runtime tells, also where the program has no symbols.
	bare := filepath.Join(t.TempDir(), "bare")
	if out, err := exec.Command("go", "build", "-ldflags=-s", "-o", bare, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, test := range []struct{ name, program string }{{"INT", command}, {"INT", bare}, {"TERM", command}} {
		name := test.name
		ignoring := func(line string) *running {
			return dialog(t, exec.Command("bash", "-c", "trap '' "+name+"; exec '"+test.program+"' "+line))
		}
		wait := func(c *running) {
			if err := c.Wait(); err != nil {
				t.Errorf("after SIG%s: %v", name, err)
			}
		}

		// One that would stop in good order, and one that would not.
		c := ignoring("-n 26")
		if _, err := c.out.ReadByte(); err != nil {
			t.Error(err)
		}
		c.Process.Signal(unix.SignalNum("SIG" + name))
		if n, err := io.Copy(io.Discard, c.out); n != 1<<26-2 || err != nil {
			t.Errorf("after SIG%s %d bytes come, %v; want %d", name, n, err, 1<<26-2)
		}
		wait(c)
		c = ignoring("rank -")
		for _, state := range []string{"0", "02", "2"} {
			fmt.Fprintln(c.in, state)
			if _, err := c.out.ReadString('\n'); err != nil {
				t.Errorf("after SIG%s: %v", name, err)
			}
			before := bytesRead(t, c.Process.Pid)
			c.Process.Signal(unix.SignalNum("SIG" + name))
			if name == "TERM" { // the system drops a SIGINT that is ignored
				settle(t, c.Process.Pid, before)
			}
		}
		c.in.Close()
		wait(c)
	}

	// Where nobody can tell, it was not ignored: without symbols, and without /proc.
	programs := [][]string{{bare}}
	const hide = "mount -t tmpfs none /proc && exec \"$@\""
	if out, err := exec.Command("unshare", "-m", "sh", "-c", hide, "sh", "true").CombinedOutput(); err != nil {
		t.Logf("NOT TESTED: without /proc: %v %s", err, out)
	} else {
		programs = append(programs, []string{"unshare", "-m", "sh", "-c", hide, "sh", command})
	}
	for _, words := range programs {
		c := dialog(t, exec.Command(words[0], append(words[1:], "-n", "40")...))
		killer := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
		if _, err := c.out.ReadByte(); err != nil {
			t.Error(err)
		}
		c.Process.Signal(syscall.SIGTERM)
		state, err := c.Process.Wait() // while the pipe is full
		killer.Stop()
		if err != nil {
			t.Fatal(err)
		}
		newResult(nil, "", state).expectSignal(t, syscall.SIGTERM)
		c.hangUp()
		c.in.Close()
	}

	for _, line := range printing {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		c := exec.Command("bash", "-c", "trap '' PIPE; exec '"+command+"' "+line)
		c.Stdout = w
		start(t, c).expect(t, 1, "^hanoigen: .*broken pipe")
		w.Close()
	}
}

// TestVerifyProc: a file may have more bytes than its size says.
func TestVerifyProc(t *testing.T) {
	const name = "/proc/version" // of Linux
	if _, err := os.Stat(name); err != nil {
		t.Skip("NOT TESTED:", err)
	}
	hanoigen(t, "verify -n 3 "+name).expect(t, 1, "^hanoigen: "+name+": not the sequence: byte 0, in move 1: 0x4c is there, ")
}
