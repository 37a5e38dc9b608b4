package grammar

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Reader reads answers. What an answer means does not depend on earlier ones.
type Reader struct {
	Notation string         // the only one to read, or ""
	Pattern  *regexp.Regexp // what to read instead of the forms; or nil

	names    *Names
	known    map[string]*memo // by the text after a line's number
	text     []byte           // in which each line ends with LF
	hasLists bool             // lists in brackets may begin
	effort   int              // how many bytes may still be read that prove to be no list
	table    *table
	pending  Number // the number that a line before gave to the next one
	last     Number // the number of the last move
	isBlank  bool   // the last line was blank
	part     Part
}

// A Part is the part of an answer that counts. It is valid until the next call of Read.
type Part struct {
	Text   []byte // the whole answer, each byte in its place
	Items  []Item
	Names  *Names
	Unread int  // lines that were not read whole
	First  Item // the first of them, if there is one
	IsList bool // it has a list of moves, which may be empty
	end    int
	isSure bool // no line is in doubt
}

// A memo is the reading of a line or an element in a table, or in none.
type memo struct {
	reading
	table  *table
	inCell bool
	isBare bool // the line has no number
}

// At most mostKnown readings are remembered, of texts of at most maxKnown bytes. After mostNames
// names, all is forgotten.
const mostKnown, maxKnown, mostNames = 4096, 256, 4096

// SetNames sets the names of the pegs; nil lets the answer's own names decide.
func (r *Reader) SetNames(names NameSet) {
	if r.names == nil || !slices.EqualFunc(names, r.names.called, slices.Equal) {
		r.forget(names)
	}
}

func (r *Reader) forget(called NameSet) {
	r.names = &Names{ids: map[string]int{}, called: called}
	r.known = map[string]*memo{}
}

// Read reads the part of an answer that counts.
func (r *Reader) Read(answer []byte) *Part {
	if len(r.names.All) > mostNames {
		r.forget(r.names.called)
	}
	has := bytesIn(answer, "\r\xe2\xef<[(")
	r.hasLists = r.Pattern == nil && (has['['] || has['('])
	if r.text = answer; has['\r'] || has['\xe2'] || has['\xef'] || has['<'] {
		r.text = plain(answer)
	}
	r.effort = 16 * (len(answer) + maxBracket)
	r.findPart()
	return &r.part
}

var (
	tags      = expression{text: `(?i)<(/?)(?:think|thinking|reasoning|(answer))>`}
	emptyList = expression{text: "^[\\s`>]*(?:WORD~[:=])?[\\s`]*\\[~\\][\\s`]*$"}
	letters   = expression{text: `\pL`}
)

// findPart reads the last <answer> after the thinking that counts, or else all text after the
// thinking. If that is blank, it reads the thinking in the same way.
func (r *Reader) findPart() {
	text := r.text
	type answer struct {
		span
		isClosed bool
	}
	var answers []answer // from each <answer> to the next tag
	begin, end := 0, len(text)
	thoughts := span{} // of the last thinking
	for _, t := range tags.get().FindAllSubmatchIndex(text, -1) {
		isAnswer, isClosing := t[4] >= 0, t[3] > t[2]
		if last := len(answers) - 1; last >= 0 && t[0] < answers[last].end {
			answers[last].end, answers[last].isClosed = t[0], isAnswer && isClosing
		}
		switch {
		case isAnswer && !isClosing:
			answers = append(answers, answer{span{t[1], len(text)}, false})
		case isAnswer:
		case isClosing:
			thoughts.end, begin, end = t[0], t[1], len(text)
		default:
			end = min(end, t[0]) // thinking that may never end
			thoughts.start = t[1]
		}
	}
	begin = min(begin, end)
	if isBlank(text[begin:end]) && begin > 0 && end == len(text) {
		begin, end = min(thoughts.start, thoughts.end), thoughts.end
	}
	for _, a := range slices.Backward(answers) {
		if a.start < begin || a.start > end {
			continue
		}
		r.segment(a.start, min(a.end, end))
		if r.part.IsList || a.isClosed && letters.get().Match(text[a.start:a.end]) || slices.ContainsFunc(r.part.Items, r.part.IsDoubtful) {
			return
		}
	}
	r.segment(begin, end)
}

// segment reads a part of the text.
func (r *Reader) segment(begin, end int) {
	part := r.text[begin:end]
	r.part = Part{Text: r.text, Items: room(r.part.Items, part), Names: r.names, end: end, isSure: r.Pattern != nil}
	r.table, r.pending, r.last, r.isBlank = nil, Number{}, Number{}, false
	for i := begin; i < end; {
		i = r.line(i, end)
	}
	if last := len(r.part.Items) - 1; last >= 0 && r.part.Items[last].Kind == Text && !r.part.Items[last].Is(IsUnread) {
		r.sayUnread(int(r.part.Items[last].Start), int(r.part.Items[last].End)) // it is the title of nothing
	}
	r.part.IsList = slices.ContainsFunc(r.part.Items, isMove)
	if !r.part.IsList && emptyList.get().Match(part) {
		r.part.IsList, r.part.Items, r.part.Unread = true, r.part.Items[:0], 0
	}
}

