package hanoiio

import (
	"bufio"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/must"
)

var unjudged = beam.NewCounter("hanoiio", "unjudged")

// Unjudged returns the number of lines that [Check] could not judge in a job, if its engine
// reports that.
func Unjudged(job beam.PipelineResult) (n int64) {
	if job == nil {
		return 0
	}
	for _, c := range job.Metrics().AllMetrics().Counters() {
		if c.Namespace() == "hanoiio" && c.Name() == "unjudged" {
			n += c.Result()
		}
	}
	return n
}

// Check judges a PCollection of strings: JSON lines as "hanoigen check --batch" reads
// them, without newlines. The problem and the options apply where a line does not say
// otherwise. It returns a PCollection of the results in any order, so give each line an id.
// Blank lines have no result; a line that cannot be judged has one with "error".
func Check(s beam.Scope, p answer.Problem, o answer.Options, lines beam.PCollection) beam.PCollection {
	s = s.Scope("hanoiio.Check")
	return beam.ParDo(s, &checkFn{Problem: p, Options: o}, lines)
}

type checkFn struct {
	Problem answer.Problem
	Options answer.Options
	line    *answer.Line
}

func (fn *checkFn) Setup() (err error) {
	fn.line, err = answer.NewLine(fn.Problem, fn.Options)
	return err
}

func (fn *checkFn) ProcessElement(ctx context.Context, line string, emit func(string)) {
	line = strings.Trim(line, " \t\r\n") // JSON's white space
	if line == "" {
		return
	}
	result, _, err := fn.line.Append(nil, []byte(line))
	if err != nil { // the result contains it, too
		unjudged.Inc(ctx, 1)
	}
	emit(string(result))
}

// WriteLines writes a PCollection of strings, one per line, to m files in a folder:
// results.0 … results.m−1, where all numbers have as many digits as the last one. The text
// of a line selects its file; a file without lines is not written. As with [Write], a file
// is complete or missing, and in the end the files of failed attempts are removed. It
// returns a PCollection of the files' names. It panics where [CheckLines] returns an error.
func WriteLines(s beam.Scope, lines beam.PCollection, folder string, m int) beam.PCollection {
	s = s.Scope("hanoiio.WriteLines")
	must.Do(CheckLines(folder, m))
	names := beam.ParDo(s, &linesFn{Folder: folder, M: m}, beam.GroupByKey(s, beam.ParDo(s, &keyFn{M: m}, lines)))
	return beam.ParDo(s, &linesSweepFn{Folder: folder}, beam.GroupByKey(s, beam.AddFixedKey(s, names)))
}

// CheckLines returns the error with which [WriteLines] would panic: m is not 1 … MaxParts,
// or the program does not support the folder's file system.
func CheckLines(folder string, m int) error { return checkFiles(folder, m) }

// keyFn selects the file of a line, the same one in each attempt.
type keyFn struct{ M int }

func (fn *keyFn) ProcessElement(_ context.Context, line string) (int, string) {
	h := fnv.New32a()
	io.WriteString(h, line)
	return int(h.Sum32() % uint32(fn.M)), line
}

type linesFn struct {
	Folder string
	M      int
}

func (fn *linesFn) ProcessElement(ctx context.Context, i int, next func(*string) bool, emit func(string)) error {
	name := inFolder(fn.Folder, numbered("results", int64(i), fn.M))
	err := commit(ctx, name, func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 1<<20)
		for line := ""; next(&line); {
			b.WriteString(line)
			b.WriteByte('\n')
		}
		return b.Flush()
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	emit(name)
	return nil
}

// linesSweepFn removes what failed attempts left, once all files exist.
type linesSweepFn struct{ Folder string }

func (fn *linesSweepFn) ProcessElement(ctx context.Context, _ int, next func(*string) bool, emit func(string)) error {
	if err := sweep(ctx, fn.Folder, `results\.[0-9]+`); err != nil {
		return err
	}
	for name := ""; next(&name); {
		emit(name)
	}
	return nil
}
