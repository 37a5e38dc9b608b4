//go:build linux && amd64

package main

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"text/template"

	"github.com/klauspost/cpuid/v2"

	"github.com/hanoigen/hanoi/internal/must"
)

// A report holds the content of docs/performance.md.
type report struct {
	Ceilings, Others, Algorithms []*row
}

func (r *report) rows() []*row { return slices.Concat(r.Ceilings, r.Others, r.Algorithms) }

//go:embed page.md
var pageText string

func (r *report) page() string {
	var b strings.Builder
	t := template.Must(template.New("").Funcs(template.FuncMap{"table": table}).Parse(pageText))
	must.Do(t.Execute(&b, r))
	return b.String()
}

// readme replaces the table in the text of a README.
func (r *report) readme(text string) (string, error) {
	old := regexp.MustCompile("(?s)(<!-- bench -->\n).*(<!-- /bench -->\n)")
	if !old.MatchString(text) {
		return "", errors.New("README.md lacks the lines <!-- bench --> and <!-- /bench -->")
	}
	rows := slices.DeleteFunc(r.rows(), func(row *row) bool { return !row.brief || row.err() != nil })
	legend := "\nMeasured on one machine (" + r.CPU() + ") by `go run -C bench . -write`. In " +
		"[docs/performance.md](docs/performance.md),\nwhich lists all rows, a bold target is one that this machine missed.\n"
	return old.ReplaceAllString(text, "${1}"+table(4, rows)+legend+"${2}"), nil
}

// write writes docs/performance.md and the table of the README.
func (r *report) write() error {
	old, err := os.ReadFile("../README.md")
	if err != nil {
		return err
	}
	text, err := r.readme(string(old))
	if err != nil {
		return err
	}
	page := r.page() // it names the commit, which is dirty once README.md has changed
	err = os.WriteFile("../README.md", []byte(text), 0o666)
	return errors.Join(err, os.WriteFile("../docs/performance.md", []byte(page), 0o666))
}

// table returns the first columns of a table in Markdown, aligned.
func table(columns int, rows []*row) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	write := func(cells []string) { fmt.Fprintf(w, "| %s\t|\n", strings.Join(cells[:columns], "\t| ")) }
	write([]string{"what", "hanoigen", "compared with", "", "ratio", "target"})
	fmt.Fprintf(w, "%s|\n", strings.Repeat("|---\t", columns))
	for _, r := range rows {
		write(r.cells())
	}
	w.Flush()
	return b.String()
}

// Machine describes the machine, except for its CPU's name.
func (r *report) Machine() string {
	commit, _ := exec.Command("git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=12").Output()
	return fmt.Sprintf("%d CPUs; family %d, model %d; %s; commit %s", runtime.NumCPU(), cpuid.CPU.Family, cpuid.CPU.Model,
		runtime.Version(), cmp.Or(strings.TrimSpace(string(commit)), "unknown"))
}

// CPU returns the name of this CPU and its generation.
func (r *report) CPU() string {
	return strings.TrimSpace(cpuid.CPU.BrandName) + " (" + generation(cpuid.CPU.Family, cpuid.CPU.Model) + ")"
}

//go:embed cpus.txt
var cpus string

// generation returns the name of a generation of CPUs from cpus.txt.
func generation(family, model int) string {
	_, after, _ := strings.Cut(cpus, fmt.Sprintf("\n%d %d ", family, model))
	name, _, _ := strings.Cut(after, "\n")
	return cmp.Or(name, "generation not known")
}
