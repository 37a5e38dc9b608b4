package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/sink"
)

// A run that is stopped names the command that continues it, and this command works.
func TestInterrupted(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT} {
		for _, redirect := range []string{"-o ", "> "} {
			name := filepath.Join(t.TempDir(), "moves")
			line := "exec '" + command + "' -n 40 --force --io write --from 2 " + redirect + name
			r := interrupt(t, exec.Command("bash", "-c", line), func() bool {
				info, err := os.Stat(name)
				return err == nil && info.Size() > 0
			}, sig)
			r.expectSignal(t, sig)
			info := must.Get(os.Stat(name))
			size := info.Size()
			if want := fmt.Sprintf(" has %d bytes (%[1]d moves); continue with: %s -n 40 --io write --from 2 ", size, command); !strings.Contains(r.err, want) {
				t.Errorf("standard error is %q; want %q", r.err, want)
			}
			// The whole rest would be too long.
			count := fmt.Sprintf(" --count %d", size+1<<20)
			bash(t, resuming(t, r.err)+count).expect(t, 0, "")
			hanoigen(t, "verify -n 40 --from 2 "+name+count).expect(t, 0, "")
		}
	}
}

// Two signals in succession are one request to stop: timeout(1) signals its child, and then
// the child's process group.
func TestSignalTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	reader := openFIFO(t, "fifo") // without a reader, stopping takes a while
	r := interrupt(t, exec.Command("bash", "-c", "exec '"+command+"' -n 40 --io write > fifo"), func() bool {
		_, err := io.ReadFull(reader, make([]byte, 1))
		return err == nil
	}, syscall.SIGTERM, syscall.SIGINT)
	r.expect(t, -1, `stopped by signal "(terminated|interrupt)"(; what its reader received is not known| after [0-9]+ bytes )`)

	bash(t, "timeout 0.5 '"+command+"' -n 60 --force --io write -o f").expect(t, 124, "; continue with: .* --resume$")
}

// In the process that TestThirdSignal starts, init sends it signals, and writes down which it survives.
func init() {
	if os.Getenv("HANOIGEN_SIGNALLED") == "" {
		return
	}
	untilSignal()
	for _, wait := range []time.Duration{time.Second / 5, time.Second / 5, time.Minute} {
		must.Do(syscall.Kill(os.Getpid(), syscall.SIGTERM))
		time.Sleep(wait)
		fmt.Print("|")
	}
	os.Exit(0)
}

// A third signal ends a run that does not stop.
func TestThirdSignal(t *testing.T) {
	c := exec.Command(must.Get(os.Executable()))
	c.Env = append(os.Environ(), "HANOIGEN_SIGNALLED=1")
	r := start(t, c)
	if r.expectSignal(t, syscall.SIGTERM); string(r.out) != "||" {
		t.Errorf("it survives %s", r.out)
	}
}

// A SIGINT that was ignored when the process began stays ignored.
func TestIgnoredSignal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	interrupt(t, exec.Command("bash", "-c", "trap '' INT; exec '"+command+"' -n 28 --io write -o "+name), func() bool {
		info, err := os.Stat(name)
		return err == nil && info.Size() > 0
	}, syscall.SIGINT).expect(t, 0, "")
}

// A signal ends a command that writes no stream at once: SIGQUIT, too, without a trace of Go.
func TestSignal(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT} {
		c := process("rank -")
		in := must.Get(c.StdinPipe())
		r := interrupt(t, c, func() bool {
			_, err := io.WriteString(in, strings.Repeat("0\n", 1<<16)) // more than a pipe holds: it is being read
			return err == nil
		}, sig)
		if r.expectSignal(t, sig); r.err != "" {
			t.Errorf("standard error is %q; want nothing", r.err)
		}
	}
}

// When the reader of standard output goes away, the program ends by SIGPIPE, without a message,
// even if its input continues.
func TestBrokenPipe(t *testing.T) {
	for _, line := range []string{"-n 40", "-n 40 --io write", "-n 40 --io splice", "-n 40 -f text --numbers", "-n 3", "-n 40 -o /dev/stdout", "help", "info", "info --json", "man",
		"rank 0", "path 0 1 --length", "verify --path 0 0 /dev/null --json", "check --batch", "instances -n 3..8 --count 2^64-1", "path " + strings.Repeat("0", 40) + " " + strings.Repeat("1", 40)} {
		r, w := pipe()
		r.Close()
		c := process(line)
		c.Stdin, c.Stdout = endless("{}\n"), w
		got := start(t, c)
		w.Close()
		if got.expectSignal(t, syscall.SIGPIPE); got.err != "" {
			t.Errorf("%s: standard error is %q; want nothing", line, got.err)
		}
	}
}

