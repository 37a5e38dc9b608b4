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

// verifyAnswer is the object that verify --json prints.
type verifyAnswer struct {
	Same  bool   `json:"same"`
	Bytes int64  `json:"bytes"` // before the first difference
	Moves uint64 `json:"moves"` // whole ones in these bytes
	*difference
}

type difference struct {
	File   string `json:"file"`
	Start  int64  `json:"file_start"` // in all that is read
	Offset int64  `json:"offset"`
	Move   uint64 `json:"move"`
	Got    string `json:"got"` // hexadecimal
	Want   string `json:"want"`
}

func newVerify() *cobra.Command {
	var (
		s        stream
		ofPath   bool
		progress progress
	)
	c := &cobra.Command{
		Use:   "verify (-n N | --path A B) [FILE...]",
		Short: "Compare files or standard input with the sequence",
		Long: `Verify compares every byte of a file, or of standard input if none is named or it
is -, with what hanoigen writes with the same flags, and prints how much and how fast.
Several files are compared as one, in the order given: parts of --shard with the
flags of the whole (but parts of npy have a header each; verify them one by one).

It reports the first difference: its byte (from 0, over all files), its move, what is
there and what belongs there. An input that ends early or goes on differs, too. Then
the status is 1; it is 3 if a file cannot be read.

With --path, the first two arguments are states, and the files are compared with what
hanoigen path writes from one to the other; the format is text unless -f is given.

--json prints one object: "same"; "bytes" and "moves" before the first difference;
and of that "file", "file_start" (the offset at which the file begins), "offset",
"move" (0 in a header), "got" and "want" in hexadecimal: empty where nothing belongs,
or the input ends.`,
		Example: `  hanoigen verify -n 40 moves.bin
  hanoigen verify -n 20 part.0 part.1 part.2 part.3
  hanoigen verify -n 20 --shard 2/4 part.2
  hanoigen verify --path 0000 2011 path.txt
  hanoigen -n 20 -f text | tee moves.txt | hanoigen verify -n 20 -f text
  hanoigen -n 3 | hanoigen verify -n 3 --json
      # prints {"same":true,"bytes":7,"moves":7}`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: fileNames,
	}
	s.addTo(c)
	c.Flags().Lookup("disks").Usage = "the `number` of disks: 1 to 64 (required without --path)"
	c.Flags().BoolVar(&ofPath, "path", false, "compare with the path from one state to another, the first two arguments")
	direct := addDirect(c)
	asJSON := addJSON(c)
	progress.addTo(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		r, args, err := verified(&s, ofPath, *direct, c.Flags(), args)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			args = []string{"-"}
		}
		for _, name := range args { // before what may take hours
			if _, err := os.Stat(name); err != nil && name != "-" {
				return unread(fmt.Errorf("%s: %w", name, errors.Unwrap(err)))
			}
		}
		p := parts{r: r, names: args}
		begin := time.Now()
		quiet := progress.show(func() state { return at(r, p.right.Load()) })
		err = p.verify()
		quiet()
		d, differs := errors.AsType[*hanoi.DifferenceError](err)
		if err != nil && !differs {
			return unread(err)
		}
		bytes, _ := r.Size()
		if *asJSON {
			a := verifyAnswer{Same: true, Bytes: bytes, Moves: r.Moves()}
			if differs {
				a = verifyAnswer{Bytes: d.Offset, Moves: moves(r, d.Offset), difference: &difference{
					File: args[p.at], Start: p.start, Offset: d.Offset, Move: d.Move,
					Got: hex.EncodeToString(d.Got), Want: hex.EncodeToString(d.Want),
				}}
				err = failure{status: exitFailed}
			}
			return errors.Join(printJSON(c.OutOrStdout(), a), err)
		}
		if err == nil {
			took := time.Since(begin)
			_, err = fmt.Fprintf(c.OutOrStdout(), "identical: %d moves, %d bytes, in %v, %s\n",
				r.Moves(), bytes, took.Round(time.Microsecond), rate(bytes, took))
		}
		return err
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
			return nil, nil, usagef("%s is for a solution, and --path says it by two states; leave it out", flagName(f))
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

// parts are files that are compared with one stream, each from where the one before
// it ended.
type parts struct {
	r     *hanoi.Reader
	names []string
	right atomic.Int64 // bytes that are compared, and right
	at    int          // the file that is compared
	start int64        // where it begins in the stream
}

// verify compares all files. The first difference is a *hanoi.DifferenceError.
func (p *parts) verify() error {
	for p.at = range p.names {
		err := p.compare()
		d, differs := errors.AsType[*hanoi.DifferenceError](err)
		if differs && p.at < len(p.names)-1 && len(d.Got) < len(d.Want) && bytes.HasPrefix(d.Want, d.Got) {
			_, err = p.r.Seek(d.Offset, io.SeekStart) // all is right: the next file begins there
		}
		if err == nil {
			p.start, _ = p.r.Seek(0, io.SeekCurrent)
			continue
		}
		where := p.names[p.at]
		if where == "-" {
			where = "standard input"
		}
		if len(p.names) > 1 {
			where += fmt.Sprintf(", from byte %d on", p.start)
		}
		if differs && p.at > 0 && d.Offset < p.start+1024 && len(d.Want) > 0 { // such a difference may be that
			where += fmt.Sprintf(", or %s is too short", p.names[p.at-1])
		}
		return fmt.Errorf("%s: %w", where, err)
	}
	return nil
}

// compare compares the current file from its offset on. A regular file is compared at
// several places at once.
func (p *parts) compare() error {
	in, done, err := openInput(p.names[p.at])
	if err != nil {
		return errors.Unwrap(err) // which has the name, too
	}
	defer done()
	progress := func(n int64) { p.right.Store(p.start + n) }
	if size := bytesLeft(in); size > 0 { // files of /proc have 0
		at, _ := in.Seek(0, io.SeekCurrent)
		return p.r.VerifyAt(io.NewSectionReader(in, at, size), size, progress)
	}
	return p.r.Verify(in, progress)
}
