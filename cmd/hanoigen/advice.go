package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/sink"
)

// tooLarge returns the error of a stream that the file system has no room for.
func (w *writing) tooLarge(e *sink.SpaceError, resuming bool, enough func(func(sink.Source) bool) int) error {
	need, free := e.Need, float64(e.Free)
	like := cmp.Or(min(free, need-free), need) // in its unit they differ
	left := sizeLike(free, like) + " left"
	remedy := "make room, give another file with -o, or --force to write as far as it goes"
	if resuming {
		remedy = "make room, and give the same command"
	} else if enough != nil {
		if disks := enough(w.out.sink.Fits); disks > 0 {
			left += fmt.Sprintf(", enough for -n %d", disks)
		}
	}
	takes := sizeLike(need, like)
	if need >= 1<<63 {
		takes = fmt.Sprintf("%s (%s)", sizeLike(need, need), takes)
	}
	return fmt.Errorf("%s: %w: it takes %s, and its file system has %s; %s", w.out.name, e, takes, left, remedy)
}

// unfinished adds to the error of an unfinished run how many bytes of the stream the output
// has and how to continue. If known is false, it may have more.
func (w *writing) unfinished(err error, known bool, f *outputFlags) error {
	bytes := w.written()
	has := fmt.Sprintf("%d bytes (%d moves)", bytes, moves(w.moves, bytes))
	if !w.out.sink.Regular {
		return fmt.Errorf("%w after %s; %s", err, has, w.rest(known, f.flags.Changed("shard")))
	}
	file, ok := w.out.sink.Path(bytes)
	switch {
	case !ok || errors.Is(err, sink.ErrSync):
		return fmt.Errorf("%w; %s got %s; begin again", err, w.out.name, has)
	case errors.Is(err, fs.ErrPermission):
		has += "; make it writable, and"
	default:
		has += ";"
	}
	var more []string
	if !f.resume {
		more = append(more, "--resume")
	}
	if !w.out.sink.Named {
		more = append(more, "-o", file)
	}
	return fmt.Errorf("%w; %s has %s continue with: %s", err, file, has, continuing(os.Args, more))
}

// rest says how to continue an output that is not a regular file.
func (w *writing) rest(known, shard bool) string {
	bytes := w.written()
	if header := block.Format(w.moves.Format()).HeaderIn(0); !known || bytes == 0 || header {
		return "a stream cannot be resumed: begin again, or write to a file" // the rest would have a header, too
	}
	next, start := w.moves.Locate(bytes)
	text := fmt.Sprintf("go on with --start %d --count %d", next, w.moves.Moves()-moves(w.moves, bytes))
	if shard {
		text += ", without --shard"
	}
	if start < bytes {
		text = fmt.Sprintf("drop the last %d bytes and %s", bytes-start, text)
	}
	return text
}

// moves returns the number of whole records in the first bytes of r.
func moves(r *hanoi.Reader, bytes int64) uint64 {
	next, _ := r.Locate(max(bytes, r.HeaderLen()))
	first, _ := r.Locate(r.HeaderLen())
	return next - first
}

// continuing returns a command line as it was given, quoted, without --force, and with more
// flags at the end.
func continuing(words, more []string) string {
	var kept, arguments []string
	isName := false // of the output, which may be --force or --
	for i, word := range words {
		if word == "--" && !isName {
			arguments = words[i:]
			break
		}
		if isName || word != "--force" && !strings.HasPrefix(word, "--force=") {
			kept = append(kept, word)
		}
		isName = !isName && (word == "--output" || strings.TrimLeft(word, "-v") == "o")
	}
	kept = append(append(kept, more...), arguments...)
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
