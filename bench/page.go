//go:build linux && amd64

package main

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/klauspost/cpuid/v2"
)

// A report holds the rows of a page of docs/performance, which is about one CPU.
type report struct {
	ceilings, others, algorithms []*row
}

func (r *report) rows() []*row { return slices.Concat(r.ceilings, r.others, r.algorithms) }

func (r *report) page() string {
	commit, _ := exec.Command("git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=12").Output()
	return fmt.Sprintf("# %s\n\n%s, %d CPUs; family %d, model %d; %s; commit %s. Measured by\n\n    go run -C bench . -write\n\n"+
		"[What the rows mean](../performance.md). A bold target is one that this machine missed.\n\n## Compared with a ceiling\n\n%s\n"+
		"## Compared with other programs, or alone\n\n%s\n## Published algorithms\n\n%s",
		cpu, brand, runtime.NumCPU(), cpuid.CPU.Family, cpuid.CPU.Model, runtime.Version(),
		cmp.Or(strings.TrimSpace(string(commit)), "unknown"), table(6, r.ceilings), table(6, r.others), table(5, r.algorithms))
}

// brief returns what the README shows.
func (r *report) brief() string {
	rows := slices.DeleteFunc(r.rows(), func(row *row) bool { return !row.brief || row.err() != nil })
	return table(4, rows) + "\nMeasured on a " + cpu + " (" + brand + ") by `go run -C bench . -write`.\n" +
		"[docs/performance.md](docs/performance.md) says what the rows mean, and compares CPUs.\n"
}

// write writes the page of this CPU, which names the commit while it is clean, then the table of
// all pages' ratios, and the README's table.
func (r *report) write(docs string) error {
	words := regexp.MustCompile(` (\d)`).ReplaceAllString(strings.ToLower(cpu), "$1")
	name := strings.ReplaceAll(words, " ", "-") + ".md" // zen4.md, rocket-lake.md
	err := os.WriteFile(filepath.Join(docs, "performance", name), []byte(r.page()), 0o666)
	all, failed := ratios(filepath.Join(docs, "performance"))
	return errors.Join(err, failed, replace(docs+"/performance.md", all), replace(docs+"/../README.md", r.brief()))
}

// replace replaces the text between two marks in a file.
func replace(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	marked := regexp.MustCompile("(?s)(<!-- bench -->\n).*(<!-- /bench -->\n)")
	if !marked.Match(old) {
		return fmt.Errorf("%s lacks the lines <!-- bench --> and <!-- /bench -->", file)
	}
	return os.WriteFile(file, marked.ReplaceAll(old, []byte("${1}"+text+"${2}")), 0o666)
}

// measured matches a row of a page that has a ratio and its target.
var measured = regexp.MustCompile(`(?m)^\| ([^|]*?) *\|[^|]*\| ([^|]*?) *\|[^|]*\| ([\d.]+) *\| (\**)(≥ [\d.]+)`)

// ratios returns a table with a column for each page of a folder.
func ratios(folder string) (string, error) {
	rows := [][]string{{"what", "compared with", "target"}}
	files, err := filepath.Glob(filepath.Join(folder, "*.md"))
	for i, file := range files {
		page, failed := os.ReadFile(file)
		err = cmp.Or(err, failed)
		title, _, _ := strings.Cut(strings.TrimPrefix(string(page), "# "), "\n")
		rows[0] = append(rows[0], fmt.Sprintf("[%s](performance/%s)", title, filepath.Base(file)))
		for _, m := range measured.FindAllStringSubmatch(string(page), -1) {
			at := slices.IndexFunc(rows, func(row []string) bool { return row[0] == m[1] })
			if at < 0 {
				at, rows = len(rows), append(rows, slices.Concat([]string{m[1], m[2], m[5]}, slices.Repeat([]string{"–"}, i)))
			}
			rows[at] = append(rows[at], m[4]+m[3]+m[4]) // bold if the target is missed
		}
		for at, row := range rows {
			if len(row) < len(rows[0]) {
				rows[at] = append(row, "–")
			}
		}
	}
	return markdown(rows), err
}

// table returns the first columns of rows.
func table(columns int, rows []*row) string {
	head := []string{"what", "hanoigen", "compared with", "", "ratio", "target"}
	cells := [][]string{head[:columns]}
	for _, r := range rows {
		cells = append(cells, r.cells()[:columns])
	}
	return markdown(cells)
}

// markdown returns a table in Markdown, aligned. The first row is its head.
func markdown(rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	for _, row := range slices.Insert(rows, 1, slices.Repeat([]string{"---"}, len(rows[0]))) {
		fmt.Fprintf(w, "| %s\t|\n", strings.Join(row, "\t| "))
	}
	w.Flush()
	return b.String()
}

//go:embed cpus.txt
var cpus string

// The generation of this CPU, and what it calls itself.
var cpu, brand = generation(cpuid.CPU.Family, cpuid.CPU.Model), strings.TrimSpace(cpuid.CPU.BrandName)

// generation returns the name of a generation of CPUs from cpus.txt.
func generation(family, model int) string {
	_, after, _ := strings.Cut(cpus, fmt.Sprintf("\n%d %d ", family, model))
	name, _, _ := strings.Cut(after, "\n")
	return cmp.Or(name, fmt.Sprintf("family %d model %d", family, model))
}
