package main

import (
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// A signal ends the program even if its reader is stopped, also on a single processor.
func TestReaderStopped(t *testing.T) {
	for _, procs := range []string{"1", "4"} {
		r, w := pipe()
		reader := exec.Command("cat")
		reader.Stdin = r
		out := must.Get(reader.StdoutPipe())
		must.Do(reader.Start())
		bound(t, reader)
		c := exec.Command(command, "-n", "60")
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
