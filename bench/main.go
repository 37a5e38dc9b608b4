// Command bench measures every part of hanoigen beside its peers and prints the
// report.
package main

import (
	"flag"
	"os"
	"regexp"

	"github.com/hanoigen/hanoi/internal/bench"
)

func main() {
	only := flag.String("run", "", "measure only the rows that this regular expression matches")
	flag.Parse()
	bench.Only = regexp.MustCompile(*only)

	var rows []bench.Row
	bench.Kernel(func(r bench.Row) { rows = append(rows, r) })
	bench.Markdown(os.Stdout, rows)
}
