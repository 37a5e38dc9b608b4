package figures

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/pairs"
	"github.com/hanoigen/hanoi/kernel"
)

// Each row has a name of its own, in code and in words; those that Linux alone
// has are there, and the best tier has its targets.
func TestRows(t *testing.T) {
	ids, whats := map[string]bool{}, map[string]bool{}
	for _, s := range Sections(Program{Disks: 24}) {
		for _, r := range s.Rows {
			if ids[r.ID] || whats[r.What] {
				t.Errorf("two rows are %q, %q", r.ID, r.What)
			}
			ids[r.ID], whats[r.What] = true, true
			if r.Target.Ratio > 0 && !slices.ContainsFunc(r.Peers, func(p pairs.Peer) bool { return p.Ceiling }) {
				t.Errorf("%s has a target without a ceiling", r.ID)
			}
		}
	}
	for _, tier := range kernel.Tiers() {
		for _, size := range Sizes {
			if id := FillID(tier.Name(), size); !ids[id] {
				t.Errorf("no row %s", id)
			}
		}
	}
	for _, id := range []string{"Fill/generic/64", "FillStates/generic/16", "stores/64MiB", "StateAt", "check/text", "draw graph/size", "verify"} {
		if !ids[id] {
			t.Errorf("no row %s", id)
		}
	}
}

func TestSelect(t *testing.T) {
	all := []Section{
		{Title: "one", Rows: []pairs.Row{{What: "a"}, {What: "b"}}, Conclude: func([]pairs.Result) string { return "" }},
		{Title: "two", Rows: []pairs.Row{{What: "b c"}}, Conclude: func([]pairs.Result) string { return "" }},
	}
	for pattern, want := range map[string]string{"": "a b b c", "b": "b b c", "^b$": "b", "d": ""} {
		kept := Select(all, regexp.MustCompile(pattern))
		if got := strings.Join(Names(kept), " "); got != want {
			t.Errorf("%q keeps %q, want %q", pattern, got, want)
		}
	}
	if kept := Select(all, regexp.MustCompile("b")); kept[0].Conclude != nil || kept[1].Conclude == nil {
		t.Error("a conclusion takes all rows of its section")
	}
	if len(Names(all)) != 3 {
		t.Error("the rows that were left out are gone")
	}
}

// Streaming stores are the faster ones from where on they stay so.
func TestStores(t *testing.T) {
	s := stores()
	results := make([]pairs.Result, len(s.Rows))
	for i := range results {
		results[i] = pairs.Result{Row: s.Rows[i], Against: []pairs.Against{{Ratio: 0.5}, {}}}
		if err := s.Rows[i].Can; err != nil && err() != nil {
			t.Skip(err())
		}
	}
	if got := s.Conclude(results); got != "Ordinary stores are the faster ones up to 256MiB." {
		t.Errorf("%q", got)
	}
	for _, i := range []int{2, 6, 7, 8} { // 4, 64, 128, 256 MiB
		results[i].Against[0].Ratio = 1.5
	}
	if got := s.Conclude(results); got != "Streaming stores are the faster ones from 64MiB on." {
		t.Errorf("%q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, pair := range [][2]string{{"100", "011"}, {"2011", "0000"}, {"00000", "22222"}, {"1", "1"}} {
		a, _ := hanoi.ParseState(pair[0])
		b, _ := hanoi.ParseState(pair[1])
		if want, err := hanoi.Distance(a, b); err != nil || distance(a, b) != want {
			t.Errorf("%v: %d, want %d, %v", pair, distance(a, b), want, err)
		}
	}
}

// The sections without files and processes measure something, and finitely.
func TestSections(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 256 MiB and some seconds")
	}
	for _, s := range Sections(Program{})[:6] {
		results, err := s.Measure(0)
		if err != nil || len(results) == 0 {
			t.Errorf("%s: %d rows, %v", s.Title, len(results), err)
		}
		for _, r := range results {
			if r.NotRun != "" {
				continue
			}
			if !(r.Value > 0) {
				t.Errorf("%s: %v", r.What, r.Value)
			}
			for i, a := range r.Against {
				if !(a.Value > 0 && a.Ratio > 0) {
					t.Errorf("%s, against %s: %+v", r.What, r.Peers[i].Name, a)
				}
			}
		}
	}
}

// The README's figures are few, have every tier, and say of which commit.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "<!-- bench -->\n")
	part, _, found := strings.Cut(part, "<!-- /bench -->\n")
	if !found {
		t.Fatal("README.md has no figures")
	}
	rows := regexp.MustCompile(`(?m)^\|.*$`).FindAllString(part, -1)
	if len(rows) < 2+4 || len(rows) > 2+6 || strings.Contains(part, "**") {
		t.Errorf("the README has %d rows of figures; want 4 to 6, and nothing in bold:\n%s", len(rows)-2, part)
	}
	tiers := map[string]bool{"avx512": true, "avx2": true, "bmi": true, "generic": true}
	for _, tier := range kernel.Tiers() { // also one that is new
		tiers[tier.Name()] = true
	}
	for tier := range tiers {
		if !regexp.MustCompile(`(?m)^\| moves into memory, 16 KiB a call: .*\b` + tier + `\b`).MatchString(part) {
			t.Errorf("no figure of %s", tier)
		}
	}
	for _, pattern := range []string{`commit [0-9a-f]{7,40}\b`, `go1\.\d+`, "go run -C bench"} {
		if !regexp.MustCompile(pattern).MatchString(part) {
			t.Errorf("the figures do not say %q", pattern)
		}
	}
}

// A row that fails names itself.
func TestFailure(t *testing.T) {
	none := Section{Rows: []pairs.Row{{What: "a", Ours: whole("", "/no/such/program")}}}
	if _, err := none.Measure(0); err == nil || !strings.HasPrefix(err.Error(), "a: ") || !strings.Contains(err.Error(), "/no/such/program") {
		t.Errorf("%v", err)
	}
}
