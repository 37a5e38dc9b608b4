// Hanoibeam runs the transforms of package hanoiio on the engines of Apache Beam:
// on Prism in its own process, or on Flink, Spark or Dataflow.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/hanoigen/hanoi/beam/hanoiio"
	"github.com/hanoigen/hanoi/internal/number"
)

const usage = `The moves of the Tower of Hanoi on the engines of Apache Beam.

  hanoibeam write   write the moves of N disks as parts, and a manifest with their SHA-256
  hanoibeam check   judge JSON lines of answers, as 'hanoigen check --batch' does

In this process, or on a Flink or Spark job server or Dataflow:

  hanoibeam write -n 30 --parts 64 --output out
  hanoibeam check --input 'answers/*.jsonl' --output results
  hanoibeam write -n 40 --parts 4096 --output s3://bucket/moves \
      --runner flink --endpoint localhost:8099 --parallelism 64

Nothing is resumed: after a failure or a signal, --force begins again.
'hanoibeam write --help' lists the flags of write, and Beam's.
`

// Errors that wrap one of these have a status of their own; for all others it is 1.
var (
	errUsage    = errors.New("wrong command line")                        // 2
	errUnjudged = errors.New("could not be judged; each result says why") // 3
)

func usagef(format string, args ...any) error {
	return fmt.Errorf("%w: %w", errUsage, fmt.Errorf(format, args...))
}

func main() {
	if os.Getenv("GOGC") == "" {
		// Each block becomes 1 MiB of garbage, and the rest of the heap is small. By default,
		// Go would collect garbage at every fourth block; this way, it collects after 32 MB.
		debug.SetGCPercent(800)
	}
	err := run(os.Args[1:])
	if err == nil {
		return
	}
	complain(err.Error())
	switch {
	case errors.Is(err, errUsage):
		os.Exit(2)
	case errors.Is(err, errUnjudged):
		os.Exit(3)
	}
	os.Exit(1)
}

// complain writes an error as one line. If a transform fails, Beam's error is the plan of its
// stage and then the reason; only the reason is written.
func complain(s string) {
	if i := strings.LastIndex(s, "] failed:\n"); i >= 0 {
		s = s[i+len("] failed:\n"):]
	}
	fmt.Fprintln(os.Stderr, "hanoibeam:", strings.ReplaceAll(strings.TrimSpace(s), "\n", `\n`))
}

// A command adds its flags, and returns a function that checks them and builds the pipeline.
type command func(*flag.FlagSet) (build func(beam.Scope) error)

var commands = map[string]command{"write": write, "check": check}

func run(args []string) error {
	flags := flag.CommandLine // Beam's flags are there
	flags.Init("hanoibeam", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // an error is one line
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	switch {
	case slices.Contains([]string{"help", "-h", "-help", "--help"}, name):
		_, err := io.WriteString(os.Stdout, usage)
		return err
	case strings.HasPrefix(name, "-"): // an engine starts the program as its worker
		if err := flags.Parse(args); err != nil {
			return usagef("%w; give write or check first, or --help", err)
		}
		beam.Init() // does not return if --worker is given
	}
	c, ok := commands[name]
	if !ok {
		return usagef("no command %q; give write or check, or --help", name)
	}
	own := flag.NewFlagSet("hanoibeam "+name, flag.ContinueOnError)
	build := c(own)
	verbose := own.Bool("verbose", false, "show what Beam and the engine log")
	own.VisitAll(func(f *flag.Flag) { flags.Var(f.Value, f.Name, f.Usage) })
	err := flags.Parse(args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		help(own)
		return nil
	case err != nil:
		return usagef("%w; 'hanoibeam %s --help' lists all flags", err, name)
	case flags.NArg() > 0:
		return usagef("%q is not a flag; 'hanoibeam %s --help' lists all flags", flags.Arg(0), name)
	}
	flags.Visit(func(f *flag.Flag) {
		if own.Lookup(f.Name) != nil && f.Value.String() == "" { // such as an unset variable
			err = usagef("--%s is empty; leave it out, or give it a value", f.Name)
		}
	})
	if err != nil {
		return err
	}
	return execute(build, *verbose)
}

// help prints the flags of a command, and Beam's.
func help(own *flag.FlagSet) {
	fmt.Printf("The flags of %s:\n", own.Name())
	own.SetOutput(os.Stdout)
	own.PrintDefaults()
	fmt.Println("\nThe flags of Beam and its engines:")
	flag.VisitAll(func(f *flag.Flag) {
		if own.Lookup(f.Name) == nil {
			value, text := flag.UnquoteUsage(f)
			fmt.Printf("  --%s %s\n    \t%s\n", f.Name, value, strings.ReplaceAll(text, "\n", "\n    \t"))
		}
	})
}

// execute builds a pipeline, and runs it on the engine that Beam's flags name.
func execute(build func(beam.Scope) error, verbose bool) error {
	beam.Init()
	if !verbose { // after Init, which sets a logger
		slog.SetDefault(slog.New(slog.DiscardHandler))
		log.SetLogger(quiet{})
	}
	p, s := beam.NewPipelineWithRoot()
	err := build(s)
	if err != nil {
		return err
	}
	if *jobopts.WorkerBinary == "" && runtime.GOOS == "linux" {
		// Workers run Linux, and need a copy of this program. Otherwise Beam would
		// compile it from source code, which may be missing.
		if *jobopts.WorkerBinary, err = os.Executable(); err != nil {
			return err
		}
	}
	result, err := runPipeline(p)
	if err != nil {
		return err
	}
	if n := hanoiio.Unjudged(result); n > 0 {
		return fmt.Errorf("%s %w", number.Count(n, "line"), errUnjudged)
	}
	return nil
}

// runPipeline runs a pipeline. A signal ends it if it runs in this process, and a second one
// ends the program at once.
func runPipeline(p *beam.Pipeline) (beam.PipelineResult, error) {
	if engine := *runners.Runner; engine != "" && engine != "prism" {
		return beamx.RunWithMetrics(context.Background(), p)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	if *jobopts.EnvironmentType == "" && *jobopts.Endpoint == "" {
		// A loopback worker that Beam starts itself leaves a file in TMPDIR.
		worker, err := extworker.StartLoopback(ctx, 0)
		if err != nil {
			return nil, err
		}
		*jobopts.EnvironmentType, *jobopts.EnvironmentConfig = "external", worker.EnvironmentConfig(ctx)
		*jobopts.WorkerBinary = os.DevNull
	}
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil && ctx.Err() != nil {
		return nil, errors.New("stopped by a signal; give --force to begin again")
	}
	return result, err
}

// quiet is the log without --verbose. It prints only a fatal message, as an error: after
// one, Beam ends the program with status 1.
type quiet struct{}

func (quiet) Log(_ context.Context, severity log.Severity, _ int, message string) {
	if severity == log.SevFatal {
		complain(message)
	}
}
