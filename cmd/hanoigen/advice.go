package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/internal/sink"
)

// tooLarge returns the error of a stream that needs more space than its file system has.
func (w *writing) tooLarge(e *sink.SpaceError, resuming bool, flags *streamFlags) error {
	need, free := e.Need, float64(e.Free)
	scale := cmp.Or(min(free, need-free), need) // printed in its unit, the two sizes differ
	space := number.SizeLike(free, scale) + " left"
	remedy := "make room, give another file with -o, or --force to write as far as it goes"
	if resuming {
		remedy = "make room, and give the same command"
	} else if disks := flags.enough(e); disks > 0 {
		space += fmt.Sprintf(", enough for -n %d", disks)
	}
	size := number.SizeLike(need, scale)
	if need >= 1<<63 {
		size = fmt.Sprintf("%s (%s)", number.Size(need), size)
	}
	return fmt.Errorf("%s: %w: it takes %s, and its file system has %s; %s", w.out.name, e, size, space, remedy)
}

// unfinished adds to the error of an unfinished run how much was written and how to continue.
// If known is false, more may have been written than was reported.
func (w *writing) unfinished(err error, known bool, f *outputFlags) error {
	bytes := w.written()
	has := fmt.Sprintf("%d bytes (%d moves)", bytes, movesIn(w.moves, bytes))
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

// rest says how to write the rest of a stream whose output is not a regular file.
func (w *writing) rest(known, shard bool) string {
	bytes := w.written()
	if header := block.Format(w.moves.Format()).HeaderIn(0); !known || bytes == 0 || header {
		return "a stream cannot be resumed: begin again, or write to a file" // the rest would begin with a header
	}
	next, start := w.moves.Locate(bytes)
	text := fmt.Sprintf("go on with --start %d --count %d", next, w.moves.Moves()-movesIn(w.moves, bytes))
	if shard {
		text += ", without --shard"
	}
	if start < bytes {
		text = fmt.Sprintf("drop the last %d bytes and %s", bytes-start, text)
	}
	return text
}

// movesIn returns the number of whole moves in the first bytes of r.
func movesIn(r *hanoi.Reader, bytes int64) uint64 {
	next, _ := r.Locate(max(bytes, r.HeaderLen()))
	first, _ := r.Locate(r.HeaderLen())
	return next - first
}

// continuing returns a command line, quoted, without --force and with more flags.
func continuing(words, more []string) string {
	var flags, arguments []string
	isName := false // the value of -o, which may be "--force" or "--"
	for i, word := range words {
		if word == "--" && !isName {
			arguments = words[i:]
			break
		}
		if isName || word != "--force" && !strings.HasPrefix(word, "--force=") {
			flags = append(flags, word)
		}
		isName = !isName && (word == "--output" || strings.TrimLeft(word, "-v") == "o")
	}
	line := slices.Concat(flags, more, arguments)
	for i, word := range line {
		line[i] = quote(word)
	}
	return strings.Join(line, " ")
}
