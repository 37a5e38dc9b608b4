// Command bench measures every part of hanoigen beside its ceiling and its peers
// and prints the report in Markdown:
//
//	go run -C bench .                        prints it
//	go run -C bench . -out ../docs -readme   writes it with its plots, and into the README
//	go run -C bench . -run 'Fill|StateAt'    measures some rows alone
//
// With -out, the report goes to the folder of this machine's CPU, as docs/zen4.
// The rows of C take gcc; those of clones take root, loop devices, mkfs.xfs and
// mkfs.btrfs. Without them, the report says what was not run.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/hanoigen/hanoi/internal/figures"
	"github.com/hanoigen/hanoi/internal/pairs"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	only := flag.String("run", "", "measure only the rows whose first column the `regexp` matches")
	passes := flag.Int("passes", 4, "how many `times` all rows have their turn, each for its part of the budget")
	budget := flag.Duration("budget", time.Second, "the `time` of a row, about; pipes, which are noisy, take three times as long")
	dir := flag.String("dir", os.TempDir(), "a `folder` on the disk to measure; this takes 20 GiB")
	disks := flag.Int("disks", 33, "the `number` of disks of the file that is written, at least 24")
	out := flag.String("out", "", "write report.md and its plots to the CPU's folder in a `folder`")
	intoReadme := flag.Bool("readme", false, "rewrite the figures in ../README.md")
	flag.Parse()
	pattern, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if *passes < 1 {
		return fmt.Errorf("-passes %d: give 1 or more", *passes)
	}
	temp, err := os.MkdirTemp(*dir, "hanoigen-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	program := figures.Program{
		Path: filepath.Join(temp, "hanoigen"), Dir: temp, Disks: *disks,
		Least: filepath.Join(temp, "least"), Libraries: filepath.Join(temp, "libraries"),
	}
	if err := errors.Join(build("..", "./cmd/hanoigen", program.Path), build(".", "./least", program.Least),
		build(".", "./libraries", program.Libraries)); err != nil {
		return err
	}

	r := report{machine: machine(), folder: cpuFolder(), command: command(os.Args[1:])}
	c := buildPeers(temp)
	start := time.Now()
	all := append(figures.Sections(program), c.section(), clones(program))
	sections := figures.Select(all, pattern)
	if len(sections) == 0 && !pattern.MatchString(sizesName) {
		return fmt.Errorf("-run %q matches no row; the rows are: %s", *only, strings.Join(figures.Names(all), "; "))
	}
	// A row that is under way ends, and takes its files and mounts away.
	stopped, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var failed error
	rows := map[string]*pairs.Measurement{}
	for pass := range *passes {
		for _, s := range sections {
			for _, row := range s.Rows {
				m := rows[row.ID]
				if m == nil {
					m = &pairs.Measurement{Row: row, Budget: *budget}
					if s.Title == "Pipes" {
						m.Budget *= 3
					}
					rows[row.ID] = m
				}
				fmt.Fprintln(os.Stderr, row.What)
				err := m.Run(float64(pass+1) / float64(*passes))
				if stopped.Err() != nil {
					return errors.New("interrupted")
				}
				if err != nil { // the other rows are worth something
					failed = errors.Join(failed, fmt.Errorf("%s: %w", row.What, err))
				}
			}
		}
	}
	for _, s := range sections {
		m := measured{Section: s}
		for _, row := range s.Rows {
			m.results = append(m.results, rows[row.ID].Result())
		}
		r.sections = append(r.sections, m)
	}
	if pattern.MatchString(sizesName) {
		fmt.Fprintln(os.Stderr, sizesName)
		r.sizes, err = sizes(c)
		failed = errors.Join(failed, err)
	}
	r.took = time.Since(start)

	if *out == "" {
		var text bytes.Buffer
		r.write(&text)
		_, err = os.Stdout.Write(text.Bytes())
	} else {
		err = r.save(filepath.Join(*out, r.folder))
	}
	if err == nil && *intoReadme {
		err = r.rewriteReadme("../README.md")
	}
	return errors.Join(failed, err)
}

// command is how this program was called, as a shell takes it.
func command(args []string) string {
	plain := regexp.MustCompile(`^[\w./=:-]+$`)
	line := "go run -C bench ."
	for _, arg := range args {
		if !plain.MatchString(arg) {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		line += " " + arg
	}
	return line
}

// build compiles a program of the module in a folder, as releases are built: without C,
// whose library takes a program half a millisecond and more to load.
func build(module, what, path string) error {
	c := exec.Command("go", "build", "-trimpath", "-ldflags=-w", "-o", path, what)
	c.Dir = module
	c.Env = append(c.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w: %s", what, err, out)
	}
	return nil
}
