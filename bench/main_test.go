package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/bench"
)

var example = report{
	machine: "a machine; commit 0123456789ab",
	command: "go run -C bench .",
	sections: []section{{"Kernels", []bench.Row{
		{What: "Fill avx512, 16KiB", Bytes: 1 << 14, Time: 70, Peer: "clear", PeerTime: 140, Ratio: 2, Target: "≥ 1.4"},
		{What: "FillSplit avx512, 16KiB", Bytes: 1 << 14, Time: 70, Peer: "clear", PeerTime: 35, Ratio: 0.5, Target: "≥ 0.9"},
		{What: "FillStates avx512, 16KiB", Bytes: 1 << 14, Time: 70, Peer: "clear", PeerTime: 65, Ratio: 0.7, Target: "≥ 0.8"},
		{What: "Fill avx512, 16KiB", Bytes: 1 << 14, Time: 70, Peer: "64-byte stores", PeerTime: 60, Ratio: 0.9, Target: "≥ 0.9"},
	}}, {"Pipes", []bench.Row{
		{What: "hanoigen, to a reader that reads", Bytes: 1, Time: 70, Peer: "vmsplice of one buffer", PeerTime: 60, Ratio: 0.9, Quartiles: [2]float64{0.8, 1}, Target: "≥ 0.95"},
		{What: "hanoigen, to a reader that reads", Bytes: 1, Time: 70, Peer: "vmsplice of three buffers", PeerTime: 75, Ratio: 1.1},
	}}},
	sizes: []series{
		{"avx512", ours, []int{64, 1 << 20, 256 << 20}, []float64{9, 200, 40}},
		{"clear", bound, []int{64, 1 << 20, 256 << 20}, []float64{30, 140, 90}},
		{"gcc: Rhoads", peer, []int{64, 1 << 20, 256 << 20}, []float64{0.8, 0.8, 0.8}},
	},
	clones: []cloned{{"XFS", 20, 0.01, 1 << 20}, {"XFS", 44, 6, 2 << 30}, {"btrfs", 20, 0.01, 0}, {"btrfs", 44, 8, 3 << 30}},
}

func TestReport(t *testing.T) {
	var b bytes.Buffer
	example.write(&b)
	for _, want := range []string{"a machine", "    go run -C bench .", "| Fill avx512, 16KiB ", "(sizes.svg)", "## Targets",
		"Missed:\n\n- FillSplit avx512, 16KiB, against clear, ≥ 0.9: a bare loop of 64-byte stores, of a constant that is not zero, makes 0.583 × that",
		"half of this row's pairs lie between 0.80 and 1.00. Of three buffers, as many as a stream has bodies, the peer makes 0.8 × that",
		"\n- FillStates avx512, 16KiB, against clear, ≥ 0.8: not explained yet.",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

func TestReadme(t *testing.T) {
	file := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(file, []byte("before\n"+readmeBegin+"old\n"+readmeEnd+"after\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time changes nothing
		if err := example.rewriteReadme(file); err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(file)
		if want := "before\n" + example.readme() + "after\n"; string(text) != want {
			t.Errorf("%s", text)
		}
	}
	if part := example.readme(); !strings.Contains(part, "| Fill avx512, 16KiB |") || strings.Contains(part, "FillSplit") {
		t.Errorf("%s", part)
	}
	if err := os.WriteFile(file, []byte("no marks"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := example.rewriteReadme(file); err == nil {
		t.Error("no error without the marks")
	}
}

// The plots have no background, and text in a font that browsers have.
func TestDraw(t *testing.T) {
	dir := t.TempDir()
	if err := example.draw(dir); err != nil {
		t.Fatal(err)
	}
	for name, labels := range map[string][]string{
		"sizes.svg": {"avx512", "gcc: Rhoads", "256B", "256MiB"},
		"clone.svg": {"XFS", "btrfs", "44"},
	} {
		svg, err := os.ReadFile(filepath.Join(dir, name))
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

// Every peer in C runs and takes time.
func TestPeers(t *testing.T) {
	c := buildPeers(t.TempDir())
	if c.err != nil {
		t.Skip(c.err)
	}
	for _, name := range []string{"recursive", "cyclic", "rhoads-mod", "rhoads-fold", "rhoads-disk", "plan-a", "plan-b", "any-to-any"} {
		if ns := c.side(name, 1<<10)(10); !(ns > 0) {
			t.Errorf("%s: %v ns", name, ns)
		}
	}
}
