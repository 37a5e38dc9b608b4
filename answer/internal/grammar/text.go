package grammar

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Reader reads answers. What an answer means does not depend on earlier ones.
type Reader struct {
	Notation string         // the only one to read, or ""
	Pattern  *regexp.Regexp // what to read instead of the forms; or nil
	IsArray  bool           // the answer is an array of moves

	names    *Names
	known    map[string]*reading // outside tables, by the text after a line's number
	tables   map[string]*table   // by the text of the header
	text     []byte              // in which each line ends with LF
	hasLists bool                // lists in brackets may begin
	effort   int                 // how many bytes may still be read that prove to be no list
	before   before
	part     Part
}

// before holds what earlier lines say about a line.
type before struct {
	table     *table
	pending   Number // alone on its line, it is the number of the next one, if that is a move
	pendingAt span
	last      Number // of the last move
	isBlank   bool   // the last line was blank
}

// A Part is the part of an answer that counts. It is valid until the next call of Read.
type Part struct {
	Text    []byte // the whole answer, each byte in its place
	Items   []Item
	Names   *Names
	Unread  int  // lines that were not read whole
	First   Item // the first of them, if there is one
	IsEmpty bool // it is a list without moves
	end     int
}

// SetNames sets the names of the pegs; nil lets the answer's own names decide.
func (r *Reader) SetNames(names NameSet) {
	if r.names == nil || !slices.EqualFunc(names, r.names.called, slices.Equal) {
		r.forget(names)
	}
}

func (r *Reader) forget(called NameSet) {
	r.names = &Names{ids: map[string]int{}, called: called}
	r.known, r.tables = map[string]*reading{}, map[string]*table{}
}

// Read reads the part of an answer that counts.
func (r *Reader) Read(answer []byte) *Part {
	has := bytesIn(answer, "\r<[(")
	r.hasLists = r.Pattern == nil && (has['['] || has['('])
	if r.text = answer; has['\r'] || has['<'] || !isASCII(answer) {
		r.text = plain(answer)
	}
	hasNames := len(r.names.All) > 0
	r.findPart()
	if hasNames && len(r.names.All) == MostNames { // earlier answers used them up
		r.forget(r.names.called)
		r.findPart()
	}
	return &r.part
}

var (
	tags      = expression{text: `(?i)<(/?)(?:think|thinking|reasoning|(answer))>`}
	emptyList = expression{text: "^[\\s`>]*(?:WORD~[:=])?[\\s`]*\\[~\\][\\s`]*$"}
)

// findPart reads the last closed <answer> after the thinking that is not blank, or else the last open
// one, or else all text after the thinking. If that is blank, it reads the thinking in the same way.
func (r *Reader) findPart() {
	r.effort = 16 * (len(r.text) + maxBracket)
	begin, end := 0, len(r.text)
	thoughts := span{} // of the last thinking
	all := tags.get().FindAllSubmatchIndex(r.text, -1)
	for _, t := range all {
		switch isAnswer, isClosing := t[4] >= 0, t[3] > t[2]; {
		case isAnswer:
		case isClosing:
			thoughts.end, begin, end = t[0], t[1], len(r.text)
		default:
			thoughts.start, end = t[1], min(end, t[0]) // it may never end
		}
	}
	begin = min(begin, end)
	if isBlank(r.text[begin:end]) {
		begin, end = min(thoughts.start, thoughts.end), thoughts.end
	}
	closed, open := span{-1, -1}, -1
	for _, t := range all {
		switch isAnswer, isClosing := t[4] >= 0, t[3] > t[2]; {
		case t[0] < begin || t[1] > end || !isAnswer:
		case !isClosing:
			open = t[1]
		case open >= 0:
			if !isBlank(r.text[open:t[0]]) {
				closed = span{open, t[0]}
			}
			open = -1
		}
	}
	if closed.start >= 0 {
		begin, end = closed.start, closed.end
	} else if open >= 0 {
		begin = open
	}
	r.segment(begin, end)
}

// segment reads a part of the text.
func (r *Reader) segment(begin, end int) {
	part := r.text[begin:end]
	r.part = Part{Text: r.text, Items: room(r.part.Items, part), Names: r.names, end: end}
	r.before = before{}
	if r.IsArray {
		_, _ = r.list(begin, end, true)
		begin = end
	}
	stop, next := begin, begin // of the line at i
	for i := begin; i < end; {
		if i >= next {
			stop, next = lineEnd(r.text, i, end)
		}
		if listEnd, ok := r.listIn(i, stop, end); ok {
			i = listEnd
		} else {
			r.line(i, stop)
			i = next
		}
	}
	r.countPending()
	if r.part.IsEmpty = emptyList.get().Match(part); r.part.IsEmpty {
		r.part.Unread = 0
	}
}

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