// endless is an input that repeats a line and never ends.
type endless string

func (line endless) Read(b []byte) (int, error) { return copy(b, line), nil }

// A reader of a FIFO that goes away is an error, whatever the flags say. What it received is not
// known: it may leave bytes in the pipe.
func TestFIFOLeft(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(syscall.Mkfifo("fifo", 0o666))
	for _, flags := range []string{"", " --resume", " --force"} {
		bash(t, "head -c 1 fifo > /dev/null & '"+command+"' -n 40 -o fifo"+flags).expect(t, 1, "fifo: broken pipe; what its reader received is not known: begin again, or write to a file$")
	}
}

// So is the other end of a connection.
func TestSocketLeft(t *testing.T) {
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	go func() {
		if c, err := listener.Accept(); err == nil {
			_, _ = io.ReadFull(c, make([]byte, 100_000))
			c.Close() // with bytes unread: a reset
		}
	}()
	line := fmt.Sprintf("exec 3<>/dev/tcp/127.0.0.1/%d; '%s' -n 40 -o /dev/fd/3", listener.Addr().(*net.TCPAddr).Port, command)
	bash(t, line).expect(t, 1, "(broken pipe|connection reset by peer); what its reader received is not known: begin again, or write to a file$")
}

// The message of an interrupted stream says how to continue: drop the last bytes of its output,
// if the message says so, and append the output of a run with the flags in the message. The
// result is the whole stream.
func TestStreamGoesOn(t *testing.T) {
	t.Chdir(t.TempDir())
	message := regexp.MustCompile(`^hanoigen: stopped by signal "interrupt" after ([0-9]+) bytes \(([0-9]+) moves\); (?:drop the last ([1-9][0-9]*) bytes and )?go on with (--start [0-9]+ --count [0-9]+)(, without --shard)?\n$`)
	for _, test := range []struct {
		line    string
		without string
	}{
		{"-n 22", ""},
		{"-n 18 -f text", ""},
		{"-n 18 -f text --force -o -", " --shard 2/3"},
		{"path 00000000000000000000 11111111111111111111 -f wide", ""},
		{"-n 18 -f csv", "all"}, // the rest would repeat the header
		{"-n 20 -f npy", "all"},
	} {
		out, w := pipe()
		line := test.line
		if test.without != "all" {
			line += test.without
		}
		c := process(line)
		c.Stdout = w
		got := make([]byte, 300_000)
		r := interrupt(t, c, func() bool {
			w.Close()
			_, err := io.ReadFull(out, got)
			return err == nil
		}, syscall.SIGINT) // while the pipe is full
		r.expectSignal(t, syscall.SIGINT)
		rest := must.Get(io.ReadAll(out))
		out.Close()
		got = append(got, rest...)
		if test.without == "all" {
			r.expect(t, -1, "; a stream cannot be resumed: begin again, or write to a file$")
			continue
		}
		m := message.FindStringSubmatch(r.err)
		if m == nil || m[1] != fmt.Sprint(len(got)) || (m[5] != "") != (test.without != "") {
			t.Fatalf("%s: %q after %d bytes", line, r.err, len(got))
		}
		var drop int
		fmt.Sscan(m[3], &drop)
		got = append(got[:len(got)-drop], hanoigen(t, test.line+" "+m[4]).out...)
		if !bytes.Equal(got, hanoigen(t, line).out) {
			t.Errorf("%s: with %s its %d bytes differ from the whole", line, m[4], len(got))
		}
	}
}

// A file that does not begin with the stream cannot be resumed, but the message says which move is
// the next.
func TestInterruptedAppend(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "f", []byte("head\n"))
	size := func() int64 { return must.Get(os.Stat("f")).Size() }
	c := exec.Command("bash", "-c", "exec '"+command+"' -n 33 --io write >> f")
	r := interrupt(t, c, func() bool { return size() > 1<<20 }, syscall.SIGINT)
	r.expectSignal(t, syscall.SIGINT)
	moves := size() - int64(len("head\n"))
	r.expect(t, -1, fmt.Sprintf(`standard output got %d bytes \(%[1]d moves\); go on with --start %d --count %d$`, moves, moves+1, 1<<33-1-moves))
}

