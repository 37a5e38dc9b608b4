//go:build linux

package main

import (
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
	"syscall"
	"time"
)

// runner runs the tests of packages on mutants of one.
type runner struct {
	ctx       context.Context
	suites    []*suite
	long      bool
	dir       string // for the files of a mutant, and those of its tests
	continued chan os.Signal
}

// newRunner returns a runner that tests with -short and, if long, without it what
// survives that. It is for mutants of the package with a path.
func newRunner(ctx context.Context, path string, packages []string, long bool) (r *runner, err error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // tests run programs as other users
		return nil, err
	}
	r = &runner{ctx: ctx, long: long, dir: dir, continued: make(chan os.Signal, 1)}
	signal.Notify(r.continued, syscall.SIGCONT)
	defer func() {
		if err != nil {
			r.close()
		}
	}()
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
		if err := r.survey(s, path); err != nil {
			return r, err
		}
		r.suites = append(r.suites, s)
	}
	return r, nil
}

func (r *runner) close() {
	signal.Stop(r.continued)
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

// plant puts a mutant, or none, where all that is built from now on has it.
func (r *runner) plant(m *mutant) error {
	replace := map[string]string{}
	if m != nil {
		file := filepath.Join(r.dir, filepath.Base(m.file.path))
		if err := os.WriteFile(file, m.mutated(), 0o666); err != nil {
			return err
		}
		replace[m.file.path] = file
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dir, "overlay.json"), overlay, 0o666)
}

// build makes the program that has the tests of s.
func (r *runner) build(s *suite, flags ...string) (err error) {
	args := append([]string{"test", "-c", "-vet=off", "-ldflags=-w", "-o=" + s.binary}, append(flags, s.path)...)
	for range 2 { // a busy machine may fail to build what compiles
		if _, err = r.must(s.dir, "go", args...); err == nil || r.ctx.Err() != nil {
			break
		}
	}
	return err
}

// planted builds s with a mutant.
func (r *runner) planted(m mutant, s *suite) error {
	if err := r.plant(&m); err != nil {
		return err
	}
	if err := r.build(s); err != nil {
		return fmt.Errorf("%v: %w", m, err)
	}
	return nil
}

// must runs a program that has to succeed.
func (r *runner) must(dir, program string, args ...string) (result, error) {
	res, err := r.run(dir, spent{time.Hour, time.Hour}, program, args...)
	if err == nil && res.failure != nil {
		err = fmt.Errorf("%s %q: %w\n%s", program, args, res.failure, res.printed)
	}
	return res, err
}

// test runs tests of s. The error is not the tests'.
func (r *runner) test(s *suite, usual spent, flags ...string) (result, error) {
	l := usual.limit()
	return r.run(s.dir, l, s.binary, append([]string{"-test.failfast", "-test.timeout=" + l.clock.String()}, flags...)...)
}

// run runs a program in a folder until a limit. The error is not the program's: it could
// not be run, or was interrupted.
func (r *runner) run(dir string, l spent, program string, args ...string) (res result, err error) {
	for {
		if res, err = r.runOnce(dir, l, program, args...); err != nil {
			return res, err
		}
		select {
		case <-r.continued: // if the program was stopped meanwhile, its time says nothing
		default:
			return res, nil
		}
	}
}

func (r *runner) runOnce(dir string, l spent, program string, args ...string) (res result, err error) {
	temp := filepath.Join(r.dir, "tmp")
	if err := os.MkdirAll(temp, 0o777); err != nil {
		return res, err
	}
	defer os.RemoveAll(temp) // a test that is killed leaves its files
	printed, err := os.Create(filepath.Join(r.dir, "printed"))
	if err != nil {
		return res, err
	}
	defer printed.Close()

	// The test's own timeout does not end what it does not see.
	ctx, cancel := context.WithTimeout(r.ctx, l.clock+10*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", append([]string{"-c", `ulimit -t "$0" && exec "$@"`, strconv.Itoa(int(l.cpu.Seconds())), program}, args...)...)
	c.Dir = dir
	// By GOFLAGS, the go command of a test that builds a program gets the overlay, too.
	c.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -overlay="+filepath.Join(r.dir, "overlay.json"), "TMPDIR="+temp)
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

// of runs the tests on a mutant.
func (r *runner) of(m mutant) (o outcome, err error) {
	for _, s := range r.suites {
		tests := s.reaching(m)
		if len(tests) == 0 {
			continue
		}
		if err := r.planted(m, s); err != nil {
			return 0, err
		}
		for _, g := range groups(tests) {
			usual, names := s.none, make([]string, len(g))
			for i, t := range g {
				usual, names[i] = usual.plus(t.spent), t.name
			}
			res, err := r.test(s, usual, "-test.short", "-test.run=^("+strings.Join(names, "|")+")$")
			if err != nil {
				return 0, err
			}
			if o = res.outcome(); o != survived {
				return o, nil
			}
		}
	}
	if !r.long {
		return o, nil
	}
	for _, s := range r.suites {
		if s.long == (spent{}) {
			if s.long, err = r.whole(s); err != nil {
				return 0, err
			}
		}
		if err := r.planted(m, s); err != nil {
			return 0, err
		}
		res, err := r.test(s, s.long)
		if err != nil {
			return 0, err
		}
		if o = res.outcome(); o != survived {
			return o, nil
		}
	}
	return survived, nil
}

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

// all runs the tests on each mutant, and prints those that survive.
func (r *runner) all(ms []mutant, judged map[string]string) (c count, err error) {
	for _, m := range ms {
		o, err := r.of(m)
		if err != nil {
			return c, err
		}
		isJudged := judged[m.key()] != ""
		lives := o == survived || o == unreached
		switch {
		case lives && isJudged:
			c.judged++
		case o == unreached:
			c.survived++
			c.unreached++
			fmt.Println("NOT REACHED:", m)
		case lives:
			c.survived++
			fmt.Println("SURVIVED:", m)
		case isJudged:
			c.wrong++
			fmt.Println("JUDGED, BUT KILLED:", m)
		case o == timedOut:
			c.timedOut++
		default:
			c.killed++
		}
	}
	return c, nil
}
