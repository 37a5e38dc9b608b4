//go:build linux && amd64

// Command bench makes the measurements that go test -bench cannot make. It compares kernels
// with loops in assembly, and hanoigen with other programs, and measures hanoigen on XFS and
// btrfs. It prints a page of docs/performance:
//
//	go run -C bench .                       print the page of this CPU
//	go run -C bench . -write                write it, and the tables of docs/performance.md and the README
//	go run -C bench . -run 'Fill|reader'    measure only the rows that match
//
// It takes about five minutes and 4 GiB in TMPDIR, which must be on the disk to be measured.
// The rows for XFS and btrfs need root, loop devices and mkfs. The page lists what was not
// measured, and why.
package main

//go:generate go run -C ../asm . -stores -out ../bench/loops_amd64.s -stubs ../bench/loops_amd64.go -pkg main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"syscall"
)

// A round measures every row once. If the machine is slow for a minute, every row has a few
// slow rounds, and its median hardly changes.
const rounds = 11

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	var only regexp.Regexp
	flag.TextVar(&only, "run", regexp.MustCompile(""), "measure only rows whose first column matches the `regexp`")
	write := flag.Bool("write", false, "write the page of this CPU in ../docs/performance, and the tables of all")
	flag.Parse()
	temp, err := os.MkdirTemp("", "hanoigen-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	f := folder(temp)
	if err := f.build(); err != nil {
		return err
	}
	if err := f.slow(); *write && err != nil {
		return err
	}

	pipes := f.pipes()
	report := report{append(kernels(), pipes[0]), append(pipes[1:], f.programs()...), algorithms()}
	// After a signal, the current measurement ends and cleans up.
	stopped, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	for round := range rounds {
		for _, r := range report.rows() {
			switch {
			case stopped.Err() != nil:
				return errors.New("interrupted")
			case !only.MatchString(r.what):
				r.failed = errors.New("excluded by -run")
			case r.failed == nil:
				fmt.Fprintf(os.Stderr, "%d/%d %s\n", round+1, rounds, r.what)
				r.measure(round)
			}
		}
	}
	if *write {
		return report.write("../docs")
	}
	_, err = os.Stdout.WriteString(report.page())
	return err
}