// line reads the line from i to stop, or what follows a list in brackets in it.
func (r *Reader) line(i, stop int) {
	t := r.before.table
	if t != nil && t.mark == '|' && r.isRule(stop) {
		t = nil // another header
	}
	u, number, base := r.recall(r.text[i:stop], t)
	items, isAlone := u.items, u.isBlank && number.Given()
	isNext := number.Follows(r.before.last)
	switch {
	case isAlone && (isNext || number == NumberOf(1)):
		r.countPending()
		r.before.pending, r.before.pendingAt = number, span{i, stop}
		return
	case isAlone:
		items = []Item{{Kind: Text, Flags: Unread}}
	case len(items) == 0:
		r.before.isBlank = r.before.isBlank || u.isBlank
		return
	}
	var header *table
	if u.header != nil && r.isHeader(u.header, stop) {
		header, items = u.header, []Item{{Kind: Edge}}
	} else if m := items[0]; m.Kind == Text && !m.Is(Doubtful) && bytes.IndexByte(r.text[i:stop], '|') >= 0 && r.isRule(stop) {
		items = []Item{{Kind: Text}} // the header of another table
	}
	first, isMove := len(r.part.Items), items[0].IsMove()
	if isMove {
		number = cmp.Or(number, r.before.pending)
	}
	added := r.add(items, number, i+base, 0)
	if added[0].Is(Unread) {
		r.countUnread(i, stop)
	}
	if !isMove {
		r.countPending()
		added[0].setPlace(i, stop)
		if isNext && added[0].Kind == Text {
			added[0].Flags |= Holds
		}
		r.before.table = header
	}
	if r.before.isBlank {
		r.part.Items[first].Flags |= AfterBlank
	}
	r.before.pending, r.before.isBlank = 0, false
}

// listIn reads the first list in brackets that begins in the line from i to stop, and returns where
// the text after it begins.
func (r *Reader) listIn(i, stop, end int) (next int, ok bool) {
	items, unread, last := len(r.part.Items), r.part.Unread, r.before.last
	for k := i; r.hasLists && k < stop && r.effort > 0; k++ {
		if r.text[k] != '[' && r.text[k] != '(' || byteAt(r.text, k-1) == '\\' {
			continue
		}
		next, ok = r.list(k, end, false)
		if ok {
			if !nameOnly.get().Match(r.text[i:k]) {
				r.countUnread(i, k)
			}
			r.before = before{}
			return next, true
		}
		r.part.Items, r.part.Unread, r.before.last = r.part.Items[:items], unread, last
		r.effort -= next - k
	}
	return i, false
}

var nameOnly = expression{text: `^[\s>*\x60($]*(?:\\[\[(])?~(?:\\boxed~\{)?~(?:[\[{(]?~["']?WORD["']?~[:=])?[\s*\x60]*$`}

// add appends the items of a line or an element, whose places count from base, and returns them.
func (r *Reader) add(items []Item, number Number, base int, flags Flags) []Item {
	from := len(r.part.Items)
	r.part.Items = append(r.part.Items, items...)
	added := r.part.Items[from:]
	if number.Given() {
		flags |= Numbered
	}
	for k := range added {
		added[k].Start += uint32(base)
		added[k].Flags |= flags
	}
	if !added[0].Number.Given() {
		added[0].Number = number
	}
	for k := range added {
		if m := &added[k]; m.IsMove() && m.Number.Given() {
			if !m.runsOn(r.before.last) {
				m.Flags |= Gap
			}
			r.before.last = m.Number
		}
	}
	return added
}

var ruleForm = expression{text: `^[ \t\r]*\n[ \t>]*[-|+:= ]*-[-|+:= ]*[ \t\r]*(?:\n|$)`}

// isHeader reports whether the line that ends at stop is the header of a table: a rule is under it if
// it has bars, or else a row, which does not call its pegs as the header calls its columns.
func (r *Reader) isHeader(t *table, stop int) bool {
	if t.mark == '|' {
		return r.isRule(stop)
	}
	row, _, _ := bytes.Cut(bytes.TrimLeft(r.text[stop:r.part.end], " >\t\r\n"), []byte("\n"))
	u, _, _ := r.recall(row, t)
	if !u.isMove() {
		return false
	}
	m := &u.items[0]
	return !slices.ContainsFunc([]Place{m.From, m.To}, func(p Place) bool {
		return p.OnPeg() && slices.Contains(strings.FieldsFunc(string(t.text), isSeparator), strings.ToLower(r.names.All[p.ID()]))
	})
}

