package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/internal/figures"
	"github.com/hanoigen/hanoi/internal/pairs"
	"github.com/hanoigen/hanoi/kernel"
)

// example is a report of every kind of row.
func example() *report {
	ceiling := func(name string) []pairs.Peer { return []pairs.Peer{{Name: name, Ceiling: true}} }
	half := []pairs.Against{{Value: 2e9, Ratio: 0.5}}
	var fills, files []pairs.Result
	for _, t := range kernel.Tiers() {
		for _, size := range figures.Sizes {
			fills = append(fills, pairs.Result{
				Row: pairs.Row{
					ID: figures.FillID(t.Name(), size), What: "Fill " + t.Name() + ", " + figures.Size(size),
					Unit: pairs.Bytes, Peers: ceiling("bare stores"), Target: pairs.Target{Ratio: 0.95},
				},
				Value: 1e9, Against: half,
			})
		}
	}
	for _, fs := range sharing {
		for _, n := range fs.n {
			time := pairs.Result{Row: pairs.Row{ID: cloneID(fs.name, n), What: "time", Peers: ceiling("cp --reflink")},
				Value: float64(n) / 10, Against: half}
			disk := pairs.Result{Row: pairs.Row{ID: cloneID(fs.name, n) + "/disk", What: "disk", Unit: pairs.Size}, Value: float64(n << 20)}
			files = append(files, time, disk)
		}
	}
	return &report{
		machine: "a machine; commit 0123456789ab", folder: "zen9", command: "go run -C bench .", took: 90 * time.Second,
		sections: []measured{
			{figures.Section{Title: "Kernels", About: "A sentence.", Conclude: func([]pairs.Result) string { return "So it is." }}, fills},
			{figures.Section{Title: "States"}, []pairs.Result{{
				Row:   pairs.Row{ID: "StateAt", What: "StateAt", Peers: []pairs.Peer{{Name: figures.DiskByDisk}}},
				Value: 15e-9, Against: []pairs.Against{{Value: 1e-7, Ratio: 6.7}},
			}}},
			{figures.Section{Title: "Algorithms in C"}, []pairs.Result{{Row: pairs.Row{What: "Fill beside C"}, NotRun: "no gcc"}}},
			{figures.Section{Title: "Files that share their blocks"}, files},
		},
		sizes: []series{
			{"avx512", ours, []int{64, 1 << 20, 256 << 20}, []float64{9, 200, 40}},
			{"clear", bound, []int{64, 1 << 20, 256 << 20}, []float64{30, 140, 90}},
			{"streaming", bound, []int{64, 1 << 20, 256 << 20}, []float64{20, 20, 20}},
			{"gcc: Rhoads", peer, []int{64, 1 << 20, 256 << 20}, []float64{0.8, 0.8, 0.8}},
		},
	}
}

