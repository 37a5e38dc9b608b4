//go:build linux && amd64

package main

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/kernel"
)

// example is a report with a row of each kind.
func example() *report {
	return &report{
		cpu: "a CPU", machine: "2 cores", command: "go run -C bench .", took: 90 * time.Second,
		rows: []*row{
			{what: "Fill", unit: bytesPerSecond, amount: 91, peer: "bare stores", wantRatio: 0.95, brief: true, measured: [2][]float64{{1}, {0.91}}},
			{what: "StateAt", unit: nanoseconds, want: 20, measured: [2][]float64{{18, 19, 30}}},
			{what: "memory", unit: size, want: 64 << 20, measured: [2][]float64{{8 << 20}}},
			{what: "check", unit: movesPerSecond, amount: 24, want: 10e6, measured: [2][]float64{{1000}}},
			{what: "XFS", want: 1, brief: true, failed: errors.New("no root")},
		},
	}
}

func TestPage(t *testing.T) {
	page := example().page()
	for _, want := range []string{
		"# Performance\n\na CPU, 2 cores. In 1m30s, by\n\n    go run -C bench .\n",
		"\n3 of 4 targets are met;",
		"| Fill    | 91 GB/s      | bare stores | 100 GB/s | 0.91  | **≥ 0.95**     |\n",
		"| StateAt | ~ 19 ns      | –           |          |       | ≤ 20 ns        |\n",
		"| memory  | 8 MiB        | –           |          |       | ≤ 64 MiB       |\n",
		"| check   | 24 M moves/s | –           |          |       | ≥ 10 M moves/s |\n",
		"| XFS     | not run      | –           |          |       |                |\n",
		"\nNot run: XFS: no root\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}

// The README's table is made again in its place, of the rows that were measured.
func TestReadme(t *testing.T) {
	const table = "| what | hanoigen | beside it   |          |\n|---   |---       |---          |---       |\n" +
		"| Fill | 91 GB/s  | bare stores | 100 GB/s |\n\n" +
		"a CPU, by `go run -C bench .`; a ~ marks a noisy row. [docs/performance.md](docs/performance.md) has all rows.\n"
	text := "before\n" + readmeBegin + "old\n" + readmeEnd + "after\n"
	for range 2 { // the second time changes nothing
		var err error
		if text, err = example().readme(text); err != nil {
			t.Fatal(err)
		}
		if want := "before\n" + readmeBegin + table + readmeEnd + "after\n"; text != want {
			t.Errorf("%s\nwant\n%s", text, want)
		}
	}
	if _, err := example().readme("no marks"); err == nil {
		t.Error("no error without the marks")
	}
}

// The sides take turns at going first, and a result is the median of the rounds, and of
// their ratios.
func TestResult(t *testing.T) {
	order := ""
	given := func(name string, measures ...float64) side {
		return func() float64 {
			order += name
			next := measures[0]
			measures = measures[1:]
			return next
		}
	}
	r := row{unit: bytesPerSecond, amount: 100, peer: "peer", sides: []side{given("a", 10, 30, 20), given("b", 20, 30, 30)}}
	for range 3 {
		r.measure(0)
	}
	if r.value(0) != 5e9 || r.value(1) != 100/30.*1e9 || r.ratio() != 1.5 || !r.noisy() || order != "abbaab" {
		t.Errorf("%s: %+v", order, r)
	}
	fails := row{sides: []side{func() float64 { check(errors.New("no")); return 0 }}}
	fails.measure(0)
	fails.measure(0)
	if fails.failed == nil || fails.failed.Error() != "no" {
		t.Errorf("%+v", fails)
	}
}

// Bare stores write all of the memory, and nothing beside it.
func TestStores(t *testing.T) {
	for tier, loops := range stores {
		if !slices.ContainsFunc(kernel.Tiers(), func(t *kernel.Tier) bool { return t.Name() == tier }) {
			t.Logf("NOT RUN: %s: this CPU lacks it", tier)
			continue
		}
		for _, n := range []int{512, 1536, 4096 - 512} {
			for _, store := range loops {
				memory := aligned(4096)
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
