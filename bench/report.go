package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"

	"github.com/hanoigen/hanoi/internal/figures"
	"github.com/hanoigen/hanoi/internal/pairs"
	"github.com/hanoigen/hanoi/kernel"
)

// report is all that was measured in one run.
type report struct {
	machine  string
	folder   string // of its CPU, in docs
	command  string
	took     time.Duration
	sections []measured
	sizes    []series
}

// measured is a section with its results.
type measured struct {
	figures.Section
	results []pairs.Result
}

// results returns those of all sections.
func (r *report) results() (all []pairs.Result) {
	for _, s := range r.sections {
		all = append(all, s.results...)
	}
	return all
}

// file is a file that shares its blocks, as it was measured.
type file struct {
	fs string
	n  int
	cloned
}

func (r *report) files() (all []file) {
	for _, fs := range sharing {
		for _, n := range fs.n {
			t, ok := pairs.Find(r.results(), cloneID(fs.name, n))
			disk, ok2 := pairs.Find(r.results(), cloneID(fs.name, n)+"/disk")
			if ok && ok2 {
				all = append(all, file{fs.name, n, cloned{t.Value, disk.Value}})
			}
		}
	}
	return all
}

// machine says what was measured, and on what.
func machine() string {
	return fmt.Sprintf("%s, %d cores; %s %s/%s; tiers %s; commit %s",
		pairs.CPU(), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH, tiers(), commit())
}

func tiers() string {
	var names []string
	for _, t := range kernel.Tiers() {
		names = append(names, t.Name())
	}
	return strings.Join(names, " ")
}

// cpuFolder returns the folder in docs of the reports of this machine's CPU.
func cpuFolder() string { return folder(cpuid.CPU.VendorString, cpuid.CPU.Family, cpuid.CPU.Model) }

// folder names a CPU by its core where that is known, else by its numbers.
func folder(vendor string, family, model int) string {
	switch {
	case vendor == "AuthenticAMD" && family == 26:
		return "zen5"
	case vendor == "AuthenticAMD" && family == 25 &&
		(model>>4 == 1 || model>>4 == 6 || model>>4 == 7 || model>>4 == 10):
		return "zen4"
	case vendor == "":
		return runtime.GOARCH
	}
	return fmt.Sprintf("%s-%d-%d", strings.ToLower(vendor), family, model)
}

// commit returns the commit of the tree, and whether something but the report
// differs from it.
func commit() string {
	head, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	changes, err := exec.Command("git", "status", "--porcelain", "--", ":/", ":!/docs", ":!/README.md").Output()
	if err != nil || len(changes) > 0 {
		return strings.TrimSpace(string(head)) + "+changes"
	}
	return strings.TrimSpace(string(head))
}

// save writes the report and its plots to a folder.
func (r *report) save(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var text strings.Builder
	r.write(&text)
	if err := os.WriteFile(filepath.Join(dir, "report.md"), []byte(text.String()), 0o666); err != nil {
		return err
	}
	return r.draw(dir)
}

func (r *report) write(w io.Writer) {
	fmt.Fprintf(w, "# Performance\n\n%s.\n\n    %s\n\nThat took %v. ", r.machine, r.command, r.took.Round(time.Second))
	fmt.Fprintln(w, `[How to read it](../report.md).`)
	turns, quiet := 0, 0
	for _, result := range r.results() {
		turns, quiet = turns+result.Turns, quiet+result.Quiet
	}
	fmt.Fprintf(w, "Of %d rounds, %d had a core of their own, and only these count; a row with a ~ had fewer than three of them.\n", turns, quiet)
	if len(r.sizes) > 0 {
		fmt.Fprint(w, "\n![The rate of Fill by size](sizes.svg)\n")
	}
	var missed, left []pairs.Result
	for _, result := range r.results() {
		if result.NotRun != "" {
			left = append(left, result)
		} else if result.Missed() {
			missed = append(missed, result)
		}
	}
	for _, part := range []struct {
		title string
		rows  []pairs.Result
	}{{"Targets that are missed", missed}, {"Not run", left}} {
		if len(part.rows) > 0 {
			fmt.Fprintf(w, "\n## %s\n\n", part.title)
			pairs.Markdown(w, part.rows)
		}
	}
	for _, s := range r.sections {
		fmt.Fprintf(w, "\n## %s\n\n", s.Title)
		if s.About != "" {
			fmt.Fprintf(w, "%s\n\n", s.About)
		}
		pairs.Markdown(w, s.results)
		if s.Conclude != nil {
			if text := s.Conclude(s.results); text != "" {
				fmt.Fprintf(w, "\n%s\n", text)
			}
		}
	}
	if len(r.files()) > 0 {
		fmt.Fprint(w, "\n![Time and disk used by n](clone.svg)\n")
	}
}
