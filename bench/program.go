//go:build linux && amd64

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi"
)

// program is the built command, and where it is measured.
type program struct {
	path  string
	least string // the built command least
	dir   string // a folder on the disk that is measured
}

func newProgram(dir string) (program, error) {
	p := program{path: filepath.Join(dir, "hanoigen"), least: filepath.Join(dir, "least"), dir: dir}
	return p, errors.Join(build("..", "./cmd/hanoigen", p.path), build(".", "./least", p.least))
}

// build compiles a program of the module in a folder, as releases are built: without C,
// whose library takes a program half a millisecond and more to load.
func build(module, what, path string) error {
	c := exec.Command("go", "build", "-C", module, "-trimpath", "-ldflags=-w", "-o", path, what)
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

// rows measures the command: files until they are on the disk, pipes, lines of a batch,
// memory and how long it takes to start.
func (p program) rows() []*row {
	packed := throughput(p.path, "-n", "36")
	output, cached := filepath.Join(p.dir, "output"), filepath.Join(p.dir, "cached")
	anew := func(command ...string) side {
		write := whole(command...)
		return func() float64 {
			check(os.RemoveAll(output))
			return write()
		}
	}
	return []*row{
		{
			what: "hanoigen -n 36 to a program that reads", unit: bytesPerSecond, amount: piped, wantRatio: 0.9,
			sides: []side{packed, throughput("/proc/self/exe", "-feed")}, peer: "vmsplice of one buffer", brief: true,
		},
		{
			what: "hanoigen -n 36 -f text to the same", unit: bytesPerSecond, amount: piped, wantRatio: 0.9,
			sides: []side{throughput(p.path, "-n", "36", "-f", "text"), packed}, peer: "packed",
		},
		p.cloned("XFS", "mkfs.xfs", "-q", "-m", "reflink=1"),
		p.cloned("btrfs", "mkfs.btrfs", "-q"),
		{
			what: "hanoigen -n 32 -o f --io direct", unit: bytesPerSecond, amount: 1 << 32, wantRatio: 0.9,
			sides: []side{
				anew(p.path, "-n", "32", "-o", output, "--io", "direct"),
				anew("dd", "if=/dev/zero", "of="+output, "bs=4M", "count=1024", "oflag=direct", "conv=fdatasync"),
			},
			peer: "dd bs=4M oflag=direct conv=fdatasync",
		},
		{
			what: "hanoigen verify f, from the page cache", unit: bytesPerSecond, amount: 1 << 30, wantRatio: 0.9,
			before: func() { call(p.path, "-n", "30", "-o", cached, "--io", "write") },
			sides:  []side{whole(p.path, "verify", "-n", "30", cached), whole("dd", "if="+cached, "of=/dev/null", "bs=256K")},
			peer:   "dd of=/dev/null bs=256K",
		},
		p.batch(),
		{what: "memory of hanoigen -n 64 and of check, packed", unit: size, want: 64 << 20, sides: []side{p.memory}},
		{
			what: "hanoigen -n 3 -f text, start to end", unit: nanoseconds, wantRatio: 0.5,
			sides: []side{whole(p.path, "-n", "3", "-f", "text"), whole(p.least)}, peer: "a Go program that writes a line",
		},
		{what: "importing kernel", unit: nanoseconds, want: 30e3, sides: []side{p.importing}},
	}
}

// judging measures the judge with the solution in several forms.
func (p program) judging() (rows []*row) {
	for _, form := range []string{"text", "text --numbers", "csv", "jsonl", "triples", "packed"} {
		n, least, notation := 22, 8e6, "auto"
		if form == "packed" {
			n, least, notation = 28, 100e6, "packed"
		}
		name, disks := filepath.Join(p.dir, form), fmt.Sprint(n)
		judge := []string{"env", "GOMAXPROCS=1", p.path, "check", "-n", disks, "--notation", notation, name}
		rows = append(rows, &row{
			what: fmt.Sprintf("hanoigen check -n %d, %s, one core", n, form), want: least,
			unit: movesPerSecond, amount: float64(int(1)<<n - 1),
			before: func() {
				if form == "triples" {
					check(os.WriteFile(name, triples(n), 0o666))
					return
				}
				call(append([]string{p.path, "-n", disks, "-o", name, "-f"}, strings.Fields(form)...)...)
			},
			sides: []side{whole(judge...)},
		})
	}
	return rows
}

// triples returns the solution as a list of JSON.
func triples(n int) []byte {
	text := []byte("[")
	for _, m := range hanoi.Moves(n, hanoi.Canonical) {
		text = fmt.Appendf(text, "[%d, %d, %d], ", m.Disk, m.From, m.To)
	}
	return append(text[:len(text)-2], ']')
}

func (p program) batch() *row {
	lines := filepath.Join(p.dir, "lines")
	r := &row{
		what: "hanoigen check --batch, all cores", unit: bytesPerSecond, want: 40e6,
		sides: []side{whole(p.path, "check", "--batch", lines)},
	}
	r.before = func() {
		out := call(p.path, "instances", "--seed", "1", "--count", "40000", "-n", "3..8", "--kind", "random", "--answers")
		check(os.WriteFile(lines, []byte(out), 0o666))
		r.amount = float64(len(out))
	}
	return r
}

// importing returns the time that the import of package kernel takes. The runtime prints a
// line for each package that has something to do before main begins:
//
//	init PACKAGE @TIME ms, TIME ms clock, N bytes, N allocs
func (p program) importing() float64 {
	trace := call("env", "GODEBUG=inittrace=1", p.path, "--version")
	m := regexp.MustCompile(`(?m)^init github.com/hanoigen/hanoi/kernel @\S+ ms, (\S+) ms clock`).FindStringSubmatch(trace)
	if m == nil {
		return 0
	}
	clock, err := time.ParseDuration(m[1] + "ms")
	check(err)
	return float64(clock)
}

// cloned measures the moves of 40 disks on a file system that shares blocks. They may take
// 256 MiB of it.
func (p program) cloned(name string, mkfs ...string) *row {
	return &row{
		what: "hanoigen -n 40 -o f on " + name, unit: nanoseconds, want: 1e9, brief: name == "XFS",
		sides: []side{func() float64 {
			var took, used float64 // in µs and bytes
			_, err := fmt.Sscan(call(append([]string{"bash", "clone.sh", p.path, p.dir}, mkfs...)...), &took, &used)
			check(err)
			if used > 256<<20 {
				check(fmt.Errorf("the file takes %s of disk; want at most 256 MiB", size.show(used)))
			}
			return 1000 * took
		}},
	}
}

// feed hands one constant buffer to the pipe that is standard output, again and again: the
// peer of what hanoigen writes to one.
func feed() error {
	const buffer, pipe = 128 << 10, 1 << 20 // bytes, as hanoigen has them
	v := unix.Iovec{Base: &aligned(buffer)[0]}
	v.SetLen(buffer)
	_, _ = unix.FcntlInt(1, unix.F_SETPIPE_SZ, pipe)
	for { // a short count makes no difference: all bytes are the same
		_, err := unix.Vmsplice(1, []unix.Iovec{v, v, v, v}, 0)
		if err == unix.EPIPE {
			return nil
		}
		if err != nil && err != unix.EINTR {
			return err
		}
	}
}

// start starts a program that writes to a pipe of ours. Stop closes it, at which the program
// ends.
func start(command ...string) (c *exec.Cmd, pipe *os.File, stop func()) {
	c = exec.Command(command[0], command[1:]...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	check(err)
	check(c.Start())
	pipe = out.(*os.File) // as StdoutPipe has always returned
	pipe.Fd()             // from now on its reads block, without the runtime's poller
	return c, pipe, func() {
		pipe.Close()
		_ = c.Wait()
	}
}

const piped = 512 << 20 // bytes of a turn

// throughput is the side of a program that writes to a pipe, once it is under way.
func throughput(command ...string) side {
	buffer := aligned(256 << 10)
	return func() float64 {
		_, pipe, stop := start(command...)
		defer stop()
		read := func(bytes int) {
			for range bytes / len(buffer) {
				if _, err := io.ReadFull(pipe, buffer); err != nil {
					check(fmt.Errorf("%s ends early: %w", command[0], err))
				}
			}
		}
		read(8 << 20)
		return float64(timed(1, func() { read(piped) }))
	}
}

// memory returns what a program takes that writes a GiB of moves, or one that judges them,
// whichever is more.
func (p program) memory() float64 {
	generator, moves, stop := start(p.path, "-n", "64")
	defer stop()
	judge := exec.Command(p.path, "check", "-n", "64", "--notation", "packed", "-")
	answer, err := judge.StdinPipe()
	check(err)
	check(judge.Start())
	defer func() {
		answer.Close()
		_ = judge.Wait() // its status says that the puzzle is not solved
	}()
	_, err = io.CopyN(answer, moves, 1<<30)
	check(err)
	return max(peak(generator), peak(judge))
}

// peak returns the most memory that a process had so far. What wait returns would count
// what its parent had when it began.
func peak(c *exec.Cmd) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid))
	check(err)
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kib float64
	_, err = fmt.Sscan(after, &kib)
	check(err)
	return kib * 1024
}
