// Command bench measures every part of hanoigen beside its peers and prints the
// report in Markdown:
//
//	go run -C bench .                        prints it
//	go run -C bench . -out ../docs -readme   writes it with its plots, and into the README
//
// The rows of C take gcc; those of clones take root, loop devices, mkfs.xfs and
// mkfs.btrfs. Without them, the report says what it leaves out.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/hanoigen/hanoi/internal/bench"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	only := flag.String("run", "", "measure only the rows whose first column the `regexp` matches")
	dir := flag.String("dir", os.TempDir(), "a `folder` on the disk to measure; this takes 12 GiB")
	disks := flag.Int("disks", 33, "the `number` of disks of the file that is written, at least 24")
	out := flag.String("out", "", "write report.md and its plots to a `folder`")
	intoReadme := flag.Bool("readme", false, "rewrite the figures in ../README.md")
	flag.Parse()
	if bench.Only, err = regexp.Compile(*only); err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	bench.Budget = 3 * time.Second // pipes are noisy
	temp, err := os.MkdirTemp(*dir, "hanoigen-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	program := bench.Program{Path: filepath.Join(temp, "hanoigen"), Dir: temp, Disks: *disks}
	build := exec.Command("go", "build", "-o", program.Path, "./cmd/hanoigen")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w: %s", err, out)
	}

	r := report{machine: machine(), command: "go run -C bench . " + strings.Join(os.Args[1:], " ")}
	c := buildPeers(temp)
	sections := append(bench.Sections(program), bench.Section{
		Title:   "Algorithms in C",
		Measure: func(report func(bench.Row)) { peers(c, report) },
	}, bench.Section{
		Title:   "Files that share their blocks",
		Measure: func(report func(bench.Row)) { r.clones = clones(program, report) },
	}, bench.Section{
		Title: "Sizes",
		Measure: func(func(bench.Row)) {
			if bench.Wanted("sizes") {
				r.sizes = sizes(c)
			}
		},
	})
	for _, s := range sections {
		fmt.Fprintln(os.Stderr, s.Title)
		rows, err := s.Rows()
		if err != nil {
			return err
		}
		r.add(s.Title, rows)
	}

	var text bytes.Buffer
	r.write(&text)
	if *out == "" {
		_, err = os.Stdout.Write(text.Bytes())
	} else if err = os.WriteFile(filepath.Join(*out, "report.md"), text.Bytes(), 0o666); err == nil {
		err = r.draw(*out)
	}
	if err != nil || !*intoReadme {
		return err
	}
	return r.rewriteReadme("../README.md")
}
