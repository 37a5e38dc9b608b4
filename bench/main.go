// Command bench measures every part of hanoigen beside its peers and prints the
// report.
package main

import (
	"os"

	"github.com/hanoigen/hanoi/internal/bench"
)

func main() {
	var rows []bench.Row
	bench.Kernel(func(r bench.Row) { rows = append(rows, r) })
	bench.Markdown(os.Stdout, rows)
}
