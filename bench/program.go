//go:build linux && amd64

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/hanoigen/hanoi/internal/must"
)

// folder is where programs run. It is on the disk to be measured, and in PATH.
type folder string

// build puts hanoigen, least and ceiling into the folder. Like a release, they do not load the
// C library, which takes half a millisecond or more.
func (f folder) build() error {
	os.Setenv("PATH", string(f)+":"+os.Getenv("PATH"))
	os.Setenv("bench", must.Get(os.Getwd()))
	_, err := f.shell(`export CGO_ENABLED=0 GOFLAGS=-trimpath f="$PWD/" && cd "$bench" &&
		go build -ldflags=-w -o "$f" ./least ./ceiling && go build -C .. -ldflags=-w -o "$f" ./cmd/hanoigen`)()
	return err
}

// slow returns an error if starting the least program takes long, as on some virtual machines.
func (f folder) slow() error {
	r := row{ours: f.shell("for i in {1..10}; do least; done")}
	for round := range rounds {
		r.measure(round)
	}
	if took := r.value(0) / 10; took > 5e6 {
		return fmt.Errorf("starting the least program takes %s, not at most 5 ms: its figures say little about hanoigen; leave out -write", nanoseconds.show(took))
	}
	return r.failed
}

// shell returns the side that runs a line of bash. If the line prints a number, that is the
// result.
func (f folder) shell(line string) side {
	return func() (float64, error) {
		c := exec.Command("bash", "-c", line)
		c.Dir = string(f)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		start := time.Now()
		out, err := c.Output()
		took := float64(time.Since(start))
		if err != nil {
			return 0, fmt.Errorf("%w: %s", err, bytes.TrimSpace(stderr.Bytes()))
		}
		if ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64); err == nil {
			return ns, nil
		}
		return took, nil
	}
}

// pipes measures hanoigen with a reader. Only the first row has a ceiling: the speed of
// unpinned programs depends on the cores that the system chooses for them, and text has longer
// bodies than packed moves.
func (f folder) pipes() (rows []*row) {
	const (
		cores  = "lscpu -p=CPU,CORE | grep -v '#' | sort -t, -k2,2n -u | cut -d, -f1 | xargs > cores"
		pin    = "read a b < cores && : ${b:?it needs two cores} && taskset -c $a "
		reader = "dd of=/dev/null bs=256K count=32K iflag=fullblock"
	)
	pinned := func(program string) side { return f.shell(pin + program + " | taskset -c $b " + reader) }
	add := func(what string, target float64, ours side, beside string, theirs side) {
		rows = append(rows, &row{
			what: what, unit: bytesPerSecond, amount: 8 << 30, target: target, before: f.shell(cores),
			ours: ours, beside: beside, theirs: theirs, ceiling: len(rows) == 0, brief: len(rows) == 0,
		})
	}
	add("hanoigen -n 36 to a reader, a core each", 0.92, pinned("hanoigen -n 36"), "vmsplice of the same pages", pinned("ceiling"))
	add("hanoigen -n 36 to a reader, not pinned", 0.92, f.shell("hanoigen -n 36 | "+reader), "vmsplice of the same pages", f.shell("ceiling | "+reader))
	add("hanoigen -n 36 -f text, a core each", 0.9, pinned("hanoigen -n 36 -f text"), "packed", pinned("hanoigen -n 36"))
	return rows
}

// programs compares hanoigen with other programs, and measures it alone.
func (f folder) programs() []*row {
	rows := []*row{
		{
			what: "hanoigen -n 31 -o f --io direct", unit: bytesPerSecond, amount: 2 << 30, target: 0.9,
			ours:   f.shell("rm -f f && hanoigen -n 31 -o f --io direct"),
			beside: "dd bs=4M oflag=direct conv=fdatasync",
			theirs: f.shell("rm -f f && dd if=/dev/zero of=f bs=4M count=512 oflag=direct conv=fdatasync"),
		},
		{
			what: "hanoigen verify f, from the page cache", unit: bytesPerSecond, amount: 1 << 30, target: 0.9,
			before: f.shell("hanoigen -n 30 -o cached --io write"),
			ours:   f.shell("hanoigen verify -n 30 cached"),
			beside: "dd of=/dev/null bs=256K", theirs: f.shell("dd if=cached of=/dev/null bs=256K"),
		},
		{
			what: "hanoigen -n 3 -f text, 100 times", unit: nanoseconds, target: 0.667,
			ours:   f.shell("for i in {1..100}; do hanoigen -n 3 -f text; done"),
			beside: "a Go program that writes a line", theirs: f.shell("for i in {1..100}; do least; done"),
		},
		{
			// GODEBUG prints: init PACKAGE @TIME ms, TIME ms clock, N bytes, N allocs
			what: "importing kernel", unit: microseconds, target: 30,
			ours: f.shell(`GODEBUG=inittrace=1 hanoigen --version 2>&1 | awk '/hanoi\/kernel / { ms = $5 } END { print ms * 1e3 }'`),
		},
		{what: "hanoigen -n 40 -o f on XFS", unit: nanoseconds, target: 1e9, brief: true, ours: f.shell(`bash "$bench/clone.sh" mkfs.xfs -q -m reflink=1`)},
		{what: "hanoigen -n 40 -o f on btrfs", unit: nanoseconds, target: 1e9, ours: f.shell(`bash "$bench/clone.sh" mkfs.btrfs -q`)},
		{
			what: "hanoigen check --batch, all cores", unit: bytesPerSecond, amount: 8e6, target: 40e6,
			before: f.shell("hanoigen instances --seed 1 --count 40000 -n 3..8 --kind random --answers | head -c 8000000 | sed '$d' > lines"),
			ours:   f.shell("hanoigen check --batch lines"),
		},
	}
	judged := func(form string, n int, write, notation string, target float64) {
		rows = append(rows, &row{
			what: fmt.Sprintf("hanoigen check -n %d, %s, one core", n, form),
			unit: movesPerSecond, amount: float64(int(1)<<n - 1), target: target,
			before: f.shell(fmt.Sprintf("hanoigen -n %d %s > '%s'", n, write, form)),
			ours:   f.shell(fmt.Sprintf("GOMAXPROCS=1 hanoigen check -n %d --notation %s '%s'", n, notation, form)),
		})
	}
	judged("text", 22, "-f text", "auto", 8e6)
	judged("numbered text", 22, "-f text --numbers", "auto", 8e6)
	judged("csv", 22, "-f csv", "auto", 8e6)
	judged("jsonl", 22, "-f jsonl", "auto", 8e6)
	judged("triples", 22, "-f csv | sed -e 1d -e 's/.*/[&],/' -e '2s/^/[/' -e '$s/,$/]/'", "auto", 8e6)
	judged("packed", 28, "", "packed", 100e6)
	return rows
}
