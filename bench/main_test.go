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
		results: []result{
			{row: row{what: "Fill", unit: bytesPerSecond, peer: "bare stores", target: target{ratio: 0.95}, brief: true}, value: 91e9, beside: 100e9, ratio: 0.91},
			{row: row{what: "StateAt", target: target{value: 20e-9}}, value: 19e-9, noisy: true},
			{row: row{what: "memory", unit: size, target: target{value: 64 << 20}}, value: 8 << 20},
			{row: row{what: "check", unit: movesPerSecond, target: target{value: 10e6}}, value: 24e6},
			{row: row{what: "XFS", target: target{value: 1}, brief: true}, failed: errors.New("no root")},
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

// A result is the median of the rounds, and of their ratios.
func TestResult(t *testing.T) {
	measures := [][2]float64{{10, 20}, {30, 30}, {20, 30}}
	m := measurement{row: row{unit: bytesPerSecond, amount: 100, peer: "peer", round: func(number int) (float64, float64) {
		return measures[number][0], measures[number][1]
	}}}
	for range measures {
		m.measure(0)
	}
	if r := m.result(); r.value != 5e9 || r.beside != 100/30.*1e9 || r.ratio != 1.5 || !r.noisy {
		t.Errorf("%+v", r)
	}
	fails := measurement{row: row{round: alone(func() float64 { check(errors.New("no")); return 0 })}}
	fails.measure(0)
	fails.measure(0)
	if r := fails.result(); r.failed == nil || r.failed.Error() != "no" {
		t.Errorf("%+v", r)
	}
}

// The sides take turns at going first.
func TestBeside(t *testing.T) {
	var order string
	round := beside(func() float64 { order += "a"; return 1 }, func() float64 { order += "b"; return 2 })
	for number := range 2 {
		if ours, peer := round(number); ours != 1 || peer != 2 {
			t.Errorf("%v, %v", ours, peer)
		}
	}
	if order != "abba" {
		t.Error(order)
	}
}

func TestCPUName(t *testing.T) {
	for _, cpu := range []struct {
		vendor        string
		family, model int
		want          string
	}{
		{"AuthenticAMD", 25, 17, "AMD EPYC 9xx4 (Zen 4)"},
		{"AuthenticAMD", 26, 2, "AMD EPYC 9xx5 (Zen 5)"},
		{"AuthenticAMD", 25, 33, "brand (family 25, model 33)"},
		{"GenuineIntel", 6, 143, "Intel Xeon, 4th generation (Sapphire Rapids)"},
	} {
		if got := cpuName(cpu.vendor, cpu.family, cpu.model, "brand "); got != cpu.want {
			t.Errorf("%v is named %s", cpu, got)
		}
	}
}

// Bare stores write all of the memory, and nothing beside it.
func TestStores(t *testing.T) {
	for tier, loops := range stores {
		if !slices.ContainsFunc(kernel.Tiers(), func(t *kernel.Tier) bool { return t.Name() == tier }) {
			t.Logf("NOT RUN: %s: this CPU lacks it", tier)
			continue
		}
		for _, n := range []int{64, 1536, 4096 - 128} {
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
