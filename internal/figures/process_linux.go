package figures

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/hanoigen/hanoi/internal/pairs"
)

// process measures what a run costs before its first byte, and in memory.
func (p Program) process() Section {
	s := Section{
		Title: "The process",
		About: "The ceiling is a Go program that imports cpuid and writes a line. Beside it is one that does a part of what comes\n" +
			"before a stream: it imports all that hanoigen does, heeds the same signals, and parses two flags. Memory is what the\n" +
			"process had at most, after it wrote a GiB. What the import of kernel takes is what GODEBUG=inittrace=1 says.",
	}
	least := func() error {
		if p.Least == "" {
			return errors.New("it takes a program that go run -C bench . builds")
		}
		return found("yes")()
	}
	for _, format := range []string{"packed", "text"} {
		s.Rows = append(s.Rows, pairs.Row{
			ID: "start/" + format, What: "start to first byte, -n 64 -f " + format,
			Ours: first(p.Path, "-n", "64", "-f", format),
			Peers: []pairs.Peer{bound("a line of Go", first(p.Least)),
				beside("with hanoigen's imports, signals and flags", first(p.Libraries, "-n", "64", "-f", format)),
				beside(Yes, first("yes"))},
			Target: pairs.Target{Times: 1.5}, Can: least,
		})
	}
	s.Rows = append(s.Rows, pairs.Row{
		ID: "run", What: "start to end, -n 3 -f text",
		Ours:  whole("", p.Path, "-n", "3", "-f", "text"),
		Peers: []pairs.Peer{bound("a line of Go", whole("", p.Least))}, Can: least,
	})
	for _, format := range []string{"packed", "text", "jsonl"} {
		s.Rows = append(s.Rows, pairs.Row{
			ID: "memory/" + format, What: "resident memory, -n 64 -f " + format, Unit: pairs.Size, Rounds: 1,
			Ours: p.memory(format), Target: pairs.Target{Value: new(64.0 * (1 << 20))},
		})
	}
	const ours, theirs = "github.com/hanoigen/hanoi/kernel", "github.com/klauspost/cpuid/v2"
	clock := func(of string) pairs.Side {
		return func(n int) (ns float64) {
			for range n {
				t, _ := p.initialisation(of)
				ns += t
			}
			return ns / float64(n)
		}
	}
	s.Rows = append(s.Rows, pairs.Row{
		ID: "import", What: "importing kernel: time", Ours: clock(ours), Peers: []pairs.Peer{beside("cpuid's own", clock(theirs))},
		Target: pairs.Target{Value: new(30e-6)}, Rounds: 21,
	}, pairs.Row{
		ID: "import/size", What: "importing kernel: allocated", Unit: pairs.Size, Rounds: 1,
		Ours:   func(int) float64 { _, size := p.initialisation(ours); return size },
		Target: pairs.Target{Value: new(0.0)},
	})
	return s
}

// first is the side of a program up to its first byte.
func first(command ...string) pairs.Side {
	return func(n int) (ns float64) {
		for range n {
			start := time.Now()
			w := startPiped(command, reads())
			w.get(1)
			ns += float64(time.Since(start))
			w.stop()
		}
		return ns / float64(n)
	}
}

// memory is the program's peak of resident memory after it has written a GiB. It comes
// from /proc: what wait returns would count what the parent had at the fork.
func (p Program) memory(format string) pairs.Side {
	return func(int) float64 {
		w := startPiped([]string{p.Path, "-n", "64", "-f", format}, reads())
		defer w.stop()
		w.get(1 << 30)
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.c.Process.Pid))
		pairs.Check(err)
		_, after, _ := strings.Cut(string(status), "VmHWM:")
		var kib float64
		_, err = fmt.Sscan(after, &kib)
		pairs.Check(err)
		return kib * 1024
	}
}

// initialisation returns the time in ns and the bytes that a package takes before
// main begins. The runtime does not list a package that has nothing to do.
func (p Program) initialisation(of string) (ns, size float64) {
	c := exec.Command(p.Path, "--version")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	c.Stderr = &trace
	pairs.Check(c.Run())
	// init PACKAGE @TIME ms, TIME ms clock, N bytes, N allocs
	m := regexp.MustCompile(`(?m)^init ` + regexp.QuoteMeta(of) + ` @\S+ ms, (\S+) ms clock, (\d+) bytes`).FindSubmatch(trace.Bytes())
	if m == nil {
		return 0, 0
	}
	ms, err := strconv.ParseFloat(string(m[1]), 64)
	pairs.Check(err)
	size, err = strconv.ParseFloat(string(m[2]), 64)
	pairs.Check(err)
	return ms * 1e6, size
}
