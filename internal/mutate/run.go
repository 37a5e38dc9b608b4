//go:build linux

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// runner runs the tests of packages on mutants of one.
type runner struct {
	ctx     context.Context
	pkg     *pkg
	suites  []*suite
	long    bool
	verbose bool
	workers int    // so many tests or mutants run at a time
	dir     string // for the files of a planting, and those of the tests

	continued chan os.Signal
	stops     atomic.Int64 // how often the program was stopped and continued
}

// newRunner returns a runner of the tests of packages on mutants of p, so many at a time.
func newRunner(ctx context.Context, p *pkg, packages []string, workers int) (r *runner, err error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	r = &runner{ctx: ctx, pkg: p, workers: workers, dir: dir, continued: make(chan os.Signal, 1)}
	signal.Notify(r.continued, syscall.SIGCONT)
	go func() {
		for range r.continued {
			r.stops.Add(1)
		}
	}()
	defer func() {
		if err != nil {
			r.close()
		}
	}()
	if err := os.Chmod(dir, 0o755); err != nil { // tests run programs as other users
		return r, err
	}
	if err := r.plant(nil); err != nil {
		return r, err
	}
	listed, err := r.must(".", "go", append([]string{"list", "-f={{.ImportPath}} {{.Dir}}"}, packages...)...)
	if err != nil {
		return r, err
	}
	for line := range strings.Lines(string(listed.printed)) {
		s := &suite{binary: filepath.Join(dir, fmt.Sprintf("%d.test", len(r.suites)))}
		s.path, s.dir, _ = strings.Cut(strings.TrimSpace(line), " ")
		if err := r.survey(s); err != nil {
			return r, err
		}
		r.suites = append(r.suites, s)
	}
	return r, nil
}

func (r *runner) close() {
	signal.Stop(r.continued)
	close(r.continued)
	os.RemoveAll(r.dir)
}

// spent is what a run takes. On a busy machine only the processor's time tells a test
// that loops; the time of the clock is for one that waits.
type spent struct{ cpu, clock time.Duration }

func (s spent) plus(t spent) spent  { return spent{s.cpu + t.cpu, s.clock + t.clock} }
func (s spent) minus(t spent) spent { return spent{max(0, s.cpu-t.cpu), max(0, s.clock-t.clock)} }

// limit returns what is not spent by a test that takes s without a mutant.
func (s spent) limit() spent { return spent{10*time.Second + 4*s.cpu, 30*time.Second + 10*s.clock} }

// result is what comes of a run.
type result struct {
	printed []byte
	spent
	failure error
}

// late is what is printed of a test at one of its limits.
var late = regexp.MustCompile(`panic: test timed out after|signal: killed`)

func (r result) outcome() outcome {
	switch {
	case r.failure == nil:
		return survived
	case r.failure == context.DeadlineExceeded || late.MatchString(r.failure.Error()) || late.Match(r.printed):
		return timedOut
	}
	return killed
}

// plant puts a planting, or none, where all that is built from now on has it.
func (r *runner) plant(with planting) error {
	replace := map[string]string{}
	for path, source := range with {
		file := filepath.Join(r.dir, filepath.Base(path))
		if err := os.WriteFile(file, source, 0o666); err != nil {
			return err
		}
		replace[path] = file
	}
	for _, s := range r.suites {
		s.built = false
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dir, "overlay.json"), overlay, 0o666)
}

// build makes the program that has the tests of s, unless it is there.
func (r *runner) build(s *suite, flags ...string) (err error) {
	if s.built {
		return nil
	}
	args := append([]string{"test", "-c", "-vet=off", "-o=" + s.binary}, append(flags, s.path)...)
	for range 2 { // a busy machine may fail to build what compiles
		if _, err = r.must(s.dir, "go", args...); err == nil || r.ctx.Err() != nil {
			break
		}
	}
	s.built = err == nil
	return err
}

// must runs a program that has to succeed.
func (r *runner) must(dir, program string, args ...string) (result, error) {
	res, err := r.run(0, dir, longest, program, args...)
	if err == nil && res.failure != nil {
		err = fmt.Errorf("%s %q: %w\n%s", program, args, res.failure, res.printed)
	}
	return res, err
}

