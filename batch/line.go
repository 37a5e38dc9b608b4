package batch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-faster/jx"

	"github.com/hanoigen/hanoi/answer"
)

// ErrLine is wrapped by the error of a line that cannot be judged: the line is no
// JSON object, has no answer, or a field of the wrong kind. If only its problem is
// wrong, the error is that of [answer.Terms.Problem].
var ErrLine = errors.New("no such task")

// white is what JSON calls white space.
const white = " \t\r\n"

// errJump stops the decoder, which then goes on behind a list.
var errJump = errors.New("jump")

// Line judges lines one by one. It keeps its buffers from one to the next, and is
// for one goroutine at a time.
type Line struct {
	defaults Defaults
	judge    answer.Judge
	// Jx is strict about all but UTF-8, allocates nothing and is pure Go. Of such
	// libraries it is the fastest on strings.
	decoder jx.Decoder
	text    []byte // the answer, if it is a string
	rest    []byte // of the line, behind a list that was jumped
	pegs    [2]uint8
	fields
}

// fields is what a line has.
type fields struct {
	line      []byte
	jumped    bool // there is a rest
	terms     answer.Terms
	id        []byte // JSON
	answer    []byte // text, or the JSON of a list
	answered  bool
	isList    bool
	truncated bool
	wrong     error // of the first field that is not what it should be
}

// NewLine returns a Line that takes what lines lack from the defaults.
func NewLine(d Defaults) *Line { return &Line{defaults: d} }

// Append judges a line and appends the result, a JSON object without a newline.
// If the line cannot be judged, the result is {"id":…,"error":"…"} with the text of
// the error returned, and the verdict means nothing. Blanks may stand between the
// tokens of the line.
func (l *Line) Append(dst, line []byte) ([]byte, answer.Verdict, error) {
	err := l.read(line)
	var r answer.Result
	if err == nil {
		r, err = l.result()
	}
	if err != nil {
		return l.appendError(dst, err), 0, err
	}
	return r.AppendJSON(dst, l.id), r.Verdict, nil
}

func (l *Line) appendError(dst []byte, err error) []byte {
	dst = append(dst, '{')
	if l.id != nil && utf8.Valid(l.id) {
		dst = append(append(append(dst, `"id":`...), l.id...), ',')
	}
	var e jx.Encoder
	e.Str(err.Error())
	return append(append(append(dst, `"error":`...), e.Bytes()...), '}')
}

func (l *Line) result() (answer.Result, error) {
	p, err := l.terms.Or(l.defaults.Terms).Problem()
	if err != nil {
		return answer.Result{}, err
	}
	o := l.defaults.Options
	o.Truncated = o.Truncated || l.truncated
	if l.isList {
		return l.judge.List(p, o, l.answer)
	}
	return l.judge.Answer(p, o, l.answer)
}

// read reads the fields of a line. Of a name that comes twice, the last counts; null
// does not.
func (l *Line) read(line []byte) error {
	line = bytes.TrimPrefix(line, []byte("\ufeff")) // as programs on Windows begin a file
	line = bytes.TrimRight(line, white)
	l.fields = fields{line: line}
	d := &l.decoder
	d.ResetBytes(line)
	if d.Next() != jx.Object {
		return fmt.Errorf(`%w: it does not begin with {; give a JSON object such as {"id":1,"n":3,"answer":[[1,0,2]]}`, ErrLine)
	}
	err := l.readFields(d)
	if err == errJump {
		d.ResetBytes(l.rest)
		if err = l.readFields(d); err != nil { // once more, for the place
			l.fields = fields{line: line, jumped: true}
			d.ResetBytes(line)
			err = l.readFields(d)
		}
	}
	switch {
	case err == nil:
		if d.Skip() != io.EOF {
			err = errors.New("something follows the object")
		}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), bytes.HasSuffix(line, []byte(":")): // there, jx names a byte that is right
		err = errors.New("it ends early")
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w: no JSON: %w", ErrLine, cause(err))
	case !utf8.Valid(line): // the decoder does not look
		return fmt.Errorf("%w: no JSON: it is not UTF-8", ErrLine)
	case l.wrong != nil:
		return fmt.Errorf("%w: %w", ErrLine, l.wrong)
	case !l.answered:
		return fmt.Errorf("%w: it has no answer; give a string or a list of moves", ErrLine)
	}
	return nil
}

