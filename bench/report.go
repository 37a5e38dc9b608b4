//go:build linux && amd64

package main

import (
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/klauspost/cpuid/v2"

	"github.com/hanoigen/hanoi/kernel"
)

// report is all that was measured in one run.
type report struct {
	cpu     string
	machine string // all else that there is to say of it
	command string
	took    time.Duration
	rows    []*row
}

func newReport(command string) *report {
	var tiers []string
	for _, t := range kernel.Tiers() {
		tiers = append(tiers, t.Name())
	}
	cpu := cpuid.CPU
	return &report{
		cpu: strings.TrimSpace(cpu.BrandName),
		machine: fmt.Sprintf("%d cores; family %d, model %d; %s; tiers %s; commit %s",
			runtime.NumCPU(), cpu.Family, cpu.Model, runtime.Version(), strings.Join(tiers, " "), commit()),
		command: command,
	}
}

// commit returns that of the tree, with -dirty if the tree differs from it.
func commit() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=12").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// page returns docs/performance.md.
func (r *report) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Performance\n\n%s, %s. In %v, by\n\n    %s\n\n", r.cpu, r.machine, r.took.Round(time.Second), r.command)
	met, targets := 0, 0
	for _, row := range r.rows {
		if aim, reached := row.aim(); aim != "" {
			targets++
			if reached {
				met++
			}
		}
	}
	fmt.Fprintf(&b, `%d of %d targets are met; one that is missed is bold. Each row stands beside its ceiling, a loop or a program that does
no more than the task requires, or beside a peer. Both were measured in turn in the same run. Figures are medians; the
ratio is the median of the rounds' ratios, above 1 where hanoigen is the faster. Rows with a ~ are noisy: the quartiles of
their rounds are more than a tenth apart. Packed moves have one byte each.

`, met, targets)
	b.WriteString(table(r.rows, 6))
	for _, row := range r.rows {
		if row.failed != nil {
			why, _, _ := strings.Cut(row.failed.Error(), "\n")
			fmt.Fprintf(&b, "\nNot run: %s: %s\n", row.what, why)
		}
	}
	return b.String()
}

const (
	readmeBegin = "<!-- bench -->\n"
	readmeEnd   = "<!-- /bench -->\n"
)

// readme returns a README with its table made anew.
func (r *report) readme(text string) (string, error) {
	before, rest, begins := strings.Cut(text, readmeBegin)
	_, after, ends := strings.Cut(rest, readmeEnd)
	if !begins || !ends {
		return "", fmt.Errorf("README.md has no lines %q and %q", readmeBegin, readmeEnd)
	}
	brief := slices.DeleteFunc(slices.Clone(r.rows), func(row *row) bool { return !row.brief || row.failed != nil })
	legend := fmt.Sprintf("\n%s, by `%s`; a ~ marks a noisy row. [docs/performance.md](docs/performance.md) has all rows.\n", r.cpu, r.command)
	return before + readmeBegin + table(brief, 4) + legend + readmeEnd + after, nil
}

// cells returns the row of a table.
func (r *row) cells() []string {
	if r.failed != nil {
		return []string{r.what, "not run", "–", "", "", ""}
	}
	cells := []string{r.what, r.unit.show(r.value(0)), "–", "", "", ""}
	if r.noisy() {
		cells[1] = "~ " + cells[1]
	}
	if r.peer != "" {
		cells[2], cells[3], cells[4] = r.peer, r.unit.show(r.value(1)), digits(r.ratio())
	}
	aim, met := r.aim()
	if !met {
		aim = "**" + aim + "**"
	}
	cells[5] = aim
	return cells
}

// table returns a table in Markdown of so many columns, all of them in line.
func table(rows []*row, columns int) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	write := func(cells []string) { fmt.Fprintf(w, "| %s\t|\n", strings.Join(cells[:columns], "\t| ")) }
	write([]string{"what", "hanoigen", "beside it", "", "ratio", "target"})
	fmt.Fprintf(w, "%s|\n", strings.Repeat("|---\t", columns))
	for _, row := range rows {
		write(row.cells())
	}
	w.Flush()
	return b.String()
}

// show shows a value in the first multiple of a unit that makes it less than a step, or in
// the last.
func (u unit) show(v float64) string {
	names := u.names
	for v >= u.step && len(names) > 1 {
		v /= u.step
		names = names[1:]
	}
	return digits(v) + " " + names[0]
}

// digits shows x with three digits, or more before the point.
func digits(x float64) string {
	if x >= 100 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}
