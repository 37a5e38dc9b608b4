package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi/internal/figures"
	"github.com/hanoigen/hanoi/internal/pairs"
	"github.com/hanoigen/hanoi/kernel"
)

const (
	readmeBegin = "<!-- bench -->\n"
	readmeEnd   = "<!-- /bench -->\n"
)

// brief has the rows of the README: at most six, in plain words.
func (r *report) brief() (rows [][]string) {
	all := r.results()
	// row shows a result beside its ceiling, or beside another peer.
	row := func(what, id, peer, beside string) {
		result, ok := pairs.Find(all, id)
		if !ok {
			return
		}
		line := []string{what, result.Measured(), "", ""}
		i := result.Ceiling()
		if peer != "" {
			i = slices.IndexFunc(result.Peers, func(p pairs.Peer) bool { return p.Name == peer })
		}
		if i >= 0 {
			line[2], line[3] = cmp.Or(beside, result.Peers[i].Name), result.Unit.Show(result.Against[i].Value)
		}
		rows = append(rows, line)
	}
	// One row has all tiers, whatever they are.
	inCache := [][]string{}
	for _, t := range kernel.Tiers() {
		result, ok := pairs.Find(all, figures.FillID(t.Name(), figures.Sizes[0]))
		if i := result.Ceiling(); ok && i >= 0 {
			inCache = append(inCache, []string{t.Name(), result.Measured(), result.Peers[i].Name, result.Unit.Show(result.Against[i].Value)})
		}
	}
	if len(inCache) > 0 {
		column := func(i int) string {
			var cells []string
			for _, tier := range inCache {
				cells = append(cells, strings.TrimSuffix(tier[i], " GB/s"))
			}
			return strings.Join(cells, ", ")
		}
		rows = append(rows, []string{
			"moves into memory, 16 KiB a call: " + column(0), column(1) + " GB/s",
			"bare stores as wide; for generic, Go's copy", column(3) + " GB/s",
		})
	}
	best := kernel.Best().Name()
	row("256 MiB a call: "+best, figures.FillID(best, 256<<20), "", "")
	row("16 KiB a call: "+best, "c/"+inC[0].name, inC[0].title, "Rhoads' two lines in C, gcc -O3")
	row("the disks after k of 2⁶⁴ moves: StateAt", "StateAt", figures.DiskByDisk, "the same disk by disk")
	row("`hanoigen -n 36 \\|` a program that reads", "pipe/reads", figures.Yes, "`yes`")
	row("`hanoigen -n 40 -o f` on XFS, 1.1 TB", cloneID("XFS", 40), "", "`cp --reflink` of that file")
	return rows
}

// readme returns the README's part.
func (r *report) readme() string {
	var b strings.Builder
	fmt.Fprint(&b, readmeBegin)
	pairs.Table(&b, "lrlr", append([][]string{{"what", "hanoigen", "beside it", ""}}, r.brief()...))
	fmt.Fprintf(&b, "\nA move is a byte; each row is measured by itself, and one with a ~ had no core of its own. %s.\nBy `%s`, each side in turn in one run; "+
		"[the report](docs/%s/report.md) has\nall rows, and [docs/report.md](docs/report.md) says how to read it.\n",
		r.machine, r.command, r.folder)
	if len(r.sizes) > 0 {
		fmt.Fprintf(&b, "\n![The rate of Fill by size](docs/%s/sizes.svg)\n", r.folder)
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