// test runs tests of s until a limit, with a mutant by its number, or 0 for one that is
// alone. The error is not the tests'.
func (r *runner) test(s *suite, number int, l spent, flags ...string) (result, error) {
	return r.run(number, s.dir, l, s.binary, append([]string{"-test.failfast", "-test.timeout=" + l.clock.String()}, flags...)...)
}

// run runs a program in a folder until a limit. The error is not the program's: it could
// not be run, or was interrupted.
func (r *runner) run(number int, dir string, l spent, program string, args ...string) (res result, err error) {
	for {
		stops := r.stops.Load()
		// If the program was stopped meanwhile, its time says nothing.
		if res, err = r.runOnce(number, dir, l, program, args...); err != nil || r.stops.Load() == stops {
			return res, err
		}
	}
}

func (r *runner) runOnce(number int, dir string, l spent, program string, args ...string) (res result, err error) {
	temp, err := os.MkdirTemp(r.dir, "tmp")
	if err != nil {
		return res, err
	}
	defer os.RemoveAll(temp) // a test that is killed leaves its files
	if err := os.Chmod(temp, 0o777); err != nil {
		return res, err
	}
	printed, err := os.CreateTemp(r.dir, "printed")
	if err != nil {
		return res, err
	}
	defer os.Remove(printed.Name())
	defer printed.Close()

	// The test's own timeout does not end what it does not see.
	ctx, cancel := context.WithTimeout(r.ctx, l.clock+10*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", append([]string{"-c", `ulimit -t "$0" && exec "$@"`, strconv.Itoa(int(l.cpu.Seconds())), program}, args...)...)
	c.Dir = dir
	// By GOFLAGS, the go command of a test that builds a program gets the overlay, too.
	// Without -w, a link takes longer.
	flags := fmt.Sprintf("GOFLAGS=%s -ldflags=-w -overlay=%s", os.Getenv("GOFLAGS"), filepath.Join(r.dir, "overlay.json"))
	c.Env = append(os.Environ(), flags, "TMPDIR="+temp, choice+"="+strconv.Itoa(number))
	c.Stdout, c.Stderr = printed, printed
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	start := time.Now()
	if err := c.Start(); err != nil {
		return res, err
	}
	res.failure = c.Wait()
	_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // programs that a test has left running
	if r.ctx.Err() != nil {
		return res, r.ctx.Err()
	}
	if ctx.Err() != nil {
		res.failure = ctx.Err()
	}
	res.spent = spent{c.ProcessState.UserTime() + c.ProcessState.SystemTime(), time.Since(start)}
	res.printed, err = os.ReadFile(printed.Name())
	return res, err
}

// outcome is what came of running the tests on a mutant.
type outcome int

const (
	unreached outcome = iota // by any test
	survived
	killed
	timedOut
)

// ending is what came of a mutant, and what killed it: a test, the limit of time, or the
// last words of the run.
type ending struct {
	outcome
	by string
}

// failureLine is the line that names a failed test, or says why a run broke off.
var failureLine = regexp.MustCompile(`(?m)^(?:--- FAIL: (\w+)|((?:panic|fatal error): .*))`)

func (r result) ending() ending {
	e := ending{r.outcome(), ""}
	switch found := failureLine.FindSubmatch(r.printed); {
	case e.outcome == timedOut:
		e.by = "time"
	case e.outcome == killed && found != nil:
		e.by = string(found[1]) + string(found[2])
	case e.outcome == killed:
		e.by = r.failure.Error()
	}
	return e
}

// of runs the tests on a mutant that is planted: by its number, or 0 if it is alone.
func (r *runner) of(m mutant, number int) (e ending, err error) {
	for _, s := range r.suites {
		tests := s.reaching(m)
		if len(tests) == 0 {
			continue
		}
		if err := r.build(s); err != nil {
			return e, err
		}
		for _, g := range groups(tests) {
			usual, names := s.none, make([]string, len(g))
			for i, t := range g {
				usual, names[i] = usual.plus(t.spent), t.name
			}
			res, err := r.test(s, number, usual.limit(), "-test.short", "-test.run=^("+strings.Join(names, "|")+")$")
			if err != nil {
				return e, err
			}
			if e = res.ending(); e.outcome != survived {
				return e, nil
			}
		}
	}
	if !r.long {
		return e, nil
	}
	for _, s := range r.suites {
		if err := r.build(s); err != nil {
			return e, err
		}
		res, err := r.test(s, number, s.long.limit())
		if err != nil {
			return e, err
		}
		if e = res.ending(); e.outcome != survived {
			return e, nil
		}
	}
	return e, nil
}

// longest is what is allowed to what has no fault.
var longest = spent{time.Hour, time.Hour}

// count is how many mutants ended how.
type count struct {
	killed, timedOut, judged, survived int
	unreached                          int // of those that survived
	wrong                              int // judged, but killed
}

func (c count) sum() int { return c.killed + c.timedOut + c.judged + c.survived + c.wrong }

func (c count) String() string {
	parts := []string{strconv.Itoa(c.killed+c.timedOut) + " killed"}
	if c.timedOut > 0 {
		parts[0] += fmt.Sprintf(" (%d by time)", c.timedOut)
	}
	parts = append(parts, fmt.Sprintf("%d judged", c.judged), fmt.Sprintf("%d survived", c.survived))
	if c.unreached > 0 {
		parts[2] += fmt.Sprintf(" (%d not reached)", c.unreached)
	}
	if c.wrong > 0 {
		parts = append(parts, fmt.Sprintf("%d judged but killed", c.wrong))
	}
	return strings.Join(parts, ", ")
}

// all runs the tests on each mutant, and prints those that survive or were judged in
// vain; if verbose, each.
func (r *runner) all(ms []mutant, judged map[string]string) (c count, err error) {
	var mu sync.Mutex // guards c
	run := func(m mutant, number int) error {
		e, err := r.of(m, number)
		if err != nil {
			return fmt.Errorf("%v: %w", m, err)
		}
		mu.Lock()
		defer mu.Unlock()
		if label, good := c.add(e, judged[m.key()] != ""); !good || r.verbose {
			fmt.Printf("%s: %v\n", label, m)
		}
		return nil
	}
	together, alone := r.pkg.parted(ms)
	if err := r.plant(r.pkg.together(together)); err != nil {
		return c, err
	}
	if err := r.sound(); err != nil {
		return c, err
	}
	if err := r.each(len(together), func(i int) error { return run(together[i], i+1) }); err != nil {
		return c, err
	}
	for _, m := range alone {
		if err := r.plant(r.pkg.alone(m)); err != nil {
			return c, err
		}
		if err := run(m, 0); err != nil {
			return c, err
		}
	}
	return c, nil
}

// sound runs all tests on the copies of functions, with no fault in them: one that fails
// would kill every mutant.
func (r *runner) sound() error {
	for _, s := range r.suites {
		if err := r.build(s); err != nil {
			return err
		}
		flags := []string{"-test.short"}
		if r.long {
			flags = nil
		}
		res, err := r.test(s, unchanged, longest, flags...)
		if err == nil && res.failure != nil {
			err = fmt.Errorf("the tests of %s fail without a mutant: %w\n%s", s.path, res.failure, res.printed)
		}
		if err != nil {
			return err
		}
		s.long = res.spent
	}
	return nil
}

// each calls run with 0 … n−1, several at a time, until an error.
func (r *runner) each(n int, run func(i int) error) error {
	var next atomic.Int64
	var failed atomic.Bool
	var workers sync.WaitGroup
	errs := make([]error, r.workers)
	for w := range errs {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
				if errs[w] = run(i); errs[w] != nil {
					failed.Store(true)
				}
			}
		})
	}
	workers.Wait()
	return cmp.Or(errs...)
}

// add counts a mutant. It returns what to call its end, and whether that is good.
func (c *count) add(e ending, judged bool) (label string, good bool) {
	lives := e.outcome == survived || e.outcome == unreached
	switch {
	case lives && judged:
		c.judged++
		return "JUDGED", true
	case e.outcome == unreached:
		c.survived++
		c.unreached++
		return "NOT REACHED", false
	case lives:
		c.survived++
		return "SURVIVED", false
	case judged:
		c.wrong++
		return "JUDGED, BUT KILLED by " + e.by, false
	case e.outcome == timedOut:
		c.timedOut++
	default:
		c.killed++
	}
	return "KILLED by " + e.by, true
}