func isMove(m Item) bool { return m.Kind == Move }

// room returns no items, with room for an item for each line of a text, and a few more. It drops
// the room that a much longer text needed.
func room(items []Item, text []byte) []Item {
	const shortest, most = len("A C\n"), 1 << 20
	n := min(bytes.Count(text, []byte("\n")), len(text)/shortest) + 100
	if n > cap(items) || cap(items) > max(n, most) {
		return make([]Item, 0, n)
	}
	return items[:0]
}

// line reads the line at i and the lists that begin in it, and returns where the next line begins.
func (r *Reader) line(i, end int) (next int) {
	begin := i
	stop, next := lineEnd(r.text, i, end)
	hasList, hasWords := false, false
	for k := i; r.hasLists && k < stop && r.effort > 0; k++ {
		if r.text[k] != '[' && r.text[k] != '(' {
			continue
		}
		found := r.list(r.part.Items, k, end)
		if !found.ok {
			r.effort -= found.end - k
			continue
		}
		if !nameOnly.get().Match(r.text[i:k]) {
			if u, _, _ := r.recall(r.text[i:k], nil); u.kind == Move || u.holds {
				r.effort -= found.end - i
				break // a bracket in a line with another move isn't a list
			}
			hasWords = true
		}
		r.part.Items, r.part.Unread = found.items, r.part.Unread+found.unread
		r.table, r.pending, r.last, r.isBlank = nil, Number{}, Number{}, false
		if found.end >= stop {
			stop, next = lineEnd(r.text, found.end, end)
		}
		i, k, hasList = found.end, found.end-1, true
	}
	if hasWords {
		r.sayUnread(begin, i)
	}
	if hasList && len(bytes.Trim(r.text[i:stop], " \t,;.]})`\"'*\r")) == 0 {
		return next
	}
	u, number, base := r.recall(r.text[i:stop], r.table)
	isBlank := r.isBlank
	r.isBlank = isBlank && u.kind == silent || u.isBlank && !number.Given
	if u.kind == Move {
		r.moves(u, number, i, base, isBlank)
	} else {
		isNext := number.Given && r.last.Given && number.Value == r.last.Value+1
		if u.isBlank && (isNext || number.Value == 1) {
			r.pending = number
			return next
		} else if u.kind == silent && !(u.isBlank && number.Given) {
			if u.isUnread {
				r.sayUnread(begin, stop)
			}
			return next
		}
		m := Item{Kind: u.kind}
		m.setNumber(number)
		m.set(Holds, u.holds || u.kind == Text && isNext)
		m.set(IsUnread, u.isUnread)
		m.set(AfterBlank, isBlank)
		r.say(m, i, stop)
		r.table = u.table
	}
	if u.isUnread {
		r.sayUnread(begin, stop)
	}
	r.pending = Number{}
	return next
}

var nameOnly = expression{text: `^[\s>*\x60(]*(?:[\[{(]?~["']?WORD["']?~[:=])?[\s*\x60]*$`}

// moves appends the moves of the line at i.
func (r *Reader) moves(u *reading, number Number, i, base int, isBlank bool) {
	if !number.Given {
		number = r.pending
	}
	if n := cmp.Or(u.moves[0].Number(), number); n.Value > 1 && n.Value != r.last.Value && n.Value != r.last.Value+1 {
		missing := Item{Kind: Text, Flags: Holds | IsUnread}
		missing.setNumber(n)
		missing.set(AfterBlank, isBlank)
		r.say(missing, i, i+base+int(u.moves[0].End))
		isBlank = false
	}
	first := len(r.part.Items)
	r.part.Items = appendMoves(r.part.Items, u, number, i+base)
	r.part.Items[first].set(AfterBlank, isBlank)
	r.part.Items[first].set(IsUnread, u.isUnread)
	isHeading := isHeading(r.text[i:])
	for k := first; k < len(r.part.Items); k++ {
		if m := &r.part.Items[k]; m.Number().Given || isHeading {
			m.set(Heading, isHeading)
			r.last = cmp.Or(m.Number(), r.last)
		}
	}
	if u.isCut {
		end := int(r.part.Items[len(r.part.Items)-1].End)
		r.say(Item{Kind: Ellipsis}, end, end)
	}
}

// say appends an item that is not a move.
func (r *Reader) say(m Item, start, end int) {
	m.Start, m.End = uint32(start), uint32(end)
	r.part.Items = append(r.part.Items, m)
}

