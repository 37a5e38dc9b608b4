package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hanoigen/hanoi"
)

// program is the built command, and where it is measured.
type program struct {
	path  string
	least string // the least that a Go program does
	dir   string // a folder on the disk that is measured
}

// build compiles a program of the module in a folder, as releases are built: without C,
// whose library takes a program half a millisecond and more to load.
func build(module, what, path string) error {
	c := exec.Command("go", "build", "-trimpath", "-ldflags=-w", "-o", path, what)
	c.Dir = module
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w: %s", what, err, bytes.TrimSpace(out))
	}
	return nil
}

// call returns what a command prints.
func call(command ...string) string {
	out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
	if err != nil {
		check(fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, bytes.TrimSpace(out)))
	}
	return string(out)
}

// whole is the side of a command, from its start to its end.
func whole(command ...string) side {
	return func() float64 { return float64(timed(1, func() { call(command...) })) }
}

// file is the path of a file in the measured folder.
func (p program) file(name string) string { return filepath.Join(p.dir, name) }

// files measures files, written until they are on the disk, and read.
func (p program) files() []row {
	output, cached := p.file("output"), p.file("cached")
	anew := func(command ...string) side {
		write := whole(command...)
		return func() float64 {
			check(os.RemoveAll(output))
			return write()
		}
	}
	verify := beside(whole(p.path, "verify", "-n", "30", cached), whole("dd", "if="+cached, "of=/dev/null", "bs=256K"))
	return []row{
		{
			what: "hanoigen -n 32 -o f --io direct", unit: bytesPerSecond, amount: 1 << 32, target: target{ratio: 0.9},
			round: beside(
				anew(p.path, "-n", "32", "-o", output, "--io", "direct"),
				anew("dd", "if=/dev/zero", "of="+output, "bs=4M", "count=1024", "oflag=direct", "conv=fdatasync")),
			peer: "dd bs=4M oflag=direct conv=fdatasync",
		},
		{
			what: "hanoigen verify f, from the page cache", unit: bytesPerSecond, amount: 1 << 30, target: target{ratio: 0.9},
			round: first(func() { call(p.path, "-n", "30", "-o", cached, "--io", "write") }, verify),
			peer:  "dd of=/dev/null bs=256K",
		},
	}
}

// first has something done before the first round.
func first(do func(), then round) round {
	once := sync.OnceFunc(do)
	return func(number int) (float64, float64) {
		once()
		return then(number)
	}
}

// judging measures the judge, from start to end.
func (p program) judging() []row {
	one := func(notation, n string, least float64, write func(name string)) row {
		disks, _ := strconv.Atoi(n)
		name := p.file(notation)
		return row{
			what: fmt.Sprintf("hanoigen check -n %s, %s, one core", n, notation), target: target{value: least},
			unit: movesPerSecond, amount: float64(int(1)<<disks - 1),
			round: first(func() { write(name) },
				alone(whole("env", "GOMAXPROCS=1", p.path, "check", "-n", n, "--notation", notation, name))),
		}
	}
	text := func(name string) { call(p.path, "-n", "20", "-f", "text", "-o", name) }
	triples := func(name string) {
		var b bytes.Buffer
		for _, m := range hanoi.Moves(20, hanoi.Canonical) {
			fmt.Fprintf(&b, ", [%d, %d, %d]", m.Disk, m.From, m.To)
		}
		check(os.WriteFile(name, fmt.Appendf(nil, "[%s]", b.Bytes()[2:]), 0o666))
	}
	packed := func(name string) { call(p.path, "-n", "28", "-o", name) }

	var size float64 // of the lines
	lines := p.file("lines")
	judge := whole(p.path, "check", "--batch", lines)
	batch := row{
		what: "hanoigen check --batch, all cores", unit: bytesPerSecond, amount: 1, target: target{value: 40e6},
		round: first(func() {
			out := call(p.path, "instances", "--seed", "1", "--count", "40000", "-n", "3..8", "--kind", "random", "--answers")
			check(os.WriteFile(lines, []byte(out), 0o666))
			size = float64(len(out))
		}, alone(func() float64 { return judge() / size })),
	}
	return []row{one("text", "20", 10e6, text), one("triples", "20", 10e6, triples), one("packed", "28", 100e6, packed), batch}
}

// start measures what a run costs besides its moves.
func (p program) start() []row {
	return []row{
		{
			what: "hanoigen -n 3 -f text, start to end", target: target{ratio: 0.5},
			round: beside(whole(p.path, "-n", "3", "-f", "text"), whole(p.least)), peer: "a Go program that writes a line",
		},
		{what: "importing kernel", target: target{value: 30e-6}, round: alone(p.importing)},
	}
}

// importing returns the time that the import of package kernel takes. The runtime prints a
// line for each package that has something to do before main begins:
//
//	init PACKAGE @TIME ms, TIME ms clock, N bytes, N allocs
func (p program) importing() float64 {
	trace := call("env", "GODEBUG=inittrace=1", p.path, "--version")
	m := regexp.MustCompile(`(?m)^init github.com/hanoigen/hanoi/kernel @\S+ ms, (\S+) ms clock, (\d+) bytes`).FindStringSubmatch(trace)
	if m == nil {
		return 0
	}
	if m[2] != "0" {
		check(fmt.Errorf("it allocates %s bytes", m[2]))
	}
	clock, err := time.ParseDuration(m[1] + "ms")
	check(err)
	return float64(clock)
}
