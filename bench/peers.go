package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi/internal/bench"
	"github.com/hanoigen/hanoi/kernel"
)

//go:embed peers/peers.c
var peersSource []byte

// compiled is the program of the peers in C, or why there is none.
type compiled struct {
	path string
	err  error
}

// buildPeers compiles the peers in a folder.
func buildPeers(dir string) compiled {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return compiled{err: err}
	}
	source, program := filepath.Join(dir, "peers.c"), filepath.Join(dir, "peers")
	if err := os.WriteFile(source, peersSource, 0o666); err != nil {
		return compiled{err: err}
	}
	out, err := exec.Command(gcc, "-O3", "-march=native", "-o", program, source).CombinedOutput()
	if err != nil {
		return compiled{err: fmt.Errorf("%w: %s", err, out)}
	}
	return compiled{path: program}
}

// side is the side of a peer in C, which takes its own time.
func (c compiled) side(name string, size int) bench.Side {
	return func(n int) float64 {
		out, err := exec.Command(c.path, name, strconv.Itoa(size), strconv.Itoa(n)).Output()
		bench.Check(err)
		ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		bench.Check(err)
		return ns
	}
}

// peers measures the fastest kernel against the algorithms that are in use,
// compiled by gcc.
func peers(c compiled, report func(bench.Row)) {
	if c.err != nil {
		bench.LeaveOut(report, "Fill against C", c.err.Error())
		return
	}
	const size = 16 << 10
	dst := make([]byte, size)
	fill := bench.Calls(func() { kernel.Fill(dst, 1, 0) })
	for _, p := range []struct{ name, title, target string }{
		{"rhoads-mod", "Rhoads, %3", "≥ 250"},
		{"rhoads-fold", "Rhoads, (i+i/3)&3", ""},
		{"rhoads-disk", "Rhoads, disk and one peg", ""},
		{"recursive", "recursion", ""},
		{"cyclic", "Schoute's turns", ""},
		{"plan-a", "Plan A", ""},
		{"plan-b", "Plan B", ""},
		{"any-to-any", "any to any, 1993", ""},
	} {
		report(bench.Compare("Fill "+kernel.Best().Name()+", "+bench.Size(size), size, fill,
			"gcc -O3: "+p.title, c.side(p.name, size), p.target))
	}
}
