// Package figures has what hanoigen is measured by: the rows of "hanoigen bench"
// and of the report, each with its ceiling, its peers and its target.
//
// A ceiling is a loop or a program that does no more than the task requires, and
// is measured in the same run. CPUs differ, so targets are fractions of it.
package figures

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"time"
	"unsafe"

	"github.com/hanoigen/hanoi/internal/pairs"
)

// Section is a part of the report.
type Section struct {
	Title    string
	About    string // what there is to know, if anything
	Rows     []pairs.Row
	Conclude func([]pairs.Result) string // what follows from the results, if anything
}

// Program is the built command, and how much of it is measured.
type Program struct {
	Path  string // of the command
	Dir   string // a folder on the disk that is measured
	Disks int    // n of a file that is written

	// Go programs that write a line: one imports cpuid, one does a part of what comes before
	// a stream (bench/libraries). They are "" if there are none.
	Least, Libraries string
}

// Sections returns all that is measured without a compiler and without root.
func Sections(p Program) []Section {
	return []Section{
		kernels(),
		shortCalls(),
		stores(),
		moveByMove(),
		puzzle(),
		answers(),
		p.pipes(),
		p.files(),
		p.process(),
	}
}

// Select keeps the rows whose What a pattern matches, and the sections that have
// such rows.
func Select(sections []Section, only *regexp.Regexp) (kept []Section) {
	for _, s := range sections {
		all := s.Rows
		s.Rows = nil
		for _, r := range all {
			if only.MatchString(r.What) {
				s.Rows = append(s.Rows, r)
			}
		}
		if len(s.Rows) == len(all) {
			kept = append(kept, s)
		} else if len(s.Rows) > 0 {
			s.Conclude = nil // it takes all rows
			kept = append(kept, s)
		}
	}
	return kept
}

// Measure measures the rows of the section, each for about as long as budget.
func (s Section) Measure(budget time.Duration) (results []pairs.Result, err error) {
	for _, row := range s.Rows {
		r, err := row.Measure(budget)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", row.What, err)
		}
		results = append(results, r)
	}
	return results, nil
}

// Names returns what the rows of sections measure.
func Names(sections []Section) (names []string) {
	for _, s := range sections {
		for _, r := range s.Rows {
			names = append(names, r.What)
		}
	}
	return names
}

// cannot returns a Row.Can that refuses on every machine like this one.
func cannot(why string) func() error { return func() error { return errors.New(why) } }

// found returns a Row.Can that refuses if one of the programs is not on PATH. None is
// hanoigen's.
func found(programs ...string) func() error {
	return func() (err error) {
		for _, name := range programs {
			_, missing := exec.LookPath(name)
			err = errors.Join(err, missing)
		}
		return err
	}
}

// Aligned returns memory that begins at a page, so that all measure the same.
func Aligned(n int) []byte {
	const page = 4096
	b := make([]byte, n+page)
	return b[-uintptr(unsafe.Pointer(&b[0]))&(page-1):][:n]
}

// bound is a ceiling, and beside is another peer.
func bound(name string, s pairs.Side) pairs.Peer {
	return pairs.Peer{Name: name, Side: s, Ceiling: true}
}
func beside(name string, s pairs.Side) pairs.Peer { return pairs.Peer{Name: name, Side: s} }

// Size shows a number of bytes as benchmarks are named.
func Size(n int) string {
	unit := 0
	for n >= 1<<10 && unit < 5 {
		n >>= 10
		unit++
	}
	return strconv.Itoa(n) + [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}[unit]
}

// The names of peers that others look for.
const (
	DiskByDisk = "moveConf in Go"
	Yes        = "yes"
)

// FillID is the ID of the row of a tier's Fill at a size in bytes.
func FillID(tier string, size int) string { return fmt.Sprintf("Fill/%s/%s", tier, Size(size)) }
