package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"

	"github.com/hanoigen/hanoi/internal/bench"
	"github.com/hanoigen/hanoi/kernel"
)

// report is all that was measured in one run.
type report struct {
	machine  string
	command  string
	sections []section
	sizes    []series
	clones   []cloned
}

type section struct {
	title string
	rows  []bench.Row
}

func (r *report) add(title string, rows []bench.Row) {
	if len(rows) > 0 {
		r.sections = append(r.sections, section{title, rows})
	}
}

// machine says what was measured, and on what.
func machine() string {
	return fmt.Sprintf("%s, %d cores; %s %s/%s; tiers %s; commit %s",
		bench.CPU(), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH, tiers(), commit())
}

func tiers() string {
	var names []string
	for _, t := range kernel.Tiers() {
		names = append(names, t.Name())
	}
	return strings.Join(names, " ")
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

// The introductions of sections.
var intros = map[string]string{
	"Kernels": "`clear` is Go's, of the same memory; the stores are a bare loop, of a constant that is not zero, as wide as the\n" +
		"kernel's, and past the caches where the kernel's are. A packed move is a byte.",
	"Pipes": "Each side is a process that writes to a pipe of the bench's. The reader that reads copies 256 KiB at a time; the one\n" +
		"that splices passes the pages on to /dev/null.",
	"Files":                         "A file is written anew each time, until it is on the disk. dd's comes from /dev/zero.",
	"The process":                   "Memory is what the process had at most, after it wrote a GiB.",
	"Files that share their blocks": "A new file system each time, in a sparse file on a loop device; the time ends when all is on the disk.",
	"Algorithms in C":               "`gcc -O3 -march=native`, bench/peers/peers.c; the ratio is that of moves a second.",
}

// placed matches the rows whose rate depends on which processors a run gets.
var placed = regexp.MustCompile(`to a reader that \w+; vmsplice`)

// reason says what limits a row that misses its target, as the other rows show.
func reason(missed bench.Row, rows []bench.Row) string {
	// times returns how often as fast another row's peer is.
	times := func(r bench.Row) float64 {
		return float64(r.Bytes) / r.PeerTime / (float64(missed.Bytes) / missed.PeerTime)
	}
	_, where, _ := strings.Cut(missed.What, " ") // the tier and the size
	for _, r := range rows {
		bound := missed
		bound.Ratio = times(r)
		switch {
		case strings.HasSuffix(r.What, " "+where) && strings.HasSuffix(r.Peer, "-byte stores") && bound.Missed():
			return fmt.Sprintf("a bare loop of %s, of a constant that is not zero, makes %.3g × that in this run, and bounds a kernel.",
				r.Peer, times(r))
		case placed.MatchString(missed.What+"; "+missed.Peer) && r.What == missed.What && r.Peer == "vmsplice of three buffers":
			return fmt.Sprintf("where the two processes run sets the rate more than what they do: half of this row's pairs lie between %.2f and %.2f. "+
				"Of three buffers, as many as a stream has bodies, the peer makes %.3g × that in this run.", missed.Quartiles[0], missed.Quartiles[1], times(r))
		}
	}
	return "not explained yet."
}

func (r *report) write(w io.Writer) {
	fmt.Fprintf(w, "# What is measured\n\n%s.\n\n    %s\n\n", r.machine, r.command)
	fmt.Fprintln(w, `Both sides of a row are measured in one run, in pairs that take turns; a measure is the median, and the ratio, of speeds,
is the median of the pairs': above 1, hanoigen is the faster. Targets are those of the design; one in bold is missed.`)
	if len(r.sizes) > 0 {
		fmt.Fprint(w, "\n![The rate of Fill by size](sizes.svg)\n")
	}
	r.writeTargets(w)
	for _, s := range r.sections {
		fmt.Fprintf(w, "\n## %s\n\n", s.title)
		if intro := intros[s.title]; intro != "" {
			fmt.Fprintf(w, "%s\n\n", intro)
		}
		bench.Markdown(w, s.rows)
		if s.title == "Files that share their blocks" && len(r.clones) > 0 {
			fmt.Fprint(w, "\n![Time and disk used by n](clone.svg)\n")
		}
	}
}

// writeTargets shows the rows with a target once more, and says what limits
// those that miss it.
func (r *report) writeTargets(w io.Writer) {
	var all, rows []bench.Row
	for _, s := range r.sections {
		for _, row := range s.rows {
			all = append(all, row)
			if row.Target != "" {
				rows = append(rows, row)
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprint(w, "\n## Targets\n\n")
	bench.Markdown(w, rows)
	separator := "\nMissed:\n\n"
	for _, row := range rows {
		if row.Missed() {
			fmt.Fprintf(w, "%s- %s, against %s, %s: %s\n", separator, row.What, row.Peer, row.Target, reason(row, all))
			separator = ""
		}
	}
}

const (
	readmeBegin = "<!-- bench -->\n"
	readmeEnd   = "<!-- /bench -->\n"
)

// brief is what the README shows: patterns of What and of Peer, as "what; peer".
var brief = regexp.MustCompile(`^(` + strings.Join([]string{
	`Fill \w+, 16KiB; clear`,
	`Fill \w+, 256MiB; 64-byte stores`,
	`Fill .*; (gcc -O3: Rhoads, %3|gcc -O3: recursion|Go: hanoi.Moves)`,
	`StateAt.*; .*`,
	`hanoigen -n 36, to a reader that \w+; (vmsplice of one buffer|yes)`,
	`hanoigen -n 36 -f text, .*; .*`,
	`hanoigen -n \d+ -o f --io direct; .*`,
	`hanoigen -n 40 -o f, \w+: time; `,
}, "|") + `)$`)

// readme returns the README's part.
func (r *report) readme() string {
	var rows []bench.Row
	for _, s := range r.sections {
		for _, row := range s.rows {
			if brief.MatchString(row.What + "; " + row.Peer) {
				rows = append(rows, row)
			}
		}
	}
	var b strings.Builder
	fmt.Fprint(&b, readmeBegin)
	bench.Markdown(&b, rows)
	fmt.Fprintf(&b, "\n%s.\nBy `%s`, in pairs and in one run.\n[docs/report.md](docs/report.md) has "+
		"all rows, and says what limits those in bold, which miss their target.\n", r.machine, r.command)
	if len(r.sizes) > 0 {
		fmt.Fprint(&b, "\n![The rate of Fill by size](docs/sizes.svg)\n")
	}
	fmt.Fprint(&b, readmeEnd)
	return b.String()
}

// rewriteReadme puts the README's part between its marks in a file.
func (r *report) rewriteReadme(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(text), readmeBegin)
	_, after, ends := strings.Cut(rest, readmeEnd)
	if !begins || !ends {
		return fmt.Errorf("%s has no lines %q and %q", file, readmeBegin, readmeEnd)
	}
	return os.WriteFile(file, []byte(before+r.readme()+after), 0o666)
}
