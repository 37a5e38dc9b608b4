package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi"
)

type verifyAnswer struct {
	Same  bool   `json:"same"`
	Bytes int64  `json:"bytes"` // before the first difference
	Moves uint64 `json:"moves"` // whole moves in these bytes
	*difference
}

type difference struct {
	File   string `json:"file"`
	Start  int64  `json:"file_start"` // offset in all that is read
	Offset int64  `json:"offset"`
	Move   uint64 `json:"move"`
	Got    string `json:"got"` // hexadecimal
	Want   string `json:"want"`
}

func newVerify() *cobra.Command {
	var s stream
	var progress progress
	c := newCommand("verify (-n N | --path A B) [FILE...]", "Compare files or standard input with the sequence", cobra.ArbitraryArgs)
	c.ValidArgsFunction = fileNames
	s.addTo(c)
	c.Flags().Lookup("disks").Usage = "the `number` of disks: 1 to 64 (required without --path)"
	ofPath := c.Flags().Bool("path", false, "compare with the path from one state to another, the first two arguments")
	direct := addDirect(c)
	asJSON := addJSON(c)
	progress.addTo(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		moves, names, err := verified(&s, *ofPath, *direct, c.Flags(), args)
		if err != nil {
			return err
		}
		if len(names) == 0 {
			names = []string{"-"}
		}
		for _, name := range names { // before a run of hours
			if _, err := os.Stat(name); err != nil && name != "-" {
				return unread(fmt.Errorf("%s: %w", name, errors.Unwrap(err)))
			}
		}
		p := parts{moves: moves, names: names}
		begin := time.Now()
		hide := progress.show(func() stage { return stageAt(moves, p.right.Load()) })
		err = p.compare()
		hide()
		took := time.Since(begin)
		d, differs := errors.AsType[*hanoi.DifferenceError](err)
		switch {
		case err != nil && !differs:
			return unread(err)
		case differs && *asJSON:
			return errors.Join(printJSON(c.OutOrStdout(), p.differs(d)), failure{status: exitFailed})
		case differs:
			return err
		}
		bytes, _ := moves.Size()
		return printAnswer(c.OutOrStdout(), *asJSON, verifyAnswer{true, bytes, moves.Moves(), nil},
			fmt.Sprintf("identical: %d moves, %d bytes, in %v, %s", moves.Moves(), bytes, took.Round(time.Microsecond), rate(bytes, took)))
	}
	return c
}

// verified returns the stream to compare with, and the arguments that name files.
func verified(s *stream, ofPath, direct bool, flags *pflag.FlagSet, args []string) (*hanoi.Reader, []string, error) {
	if !ofPath {
		if direct {
			return nil, nil, usagef("--direct is for a path; give --path, and the two states before the files")
		}
		r, err := s.reader()
		return r, args, err
	}
	for _, name := range []string{"disks", "from", "to"} {
		if f := flags.Lookup(name); f.Changed {
			return nil, nil, usagef("%s is for a solution; --path gives two states instead; leave it out", flagName(f))
		}
	}
	if len(args) < 2 {
		return nil, nil, usagef("--path needs two states before the files; usage: hanoigen verify --path A B [FILE...]")
	}
	if !flags.Changed("format") {
		s.format = hanoi.Text
	}
	route, err := parsePath(args[0], args[1], direct)
	if err != nil {
		return nil, nil, err
	}
	r, err := route.Reader(s.format, s.options(route.Len())...)
	return r, args[2:], err
}

// parts are files that together are compared with one stream.
type parts struct {
	moves *hanoi.Reader
	names []string
	right atomic.Int64 // bytes compared and found right
	at    int          // index of the current file
	start int64        // where it begins in the stream
}

// compare compares all files. The first difference is a *hanoi.DifferenceError.
func (p *parts) compare() error {
	for p.at = range p.names {
		err := p.compareFile()
		d, differs := errors.AsType[*hanoi.DifferenceError](err)
		if differs && p.at < len(p.names)-1 && len(d.Got) < len(d.Want) && bytes.HasPrefix(d.Want, d.Got) {
			_, err = p.moves.Seek(d.Offset, io.SeekStart) // the file is right, and the next one begins there
		}
		if err == nil {
			p.start, _ = p.moves.Seek(0, io.SeekCurrent)
			continue
		}
		where := p.names[p.at]
		if where == "-" {
			where = "standard input"
		}
		if len(p.names) > 1 {
			where += fmt.Sprintf(", from byte %d on", p.start)
		}
		if differs && p.at > 0 && d.Offset < p.start+1024 && len(d.Want) > 0 {
			where += fmt.Sprintf(", or %s is too short", p.names[p.at-1]) // as likely
		}
		return fmt.Errorf("%s: %w", where, err)
	}
	return nil
}

// compareFile compares the current file from its offset on. A regular file is compared at
// several places at once.
func (p *parts) compareFile() error {
	in, done, err := openInput(p.names[p.at])
	if err != nil {
		return errors.Unwrap(err) // without the name
	}
	defer done()
	progress := func(n int64) { p.right.Store(p.start + n) }
	if size := bytesLeft(in); size > 0 { // files of /proc have size 0
		at, _ := in.Seek(0, io.SeekCurrent)
		return p.moves.VerifyAt(io.NewSectionReader(in, at, size), size, progress)
	}
	return p.moves.Verify(in, progress)
}

func (p *parts) differs(d *hanoi.DifferenceError) verifyAnswer {
	return verifyAnswer{Bytes: d.Offset, Moves: moves(p.moves, d.Offset), difference: &difference{
		File: p.names[p.at], Start: p.start, Offset: d.Offset, Move: d.Move,
		Got: hex.EncodeToString(d.Got), Want: hex.EncodeToString(d.Want),
	}}
}
