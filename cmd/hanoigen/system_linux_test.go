package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/must"
)

// A stream that does not fit is refused. With --force it fills the disk, and the run can be
// resumed once there is room.
func TestNoSpaceInFile(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=512k"); err != nil {
		t.Skipf("NOT RUN: mounting a tmpfs: %v", err)
	}
	defer unix.Unmount(dir, unix.MNT_DETACH)
	name := filepath.Join(dir, "moves")
	line := "-n 20 -f text --numbers -o " + name
	const refusal = `too little space: it takes [0-9]+\.[0-9]+ .iB, and [0-9.]+ .?i?B are left; make room, `
	hanoigen(t, line).expect(t, 1, "moves: "+refusal+"give another file with -o, or --force to write as far as it goes$")
	bash(t, "'"+command+"' -n 20 -f text > "+name).expect(t, 1, "standard output: "+refusal)
	holds(t, name, nil)
	hanoigen(t, line+" --force").expect(t, 1, `no space left on device; .*/moves got [0-9]+ bytes \([1-9][0-9]* moves\); the same command with --resume instead of --force continues it$`)
	hanoigen(t, line+" --resume").expect(t, 1, refusal+"or give another file with -o$")
	must.Do(unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT, "size=64m"))
	hanoigen(t, line+" --resume").expect(t, 0, "")
	holds(t, name, whole(20, "text#").bytes())

	// An appended stream needs space after what is there.
	bash(t, fmt.Sprintf("head -c %d /dev/zero > %s; '%s' -n 25 >> %[2]s", 40<<20, name, command)).
		expect(t, 1, "standard output: too little space: it takes 32.0 MiB, and 24.0 MiB are left; ")
	// The two sizes differ even if they are close.
	bash(t, fmt.Sprintf("head -c %d /dev/zero > %s; '%s' -n 25 -o %[2]s2", 32<<20+4096, name, command)).
		expect(t, 1, "it takes 32.000 MiB, and 31.996 MiB are left; make room, ")

	// A complete file may be on a read-only file system.
	hanoigen(t, "-n 20 --force -o "+name+"2").expect(t, 0, "")
	must.Do(unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT|unix.MS_RDONLY, "size=64m"))
	hanoigen(t, "-n 20 --resume -o "+name+"2").expect(t, 0, "")
	hanoigen(t, "-n 21 --resume -o "+name+"2").expect(t, 1, "read-only file system$")
}

// Whatever writes a file named by -o reports a sync that fails, and a cut of the old file that fails.
func TestSyncFails(t *testing.T) {
	lines := []string{"-n 3", "path 00 22", "path 00 22 --length", "draw state 00", "draw graph -n 2", "draw path 00 22 --gif"}
	t.Run("sync", func(t *testing.T) {
		failing(t, unix.SYS_FSYNC)
		for i, line := range lines {
			for _, flag := range []string{"", " --force"} {
				start(t, process(fmt.Sprintf("%s -o f%d%s", line, i, flag))).
					expect(t, 1, "the data may not have reached the disk: [^;]*(; f. got [^;]*)?; write it again, to a disk that is sound$")
			}
			start(t, process(line)).expect(t, 0, "")
		}
	})
	t.Run("cut", func(t *testing.T) {
		failing(t, unix.SYS_FTRUNCATE)
		for i, line := range lines {
			start(t, process(fmt.Sprintf("%s -o f%d", line, i))).expect(t, 0, "")
			start(t, process(fmt.Sprintf("%s -o f%d --force", line, i))).expect(t, 1, "input/output error; give --force again$")
		}
	})
}

// failing lets a system call fail with EIO in the processes that the test starts, in a folder of
// its own.
func failing(t *testing.T, call uint32) {
	t.Helper()
	t.Chdir(t.TempDir())
	runtime.LockOSThread() // the thread ends with the test
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}, // the number of the call
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EIO)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	must.Do(unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0); err != nil {
		t.Skipf("NOT RUN: a filter of system calls: %v", err)
	}
}

// A name that leads to an open regular file is refused: it would have an offset of its own. But
// /dev/stdout is standard output. A block device is refused, too.
func TestDescriptors(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(os.Symlink("/proc/self/fd/3", "link"))
	for _, name := range []string{"/dev/fd/3", "/proc/self/fd/3", "/proc/thread-self/fd/3", "/dev/stderr", "link", "../" + filepath.Base(must.Get(os.Getwd())) + "/link"} {
		write(t, "f", nil)
		r := bash(t, "exec 4>&2; ('"+command+"' -n 5 --force -o "+name+" 2> err; s=$?; cat err >&4; [ "+name+" != /dev/stderr ] || rm err; echo bye >&3; exit $s) 3> f")
		if holds(t, "f", []byte("bye\n")); name != "/dev/stderr" {
			r.expect(t, 2, "it is an open file, at an offset of its own; give the file's own name, or - for standard output$")
		}
	}
	bash(t, "'"+command+"' -n 5 -o /dev/stdout > f").expect(t, 0, "")
	bash(t, "'"+command+"' -n 5 -o /dev/fd/3 3>&1 | cat >> f").expect(t, 0, "")
	holds(t, "f", bytes.Repeat(whole(5, "packed").bytes(), 2))
	if err := unix.Mknod("device", unix.S_IFBLK, 0); err != nil {
		t.Skipf("NOT RUN: making a block device: %v", err)
	}
	hanoigen(t, "-n 5 --force -o device").expect(t, 2, "; redirect standard output to it$")
}

