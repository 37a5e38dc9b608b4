// Command bench measures hanoigen beside its ceilings and its peers, and prints
// docs/performance.md:
//
//	go run -C bench .                        prints it
//	go run -C bench . -write                 writes it, and the README's table
//	go run -C bench . -run 'Fill|StateAt'    measures some rows alone
//
// Files that share their blocks take root, loop devices, mkfs.xfs and mkfs.btrfs. Without
// them, the page says what was not run.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

// Every row has its rounds in so many passes, each for so long and at least one.
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
	dir := flag.String("dir", os.TempDir(), "a `folder` on the disk to measure; this takes 8 GiB")
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
	temp, err := os.MkdirTemp(*dir, "hanoigen-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	p := program{path: filepath.Join(temp, "hanoigen"), least: filepath.Join(temp, "least"), dir: temp}
	if err := errors.Join(build("..", "./cmd/hanoigen", p.path), build(".", "./least", p.least)); err != nil {
		return err
	}

	command := "go run -C bench ."
	if *write {
		command += " -write"
	}
	report, start := newReport(command), time.Now()
	var rows []*measurement
	for _, r := range all(p) {
		if pattern.MatchString(r.what) {
			rows = append(rows, &measurement{row: r})
		}
	}
	if len(rows) == 0 {
		return fmt.Errorf("-run %q matches no row", *only)
	}
	// A round that is under way ends, and takes its files and mounts away.
	stopped, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	for pass := range passes {
		for _, m := range rows {
			fmt.Fprintf(os.Stderr, "%d/%d %s\n", pass+1, passes, m.what)
			m.measure(budget)
			if stopped.Err() != nil {
				return errors.New("interrupted")
			}
		}
	}
	for _, m := range rows {
		report.results = append(report.results, m.result())
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

// all returns all rows, in the order of the page.
func all(p program) (rows []row) {
	for _, some := range [][]row{kernels(), shortCalls(), puzzle(), p.files(), p.judging(), p.start(), p.system()} {
		rows = append(rows, some...)
	}
	return rows
}
