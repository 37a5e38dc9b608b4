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

// Unjudged returns the number of lines that [Check] could not judge in a job, or 0 if its
// engine does not report that.
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
// otherwise. Check returns a PCollection of the results in any order, so give each line an
// id. Blank lines have no result; the result of a line that cannot be judged has an "error".
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

// WriteLines writes a PCollection of strings, one per line, to m files in a folder, named
// results.0 … results.m−1 with leading zeros as in [Write]. The text of a line selects its
// file; a file without lines is not written. A file is complete or missing, and in the end
// the files of failed attempts are removed. WriteLines returns a PCollection of the files'
// names. It panics with the errors of [CheckLines].
func WriteLines(s beam.Scope, lines beam.PCollection, folder string, m int) beam.PCollection {
	s = s.Scope("hanoiio.WriteLines")
	must.Do(CheckLines(folder, m))
	files := beam.GroupByKey(s, beam.ParDo(s, &keyFn{m}, lines))
	names := beam.ParDo(s, &linesFn{folder, m}, files)
	return beam.ParDo(s, &linesSweepFn{folder}, beam.GroupByKey(s, beam.AddFixedKey(s, names)))
}

// keyFn selects the file of a line, the same one in each attempt.
type keyFn struct{ M int }

func (fn *keyFn) ProcessElement(line string) (int, string) {
	h := fnv.New32a()
	io.WriteString(h, line)
	return int(h.Sum32() % uint32(fn.M)), line
}

// linesFn writes files of lines.
type linesFn struct {
	Folder string
	M      int
}

func (fn *linesFn) ProcessElement(ctx context.Context, i int, next func(*string) bool, emit func(string)) error {
	name := inFolder(fn.Folder, numbered("results", int64(i), fn.M))
	err := commit(ctx, name, func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 1<<20)
		for line := ""; next(&line); {
			fmt.Fprintln(b, line)
		}
		return b.Flush()
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	emit(name)
	return nil
}

// linesSweepFn removes the files of failed attempts, once all files are written.
type linesSweepFn struct{ Folder string }

func (fn *linesSweepFn) ProcessElement(ctx context.Context, _ int, next func(*string) bool, emit func(string)) error {
	for name := ""; next(&name); {
		emit(name)
	}
	return sweep(ctx, fn.Folder, `results\.[0-9]+`)
}
