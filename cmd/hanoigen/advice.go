package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/internal/sink"
)

// limits say what limits an output, and how the advice begins if the user can raise the limit.
var limits = map[sink.Limit]struct{ text, remedy string }{
	sink.DiskSpace:   {"its file system has %s left", "make room, "},
	sink.UserLimit:   {"the limit on a file's size (ulimit -f) is %s", "raise it, "},
	sink.SystemLimit: {"a file of its file system can have %s", ""},
	sink.DeviceSize:  {"the device has %s", ""},
}

// tooLarge returns the error of a stream that needs more than its output can hold.
func (w *writing) tooLarge(e *sink.SpaceError, resuming bool, flags *streamFlags) error {
	need, have := e.Need, e.Have
	scale := cmp.Or(min(have, need-have), need) // printed in its unit, the two sizes differ
	limit := limits[e.Limit]
	space := fmt.Sprintf(limit.text, number.SizeLike(have, scale))
	remedy := limit.remedy + "give another file with -o, or --force to write as far as it goes"
	switch disks := flags.enough(e); {
	case resuming && limit.remedy != "":
		remedy = limit.remedy + "and give the same command"
	case resuming, e.Limit == sink.DeviceSize:
		remedy = "give another file with -o"
	case disks > 0:
		space += fmt.Sprintf(", enough for -n %d", disks)
	}
	size := number.SizeLike(need, scale)
	if need >= 1<<63 {
		size = fmt.Sprintf("%s (%s)", number.Size(need), size)
	}
	return fmt.Errorf("%s: %w: it takes %s, and %s; %s", w.out.name, e, size, space, remedy)
}

// unfinished adds to the error of an unfinished run how much was written and how to continue.
// If known is false, more may have been written than was reported.
func (w *writing) unfinished(err error, known bool, f *outputFlags) error {
	bytes := w.written()
	has := fmt.Sprintf("%d bytes (%d moves)", bytes, movesIn(w.moves, bytes))
	unsure := errors.Is(err, sink.ErrSync) || errors.Is(err, sink.ErrChanged)
	if !w.out.sink.Regular && !unsure {
		_, stopped := errors.AsType[*interrupted](err)
		if !known || bytes > 0 && !stopped { // an error may come with bytes unread
			return fmt.Errorf("%w; what its reader received is not known: begin again, or write to a file", err)
		}
		return fmt.Errorf("%w after %s; %s", err, has, w.rest(f.flags.Changed("shard")))
	}
	file, ok := w.out.sink.Path(bytes)
	short, full := errors.AsType[*sink.SpaceError](err)
	when := ";"
	switch {
	case full && short.Limit != sink.DiskSpace:
		if !math.IsInf(short.Have, 1) {
			has += ", and " + fmt.Sprintf(limits[short.Limit].text, number.Size(short.Have))
		}
		return fmt.Errorf("%w; %s got %s", err, w.out.name, has)
	case unsure, !ok && !w.isAppended(bytes):
		return fmt.Errorf("%w; %s got %s; begin again", err, w.out.name, has)
	case full:
		when = "; when there is room for " + number.Size(short.Need) + ","
	case errors.Is(err, fs.ErrPermission):
		when = "; make it writable, and"
	}
	if !ok {
		return fmt.Errorf("%w; %s got %s%s %s", err, w.out.name, has, when, w.rest(f.flags.Changed("shard")))
	}
	var more []string
	if !f.resume {
		more = append(more, "--resume")
	}
	if !w.out.sink.Named {
		more = append(more, "-o", file)
	}
	command, quoted := continuing(os.Args, more)
	if !quoted {
		return fmt.Errorf("%w; %s has %s%s --resume continues it", err, file, has, when)
	}
	return fmt.Errorf("%w; %s has %s%s continue with: %s", err, file, has, when, command)
}

// isAppended reports whether a redirected file can have the written bytes after or among others.
func (w *writing) isAppended(bytes int64) bool {
	info, err := w.out.sink.File.Stat()
	return err == nil && !w.out.sink.Named && 0 < bytes && bytes <= info.Size()
}

// rest says how to write the rest of a stream whose output is not a regular file.
func (w *writing) rest(shard bool) string {
	bytes := w.written()
	if header := block.Format(w.moves.Format()).HeaderIn(0); bytes == 0 || header {
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

// continuing returns a command line, quoted, without --force and with more flags. ok is false if
// a word cannot be quoted.
func continuing(words, more []string) (command string, ok bool) {
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
		if line[i], ok = quote(word); !ok {
			return "", false
		}
	}
	return strings.Join(line, " "), true
}