// cause returns the innermost error, which names the place. Those around it name every
// list in which it is.
func cause(err error) error {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	if err.Error() == "depth: maximum" { // jx
		return errors.New("it is nested more than 10,000 deep")
	}
	return err
}

func (l *Line) readFields(d *jx.Decoder) error {
	fields, err := d.ObjIter()
	for err == nil && fields.Next() {
		err = l.readField(d, fields.Key())
	}
	if err == nil {
		err = fields.Err()
	}
	return err
}

// readField reads a field. Its error is errJump or one of JSON. A value of the wrong
// kind goes to l.wrong instead: the id may still follow.
func (l *Line) readField(d *jx.Decoder, name []byte) (err error) {
	is := d.Next()
	switch string(name) {
	case "id":
		l.id, err = d.Raw()
		return err
	case "answer":
		switch is {
		case jx.String:
			l.answered, l.isList = true, false
			l.text, err = d.StrAppend(l.text[:0])
			l.answer = l.text
			return err
		case jx.Array:
			if l.jump(name) {
				return errJump
			}
			l.answered, l.isList = true, true
			l.answer, err = d.Raw()
			return err
		}
		return l.skip(d, name, is, "a string or a list")
	case "begin":
		return l.readString(d, name, &l.terms.Begin)
	case "goal":
		return l.readString(d, name, &l.terms.Goal)
	case "n":
		n, err := l.readNumber(d, name, 1, 64, "a number, 1 to 64")
		if n > 0 {
			l.terms.N = n
		}
		return err
	case "from":
		return l.readPeg(d, name, &l.pegs[0], &l.terms.From)
	case "to":
		return l.readPeg(d, name, &l.pegs[1], &l.terms.To)
	case "truncated":
		if is != jx.Bool {
			return l.skip(d, name, is, "true or false")
		}
		l.truncated, err = d.Bool()
		return err
	}
	return d.Skip()
}

func (l *Line) readString(d *jx.Decoder, name []byte, s *string) (err error) {
	if is := d.Next(); is != jx.String {
		return l.skip(d, name, is, "a string")
	}
	if *s, err = d.Str(); err == nil && *s == "" {
		l.fault("%s is empty; give a state such as 2011, or null", name)
	}
	return err
}

func (l *Line) readPeg(d *jx.Decoder, name []byte, peg *uint8, to **uint8) error {
	n, err := l.readNumber(d, name, 0, 2, "a peg, 0 to 2")
	if n >= 0 {
		*peg, *to = uint8(n), peg
	}
	return err
}

// readNumber returns −1 where the value is no number from low to high.
func (l *Line) readNumber(d *jx.Decoder, name []byte, low, high int64, want string) (int, error) {
	is := d.Next()
	if is != jx.Number {
		return -1, l.skip(d, name, is, want)
	}
	text, err := d.Num()
	if err != nil {
		return -1, err
	}
	n, err := text.Int64()
	if err != nil || n < low || n > high {
		l.fault("%s is %.40s; give %s", name, string(text), want)
		return -1, nil
	}
	return int(n), nil
}

// skip skips a value of the wrong kind. Null counts as no field.
func (l *Line) skip(d *jx.Decoder, name []byte, is jx.Type, want string) error {
	if is != jx.Null {
		l.fault("%s is %v; give %s", name, kinds[is], want)
	}
	return d.Skip()
}

var kinds = map[jx.Type]string{
	jx.Invalid: "no value", jx.String: "a string", jx.Number: "a number", jx.Bool: "a boolean", jx.Array: "a list", jx.Object: "an object",
}

func (l *Line) fault(format string, args ...any) {
	if l.wrong == nil {
		l.wrong = fmt.Errorf(format, args...)
	}
}
