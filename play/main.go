// Hanoiplay is the Tower of Hanoi as a game, in the terminal or, with --http, in
// the browser.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"

	"golang.org/x/term"

	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/play/game"
	"github.com/hanoigen/hanoi/play/terminal"
	"github.com/hanoigen/hanoi/play/web"
)

const usage = `The Tower of Hanoi: bring all disks to the goal, one at a time, never a larger
on a smaller.

  hanoiplay                         5 disks from A to C, in the terminal
  hanoiplay -n 12                   the classic: 12 disks, 4095 moves
  hanoiplay --daily today           the same puzzle for everybody
  hanoiplay --random -n 6           a surprise
  hanoiplay --from 2011 --to 0000   the peg of each disk, largest disk first
  hanoiplay --plain                 line by line, for screen readers
  hanoiplay --http localhost:8080   in the browser

  -n disks          1 to 64 (default 5)
  --from peg        where the disks start: 0, 1 or 2 for A, B or C (default 0),
                    or the peg of each disk, largest first
  --to peg          where they go, likewise (default 2; from 2 it is 0)
  --daily day       the puzzle of a day: today, or a date like 2026-01-31
  --random          a surprise: random places for all disks
  --seed number     the number of a random puzzle, with --random or without
  --plain           line by line, for screen readers and pipes
  --http address    serve the game in the browser: a port, or host:port
  --no-browser      with --http: do not open the browser
`

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "hanoiplay:", err)
		if errors.Is(err, errUsage) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

var errUsage = errors.New("wrong command line")

func usagef(format string, args ...any) error {
	return fmt.Errorf("%w: %w", errUsage, fmt.Errorf(format, args...))
}

func run(args []string, in, out *os.File) error {
	flags := flag.NewFlagSet("hanoiplay", flag.ContinueOnError)
	flags.SetOutput(io.Discard)            // an error is one line
	disks := number.Value{Min: 1, Max: 64} // 0 where it is not given
	flags.Var(&disks, "n", "")
	from := flags.String("from", "", "")
	to := flags.String("to", "", "")
	daily := flags.String("daily", "", "")
	random := flags.Bool("random", false, "")
	seed := number.Value{N: rand.Uint64(), Max: math.MaxUint64}
	flags.Func("seed", "", func(text string) error {
		*random = true
		return seed.Set(text)
	})
	plain := flags.Bool("plain", false, "")
	http := flags.String("http", "", "")
	noBrowser := flags.Bool("no-browser", false, "")
	err := flags.Parse(args)
	places := *from != "" || *to != ""
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, usage)
		return nil
	case err != nil:
		return usagef("%w; --help has all flags", err)
	case flags.NArg() > 0:
		return usagef("%q is no flag; --help has all flags", flags.Arg(0))
	case *daily != "" && (places || *random || disks.N != 0), *random && places:
		return usagef("give one of --daily, --random and --from with --to; -n goes with all but --daily")
	case *plain && *http != "":
		return usagef("--plain is in the terminal and --http in the browser; give one of them")
	case *noBrowser && *http == "":
		return usagef("--no-browser is for --http; give that, too, or leave it out")
	}

	n := int(disks.N)
	var p game.Puzzle
	switch {
	case *daily == "today":
		p = game.Today()
	case *daily != "":
		p, err = game.Daily(*daily)
	case *random:
		p, err = game.Random(cmp.Or(n, game.DefaultDisks), seed.N)
	default:
		p, err = game.Parse(n, *from, *to)
	}
	if err != nil {
		return usagef("%w", err)
	}

	g := game.New(p)
	switch {
	case *http != "":
		err = web.Serve(*http, g, !*noBrowser, out)
		if errors.Is(err, web.ErrAddress) {
			err = usagef("--http: %w", err)
		}
		return err
	case *plain:
		return terminal.Plain(g, in, out)
	case !term.IsTerminal(int(in.Fd())) || !term.IsTerminal(int(out.Fd())):
		return usagef("standard input or output is no terminal; run with --plain or --http localhost:8080")
	}
	return terminal.Run(g)
}
