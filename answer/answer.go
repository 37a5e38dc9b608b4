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
func (j *Judge) Text(answer []byte) Result { return j.judge(answer, false) }

// judge judges an answer, which may be an array of moves.
func (j *Judge) judge(answer []byte, isArray bool) Result {
	j.reader.IsArray = isArray
	if size := recordSizes[j.options.Notation]; size > 0 {
		return must.Get(j.stream(bytes.NewReader(answer), size))
	}
	part := j.reader.Read(answer)
	if j.options.Truncated {
		part.DropLast(false) // it was cut off
	}
	f := j.find(part)
	if j.options.Truncated && !f.isSolved() && !(f.said.Lists > 0 && f.hasOther()) && part.DropLast(true) {
		f = j.find(part)
	}
	return f.verdict()
}

// Read judges the answer that r holds: packed and wide in constant memory, text up to
// Options.MaxBytes. The error is r's, or wraps ErrTooLong.
func (j *Judge) Read(r io.Reader) (Result, error) {
	if size := recordSizes[j.options.Notation]; size > 0 {
		return j.stream(r, size)
	}
	most := cmp.Or(j.options.MaxBytes, 1<<30)
	in := io.LimitReader(r, int64(most)+1)
	var text []byte
	var err error
	if size := sizeOf(r); size > 0 { // one copy is enough
		b := bytes.NewBuffer(make([]byte, 0, min(size, int64(most)+1)+bytes.MinRead))
		_, err = b.ReadFrom(in)
		text = b.Bytes()
	} else {
		text, err = io.ReadAll(in)
	}
	if err != nil {
		return Result{}, err
	}
	if len(text) > most {
		return Result{}, fmt.Errorf("%w: the answer has more than %d bytes", ErrTooLong, most)
	}
	return j.Text(text), nil
}

// sizeOf returns the size of a regular file; 0 for other readers.
func sizeOf(r io.Reader) int64 {
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}
