package answer

import (
	"bytes"
	"cmp"
	"math"
	"regexp"
	"slices"
)

// notation is a family of forms.
type notation uint8

const (
	asText notation = 1 + iota
	asPairs
	asTriples
	asObjects
	asTable
	asCall
	asPattern
)

var notations = [...]string{"auto", "text", "pairs", "triples", "jsonl", "csv", "pddl", "pattern"}

// move is a move as it was read, in 16 bytes.
type move struct {
	start    uint32 // in the text
	label    int32  // its number in the list, or none
	size     uint16 // in the text; a longer one is cut, where it is quoted
	flags    flags
	disk     uint8 // its code
	from, to uint8 // names, by their places in reader.called; or nowhere
	notation notation
}

// nowhere stands for the peg where the disk is.
const nowhere = 255

// stand says where in the text a move stands.
func (m *move) stand(start, end int) {
	m.start, m.size = uint32(start), uint16(min(end-start, math.MaxUint16))
}

func (m *move) end() int { return int(m.start) + int(m.size) }

// none stands for no number and no token.
const none = -1

// flags say how a move is written, and its phrases.
type flags uint16

const (
	bareLabel flags = 1 << iota // its label may be its disk
	endsList                    // an ellipsis is behind it
	loose                       // words of its clause stand before it
	weak                        // it is a row of values, or at a dash
	single                      // it is in round brackets, or one word
	quad                        // a row of four values
	titled                      // a heading or a plan, which the next line may say again
	strong                      // it is at an arrow, in brackets or in a call
	first                       // of its line or list
	given                       // its label stands on a line before it
	listed                      // it is in a list in brackets
)

// reading is what a line says, or an element of a list. Places count from its start. It depends on
// the text, on the header of the table that it is in and on the names of Problem.Pegs alone.
type reading struct {
	moves  []move
	names  [][]byte // of their pegs, as they are interned
	missed int      // 1 more than the moves before what was not understood; 0 if there is no such thing
	label  int32    // its number, or none
	is     kind
	header string // the keys of the columns of the rows below
}

// kind says what a line is, besides its moves.
type kind uint16

const (
	empty    kind = 1 << iota // it says nothing, or a state
	heading                   // a title
	phase                     // such as "Phase 2"
	numbered                  // it is a number alone
	plan                      // it is about several disks
	cut                       // it is an ellipsis
	framed                    // it is in brackets
	short                     // it is no move, but has two short names at an arrow or in brackets
	half                      // it ends in half a move
	missed                    // something in it looks like a move and was not understood
	prose                     // it is none of this
)

// parse reads a line.
func (r *reader) parse(text []byte) *reading {
	u := &r.read
	*u = reading{moves: u.moves[:0], names: u.names[:0], label: none}
	r.parseInto(u, text)
	if r.only != 0 {
		u.moves = slices.DeleteFunc(u.moves, func(m move) bool { return m.notation != r.only })
	}
	return u
}

// title is a heading of Markdown, or a fence.
var title = regexp.MustCompile("^[ \t>*]*(?:#+ |\x60{3})")

func (r *reader) parseInto(u *reading, text []byte) {
	if r.pattern != nil && r.matchPattern(u, text) {
		return
	}
	r.lex(text)
	if title.Match(text) {
		u.is |= heading
	}
	if len(r.tok) > r.bullets() && r.readTable(u) {
		return
	}
	first, last := r.bullets(), len(r.tok)-1
	switch {
	case first > last:
		u.is = cmp.Or(u.is, empty)
		return
	case r.is(first, "SF"):
		u.is |= phase
	case r.is(first, "[{") && int(r.tok[first].value) == last:
		u.is |= framed
	}
	r.readWords(u, first)
	if u.header != "" && len(u.moves) > 0 {
		u.moves[0].notation = asTable
	}
	if len(u.moves) == 0 {
		u.is |= r.without()
		if u.header != "" && u.missed == 0 && bytes.IndexByte(text, '|') >= 0 { // a row without a move
			u.is = empty
		}
	}
}

// without says what a line without moves is.
func (r *reader) without() kind {
	rest := r.phrases[:len(r.phrases)-ahead]
	if len(rest) > 0 && rest[0].role == aLabel {
		rest = rest[1:]
	}
	isShort := func(i int) bool { return r.tok[i].end-r.tok[i].start <= 2 }
	silent, state, pair, cells := true, false, false, 0 // a state with its names and words, but no move; cells such as A: 3 2 1
	for i := range rest {
		p := &rest[i]
		if r.is(p.first, groups['N']) && r.is(p.first+1, ":") {
			cells++
		}
		state = state || r.is(p.first, "z") || cells > 1
		silent = silent && (p.role < other || p.role > dots)
		pair = pair || p.role == aRow && p.flags&strong != 0 && p.disk == diskTop && isShort(p.pegs[0]) && isShort(p.pegs[1])
	}
	switch {
	case len(rest) == 0:
		return numbered
	case silent && state:
		return empty
	case len(rest) == 1 && rest[0].role == dots:
		return cut
	case pair:
		return short
	}
	return 0
}

// matchPattern reads the moves that Options.Pattern finds in a line.
func (r *reader) matchPattern(u *reading, text []byte) bool {
	for _, at := range r.pattern.FindAllSubmatchIndex(text, -1) {
		group := func(name string) []byte {
			if i := r.pattern.SubexpIndex(name); i >= 0 && at[2*i] >= 0 {
				return bytes.TrimSpace(text[at[2*i]:at[2*i+1]])
			}
			return nil
		}
		m := move{label: none, disk: diskTop, notation: asPattern}
		m.stand(at[0], at[1])
		disk, from, to := group("disk"), group("from"), group("to")
		r.lex(disk)
		if len(r.tok) == 1 && r.is(0, "n") {
			m.disk = uint8(min(r.tok[0].value, diskMany))
		}
		if len(from) == 0 || len(to) == 0 || len(disk) > 0 && m.disk == diskTop {
			u.missed = len(u.moves) + 1
			continue
		}
		m.to, m.from = r.intern(to), r.intern(from)
		u.moves = append(u.moves, m)
	}
	return len(u.moves) > 0 || u.missed > 0
}
