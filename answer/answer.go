package answer

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi/internal/must"
)

// Choices returns the values of a field of Options: notation or disks.
func Choices(option string) []string {
	if option == "disks" {
		return []string{"small=1", "small=0", "large=1", "large=0"}
	}
	return []string{"auto", "text", "pairs", "triples", "jsonl", "csv", "pddl", "packed", "wide"}
}

// choose returns an error unless a value is empty or one of an option's choices.
func choose(option, value string) error {
	if value == "" || slices.Contains(Choices(option), value) {
		return nil
	}
	return fmt.Errorf("%w: %s %.40q; give one of %s", ErrOption, option, value, strings.Join(Choices(option), ", "))
}

// New returns a Judge of answers to a problem. The error wraps ErrProblem or ErrOption.
func New(p Problem, o Options) (*Judge, error) {
	j := &Judge{options: o}
	if err := cmp.Or(choose("notation", o.Notation), choose("disks", o.Disks)); err != nil {
		return nil, err
	}
	if o.MaxBytes < 0 || o.MaxBytes > mostBytes {
		return nil, fmt.Errorf("%w: at most %d bytes; give 1 to 2^31-1", ErrOption, o.MaxBytes)
	}
	if o.Notation != "auto" {
		j.reader.Notation = o.Notation
	}
	if o.Pattern != "" {
		if j.reader.Notation != "" {
			return nil, fmt.Errorf("%w: notation %s with a pattern; give one of them", ErrOption, o.Notation)
		}
		pattern, err := regexp.Compile(o.Pattern)
		if err != nil {
			return nil, fmt.Errorf("%w: pattern: %w", ErrOption, err)
		}
		if pattern.SubexpIndex("to") < 0 || pattern.SubexpIndex("from") < 0 && pattern.SubexpIndex("disk") < 0 {
			return nil, fmt.Errorf("%w: pattern %.80q lacks a group; give (?P<to>…) and (?P<from>…) or (?P<disk>…)", ErrOption, o.Pattern)
		}
		j.reader.Pattern = pattern
	}
	if err := j.pose(p); err != nil {
		return nil, err
	}
	return j, nil
}

// Text judges an answer. The result shares no memory with it.
func (j *Judge) Text(answer []byte) Result {
	if size := recordSize(j.options.Notation); size > 0 {
		return must.Get(j.stream(bytes.NewReader(answer), size))
	}
	part := j.reader.Read(answer)
	if j.options.Truncated {
		part.DropLast(false) // it was cut off
	}
	f := j.find(part)
	if j.options.Truncated && !f.isSolved && part.DropLast(true) {
		f = j.find(part)
	}
	return f.judge()
}

// Read judges the answer that r holds: packed and wide in constant memory, text up to
// Options.MaxBytes. The error is r's, or wraps ErrTooLong.
func (j *Judge) Read(r io.Reader) (Result, error) {
	if size := recordSize(j.options.Notation); size > 0 {
		return j.stream(r, size)
	}
	most := cmp.Or(j.options.MaxBytes, 1<<30)
	room := 64 << 10
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			room = int(info.Size()) + 1
		}
	}
	text, err := readAll(r, room, most)
	if err != nil {
		return Result{}, err
	}
	return j.Text(text), nil
}

// readAll reads r, which has at most the given number of bytes, or else the error wraps ErrTooLong.
// It begins with room for some bytes, and asks for more memory as they come.
func readAll(r io.Reader, room, most int) (text []byte, err error) {
	text = make([]byte, 0, min(room, most))
	for {
		free := text[len(text):cap(text)]
		if len(text) == most {
			free = make([]byte, 1)
		}
		n, err := r.Read(free)
		switch {
		case len(text)+n > most:
			return nil, fmt.Errorf("%w: the answer has more than %d bytes", ErrTooLong, most)
		case err == io.EOF:
			return text[:len(text)+n], nil
		case err != nil:
			return nil, err
		}
		if text = text[:len(text)+n]; len(text) == cap(text) && len(text) < most {
			text = append(make([]byte, 0, min(2*len(text), most)), text...)
		}
	}
}