// isRule reports whether the line after the one that ends at stop is the rule of a table.
func (r *Reader) isRule(stop int) bool {
	return ruleForm.get().Match(r.text[stop:min(len(r.text), stop+maxHeader)])
}

// countPending counts a number alone on its line, after which no move came.
func (r *Reader) countPending() {
	if r.before.pending.Given() {
		r.countUnread(r.before.pendingAt.start, r.before.pendingAt.end)
		r.before.pending = 0
	}
}

// countUnread counts a line that was not read whole.
func (r *Reader) countUnread(start, end int) {
	if r.part.Unread == 0 {
		r.part.First = newItem(Text, start, end, 0)
	}
	r.part.Unread++
}

// At most mostKnown readings and tables are remembered, of texts of at most maxKnown bytes.
const mostKnown, maxKnown = 4096, 256

// recall reads a line or an element. If the same text was read before, except for the line's
// number, it returns that reading. Its places count from base.
func (r *Reader) recall(text []byte, t *table) (u *reading, number Number, base int) {
	known, inCell := r.known, false
	if t != nil {
		known = t.known
	}
	if r.Pattern == nil {
		number, base, inCell = digitsBefore(text, t)
	}
	if base == 0 {
		if u := known[string(text)]; u != nil && u.isBare {
			return u, 0, 0
		}
		if r.Pattern == nil && (byteAt(text, 0) != '(' || len(text) > maxNumber || !r.areStates(text)) { // (2) () (1)
			number, base, inCell = lineNumber(text, t)
		}
	}
	rest := text[base:]
	if u := known[string(rest)]; u != nil && u.inCell == inCell {
		return u, number, base
	}
	read := r.read(rest, t, inCell)
	read.inCell, read.isBare = inCell, base == 0
	if len(rest) <= maxKnown {
		if read.header != nil {
			read.header = cmp.Or(r.tables[string(rest)], read.header)
			remember(r.tables, rest, read.header)
		}
		remember(known, rest, &read)
	}
	return &read, number, base
}

func remember[T any](known map[string]T, text []byte, value T) {
	if len(known) >= mostKnown {
		clear(known)
	}
	known[string(text)] = value
}

// plain returns a text whose lines end with LF or CR LF, with ASCII characters instead of
// full-width ones, and without characters of no width. Blanks after a word or a mark keep the next
// word in its place.
func plain(text []byte) []byte {
	hasThis := func(some string) bool { return bytes.Contains(text, []byte(some)) }
	if slices.ContainsFunc([]string{"\r", "\u2028", "<br"}, hasThis) {
		text = []byte(toLF().Replace(string(text)))
	}
	if !bytes.ContainsFunc(text, isReplaced) {
		return text
	}
	plain := make([]byte, 0, len(text))
	pad := func(i int) { plain = append(plain, bytes.Repeat([]byte(" "), i-len(plain))...) }
	for i, size := 0, 0; i < len(text); i += size {
		var c rune
		c, size = utf8.DecodeRune(text[i:])
		if strings.IndexByte("\x00 \n[](){},;", byteAt(plain, len(plain)-1)) >= 0 {
			pad(i)
		}
		switch {
		case !isReplaced(c):
			plain = append(plain, text[i:i+size]...)
		case '！' <= c && c <= '～':
			plain = append(plain, byte(c-'！'+'!'))
		}
	}
	return plain
}

// isReplaced reports whether a character is full-width, or has no width.
func isReplaced(c rune) bool {
	return c >= 0x80 && ('！' <= c && c <= '～' || c == '\u034f' || unicode.In(c, unicode.Cf, unicode.Variation_Selector))
}

// toLF replaces other ends of lines by LF. CR LF stays.
var toLF = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("\r\n", "\r\n", "\r", "\n", "\u2028", "  \n", "<br>", "   \n", "<br/>", "    \n", "<br />", "     \n")
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

func isASCII(text []byte) bool {
	all := byte(0)
	for _, b := range text {
		all |= b
	}
	return all < 0x80
}

// LineOf returns the number, from 1, of the line that contains byte i.
func (p *Part) LineOf(i int) int { return 1 + bytes.Count(p.Text[:i], []byte("\n")) }

// DropLast drops the last line if it touches the end of the answer, and has moves or could be one.
// It reports whether it did so.
func (p *Part) DropLast(isMove bool) bool {
	n := len(p.Items)
	if n == 0 || p.end < len(p.Text) {
		return false
	}
	if m := &p.Items[n-1]; isMove && !m.IsMove() || !isMove && m.Kind != Text {
		return false
	}
	line := bytes.LastIndexByte(p.Text, '\n')
	for n > 0 && int(p.Items[n-1].Start) > line {
		n--
	}
	p.Items = p.Items[:n]
	return true
}