// An input that fails after some lines, good and bad, is reported; it is not taken for an input that ends.
func TestInputFails(t *testing.T) {
	// The input is the end of a mapped file, followed by a page that cannot be read.
	const states = "0x\n0x\n0000\n1221\n"
	page := os.Getpagesize()
	mapped := must.Get(os.Create(filepath.Join(t.TempDir(), "f")))
	defer mapped.Close()
	must.Get(mapped.WriteAt([]byte(states), int64(page-len(states))))
	memory := must.Get(unix.Mmap(int(mapped.Fd()), 0, 2*page, unix.PROT_READ, unix.MAP_SHARED))
	defer unix.Munmap(memory)
	for line, out := range map[string]string{
		"rank -":               "0\n9\n",
		"path - 1221 --length": "9\n0\n",
		"next - 1221":          "9 moves left: move disk 1 from 0 to 2\n0 moves left\n",
	} {
		file := must.Get(os.Open("/proc/self/mem"))
		must.Get(file.Seek(int64(uintptr(unsafe.Pointer(&memory[page-len(states)]))), io.SeekStart))
		c := process(line)
		c.Stdin = file
		r := start(t, c)
		file.Close()
		const said = "\nhanoigen: standard input: line 5: read /dev/stdin: input/output error; give an input that can be read\n"
		if string(r.out) != out || r.status != 1 || !strings.HasSuffix(r.err, said) {
			t.Errorf("%s: %q, status %d, %s; want %q, 1, %s", line, r.out, r.status, r.err, out, said)
		}
	}
}

// Every method writes to every kind of output correctly, or not at all.
func TestIO(t *testing.T) {
	t.Chdir(t.TempDir())
	const before = "before"
	want := whole(22, "packed").bytes()[:4_000_003]
	for _, target := range []struct {
		redirect  string
		must, may string // methods that it supports, and methods that depend on the file system
		got       func(result) []byte
	}{
		{"--force -o f", "auto write", "clone direct", func(result) []byte { return read(t, "f") }},
		{"> f", "auto write", "clone direct", func(result) []byte { return read(t, "f") }},
		{">> f", "auto write", "", func(result) []byte { return bytes.TrimPrefix(read(t, "f"), []byte(before)) }},
		{"| cat; exit ${PIPESTATUS[0]}", "auto write splice", "", func(r result) []byte { return r.out }},
	} {
		for _, method := range []string{"auto", "write", "splice", "clone", "direct"} {
			write(t, "f", []byte(before))
			line := "-n 22 --count 4_000_003 --io " + method + " " + target.redirect
			r := bash(t, "'"+command+"' "+line)
			got := target.got(r)
			if strings.Contains(target.must, method) || strings.Contains(target.may, method) && r.status == 0 {
				r.expect(t, 0, "")
				if !bytes.Equal(got, want) {
					t.Errorf("hanoigen %s: %d bytes that are not the moves", line, len(got))
				}
				continue
			}
			r.expect(t, 1, ", "+method+": .*; give --io auto$")
			// A refused stream leaves the file unchanged; with >, the shell emptied it.
			kept := ""
			if strings.Contains(target.redirect, "-o") {
				kept = before
			}
			if string(got) != kept {
				t.Errorf("hanoigen %s: it fails and leaves %d bytes", line, len(got))
			}
		}
	}
}

// terminal returns both ends of a new terminal that does not change bytes.
func terminal(t *testing.T) (user, program *os.File) {
	t.Helper()
	user = must.Get(os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0))
	t.Cleanup(func() { user.Close() })
	raw := must.Get(user.SyscallConn())
	var number int
	must.Do(raw.Control(func(fd uintptr) {
		must.Do(unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0))
		number = must.Get(unix.IoctlGetInt(int(fd), unix.TIOCGPTN))
		must.Do(unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}))
	}))
	program = must.Get(os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0))
	t.Cleanup(func() { program.Close() })
	settings := must.Get(unix.IoctlGetTermios(int(program.Fd()), unix.TCGETS))
	settings.Oflag &^= unix.OPOST
	must.Do(unix.IoctlSetTermios(int(program.Fd()), unix.TCSETS, settings))
	return user, program
}

// shown closes the program's end of a terminal and returns what the terminal shows.
func shown(user, program *os.File) []byte {
	program.Close()
	b, _ := io.ReadAll(user) // ends with EIO
	return b
}

