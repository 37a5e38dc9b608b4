package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables to the page")

// The page has what the program prints.
func TestPage(t *testing.T) {
	const name, begin, end = "../scale.md", "<!-- scale -->\n", "<!-- /scale -->"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no %s … %s", name, begin, end)
	}
	var want strings.Builder
	page(&want, inputs())
	if *update {
		if err := os.WriteFile(name, []byte(before+begin+want.String()+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != want.String() {
		t.Errorf("%s has\n%swant (go test ./docs/scale -update writes it)\n%s", name, got, want.String())
	}
}

func TestRun(t *testing.T) {
	for _, test := range []struct {
		args   string
		status int
		want   string // in what it prints
	}{
		{"", 0, "| money to make them where they are used | $0.000143 | $0.146 |"},
		{"--fill 1e9", 0, "| made where they are used, core-hours | 0.305 |"},
		{"--help", 0, "-store"},
		{"--fill 0", 2, "scale: --fill 0; give a number above 0"},
		{"--fill NaN", 2, "scale: --fill NaN; give a number above 0"},
		{"--speed 1", 2, "-speed"},
		{"50", 2, `scale: "50" is no flag; --help lists them`},
	} {
		var out strings.Builder
		if status := run(strings.Fields(test.args), &out, &out); status != test.status || !strings.Contains(out.String(), test.want) {
			t.Errorf("scale %s: status %d, %s", test.args, status, &out)
		}
	}
}

// reported returns what a row of the report measured, in bytes, seconds, or bytes a
// second.
func reported(t *testing.T, row string) float64 {
	t.Helper()
	report, err := os.ReadFile("../zen4/report.md")
	if err != nil {
		t.Fatal(err)
	}
	cell := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(row) + ` +\| +(?:~ )?([0-9.]+) (\S+) +\|`).FindSubmatch(report)
	if cell == nil {
		t.Fatalf("the report has no row %q", row)
	}
	value, err := strconv.ParseFloat(string(cell[1]), 64)
	unit := map[string]float64{"GB/s": 1e9, "ms": 1e-3, "s": 1, "MiB": 1 << 20, "GiB": 1 << 30}[string(cell[2])]
	if err != nil || unit == 0 {
		t.Fatalf("row %q has %s", row, cell[0])
	}
	return value * unit
}

// The page's measured rates are those of the report, within a quarter.
func TestInputs(t *testing.T) {
	rows := map[string]string{
		"fill": "Fill avx512, 16KiB", "memory": "Fill avx512, 256MiB", "pipe": "hanoigen -n 36, to a reader that reads",
		"disk": "hanoigen -n 33 -o f --io direct", "verify": "hanoigen verify f, from the page cache",
	}
	for _, i := range inputs() {
		if row, ok := rows[i.name]; ok {
			if r := i.value / reported(t, row); r < 1/1.25 || r > 1.25 {
				t.Errorf("%s is %s, %.3g times what the report has", i.name, i.text(), r)
			}
			delete(rows, i.name)
		}
	}
	if len(rows) > 0 {
		t.Errorf("no inputs %v", rows)
	}
}

// The formula of clones against the runs of the report: the time within a factor of 1.25,
// the disk within 1.1.
func TestClones(t *testing.T) {
	rate := map[string]float64{}
	for _, i := range inputs() {
		rate[i.name] = i.value
	}
	for _, n := range []int{40, 44, 50} {
		c := clones(n, rate["extent"], rate["disk"])
		run := fmt.Sprintf("hanoigen -n %d -o f, XFS: ", n)
		if seconds := reported(t, run+"time"); seconds/c.seconds < 1/1.25 || seconds/c.seconds > 1.25 {
			t.Errorf("n = %d: %.3g s by the formula, %v s measured", n, c.seconds, seconds)
		}
		if disk := reported(t, run+"disk"); disk/c.disk < 1/1.1 || disk/c.disk > 1.1 {
			t.Errorf("n = %d: %.3g bytes by the formula, %.3g measured", n, c.disk, disk)
		}
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 0.05: "0.05", 0.447: "0.447", 3: "3", 3.25: "3.25", 99.7: "99.7", 1234: "1,234", 1234567: "1,234,567", 1.5e12: "1.5e+12", 16e-6: "1.6e-05",
	} {
		if got := number(x); got != want {
			t.Errorf("%v is written %s; want %s", x, got, want)
		}
	}
	if got := bytes(999.6e9); got != "1 TB" {
		t.Error(got)
	}
}
