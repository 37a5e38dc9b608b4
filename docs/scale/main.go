// Scale prints the tables of docs/scale.md: what all moves of n disks take, at the
// rates that its flags give.
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/hanoigen/hanoi"
)

// input is a rate or a price that the figures rest on.
type input struct {
	name   string
	value  float64
	unit   string
	source string
}

func (i *input) text() string {
	switch i.unit {
	case "bytes/s":
		return bytes(i.value) + "/s"
	case "s":
		return number(i.value*1e6) + " µs"
	}
	return strings.Replace(i.unit, "$", "$"+number(i.value), 1)
}

// inputs returns the rates in the order of the page. The measured ones are those of
// docs/zen4/report.md, or of the page that the source names; a test holds them to it.
func inputs() []*input {
	return []*input{
		{"fill", 107e9, "bytes/s", "`Fill`, 16 KiB at a time, one core"},
		{"memory", 27e9, "bytes/s", "`Fill`, 256 MiB, one core"},
		{"pipe", 17.7e9, "bytes/s", "`hanoigen`, to a reader that reads"},
		{"disk", 2.44e9, "bytes/s", "`hanoigen -o f --io direct`, the disk of one machine"},
		{"beam", 5.99e9, "bytes/s", "the source of [beam](../beam/README.md), one worker"},
		{"verify", 12.5e9, "bytes/s", "`hanoigen verify`, from the page cache"},
		{"network", 1.25e9, "bytes/s", "of one machine, 10 Gbit/s; assumed"},
		{"extent", 9e-6, "s", "an extent that XFS shares"},
		{"core", 0.05, "$ an hour", "a rented core; assumed"},
		{"store", 0.02, "$/GB a month", "an object store; assumed"},
	}
}

var sizes = []int{40, 50, 57, 64}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit status.
func run(args []string, out, complaints io.Writer) int {
	in := inputs()
	flags := flag.NewFlagSet("scale", flag.ContinueOnError)
	flags.SetOutput(complaints)
	for _, i := range in {
		flags.Float64Var(&i.value, i.name, i.value, i.source+", in `"+i.unit+"`")
	}
	switch err := flags.Parse(args); {
	case err == flag.ErrHelp:
		return 0
	case err != nil:
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(complaints, "scale: %q is no flag; --help lists them\n", flags.Arg(0))
		return 2
	}
	for _, i := range in {
		if !(i.value > 0) {
			fmt.Fprintf(complaints, "scale: --%s %v; give a number above 0\n", i.name, i.value)
			return 2
		}
	}
	page(out, in)
	return 0
}

// page writes all tables.
func page(w io.Writer, in []*input) {
	rate := map[string]float64{}
	t := table{{"rate", "value", "what"}}
	for _, i := range in {
		rate[i.name] = i.value
		t = append(t, []string{i.name, i.text(), i.source})
	}
	t.write(w)

	t = table{{"n", "moves"}}
	for _, f := range hanoi.Formats() {
		t[0] = append(t[0], f.String())
	}
	for _, n := range sizes {
		row := []string{fmt.Sprint(n), number(moves(n))}
		for _, f := range hanoi.Formats() {
			row = append(row, bytes(moves(n)*perMove(f)))
		}
		t = append(t, row)
	}
	t.write(w)

	t = table{{"all moves, packed"}}
	for _, n := range sizes {
		t[0] = append(t[0], fmt.Sprintf("n = %d", n))
	}
	for _, way := range []struct{ name, rate string }{
		{"made where they are used, core-hours", "fill"},
		{"made in memory, core-hours", "memory"},
		{"through a pipe, core-hours", "pipe"},
		{"as blocks of Beam's source, worker-hours", "beam"},
		{"to the disk of each machine, machine-hours", "disk"},
		{"verified from memory, core-hours", "verify"},
		{"sent to a store or read from it, machine-hours", "network"},
	} {
		row := []string{way.name}
		for _, n := range sizes {
			row = append(row, number(moves(n)/rate[way.rate]/3600))
		}
		t = append(t, row)
	}
	made, stored := []string{"money to make them where they are used"}, []string{"money to store them, a month"}
	for _, n := range sizes {
		made = append(made, "$"+number(moves(n)/rate["fill"]/3600*rate["core"]))
		stored = append(stored, "$"+number(moves(n)/1e9*rate["store"]))
	}
	t = append(t, made, stored)
	t.write(w)

	t = table{{"one file of clones", "block", "extents", "time", "disk"}}
	for _, n := range []int{40, 44, 50, 57, 60} {
		c := clones(n, rate["extent"], rate["disk"])
		t = append(t, []string{fmt.Sprintf("n = %d", n), bytes(c.block), number(c.extents), number(c.seconds) + " s", bytes(c.disk)})
	}
	t.write(w)
}

func moves(n int) float64 { return math.Ldexp(1, n) - 1 }

// perMove returns the mean length of a record, over the first 2¹⁶.
func perMove(f hanoi.Format) float64 {
	const n = 1 << 16
	r, err := hanoi.NewReader(40, f, hanoi.Canonical, hanoi.Range(1, n))
	if err != nil {
		panic(err) // of a constant
	}
	size, _ := r.Size()
	return float64(size-r.HeaderLen()) / n
}

// cloned is what a file of clones takes.
type cloned struct{ block, extents, seconds, disk float64 }

// clones returns what a file of all moves, n ≤ 60, takes where the file system shares
// blocks. Three blocks are written at the rate; each other block costs two extents, a
// clone and its seam. The command chooses as block the largest power of two S with
// S·S/2 ≤ 2¹²·2ⁿ, and counts 512 bytes for an extent in the tables of the file system
// (internal/sink, cloneRatio and extentBytes).
func clones(n int, extent, rate float64) cloned {
	block := math.Ldexp(1, (n+13)/2)
	extents := 2 * math.Ldexp(1, n) / block
	return cloned{block, extents, extents*extent + 3*block/rate, 3*block + 512*extents}
}

// table is rows of cells, the first of which are heads.
type table [][]string

func (t table) write(w io.Writer) {
	for i, row := range t {
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(w, "|---%s\n", strings.Repeat("|---:", len(row)-1)+"|")
		}
	}
	fmt.Fprintln(w)
}

// number writes three significant digits, or all that come before the point.
func number(x float64) string {
	if x >= 1e9 || x < 1e-3 {
		return fmt.Sprintf("%.3g", x)
	}
	digits := max(0, 2-int(math.Floor(math.Log10(x))))
	s := fmt.Sprintf("%.*f", digits, x)
	if digits > 0 {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	whole, fraction, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		return whole + "." + fraction
	}
	return whole
}

func bytes(x float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for x >= 999.5 && i < len(units)-1 {
		x /= 1000
		i++
	}
	return number(x) + " " + units[i]
}
