package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi/internal/figures"
	"github.com/hanoigen/hanoi/internal/pairs"
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
func (c compiled) side(name string, size int) pairs.Side {
	return func(n int) float64 {
		out, err := exec.Command(c.path, name, strconv.Itoa(size), strconv.Itoa(n)).Output()
		pairs.Check(err)
		ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		pairs.Check(err)
		return ns
	}
}

// inC has the programs of peers.c, and what they are.
var inC = []struct{ name, title string }{
	{"rhoads-mod", "Rhoads, %3"},
	{"rhoads-fold", "Rhoads, (i+i/3)&3"},
	{"rhoads-disk", "Rhoads, disk and one peg"},
	{"recursive", "recursion"},
	{"cyclic", "Schoute's turns"},
	{"plan-a", "Plan A"},
	{"plan-b", "Plan B"},
	{"any-to-any", "any to any, 1993"},
}

// section measures the fastest kernel against the algorithms that are in use,
// compiled by gcc.
func (c compiled) section() figures.Section {
	const size = 16 << 10
	dst := make([]byte, size)
	s := figures.Section{
		Title: "Algorithms in C",
		About: "`gcc -O3 -march=native`, bench/peers/peers.c; the ratio is that of moves a second.",
	}
	for _, p := range inC {
		s.Rows = append(s.Rows, pairs.Row{
			ID: "c/" + p.name, What: fmt.Sprintf("Fill %s, %s, beside C: %s", kernel.Best().Name(), figures.Size(size), p.title),
			Unit: pairs.Bytes, Amount: size, Can: func() error { return c.err },
			Ours:  pairs.Calls(func() { kernel.Fill(dst, 1, 0) }),
			Peers: []pairs.Peer{{Name: p.title, Side: c.side(p.name, size)}},
		})
	}
	return s
}