// A plain write without a reader never ends. The message names the next move only if the signal
// interrupts the write, because only then is the number of bytes written known.
func TestInterruptedWrite(t *testing.T) {
	for _, output := range []string{"> fifo", "-o fifo", "-o /dev/stdout > fifo"} {
		t.Chdir(t.TempDir())
		reader := openFIFO(t, "fifo")
		r := interrupt(t, exec.Command("bash", "-c", "exec '"+command+"' -n 40 --io write "+output), func() bool {
			_, err := io.ReadFull(reader, make([]byte, 600_000)) // the second write has begun
			return err == nil
		}, syscall.SIGINT)
		r.expectSignal(t, syscall.SIGINT)
		r.expect(t, -1, `stopped by signal "interrupt"(; what its reader received is not known: begin again, or write to a file| after [0-9]+ bytes .*; go on with --start [0-9]+ --count [0-9]+)$`)
		if m := regexp.MustCompile(`--start ([0-9]+)`).FindStringSubmatch(r.err); m != nil {
			unread, err := unix.IoctlGetInt(int(reader.Fd()), unix.TIOCINQ)
			if want := fmt.Sprint(600_000 + unread + 1); err != nil || m[1] != want {
				t.Errorf("it continues with move %s; want %s, %v", m[1], want, err)
			}
		}
	}
}

// A signal does not end the process during a write to a file, which takes as long as the disk needs.
func TestPatience(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, stop := context.WithCancelCause(t.Context())
	w := &writing{moves: must.Get(hanoi.NewReader(24, hanoi.Packed, 0))}
	o := must.Get(sink.Open("f", sink.New, sink.Options{Context: ctx, Method: sink.Write, Progress: func(p sink.Progress) {
		w.now.Store(&p)
		stop(&interrupted{os.Interrupt})
		time.Sleep(time.Second / 2)
	}}))
	defer o.Close()
	w.out = &output{o, "f"}
	if err := w.run(ctx, new(outputFlags), nil); !strings.HasPrefix(fmt.Sprint(err), `stopped by signal "interrupt"; f has `) {
		t.Error(err)
	}
}

// A signal that arrives while the output is being opened is reported.
func TestInterruptedOpen(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(syscall.Mkfifo("fifo", 0o666)) // without a reader
	c := process("-n 3 -o fifo")
	r := interrupt(t, c, func() bool {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/syscall", c.Process.Pid))
		return slices.ContainsFunc(threads, func(name string) bool {
			call, _ := os.ReadFile(name)
			words := strings.Fields(string(call)) // number, folder, name, flags
			flags := unix.O_WRONLY | unix.O_CREAT | unix.O_CLOEXEC | unix.O_LARGEFILE
			return len(words) > 3 && words[0] == fmt.Sprint(unix.SYS_OPENAT) && words[3] == fmt.Sprintf("%#x", flags)
		})
	}, syscall.SIGINT)
	r.expectSignal(t, syscall.SIGINT)
	r.expect(t, -1, `^hanoigen: stopped by signal "interrupt" before fifo was open; give the same command again$`)
}

// Runs are killed at random times and resumed, again and again.
func TestKilled(t *testing.T) {
	kills := 40
	random := rand.New(rand.NewPCG(1, 2))
	name := filepath.Join(t.TempDir(), "moves")
	for i := 0; kills > 0; i++ {
		line := fmt.Sprintf("-n 26 --from %d -f %v -o %s --count", i%3, hanoi.Formats()[i%6], name)
		count := []string{" 60_000_000", " 30_000_000", " 4_000_000", " 8_000_000", " 3_000_000", " 30_000_000"}[i%6]
		os.Remove(name)
		for {
			c := process(line + count + " --resume")
			must.Do(c.Start())
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
		hanoigen(t, "verify "+strings.Replace(line, "-o ", "", 1)+count).expect(t, 0, "")
	}
}

// A signal ends the program even if its reader is stopped, also on a single processor.
func TestReaderStopped(t *testing.T) {
	for _, procs := range []string{"1", "4"} {
		r, w := pipe()
		reader := exec.Command("cat")
		reader.Stdin = r
		out := must.Get(reader.StdoutPipe())
		must.Do(reader.Start())
		bound(t, reader)
		c := process("-n 60")
		c.Env = append(os.Environ(), "GOMAXPROCS="+procs)
		c.Stdout = w
		got := interrupt(t, c, func() bool {
			_, err := io.ReadFull(out, make([]byte, 4<<20)) // it is under way
			reader.Process.Signal(syscall.SIGSTOP)
			return err == nil
		}, syscall.SIGINT)
		got.expectSignal(t, syscall.SIGINT)
		got.expect(t, -1, `^hanoigen: stopped by signal "interrupt" after [0-9]+ bytes `)
		r.Close()
		w.Close()
		reader.Process.Kill()
		reader.Wait()
	}
}