func (r *Reader) sayUnread(start, end int) {
	if r.part.Unread == 0 {
		r.part.First = Item{Start: uint32(start), End: uint32(end)}
	}
	r.part.Unread++
}

// recall reads a line or an element. If the same text was read before, except for the line's
// number, it returns that reading. Its places count from base.
func (r *Reader) recall(text []byte, t *table) (u *reading, number Number, base int) {
	if len(text) > 0 && !isDigit(text[0]) {
		if m := r.known[string(text)]; m != nil && m.isBare && m.table == t {
			return &m.reading, number, 0
		}
	}
	inCell := false
	if r.Pattern == nil {
		number, base, inCell = lineNumber(text, t)
	}
	rest := text[base:]
	if m := r.known[string(rest)]; m != nil && m.table == t && m.inCell == inCell {
		return &m.reading, number, base
	}
	m := &memo{r.read(rest, t, inCell), t, inCell, base == 0}
	if len(rest) <= maxKnown {
		if len(r.known) >= mostKnown {
			clear(r.known)
		}
		r.known[string(rest)] = m
	}
	return &m.reading, number, base
}

// plain returns a text whose lines end with LF or CR LF, with ASCII characters instead of
// full-width ones, and without characters of no width. Blanks keep each byte in its place.
func plain(text []byte) []byte {
	hasThis := func(some string) bool { return bytes.Contains(text, []byte(some)) }
	if slices.ContainsFunc([]string{"\r", "\u2028", "<br", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"}, hasThis) {
		text = []byte(toLF().Replace(string(text)))
	}
	if bytes.IndexByte(text, '\xef') < 0 {
		return text
	}
	return fullWidth.get().ReplaceAllFunc(text, func(wide []byte) []byte {
		narrow := strings.Map(func(c rune) rune { return c - '！' + '!' }, string(wide))
		return append(bytes.Repeat([]byte(" "), len(wide)-len(narrow)), narrow...)
	})
}

var fullWidth = expression{text: "[\uff01-\uff5e]+"}

// toLF replaces other ends of lines by LF, and characters of no width by blanks. CR LF stays.
var toLF = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("\r\n", "\r\n", "\r", "\n", "\u2028", "  \n", "<br>", "   \n", "<br/>", "    \n", "<br />", "     \n",
		"\u200b", "   ", "\u200c", "   ", "\u200d", "   ", "\u2060", "   ", "\ufeff", "   ")
})

// bytesIn reports which of some bytes occur in a text. It searches block by block, which reads the
// memory once.
func bytesIn(text []byte, some string) (has [256]bool) {
	for block := range slices.Chunk(text, 1<<15) {
		for _, b := range []byte(some) {
			has[b] = has[b] || bytes.IndexByte(block, b) >= 0
		}
	}
	return has
}

// LineOf returns the number, from 1, of the line that contains byte i.
func (p *Part) LineOf(i int) int { return 1 + bytes.Count(p.Text[:i], []byte("\n")) }

// DropLast drops the last line if it touches the end of the answer and is of a kind. It reports
// whether it did so.
func (p *Part) DropLast(k Kind) bool {
	last := len(p.Items) - 1
	if p.end < len(p.Text) || last < 0 || p.Items[last].Kind != k || p.Items[last].Is(Listed) ||
		len(bytes.Trim(p.Text[p.Items[last].End:], " .,;!")) > 0 {
		return false
	}
	line := bytes.LastIndexByte(p.Text, '\n')
	for last >= 0 && int(p.Items[last].Start) > line {
		last--
	}
	p.Items = p.Items[:last+1]
	p.IsList = slices.ContainsFunc(p.Items, isMove)
	return true
}

// lineOf returns the line of an item, cleaned.
func (p *Part) lineOf(m Item) *line { return newLine(p.Text[m.Start:m.End], p.Names) }

// IsDoubtful reports whether an item is a line that could be a move by any names.
func (p *Part) IsDoubtful(m Item) bool { return p.CouldMove(m, AllSets) }

// CouldMove reports whether an item is a line that could be a move between pegs of some sets.
func (p *Part) CouldMove(m Item, sets []NameSet) bool {
	if p.Names.called != nil {
		sets = []NameSet{p.Names.called}
	}
	return m.Kind == Text && !p.isSure && (m.Is(Holds) || p.lineOf(m).couldMove(sets))
}

// HasDisks reports whether a line speaks of several disks.
func (p *Part) HasDisks(m Item) bool { return manyDisks.get().Match(p.lineOf(m).text) }

// HasFromTo reports whether a line has from and to, and does not speak of several disks.
func (p *Part) HasFromTo(m Item) bool {
	text := p.lineOf(m).text
	return fromWord.get().Match(text) && toWord.get().Match(text) && !manyDisks.get().Match(text)
}
