//go:build linux

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// suite is the tests of a package.
type suite struct {
	path, dir string
	binary    string
	built     bool                       // the binary has what is planted
	none      spent                      // by running no test
	long      spent                      // by running all, without -short if that is asked for
	tests     []*test                    // the quickest first
	ran       map[stretch]map[*test]bool // of the package that gets mutants
}

// test is a test, an example, or a fuzz target with its corpus.
type test struct {
	name string
	spent
}

// stretch is code that runs from its first statement to its last.
type stretch struct {
	file     string
	from, to place
}

// place is where a byte is in a file.
type place struct{ line, column int }

func (p place) before(q place) bool {
	return p.line < q.line || p.line == q.line && p.column < q.column
}

// survey runs each test of s once, without a mutant, to find what it takes and which code
// of the package it reaches, in the programs that it runs, too.
func (r *runner) survey(s *suite) error {
	// With the tag cover, a program that dies by a signal first writes what it ran.
	if err := r.build(s, "-tags=cover", "-covermode=atomic", "-coverpkg="+r.pkg.path); err != nil {
		return err
	}
	listed, err := r.must(s.dir, s.binary, "-test.list=.")
	if err != nil {
		return err
	}
	s.none = listed.spent
	s.ran = map[stretch]map[*test]bool{}
	names := regexp.MustCompile(`(?m)^(Test|Example|Fuzz)\w*$`).FindAllString(string(listed.printed), -1)
	var mu sync.Mutex // guards s
	err = r.each(len(names), func(i int) error {
		t, profile, err := r.surveyed(s, names[i])
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		s.tests = append(s.tests, t)
		return s.read(profile, r.pkg.path, t)
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(s.tests, func(a, b *test) int { return int(a.clock - b.clock) })
	return nil
}

// surveyed runs one test of s, and returns what it takes, and a profile of what it ran.
func (r *runner) surveyed(s *suite, name string) (t *test, profile []byte, err error) {
	dir, err := os.MkdirTemp(r.dir, "ran")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o777); err != nil { // tests run programs as other users
		return nil, nil, err
	}
	res, err := r.must(s.dir, s.binary, "-test.short", "-test.run=^"+name+"$", "-test.gocoverdir="+dir)
	if err != nil {
		return nil, nil, err
	}
	text := filepath.Join(dir, "profile")
	if _, err := r.must(s.dir, "go", "tool", "covdata", "textfmt", "-i="+dir, "-o="+text); err != nil {
		return nil, nil, err
	}
	profile, err = os.ReadFile(text)
	return &test{name, res.spent.minus(s.none)}, profile, err
}

// read adds to s what a test ran of a package, as a profile has it.
func (s *suite) read(profile []byte, path string, t *test) error {
	for line := range strings.Lines(string(profile)) {
		at, ok := strings.CutPrefix(line, path+"/")
		file, at, _ := strings.Cut(at, ":")
		if !ok || strings.Contains(file, "/") {
			continue
		}
		run := stretch{file: file}
		var statements, times int
		if _, err := fmt.Sscanf(at, "%d.%d,%d.%d %d %d", &run.from.line, &run.from.column, &run.to.line, &run.to.column, &statements, &times); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
		if s.ran[run] == nil {
			s.ran[run] = map[*test]bool{}
		}
		if times > 0 {
			s.ran[run][t] = true
		}
	}
	return nil
}

// reaching returns the tests that reach a mutant: that run the stretch that it is in, or
// any of its function if it is between stretches, as a case is. All tests reach what
// is in no function, and what the profiles do not know.
func (s *suite) reaching(m mutant) []*test {
	file := filepath.Base(m.file.path)
	for _, has := range []func(stretch) bool{
		func(c stretch) bool { return !m.place.before(c.from) && m.place.before(c.to) },
		func(c stretch) bool { return !c.from.before(m.begin) && !m.end.before(c.to) },
	} {
		known, reach := false, map[*test]bool{}
		for c, by := range s.ran {
			if c.file == file && has(c) {
				known = true
				maps.Copy(reach, by)
			}
		}
		if known {
			return slices.DeleteFunc(slices.Clone(s.tests), func(t *test) bool { return !reach[t] })
		}
	}
	return s.tests
}

// groups parts tests into those that are run together. Each group may take twice as long
// as the one before: so the first failure comes soon, and the programs that all
// tests of a package share are built a few times only.
func groups(tests []*test) (all [][]*test) {
	most, sum := time.Second, time.Duration(0)
	for _, t := range tests {
		if sum += t.clock; len(all) == 0 || sum > most {
			if len(all) > 0 {
				most *= 2
			}
			all, sum = append(all, nil), t.clock
		}
		last := len(all) - 1
		all[last] = append(all[last], t)
	}
	return all
}
