// Hanoiplay is the Tower of Hanoi as a game, in the terminal or, with --http, in
// the browser.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	"golang.org/x/term"

	"github.com/hanoigen/hanoi/play/game"
	"github.com/hanoigen/hanoi/play/terminal"
	"github.com/hanoigen/hanoi/play/web"
)

const usage = `The Tower of Hanoi: lead all disks to the goal, one at a time, never a larger on a smaller.

  hanoiplay                         12 disks from A to C, in the terminal
  hanoiplay -n 5                    5 disks
  hanoiplay --daily today           the puzzle of the day, the same for everybody
  hanoiplay --random -n 6           any two states
  hanoiplay --start 2011 --goal 0000
  hanoiplay --plain                 line by line, for screen readers
  hanoiplay --http localhost:8080   in the browser

`

func main() {
	err := run(os.Args[1:], os.Stdin, os.Stdout)
	switch {
	case err == nil:
	case errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		fmt.Fprintln(os.Stderr, "hanoiplay:", err)
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "hanoiplay:", err)
		os.Exit(1)
	}
}

// errUsage says that the command line is wrong.
var errUsage = errors.New("wrong command line")

// options is the command line.
type options struct {
	n           int
	counted     bool // n was given
	start, goal string
	daily       string
	random      bool
	seed        uint64
	seeded      bool
	plain       bool
	http        string
	noBrowser   bool
}

func parse(args []string, out io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("hanoiplay", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	o.n = web.Disks
	flags.Func("n", fmt.Sprintf("how many `disks`, 1 to 64 (default %d)", web.Disks), func(text string) (err error) {
		if o.n, err = strconv.Atoi(text); err != nil {
			return errors.New("give 1 to 64")
		}
		return nil
	})
	flags.StringVar(&o.start, "start", "", "the `state` to start from: the peg of each disk, 0, 1 or 2, largest disk first")
	flags.StringVar(&o.goal, "goal", "", "the `state` to reach (default all on C, which is peg 2)")
	flags.StringVar(&o.daily, "daily", "", "the puzzle of a `day`: today, or a date like 2026-01-31")
	flags.BoolVar(&o.random, "random", false, "a puzzle between any two states")
	flags.Uint64Var(&o.seed, "seed", 0, "the `number` of a random puzzle, with --random or without (default: any)")
	flags.BoolVar(&o.plain, "plain", false, "line by line, for screen readers and pipes")
	flags.StringVar(&o.http, "http", "", "serve the game at an `address` like localhost:8080, and open it in the browser; without a host, localhost")
	flags.BoolVar(&o.noBrowser, "no-browser", false, "with --http: do not open the browser")
	flags.Usage = func() {} // an error is one line
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(out, usage)
			flags.SetOutput(out)
			flags.PrintDefaults()
			return o, err
		}
		return o, fmt.Errorf("%w: %w; --help has all flags", errUsage, err)
	}
	flags.Visit(func(f *flag.Flag) {
		o.seeded = o.seeded || f.Name == "seed"
		o.counted = o.counted || f.Name == "n"
		if f.Name != "n" && f.Value.String() == "" && err == nil {
			err = fmt.Errorf("%w: --%s is empty; leave it out, or give it a value", errUsage, f.Name)
		}
	})
	switch {
	case err != nil:
	case flags.NArg() > 0:
		err = fmt.Errorf("%w: %q is no flag; --help has all flags", errUsage, flags.Arg(0))
	case o.plain && o.http != "":
		err = fmt.Errorf("%w: --plain is in the terminal and --http in the browser; give one of them", errUsage)
	case o.noBrowser && o.http == "":
		err = fmt.Errorf("%w: --no-browser is for --http; give that, too, or leave it out", errUsage)
	}
	return o, err
}

// puzzle returns the puzzle that the command line asks for.
func (o options) puzzle(today string) (game.Puzzle, error) {
	states := o.start != "" || o.goal != ""
	random := o.random || o.seeded
	switch {
	case o.daily != "" && (states || random || o.counted),
		random && states:
		return game.Puzzle{}, errors.New("give one of --daily, --random and --start with --goal; -n goes with all but --daily")
	case o.daily == "today":
		return game.Daily(today)
	case o.daily != "":
		return game.Daily(o.daily)
	case random:
		seed := o.seed
		if !o.seeded {
			seed = rand.Uint64()
		}
		return game.Random(o.n, seed)
	case states && !o.counted:
		return game.ParsePuzzle(0, o.start, o.goal)
	}
	if _, err := game.Classic(o.n); err != nil { // ParsePuzzle takes 0 for any number
		return game.Puzzle{}, err
	}
	return game.ParsePuzzle(o.n, o.start, o.goal)
}

func run(args []string, in, out *os.File) error {
	o, err := parse(args, out)
	if err != nil {
		return err
	}
	today := func() string { return time.Now().Format(time.DateOnly) }
	p, err := o.puzzle(today())
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	g := game.New(p)
	switch {
	case o.http != "":
		err := web.Serve(o.http, g, today, !o.noBrowser, out)
		if errors.Is(err, web.ErrAddress) {
			err = fmt.Errorf("%w: --http: %w", errUsage, err)
		}
		return err
	case o.plain:
		return terminal.Plain(g, in, out)
	case !term.IsTerminal(int(in.Fd())) || !term.IsTerminal(int(out.Fd())):
		return fmt.Errorf("%w: standard input or output is no terminal; run with --plain or --http localhost:8080", errUsage)
	}
	return terminal.Run(g, func() (game.Puzzle, error) { return game.Random(p.N(), rand.Uint64()) })
}
