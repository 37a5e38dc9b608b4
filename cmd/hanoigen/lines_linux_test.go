package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/must"
)

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
		"path - -":             "",
		"path - - --length":    "9\n",
		"next - -":             "9 moves left: move disk 1 from 0 to 2\n",
	} {
		file := must.Get(os.Open("/proc/self/mem"))
		must.Get(file.Seek(int64(uintptr(unsafe.Pointer(&memory[page-len(states)]))), io.SeekStart))
		r := reading(t, file, line)
		file.Close()
		const said = "\nhanoigen: standard input: line 5: read /dev/stdin: input/output error; give an input that can be read\n"
		if string(r.out) != out || r.status != 1 || !strings.HasSuffix(r.err, said) {
			t.Errorf("%s: %q, status %d, %s; want %q, 1, %s", line, r.out, r.status, r.err, out, said)
		}
	}
}

// Rank reads lines that are longer than the memory it may use.
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
	littleMemory(t, c.Cmd)
	c.in.Close()
	if c.Wait(); c.ProcessState.ExitCode() != exitUsage || strings.Count(c.err.String(), "\n") != 2 {
		t.Errorf("%v, %q; want status 2 and two lines", c.ProcessState, c.err.String())
	}
}
