package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/sink"
)

// tooSmall returns the error of a file system that cannot hold all. It says for how many
// disks the space is enough, where that is not 0.
func (t *target) tooSmall(e *sink.SpaceError, disks int) error {
	need, free := e.Need, float64(e.Free)
	like := cmp.Or(min(free, need-free), need) // in its unit they differ
	remedy := "make room, give another file with -o, or --force to write as far as it goes"
	if t.resume {
		remedy = "make room, and give the same command"
	}
	left := sizeLike(free, like) + " left"
	if disks > 0 {
		left += fmt.Sprintf(", enough for -n %d", disks)
	}
	takes := sizeLike(need, like)
	if need >= 1<<63 {
		takes = fmt.Sprintf("%s (%s)", sizeLike(need, need), takes)
	}
	return fmt.Errorf("%s: %w: it takes %s, and its file system has %s; %s",
		t.name, e, takes, left, remedy)
}

// fits returns the largest number of disks whose moves, as s chooses them, fit into t, or 0
// if there are none. Then s is of that many disks.
func (s *stream) fits(t *target) int {
	if s == nil || t.resume {
		return 0
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	t.Context = stopped // so that nothing is written
	for s.disks.N--; s.disks.N > 0; s.disks.N-- {
		r, err := s.reader()
		if err != nil {
			break // there are no such moves
		}
		if _, err := r.WriteTo(t.Output); !errors.As(err, new(*sink.SpaceError)) {
			return int(s.disks.N)
		}
	}
	return 0
}

// left adds to the error of an unfinished run how many bytes of r the output has, and
// how to go on. If that is not known, the output may have got more.
func (t *target) left(err error, r *hanoi.Reader, bytes int64, known bool) error {
	has := fmt.Sprintf("%d bytes (%d moves)", bytes, moves(r, bytes))
	if !t.Regular {
		return fmt.Errorf("%w after %s; %s", err, has, t.rest(r, bytes, known))
	}
	file, ok := t.Path(bytes)
	switch {
	case !ok || errors.Is(err, sink.ErrSync):
		return fmt.Errorf("%w; %s got %s; begin again", err, t.name, has)
	case errors.Is(err, fs.ErrPermission):
		has += "; make it writable, and"
	default:
		has += ";"
	}
	return fmt.Errorf("%w; %s has %s continue with: %s", err, file, has, t.resuming(os.Args, file))
}

// rest says how to continue an output that is not a regular file and got so many bytes of
// r, if that is known.
func (t *target) rest(r *hanoi.Reader, bytes int64, known bool) string {
	if header := block.Format(r.Format()).HeaderIn(0); !known || bytes == 0 || header {
		return "a stream cannot be resumed: begin again, or write to a file" // the rest would have a header, too
	}
	next, start := r.Locate(bytes)
	text := fmt.Sprintf("go on with --start %d --count %d", next, r.Moves()-moves(r, bytes))
	if t.flags.Changed("shard") {
		text += ", without --shard"
	}
	if start < bytes {
		text = fmt.Sprintf("drop the last %d bytes and %s", bytes-start, text)
	}
	return text
}

// moves returns how many whole records are in the first so many bytes of r.
func moves(r *hanoi.Reader, bytes int64) uint64 {
	next, _ := r.Locate(max(bytes, r.HeaderLen()))
	first, _ := r.Locate(r.HeaderLen())
	return next - first
}

// resuming returns the words of a command line as a shell reads them, changed so that
// they resume a file.
func (t *target) resuming(words []string, file string) string {
	var kept []string
	output := regexp.MustCompile(`^(--output|-v*o)$`)
	name := false // the word is the name of the output
	for _, word := range words {
		if name || word != "--force" && !strings.HasPrefix(word, "--force=") {
			kept = append(kept, word)
		}
		name = !name && output.MatchString(word)
	}
	var more []string
	if !t.resume {
		more = append(more, "--resume")
	}
	if !t.Named {
		more = append(more, "-o", file)
	}
	end := slices.Index(kept, "--") // behind it are no flags
	if end < 0 {
		end = len(kept)
	}
	kept = slices.Insert(kept, end, more...)
	for i, word := range kept {
		kept[i] = quote(word)
	}
	return strings.Join(kept, " ")
}

// quote returns s so that a shell reads it as one word of printable characters.
func quote(s string) string {
	// No "=": before a command it would assign, and zsh replaces "=word".
	const safe = "+,-./:@_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	switch {
	case s != "" && strings.Trim(s, safe) == "":
		return s
	case printable(s) == s:
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for _, c := range []byte(s) {
		if strings.IndexByte(safe, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	return "$'" + b.String() + "'" // in bash, zsh and ksh, not in every sh
}
