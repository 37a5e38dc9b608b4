//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// runner runs the tests of packages on mutants.
type runner struct {
	ctx      context.Context
	packages []string
	flags    []string // the ways to run the tests, the quickest first
	limits   []limit
	dir      string // for the files of a mutant, and those of its tests
}

// newRunner returns a runner that tests with -short and, if long, without it what
// survives that.
func newRunner(ctx context.Context, packages []string, long bool) (*runner, error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	r := &runner{ctx: ctx, packages: packages, flags: []string{"-short"}, dir: dir}
	if long {
		r.flags = append(r.flags, "-short=false")
	}
	return r, nil
}

// limit is how long a test may take. On a busy machine only the processor's time
// tells a test that loops; the time of the clock is for one that waits.
type limit struct{ cpu, clock time.Duration }

// limit returns the limit of one of the ways: several times what the tests take without
// a mutant, which it measures on first use.
func (r *runner) limit(way int) (limit, error) {
	for len(r.limits) <= way {
		var start time.Time
		var cpu time.Duration
		for _, run := range []string{"^$", "."} { // first without a test, to build what mutants share
			start = time.Now()
			res, err := r.test(nil, limit{time.Hour, time.Hour}, r.flags[len(r.limits)], "-run="+run)
			if err != nil {
				return limit{}, err
			}
			if res.failure != nil {
				return limit{}, fmt.Errorf("without a mutant: %w\n%s", res.failure, res.printed)
			}
			cpu = res.cpu
		}
		r.limits = append(r.limits, limit{10*time.Second + 4*cpu, time.Minute + 10*time.Since(start)})
	}
	return r.limits[way], nil
}

func (r *runner) close() { os.RemoveAll(r.dir) }

// result is what comes of running the tests.
type result struct {
	printed []byte
	cpu     time.Duration
	failure error // of the tests
}

// test runs the tests with some files in place of others. The error is not the
// tests': they could not be run, or were interrupted.
func (r *runner) test(replace map[string]string, l limit, flags ...string) (res result, err error) {
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return res, err
	}
	overlayFile, temp := filepath.Join(r.dir, "overlay.json"), filepath.Join(r.dir, "tmp")
	if err := os.WriteFile(overlayFile, overlay, 0o666); err != nil {
		return res, err
	}
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
	ctx, cancel := context.WithTimeout(r.ctx, l.clock+time.Minute)
	defer cancel()
	args := []string{"-c", `ulimit -t "$0" && exec go test -count=1 -vet=off -failfast "$@"`, strconv.Itoa(int(l.cpu.Seconds())), "-timeout=" + l.clock.String()}
	c := exec.CommandContext(ctx, "sh", append(append(args, flags...), r.packages...)...)
	// By GOFLAGS, the go command of a test that builds a program gets the overlay, too.
	c.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -overlay="+overlayFile, "TMPDIR="+temp)
	c.Stdout, c.Stderr = printed, printed
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
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
	res.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	res.printed, err = os.ReadFile(printed.Name())
	return res, err
}

// outcome is what came of running the tests on a mutant.
type outcome int

const (
	survived outcome = iota
	killed
	timedOut
)

// late is what the go command prints of a test at one of its limits.
var late = regexp.MustCompile(`panic: test timed out after|signal: killed`)

// of runs the tests on a mutant.
func (r *runner) of(m mutant) (outcome, error) {
	file := filepath.Join(r.dir, filepath.Base(m.file.path))
	if err := os.WriteFile(file, m.mutated(), 0o666); err != nil {
		return 0, err
	}
	for way, flag := range r.flags {
		l, err := r.limit(way)
		if err != nil {
			return 0, err
		}
		var res result
		for range 2 { // a busy machine may fail to build what compiles
			if res, err = r.test(map[string]string{m.file.path: file}, l, flag); err != nil {
				return 0, err
			}
			if !bytes.Contains(res.printed, []byte("[build failed]")) {
				break
			}
		}
		switch {
		case bytes.Contains(res.printed, []byte("[build failed]")):
			return 0, fmt.Errorf("%v does not build\n%s", m, res.printed)
		case res.failure == nil:
			continue
		case res.failure == context.DeadlineExceeded || late.Match(res.printed):
			return timedOut, nil
		}
		return killed, nil
	}
	return survived, nil
}

// count is how many mutants ended how.
type count struct {
	killed, timedOut, judged, survived int
	wrong                              int // judged, but killed
}

func (c count) sum() int { return c.killed + c.timedOut + c.judged + c.survived + c.wrong }

func (c count) String() string {
	parts := []string{strconv.Itoa(c.killed+c.timedOut) + " killed"}
	if c.timedOut > 0 {
		parts[0] += fmt.Sprintf(" (%d by time)", c.timedOut)
	}
	parts = append(parts, fmt.Sprintf("%d judged", c.judged), fmt.Sprintf("%d survived", c.survived))
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
		switch {
		case o == survived && isJudged:
			c.judged++
		case o == survived:
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
