package main

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/sink"
)

// Every command closes standard output last. If closing fails, as on NFS or at a quota, the
// output is lost: a message says so, and the status is 1.
func TestCloseFails(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "moves", whole(3, "packed").bytes())
	write(t, "wrong", []byte("move disk 3 from 0 to 2\n"))
	write(t, "lines", []byte("{\"n\":1,\"answer\":\"0 -> 2\"}\n"))
	real, stdout := closeOutput, os.Stdout
	defer func() { closeOutput, os.Stdout = real, stdout }()
	for line, want := range map[string]int{
		"-n 3": 0, "-n 3 -f text": 0, "-n 3 -f csv --io write": 0, "-n 3 -o f --force": 0,
		"verify -n 3 moves": 0, "state -n 3 -k 1": 0, "rank 000": 0, "path 00 22": 0, "path 00 22 --length": 0, "next 00 22": 0,
		"draw state 00": 0, "draw graph -n 2": 0, "draw path 00 22 --gif": 0, "check -n 3 wrong": 1, "check --batch lines": 0,
		"instances -n 3": 0, "info": 0, "completion bash": 0, "help": 0, "--help": 0, "--version": 0,
	} {
		closeOutput = real
		if r := hanoigen(t, line); r.status != want || r.err != "" || !r.closed {
			t.Errorf("%s: status %d, %q, closed: %v; want status %d", line, r.status, r.err, r.closed, want)
		}
		closeOutput = func() error { return &os.PathError{Op: "close", Path: "/dev/stdout", Err: syscall.EIO} }
		r := hanoigen(t, line)
		if said := "hanoigen: close /dev/stdout: " + syscall.EIO.Error() + "; the output may be incomplete: write it again\n"; r.status != 1 || r.err != said {
			t.Errorf("%s: status %d, %q; want 1, %q", line, r.status, r.err, said)
		}
	}
	// After another error, the error of closing is not reported.
	if r := hanoigen(t, "state -n 3 -k 9"); r.status != 2 || strings.Contains(r.err, "close") {
		t.Errorf("status %d, %q", r.status, r.err)
	}
	os.Stdout = must.Get(os.Create("closed"))
	os.Stdout.Close()
	if closeOutput = real; closeOutput() == nil {
		t.Error("closing a closed file succeeds")
	}
	// Closing a file named by -o fails, too.
	f := outputFlags{file: "f", force: true}
	o := must.Get(f.open(false, sink.Options{}))
	o.File.Close()
	if o.close(nil) == nil {
		t.Error("closing a closed file succeeds")
	}
	// The first error of printing is kept, whatever can be written after it.
	out := new(printer)
	_, _ = out.Write([]byte("lost"))
	os.Stdout = must.Get(os.Create("open"))
	must.Get(out.Write([]byte("later")))
	if os.Stdout.Close(); out.err == nil {
		t.Error("the error of a write is lost")
	}
}
