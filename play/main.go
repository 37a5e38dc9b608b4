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
	err := run(os.Args[1:], os.Stdin, os.Stdout)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, "hanoiplay:", err)
	if errors.Is(err, errUsage) {
		os.Exit(2)
	}
	os.Exit(1)
}

var errUsage = errors.New("wrong command line")

type options struct {
	disks     number.Value // 0 where it was not given
	from, to  string
	daily     string
	random    bool
	seed      number.Value // of the random puzzle; any where it was not given
	plain     bool
	http      string
	noBrowser bool
}

func parse(args []string, out io.Writer) (o options, err error) {
	o.disks.Min, o.disks.Max = 1, 64
	o.seed = number.Value{N: rand.Uint64(), Max: math.MaxUint64}
	flags := flag.NewFlagSet("hanoiplay", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // an error is one line
	flags.Var(&o.disks, "n", "")
	flags.StringVar(&o.from, "from", "", "")
	flags.StringVar(&o.to, "to", "", "")
	flags.StringVar(&o.daily, "daily", "", "")
	flags.BoolVar(&o.random, "random", false, "")
	flags.Func("seed", "", func(text string) error {
		o.random = true
		return o.seed.Set(text)
	})
	flags.BoolVar(&o.plain, "plain", false, "")
	flags.StringVar(&o.http, "http", "", "")
	flags.BoolVar(&o.noBrowser, "no-browser", false, "")
	if err = flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(out, usage)
			return o, err
		}
		return o, fmt.Errorf("%w: %w; --help has all flags", errUsage, err)
	}
	places := o.from != "" || o.to != ""
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("%w: %q is no flag; --help has all flags", errUsage, flags.Arg(0))
	case o.daily != "" && (places || o.random || o.disks.N != 0), o.random && places:
		err = fmt.Errorf("%w: give one of --daily, --random and --from with --to; -n goes with all but --daily", errUsage)
	case o.plain && o.http != "":
		err = fmt.Errorf("%w: --plain is in the terminal and --http in the browser; give one of them", errUsage)
	case o.noBrowser && o.http == "":
		err = fmt.Errorf("%w: --no-browser is for --http; give that, too, or leave it out", errUsage)
	}
	return o, err
}

// puzzle returns the puzzle that the command line asks for.
func (o options) puzzle() (game.Puzzle, error) {
	disks := int(o.disks.N)
	switch {
	case o.daily == "today":
		return game.Today()
	case o.daily != "":
		return game.Daily(o.daily)
	case o.random:
		return game.Random(cmp.Or(disks, game.DefaultDisks), o.seed.N)
	}
	return game.Parse(disks, o.from, o.to)
}

func run(args []string, in, out *os.File) error {
	o, err := parse(args, out)
	if err != nil {
		return err
	}
	p, err := o.puzzle()
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	g := game.New(p)
	switch {
	case o.http != "":
		err := web.Serve(o.http, g, !o.noBrowser, out)
		if errors.Is(err, web.ErrAddress) {
			err = fmt.Errorf("%w: --http: %w", errUsage, err)
		}
		return err
	case o.plain:
		return terminal.Plain(g, in, out)
	case !term.IsTerminal(int(in.Fd())) || !term.IsTerminal(int(out.Fd())):
		return fmt.Errorf("%w: standard input or output is no terminal; run with --plain or --http localhost:8080", errUsage)
	}
	return terminal.Run(g)
}
