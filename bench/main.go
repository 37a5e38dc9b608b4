//go:build linux && amd64

// Command bench measures hanoigen beside its ceilings and its peers, on Linux and amd64,
// and prints docs/performance.md:
//
//	go run -C bench .                        prints it
//	go run -C bench . -write                 writes it, and the README's table
//	go run -C bench . -run 'Fill|StateAt'    measures some rows alone
//
// It takes 8 GiB in TMPDIR, on the disk that is measured. Files that share their blocks take
// root, loop devices, mkfs.xfs and mkfs.btrfs. Without them, the page says what was not run.
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
	"slices"
	"syscall"
	"time"
)

// Every row has its rounds in so many passes, each for so long and at least one. A minute in
// which the machine is slow then disturbs some rounds of many rows, and not all of a few.
const (
	passes = 5
	budget = 300 * time.Millisecond
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	only := flag.String("run", "", "measure only the rows whose first column the `regexp` matches")
	write := flag.Bool("write", false, "write ../docs/performance.md and the table of ../README.md")
	isFeed := flag.Bool("feed", false, "be the peer of the rows of pipes")
	flag.Parse()
	if *isFeed {
		return feed()
	}
	pattern, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if *write && *only != "" {
		return errors.New("-write and -run exclude each other: the page has all rows")
	}
	temp, err := os.MkdirTemp("", "hanoigen-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	p, err := newProgram(temp)
	if err != nil {
		return err
	}

	command := "go run -C bench ."
	if *write {
		command += " -write"
	}
	report, start := newReport(command), time.Now()
	report.rows = slices.DeleteFunc(slices.Concat(kernels(), puzzle(), algorithms(), p.rows(), p.judging()),
		func(r *row) bool { return !pattern.MatchString(r.what) })
	if len(report.rows) == 0 {
		return fmt.Errorf("-run %q matches no row", *only)
	}
	// A round that is under way ends, and takes its files and mounts away.
	stopped, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	for pass := range passes {
		for _, r := range report.rows {
			fmt.Fprintf(os.Stderr, "%d/%d %s\n", pass+1, passes, r.what)
			r.measure(budget)
			if stopped.Err() != nil {
				return errors.New("interrupted")
			}
		}
	}
	report.took = time.Since(start)
	if !*write {
		_, err = os.Stdout.WriteString(report.page())
		return err
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		return err
	}
	changed, err := report.readme(string(readme))
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile("../docs/performance.md", []byte(report.page()), 0o666),
		os.WriteFile("../README.md", []byte(changed), 0o666))
}

// row is a thing to measure, what to measure it against, and what was measured.
type row struct {
	what   string
	unit   unit
	amount float64 // what is handled in the time that is measured; 0 if time or size itself counts, and less is better
	before func()  // done once, before the first round; may be nil
	sides  []side  // hanoigen's, and the peer's if the row has one
	peer   string  // its name

	wantRatio float64 // how many times as good as the peer, at least; 0 asks for nothing
	want      float64 // in the unit: at most if less is better, else at least; 0 as above
	brief     bool    // the README has it, too

	measured [2][]float64 // by the sides, in each round
	failed   error
}

// unit is what a row counts.
type unit struct {
	names []string // of its multiples
	step  float64  // from one to the next
}

var (
	nanoseconds    = unit{[]string{"ns", "µs", "ms", "s"}, 1000}
	size           = unit{[]string{"B", "KiB", "MiB", "GiB"}, 1024}
	bytesPerSecond = unit{[]string{"B/s", "kB/s", "MB/s", "GB/s"}, 1000}
	movesPerSecond = unit{[]string{"moves/s", "k moves/s", "M moves/s", "G moves/s"}, 1000}
)

// A side does its thing once, and returns its measure in ns or, if the unit is size, in
// bytes.
type side func() float64

// measure has rounds for so long, and at least one. The sides take turns at going first.
func (r *row) measure(budget time.Duration) {
	if r.failed != nil {
		return
	}
	defer func() {
		switch f := recover().(type) {
		case nil:
		case failure:
			r.failed = f.error
		default:
			panic(f)
		}
	}()
	round := len(r.measured[0])
	if round == 0 && r.before != nil {
		r.before()
	}
	for start := time.Now(); ; round++ {
		for turn := range r.sides {
			i := (round + turn) % len(r.sides)
			r.measured[i] = append(r.measured[i], r.sides[i]())
		}
		if time.Since(start) >= budget {
			return
		}
	}
}

// failure is an error that ends the measurement of a row.
type failure struct{ error }

// check ends the measurement of the row if err is not nil.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// value returns the median of what a side measured, in the unit of the row.
func (r *row) value(side int) float64 {
	measure := quantile(r.measured[side], 0.5)
	if r.amount == 0 {
		return measure
	}
	return r.amount / measure * 1e9
}

// ratio returns how many times as good as the peer: the median of the rounds' ratios.
func (r *row) ratio() float64 { return quantile(r.rounds(), 0.5) }

// noisy reports whether the quartiles of the rounds are more than a tenth apart.
func (r *row) noisy() bool {
	return quantile(r.rounds(), 0.75) > 1.1*quantile(r.rounds(), 0.25)
}

// rounds returns the ratio of each round or, without a peer, its measure.
func (r *row) rounds() (ratios []float64) {
	if r.peer == "" {
		return r.measured[0]
	}
	for i, ours := range r.measured[0] {
		ratios = append(ratios, r.measured[1][i]/ours)
	}
	return ratios
}

// aim returns what a row should reach, and whether it does. It is "" where there is no such
// thing or nothing was measured.
func (r *row) aim() (text string, met bool) {
	switch {
	case r.failed != nil || r.wantRatio == 0 && r.want == 0:
		return "", true
	case r.wantRatio > 0:
		return "≥ " + digits(r.wantRatio), r.ratio() >= r.wantRatio
	case r.amount == 0:
		return "≤ " + r.unit.show(r.want), r.value(0) <= r.want
	}
	return "≥ " + r.unit.show(r.want), r.value(0) >= r.want
}

// quantile returns the q-quantile of x, 0 ≤ q ≤ 1, interpolated between two of x.
func quantile(x []float64, q float64) float64 {
	x = slices.Sorted(slices.Values(x))
	at := q * float64(len(x)-1)
	i := int(at)
	return x[i] + (at-float64(i))*(x[min(i+1, len(x)-1)]-x[i])
}
