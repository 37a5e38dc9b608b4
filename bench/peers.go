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

// buildPeers compiles the C programs into a folder, and returns the program.
func buildPeers(dir string) (string, error) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return "", err
	}
	source, program := filepath.Join(dir, "peers.c"), filepath.Join(dir, "peers")
	if err := os.WriteFile(source, peersSource, 0o666); err != nil {
		return "", err
	}
	out, err := exec.Command(gcc, "-O3", "-march=native", "-o", program, source).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return program, nil
}

// inC is the side of a peer in C, which takes its own time.
func inC(program, name string, size int) bench.Side {
	return func(n int) float64 {
		out, err := exec.Command(program, name, strconv.Itoa(size), strconv.Itoa(n)).Output()
		if err != nil {
			panic(err)
		}
		ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil {
			panic(err)
		}
		return ns
	}
}

// peers measures the fastest kernel against the algorithms that are in use,
// compiled by gcc.
func peers(report func(bench.Row)) error {
	dir, err := os.MkdirTemp("", "hanoigen-peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program, err := buildPeers(dir)
	if err != nil {
		return fmt.Errorf("the rows of C are left out: %w", err)
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
			"gcc -O3: "+p.title, inC(program, p.name, size), p.target))
	}
	return nil
}