func TestReport(t *testing.T) {
	dir := t.TempDir()
	if err := example().save(filepath.Join(dir, "zen9")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "zen9", "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a machine", "    go run -C bench .", "That took 1m30s.", "(sizes.svg)", "(clone.svg)", "A sentence.", "So it is.",
		"## Targets that are missed\n\n", "| Fill generic, 16KiB ", "**≥ 0.95**", "## Not run\n\n", "| no gcc ", "bare stores"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	// The plots have no background, and text in a font that browsers have.
	for name, labels := range map[string][]string{
		"sizes.svg": {"avx512", "gcc: Rhoads", "streaming", "256B", "256MiB"},
		"clone.svg": {"XFS", "btrfs", "50", "1PiB"},
	} {
		svg, err := os.ReadFile(filepath.Join(dir, "zen9", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range append(labels, "sans-serif") {
			if !bytes.Contains(svg, []byte(want)) {
				t.Errorf("%s: no %q", name, want)
			}
		}
		if bytes.Contains(svg, []byte("fill:#FFFFFF")) || bytes.Contains(svg, []byte("fill:#000000")) {
			t.Errorf("%s: something is white or black", name)
		}
	}
}

func TestReadme(t *testing.T) {
	r := example()
	file := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(file, []byte("before\n"+readmeBegin+"old\n"+readmeEnd+"after\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time changes nothing
		if err := r.rewriteReadme(file); err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(file)
		if want := "before\n" + r.readme() + "after\n"; string(text) != want {
			t.Errorf("%s", text)
		}
	}
	part := r.readme()
	for _, want := range []string{"generic", "the same disk by disk", "`cp --reflink` of that file", "docs/zen9/report.md"} {
		if !strings.Contains(part, want) {
			t.Errorf("no %q in\n%s", want, part)
		}
	}
	if rows := r.brief(); len(rows) > 6 || strings.Contains(part, "**") {
		t.Errorf("%d rows in\n%s", len(rows), part)
	}
	if err := os.WriteFile(file, []byte("no marks"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := r.rewriteReadme(file); err == nil {
		t.Error("no error without the marks")
	}
}

// Each ID that the README and the plots look for is one of a row.
func TestIDs(t *testing.T) {
	ids := map[string]bool{}
	all := append(figures.Sections(figures.Program{Disks: 24}), compiled{}.section(), clones(figures.Program{}))
	for _, s := range all {
		for _, r := range s.Rows {
			if ids[r.ID] {
				t.Errorf("two rows are %q", r.ID)
			}
			ids[r.ID] = true
		}
	}
	for _, peer := range []struct{ id, name string }{{"StateAt", figures.DiskByDisk}, {"pipe/reads", figures.Yes}, {"c/rhoads-mod", inC[0].title}} {
		if !slices.ContainsFunc(all, func(s figures.Section) bool {
			return slices.ContainsFunc(s.Rows, func(r pairs.Row) bool {
				return r.ID == peer.id && slices.ContainsFunc(r.Peers, func(p pairs.Peer) bool { return p.Name == peer.name })
			})
		}) {
			t.Errorf("the row %s has no peer %q", peer.id, peer.name)
		}
	}
	for _, id := range []string{"StateAt", "c/rhoads-mod", "pipe/reads", cloneID("XFS", 40), cloneID("btrfs", 44) + "/disk",
		figures.FillID(kernel.Best().Name(), 256<<20)} {
		if !ids[id] {
			t.Errorf("no row is %q", id)
		}
	}
}

func TestCommand(t *testing.T) {
	if got, want := command([]string{"-out", "../docs", "-run", "a|b's", ""}), `go run -C bench . -out ../docs -run 'a|b'\''s' ''`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestFolder(t *testing.T) {
	for _, cpu := range []struct {
		vendor        string
		family, model int
		want          string
	}{
		{"AuthenticAMD", 25, 17, "zen4"}, {"AuthenticAMD", 25, 97, "zen4"}, {"AuthenticAMD", 25, 33, "authenticamd-25-33"},
		{"AuthenticAMD", 26, 2, "zen5"}, {"GenuineIntel", 6, 143, "genuineintel-6-143"},
	} {
		if got := folder(cpu.vendor, cpu.family, cpu.model); got != cpu.want {
			t.Errorf("%v is in %s", cpu, got)
		}
	}
}

// The program of libraries imports what the command does, no less and no more.
func TestLibraries(t *testing.T) {
	imports := func(module, of string) []string {
		c := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, of)
		c.Dir = module
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(out))
	}
	if got, want := imports(".", "./libraries"), imports("..", "./cmd/hanoigen"); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// Every peer in C runs and takes time.
func TestPeers(t *testing.T) {
	c := buildPeers(t.TempDir())
	if c.err != nil {
		t.Skip(c.err)
	}
	for _, p := range inC {
		if ns := c.side(p.name, 1<<10)(10); !(ns > 0) {
			t.Errorf("%s: %v ns", p.name, ns)
		}
	}
}
