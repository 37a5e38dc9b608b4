//go:build linux && amd64

package main

import (
	"fmt"
	"os/exec"
	"runtime"
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
	for _, m := range r.rows {
		if m.failed != nil || m.wantRatio == 0 && m.want == 0 {
			continue
		}
		targets++
		if _, reached := m.aim(); reached {
			met++
		}
	}
	fmt.Fprintf(&b, `%d of %d targets are met; one that is missed is bold. Each row stands beside its ceiling, a loop or a program that does
no more than the task requires, or beside a peer. Both were measured in turn in the same run. Figures are medians; the
ratio is the median of the rounds' ratios, above 1 where hanoigen is the faster. Rows with a ~ are noisy: the quartiles of
their rounds are more than a tenth apart. Packed moves have one byte each.

`, met, targets)
	rows := [][]string{{"what", "hanoigen", "beside it", "", "ratio", "target"}}
	for _, m := range r.rows {
		rows = append(rows, m.cells())
	}
	writeTable(&b, rows)
	for _, m := range r.rows {
		if m.failed != nil {
			why, _, _ := strings.Cut(m.failed.Error(), "\n")
			fmt.Fprintf(&b, "\nNot run: %s: %s\n", m.what, why)
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
	var b strings.Builder
	rows := [][]string{{"what", "hanoigen", "beside it", ""}}
	for _, m := range r.rows {
		if m.brief && m.failed == nil {
			rows = append(rows, m.cells()[:4])
		}
	}
	writeTable(&b, rows)
	fmt.Fprintf(&b, "\n%s, by `%s`; a ~ marks a noisy row. [docs/performance.md](docs/performance.md) has all rows.\n", r.cpu, r.command)
	return before + readmeBegin + b.String() + readmeEnd + after, nil
}

// cells returns the row of a table.
func (m *row) cells() []string {
	if m.failed != nil {
		return []string{m.what, "not run", "–", "", "", ""}
	}
	cells := []string{m.what, m.unit.show(m.value(0)), "–", "", "", ""}
	if m.noisy() {
		cells[1] = "~ " + cells[1]
	}
	if m.peer != "" {
		cells[2], cells[3], cells[4] = m.peer, m.unit.show(m.value(1)), digits(m.ratio())
	}
	aim, met := m.aim()
	if !met {
		aim = "**" + aim + "**"
	}
	cells[5] = aim
	return cells
}

// writeTable writes rows, the first of which is the header, as a table in Markdown, with
// its columns in line.
func writeTable(b *strings.Builder, rows [][]string) {
	w := tabwriter.NewWriter(b, 0, 0, 1, ' ', 0)
	for i, cells := range rows {
		fmt.Fprintf(w, "| %s\t|\n", strings.Join(cells, "\t| "))
		if i == 0 {
			fmt.Fprintf(w, "%s|\n", strings.Repeat("|---\t", len(cells)))
		}
	}
	w.Flush()
}

// show shows a value in a unit.
func (u unit) show(v float64) string {
	switch u {
	case nanoseconds:
		return scaled(v, 1000, "ns", "µs", "ms", "s")
	case size:
		return scaled(v, 1024, "B", "KiB", "MiB", "GiB")
	case bytesPerSecond:
		return scaled(v/1e6, 1000, "MB/s", "GB/s")
	}
	return scaled(v/1e6, 1000, "M moves/s", "G moves/s")
}

// scaled shows v in the first unit in which it is less than step, or in the last.
func scaled(v, step float64, units ...string) string {
	for v >= step && len(units) > 1 {
		v /= step
		units = units[1:]
	}
	return digits(v) + " " + units[0]
}

// digits shows x with three digits, or more before the point.
func digits(x float64) string {
	if x >= 100 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}
