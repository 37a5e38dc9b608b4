//go:build linux && amd64

package main

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/kernel"
)

// example returns a report with a row of each kind.
func example() *report {
	return &report{
		ceilings: []*row{
			{what: "Fill", unit: bytesPerSecond, amount: 91, beside: "bare stores", ceiling: true, target: 0.95, brief: true, measured: [2][]float64{{1}, {0.91}}},
			{what: "pipe", unit: bytesPerSecond, amount: 91, beside: "vmsplice", ceiling: true, target: 0.92, measured: [2][]float64{{1}, {1.2}}},
		},
		others: []*row{
			{what: "import", unit: microseconds, target: 30, measured: [2][]float64{{0, 0, 7}}},
			{what: "check", unit: movesPerSecond, amount: 1000, target: 10e6, measured: [2][]float64{{1000}}},
			{what: "XFS", target: 1, brief: true, failed: errors.New("no root\nat all")},
		},
		algorithms: []*row{{what: "Fill", unit: movesPerSecond, amount: 10, beside: "recursion", measured: [2][]float64{{1, 2}, {3, 8}}}},
	}
}

func TestPage(t *testing.T) {
	page := example().page()
	for _, want := range []string{
		"\n| Fill | 91 GB/s      | bare stores                                  | 100 GB/s | 0.91  | **≥ 0.95** |\n",
		"\n| pipe | not measured | 1.2 times as fast as its ceiling: impossible |          |       |            |\n",
		"\n| import | below 1 µs   | –             |     |       | ≤ 30 µs        |\n",
		"\n| check  | 1 G moves/s  | –             |     |       | ≥ 10 M moves/s |\n",
		"\n| XFS    | not measured | no root       |     |       |                |\n",
		"\n| Fill | 6.67 G moves/s | recursion     | 1.82 G moves/s | 3.5   |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}

// The page of this CPU is written, and replaces an older one; the tables get the brief rows, and
// the ratios of all pages.
func TestWrite(t *testing.T) {
	const other = "# Zen\n\n## Compared with a ceiling\n\n" +
		"| pipe | 3 GB/s | vmsplice | 2 GB/s | 1.02 | ≥ 0.92 |\n| old | 2 GB/s | dd | 3 GB/s | 0.7 | **≥ 0.9** |\n" +
		"| XFS | 1 s | – | | | ≤ 1 s |\n| Fill | 1 | recursion | 2 | 3 |\n"
	root := t.TempDir()
	file := func(name string) string { return string(must.Get(os.ReadFile(root + "/" + name))) }
	must.Do(os.MkdirAll(root+"/docs/performance", 0o777))
	for _, name := range []string{"README.md", "docs/performance.md"} {
		must.Do(os.WriteFile(root+"/"+name, []byte("before\n<!-- bench -->\nold\n<!-- /bench -->\nafter\n"), 0o666))
	}
	must.Do(os.WriteFile(root+"/docs/performance/a.md", []byte(other), 0o666))
	defer func(name string) { cpu = name }(cpu)
	cpu = "Lake of 4"
	for range 2 {
		must.Do(example().write(root + "/docs"))
	}
	if got := file("docs/performance/lake-of4.md"); got != example().page() {
		t.Errorf("the page of this CPU is %s", got)
	}
	for name, table := range map[string]string{
		"docs/performance.md": "| what | compared with | target | [Zen](performance/a.md) | [Lake of 4](performance/lake-of4.md) |\n" +
			"| ---  | ---           | ---    | ---                     | ---                                  |\n" +
			"| pipe | vmsplice      | ≥ 0.92 | 1.02                    | –                                    |\n" +
			"| old  | dd            | ≥ 0.9  | **0.7**                 | –                                    |\n" +
			"| Fill | bare stores   | ≥ 0.95 | –                       | **0.91**                             |\n",
		"README.md": "| what | hanoigen | compared with |          |\n| ---  | ---      | ---           | ---      |\n" +
			"| Fill | 91 GB/s  | bare stores   | 100 GB/s |\n\nMeasured on a Lake of 4 (" + brand + ") by `go run -C bench . -write`.\n" +
			"[docs/performance.md](docs/performance.md) says what the rows mean, and compares CPUs.\n",
	} {
		if got, want := file(name), "before\n<!-- bench -->\n"+table+"<!-- /bench -->\nafter\n"; got != want {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
	}
	must.Do(os.WriteFile(root+"/README.md", nil, 0o666))
	if err := example().write(root + "/docs"); err == nil {
		t.Error("no error without the marks")
	}
	must.Do(os.WriteFile(root+"/README.md", []byte("<!-- bench -->\n<!-- /bench -->\n"), 0o666))
	must.Do(os.RemoveAll(root + "/docs/performance"))
	if err := example().write(root + "/docs"); err == nil {
		t.Error("no error without the page")
	}
}

// Nothing is written where the least program starts slowly.
func TestSlow(t *testing.T) {
	f := folder(t.TempDir())
	t.Setenv("PATH", string(f)+":"+os.Getenv("PATH"))
	must.Do(os.WriteFile(string(f)+"/least", []byte("#!/bin/sh\nsleep 0.01\n"), 0o777))
	if err := f.slow(); err == nil || !strings.HasPrefix(err.Error(), "starting the least program takes ") {
		t.Error(err)
	}
}

func TestGeneration(t *testing.T) {
	got := []string{generation(6, 143), generation(25, 1), generation(26, 2), generation(26, 112), generation(6, 1)}
	if want := []string{"Sapphire Rapids", "Zen 3", "Zen 5", "Zen 5", "family 6 model 1"}; !slices.Equal(got, want) {
		t.Errorf("%q; want %q", got, want)
	}
}

// The sides take turns at going first. A side that prints no number is timed. After a failure,
// no side is called.
func TestMeasure(t *testing.T) {
	f := folder(t.TempDir())
	r := row{before: f.shell("printf : > order"), ours: f.shell("printf a >> order; echo 3"), theirs: f.shell("printf b >> order; sleep 0.02")}
	for round := range 3 {
		r.measure(round)
	}
	order, err := os.ReadFile(string(f) + "/order")
	if r.value(0) != 3 || r.value(1) < 20e6 || string(order) != ":abbaab" || err != nil || r.failed != nil {
		t.Errorf("%q, %v, %v, %v", order, r.measured, err, r.failed)
	}
	r = row{ours: f.shell("echo why >&2; false"), theirs: f.shell("touch called")}
	r.measure(0)
	if _, err := os.Stat(string(f) + "/called"); err == nil || r.failed == nil || r.failed.Error() != "exit status 1: why" {
		t.Errorf("%v, %v", err, r.failed)
	}
}

// Bare stores write all of the memory, and nothing else.
func TestStores(t *testing.T) {
	for tier, loops := range stores {
		if !slices.ContainsFunc(kernel.Tiers(), func(t *kernel.Tier) bool { return t.Name() == tier }) {
			t.Logf("NOT RUN: %s: this CPU lacks it", tier)
			continue
		}
		for _, n := range []int{512, 1536, pageSize - 512} {
			for _, store := range loops {
				memory := make([]byte, pageSize) // begins at a multiple of 64
				store(&memory[64], n)
				for i, b := range memory {
					if want := i >= 64 && i < 64+n; (b != 0) != want {
						t.Fatalf("%s: byte %d of %d is %d", tier, i-64, n, b)
					}
				}
			}
		}
	}
}
