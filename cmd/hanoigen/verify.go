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

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/osfile"
)

type verifyAnswer struct {
	Same  bool   `json:"same"`
	Bytes int64  `json:"bytes"` // before the first difference
	Moves uint64 `json:"moves"` // whole moves in these bytes
	*difference
}

type difference struct {
	File   string `json:"file"`
	Start  int64  `json:"file_start"` // the offset of its first byte in the stream
	Offset int64  `json:"offset"`
	Move   uint64 `json:"move"`
	Got    string `json:"got"` // hexadecimal
	Want   string `json:"want"`
}

func newVerify() *cobra.Command {
	var flags streamFlags
	var progress progress
	c := newCommand("verify -n N [FILE...]", "Compare files or standard input with the sequence", cobra.ArbitraryArgs)
	flags.addTo(c)
	asJSON := addJSON(c)
	progress.addTo(c)
	c.RunE = func(c *cobra.Command, names []string) error {
		want, err := flags.reader()
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
		v := comparison{want: want, names: names}
		begin := time.Now()
		total, _ := want.Size()
		hide := progress.show(func() stage { return stage{0, v.equal.Load(), total} })
		err = v.run()
		hide()
		took := time.Since(begin)
		d, differs := errors.AsType[*hanoi.DifferenceError](err)
		switch {
		case err != nil && !differs:
			return unread(err)
		case differs && *asJSON:
			answer := verifyAnswer{false, d.Offset, movesIn(want, d.Offset), &difference{v.names[v.at], v.start, d.Offset, d.Move,
				hex.EncodeToString(d.Got), hex.EncodeToString(d.Want)}}
			return errors.Join(printJSON(c.OutOrStdout(), answer), exitFailed)
		case differs:
			return err
		}
		bytes, _ := want.Size()
		return printAnswer(c.OutOrStdout(), *asJSON, verifyAnswer{true, bytes, want.Moves(), nil},
			fmt.Sprintf("identical: %d moves, %d bytes, in %v, %s", want.Moves(), bytes, took.Round(time.Microsecond), rate(bytes, took)))
	}
	return c
}

// comparison compares a sequence of files with a stream.
type comparison struct {
	want  *hanoi.Reader
	names []string
	equal atomic.Int64 // bytes compared and equal
	at    int          // index of the current file
	start int64        // the offset of its first byte in the stream
}

// run compares all files. A difference is a *hanoi.DifferenceError.
func (c *comparison) run() error {
	for c.at = range c.names {
		c.start, _ = c.want.Seek(0, io.SeekCurrent)
		err := c.compareFile()
		d, differs := errors.AsType[*hanoi.DifferenceError](err)
		if differs && c.at < len(c.names)-1 && bytes.HasPrefix(d.Want, d.Got) {
			_, err = c.want.Seek(d.Offset, io.SeekStart) // only the file ends here; the next one continues
		}
		if err == nil {
			continue
		}
		where := c.names[c.at]
		if where == "-" {
			where = "standard input"
		}
		if len(c.names) > 1 {
			where += fmt.Sprintf(", from byte %d on", c.start)
		}
		if differs && c.at > 0 && d.Offset < c.start+1024 && len(d.Want) > 0 {
			where += fmt.Sprintf(", or %s is too short", c.names[c.at-1]) // just as likely
		}
		return fmt.Errorf("%s: %w", where, err)
	}
	return nil
}

// compareFile compares the rest of the current file. It reads a regular file on all processors.
func (c *comparison) compareFile() error {
	in, done, err := openInput(c.names[c.at])
	if err != nil {
		return errors.Unwrap(err) // without the name
	}
	defer done()
	progress := func(n int64) { c.equal.Store(c.start + n) }
	if size := osfile.BytesLeft(in); size > 0 { // 0 for files of /proc
		at, _ := in.Seek(0, io.SeekCurrent)
		return c.want.VerifyAt(io.NewSectionReader(in, at, size), size, progress)
	}
	return c.want.Verify(in, progress)
}
