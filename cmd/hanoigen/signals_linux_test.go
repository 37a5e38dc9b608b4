package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// Signals have their default actions, and nothing is said. A signal that is ignored, as CI may
// ignore SIGINT and SIGHUP, stays ignored.
func TestSignal(t *testing.T) {
	for _, line := range []string{"-n 60 -o fifo", "-n 60 --io write -o fifo"} {
		t.Chdir(t.TempDir())
		reader := openFIFO(t, "fifo")
		r := interrupt(t, process(line), func() bool {
			_, err := reader.Read(make([]byte, 1))
			return err == nil
		}, syscall.SIGTERM)
		if r.expectSignal(t, syscall.SIGTERM); r.err != "" {
			t.Errorf("%s: standard error is %q; want nothing", line, r.err)
		}
	}
}

// When the reader of standard output goes away, the program ends by SIGPIPE, without a message,
// even if its input continues.
func TestBrokenPipe(t *testing.T) {
	for _, line := range []string{"-n 40", "-n 40 --io write", "-n 40 --io splice", "-n 40 -f text --numbers", "-n 3", "-n 40 -o /dev/stdout", "help", "info", "info --json",
		"rank 0", "path 0 1 --length", "check --batch", "instances -n 3..8 --count 2^64-1", "path " + strings.Repeat("0", 40) + " " + strings.Repeat("1", 40)} {
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

// A reader of a FIFO that goes away is an error, whatever the flags say.
func TestFIFOLeft(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(syscall.Mkfifo("fifo", 0o666))
	for _, flags := range []string{"", " --resume", " --force"} {
		bash(t, "head -c 1 fifo > /dev/null & '"+command+"' -n 40 -o fifo"+flags).expect(t, 1, `^hanoigen: write fifo: broken pipe; fifo got [0-9]+ bytes \([0-9]+ moves\)$`)
	}
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
			sig := []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}[random.IntN(2)]
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
