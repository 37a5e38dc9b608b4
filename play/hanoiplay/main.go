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
	"runtime"
	"runtime/debug"

	"golang.org/x/term"

	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/internal/version"
	"github.com/hanoigen/hanoi/play/game"
	"github.com/hanoigen/hanoi/play/terminal"
	"github.com/hanoigen/hanoi/play/web"
)

const usage = `The Tower of Hanoi: move all disks to the goal, one at a time. Never put a
larger disk on a smaller one.

  hanoiplay                         5 disks from A to C, in the terminal
  hanoiplay -n 12                   the classic: 12 disks, 4095 moves
  hanoiplay --daily today           the puzzle of the day, the same for everyone
  hanoiplay --random -n 6           a random puzzle
  hanoiplay --from CABB --to AAAA   any start and goal: the peg of each disk
  hanoiplay --plain                 line by line, for screen readers
  hanoiplay --http localhost:8080   in the browser

  -n disks          1 to 64 (default 5)
  --from peg        where the disks start: A, B or C (default A), or the peg of
                    each disk, largest first; 0, 1, 2 are A, B, C
  --to peg          where they go, in that form (default C, or A with --from C)
  --daily day       the puzzle of a day: today, or a date like 2026-01-31
  --random          a random puzzle: start and goal may be spread over the pegs
  --seed number     a random puzzle, always the same for this number
  --plain           line by line, for screen readers and pipes
  --http address    serve the game in the browser: a port, or host:port
  --no-browser      with --http: do not open the browser
  --version         print the version and commit
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
	flags.SetOutput(io.Discard) // main prints the error, on one line
	disks := number.Value{Min: 1, Max: 64}
	flags.Var(&disks, "n", "")
	from := flags.String("from", "", "")
	to := flags.String("to", "", "")
	daily := flags.String("daily", "", "")
	random := flags.Bool("random", false, "")
	seed := number.Value{N: rand.Uint64(), Max: math.MaxUint64}
	flags.Var(&seed, "seed", "")
	plain := flags.Bool("plain", false, "")
	http := flags.String("http", "", "")
	noBrowser := flags.Bool("no-browser", false, "")
	version := flags.Bool("version", false, "")
	err := flags.Parse(args)
	empty := ""
	flags.Visit(func(f *flag.Flag) {
		if f.Value.String() == "" {
			empty = f.Name
		}
	})
	fromTo := *from != "" || *to != ""
	isRandom := *random || seed.Given
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, usage)
		return nil
	case err != nil:
		return usagef("%w; --help lists the flags", err)
	case flags.NArg() > 0:
		return usagef("%q isn't a flag; --help lists the flags", flags.Arg(0))
	case empty != "":
		return usagef("--%s is empty; give a value, or leave it out", empty)
	case *version:
		fmt.Fprintln(out, build())
		return nil
	case *daily != "" && (fromTo || isRandom || disks.Given), isRandom && fromTo:
		return usagef("give only one of --daily, --random (or --seed), and --from or --to; -n works with all but --daily")
	case *plain && *http != "":
		return usagef("--plain plays in the terminal and --http in the browser; give one of them")
	}

	n := int(disks.N)
	var p game.Puzzle
	switch {
	case *daily != "":
		p, err = game.Daily(*daily)
	case isRandom:
		p, err = game.Random(cmp.Or(n, game.DefaultDisks), seed.N)
	default:
		p, err = game.Parse(n, *from, *to)
	}
	if err != nil {
		return usagef("%w", err)
	}

	g := game.New(p)
	switch kind := os.Getenv("TERM"); {
	case *http != "":
		return web.Serve(*http, g, !*noBrowser, out)
	case *plain:
		return terminal.Plain(g, in, out)
	case !term.IsTerminal(int(in.Fd())) || !term.IsTerminal(int(out.Fd())):
		return usagef("standard input or output isn't a terminal; run with --plain or --http localhost:8080")
	case kind == "dumb" || kind == "" && runtime.GOOS != "windows":
		return usagef("this terminal cannot draw (TERM is %q); run with --plain or --http localhost:8080", kind)
	}
	return terminal.Run(g)
}

// build names the version, commit and platform of this program.
func build() string {
	info, _ := debug.ReadBuildInfo() // go build always adds it
	v, commit := version.Of(info)
	return fmt.Sprintf("hanoiplay %s, commit %s, %s %s/%s", v, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
