// Command bench measures every part of hanoigen beside its peers and prints the
// report:
//
//	go run ./bench
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"

	"github.com/hanoigen/hanoi/internal/bench"
)

func main() {
	only := flag.String("run", "", "measure only the rows that this regular expression matches")
	flag.Parse()
	var err error
	if bench.Only, err = regexp.Compile(*only); err != nil {
		fmt.Fprintln(os.Stderr, "bench: -run:", err)
		os.Exit(2)
	}

	var rows []bench.Row
	report := func(r bench.Row) {
		if r.Time > 0 {
			fmt.Fprintf(os.Stderr, "%s against %s\n", r.What, r.Peer)
			rows = append(rows, r)
		}
	}
	bench.Kernel(report)
	if err := peers(report); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
	bench.Markdown(os.Stdout, rows)
}