func TestTerminal(t *testing.T) {
	for _, test := range []struct {
		line    string
		message string // if the output is refused
		want    []byte
	}{
		{"-n 3", "^hanoigen: standard output is a terminal, and this format is binary; redirect it, or insist with -o -$", nil},
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
		{"path 00 11 --length -f wide", "", []byte("3\n")},
		{"path - 11 --length -f wide", "", []byte("3\n")},
	} {
		user, program := terminal(t)
		c := process(test.line)
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
	hanoigen(t, "-n 3 -f text -o "+program.Name()).expect(t, 0, "")
	if got := shown(user, program); !bytes.Equal(got, whole(3, "text").bytes()) {
		t.Errorf("the terminal shows %q", got)
	}
}

// Progress rewrites one line.
func TestProgress(t *testing.T) {
	t.Chdir(t.TempDir())
	for flags, want := range map[string]string{
		"--progress always": `^(\r[^\r\n]{79})*\r100%, 4\.0 MiB of 4\.0 MiB, [0-9.]+ .iB/s, 0s left *\n$`,
		"--progress never":  "^$",
	} {
		for _, line := range []string{"-n 22 -o f --force ", "verify -n 22 f "} {
			user, program := terminal(t)
			c := process(line + flags)
			c.Stderr = program
			if err := c.Run(); err != nil {
				t.Error(err)
			}
			if got := shown(user, program); !regexp.MustCompile(want).Match(got) {
				t.Errorf("%s%s shows %q", line, flags, got)
			}
		}
	}
}

// By default, progress is shown on a terminal, wherever the output goes.
func TestProgressOnTerminal(t *testing.T) {
	user, program := terminal(t)
	out, w := pipe() // nothing reads it
	defer out.Close()
	c := process("-n 60")
	c.Stdout, c.Stderr = w, program
	must.Do(c.Start())
	bound(t, c)
	w.Close()
	shown := make([]byte, 100)
	must.Do(user.SetReadDeadline(time.Now().Add(time.Minute)))
	n, err := user.Read(shown)
	c.Process.Signal(syscall.SIGTERM)
	if c.Wait(); err != nil || !regexp.MustCompile(`^\r0%, [0-9.]+ .iB of 1\.0 EiB, `).Match(shown[:n]) {
		t.Errorf("the terminal shows %q, %v", shown[:n], err)
	}
}

// Runs of 64 disks take little memory.
func TestMemory(t *testing.T) {
	for _, format := range []string{"packed", "text", "npy", "jsonl --numbers"} {
		r, w := pipe()
		c := process("-n 64 -f " + format)
		c.Stdout = w
		must.Do(c.Start())
		bound(t, c)
		w.Close()
		must.Get(io.CopyN(io.Discard, r, 64<<20))
		littleMemory(t, c) // while it waits for a reader
		c.Process.Kill()
		c.Wait()
		r.Close()
	}
}

// Rank reads lines that are longer than the memory it may use.
func TestRankMemory(t *testing.T) {
	c := process("rank -")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	in, out := dialog(t, c)
	long := bytes.Repeat([]byte("0"), 80<<20)
	go func() {
		in.Write(long)
		io.WriteString(in, "\n0")
		in.Write(long)
		io.WriteString(in, "\n1221\n")
	}()
	if got, err := out.ReadString('\n'); got != "9\n" || err != nil {
		t.Fatalf("the answer is %q, %v", got, err)
	}
	littleMemory(t, c)
	in.Close()
	if c.Wait(); c.ProcessState.ExitCode() != 2 || strings.Count(stderr.String(), "\n") != 2 {
		t.Errorf("%v, %q; want status 2 and two lines", c.ProcessState, stderr.String())
	}
}

// littleMemory checks the peak memory of a program that still runs.
func littleMemory(t *testing.T, c *exec.Cmd) {
	t.Helper()
	status := string(read(t, fmt.Sprintf("/proc/%d/status", c.Process.Pid)))
	_, line, _ := strings.Cut(status, "VmHWM:")
	var kilobytes int
	if _, err := fmt.Sscan(line, &kilobytes); err != nil {
		t.Fatalf("%v in %q", err, status)
	}
	if kilobytes > 64<<10 {
		t.Errorf("%q: %d kB resident; want at most 64 MiB", c.Args, kilobytes)
	}
}

// A non-blocking pipe stays non-blocking for processes that share it.
func TestModeKept(t *testing.T) {
	var p [2]int
	must.Do(unix.Pipe2(p[:], unix.O_CLOEXEC|unix.O_NONBLOCK))
	defer unix.Close(p[0])
	defer unix.Close(p[1])
	for _, line := range []string{"-n 5", "draw state 0", "-n 5 -f text"} {
		// os/exec would make the pipe blocking.
		pid := must.Get(syscall.ForkExec(command, append([]string{"hanoigen"}, strings.Fields(line)...),
			&syscall.ProcAttr{Env: os.Environ(), Files: []uintptr{0, uintptr(p[1]), 2}}))
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil || status != 0 {
			t.Errorf("%s: status %#x, %v", line, status, err)
		}
		if flags, err := unix.FcntlInt(uintptr(p[1]), unix.F_GETFL, 0); err != nil || flags&unix.O_NONBLOCK == 0 {
			t.Errorf("%s: flags %#x, %v; want O_NONBLOCK", line, flags, err)
		}
	}
}
