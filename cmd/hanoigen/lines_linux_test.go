package main

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// TestRankMemory has rank read lines as long as no memory is.
func TestRankMemory(t *testing.T) {
	c := dialog(t, exec.Command(command, "rank", "-"))
	megabyte := bytes.Repeat([]byte("0"), 1<<20)
	many := bytes.Repeat([]byte("1221\n"), 1<<20)
	go func() {
		for range 300 {
			c.in.Write(megabyte)
		}
		io.WriteString(c.in, "\n0|")
		c.in.Write(megabyte)
		io.WriteString(c.in, "\n")
		c.in.Write(many)
	}()
	for range 1 << 20 {
		if got, err := c.out.ReadString('\n'); got != "9\n" || err != nil {
			t.Fatalf("the answer is %q, %v", got, err)
		}
	}
	status := read(t, fmt.Sprintf("/proc/%d/status", c.Process.Pid))
	c.in.Close()
	if c.Wait(); c.ProcessState.ExitCode() != exitUsage || strings.Count(c.err.String(), "\n") != 2 {
		t.Errorf("%v, %q; want status 2 and two lines", c.ProcessState, c.err.String())
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int
	if _, err := fmt.Sscan(line, &kilobytes); err != nil {
		t.Fatalf("%v in %q", err, status)
	}
	if kilobytes > 64<<10 {
		t.Errorf("%d kB resident; want at most 64 MiB", kilobytes)
	}
}
