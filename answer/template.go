package answer

import (
	"bytes"
	"math"
	"slices"
	"strings"
)

// template is a line or an element of a list that has one move, as bytes between its values. One
// that differs in these values alone is read without making tokens: most lists are so.
type template struct {
	slots  [4]slot
	count  int
	end    []byte // behind the last slot
	move   move
	indent int
	from   int // where the move starts
	tail   int // bytes behind the move
}

// slot is a value of a template: a number or the name of a peg.
type slot struct {
	before []byte
	field  int // of values
	word   bool
}

// values are those of a move: its label, disk, from and to.
type values [4]int32

// limits are the largest numbers that stand for themselves.
var limits = values{math.MaxInt32, diskUnknown - 1, maxNumber, maxNumber}

// set makes the template of text[start:stop], whose tokens were made.
func (t *template) set(r *reader, start, stop int, f found) {
	*t = template{}
	if stop-start > 200 || r.pattern != nil || f.move.label < 0 && r.waiting >= 0 {
		return
	}
	part := start
	for k, tok := range r.tok {
		field := slices.Index([]int{f.match.label, f.match.disk, f.match.from, f.match.to}, k)
		word := tok.at < tok.end && isLetter(r.text[tok.at])
		isDisk := field == 1
		if field < 0 || word && isDisk || !isDisk && tok.class == 'd' || tok.class == 'c' {
			continue // the same in all lines
		}
		t.slots[t.count] = slot{r.text[part:tok.at], field, word}
		t.count++
		for part = tok.at; part < tok.end && (isLetter(r.text[part]) && word || isDigit(r.text[part]) && !word); {
			part++
		}
	}
	t.end = r.text[part:stop]
	t.move, t.indent = f.move, r.line.indent
	t.from, t.tail = int(f.move.start)-start, stop-f.move.end()
}

// repeat reads what fits the template, and returns where that ends; i if it is another text. It
// sets atEnd if that is the begin of what would fit.
func (r *reader) repeat(i int) int {
	t := &r.template
	if t.count == 0 {
		return i
	}
	m, b, at := t.move, r.text[:r.end], i
	v := values{m.label, int32(m.disk), int32(m.from), int32(m.to)}
	for k := range t.slots[:t.count] {
		s := &t.slots[k]
		if !bytes.HasPrefix(b[at:], s.before) {
			r.atEnd = bytes.HasPrefix(s.before, b[at:])
			return i
		}
		at += len(s.before)
		first, value := at, int32(0)
		for !s.word && at < len(b) && isDigit(b[at]) && at < first+8 {
			value = value*10 + int32(b[at]-'0')
			at++
		}
		for s.word && at < len(b) && isLetter(b[at]) {
			at++
		}
		if s.word && at == first+1 {
			value = r.letters[b[first]|0x20-'a']
		} else if s.word {
			value = r.pegOf(b[first:at])
		}
		if at == first || value < 0 || !s.word && value > limits[s.field] {
			r.atEnd = at == len(b)
			return i
		}
		v[s.field] = value
	}
	if !bytes.HasPrefix(b[at:], t.end) {
		return i
	}
	at += len(t.end)
	m.label, m.disk, m.from, m.to = v[0], uint8(v[1]), uint8(v[2]), uint8(v[3])
	m.stand(i+t.from, at-t.tail)
	r.add(m, t.indent)
	return at
}

// pegOf returns the code of the peg that a word names; none if it names none.
func (r *reader) pegOf(word []byte) int32 {
	name := strings.ToLower(string(word))
	if peg, ok := r.names[name]; ok {
		return codeName + int32(peg)
	}
	if t := words[name]; t.class == 'l' || t.class == 'S' || t.class == 'G' {
		return t.value
	}
	return none
}
