package grammar

import (
	"bytes"
	"math/bits"
	"slices"
)

// A line that was not read is searched in its first maxDoubt bytes.
const maxDoubt = 4096

var (
	fromWord  = expression{text: `\bfrom\b`}
	toWord    = expression{text: `\b(?:to|onto|into)\b|\x02.*\bon\b`} // a disk that is on a peg does not move
	manyDisks = expression{text: `\bDISKS\b`}
	oneDisk   = expression{text: `\x04QUOTE~(?:number|no[.])?~[#:=-]*~QUOTE\d`}
	atArrow   = expression{text: `(?:[\pL\pN\x5f\x02-\x04]|[^\x00-\x7f])\W{0,8}->\W{0,8}(?:[\pL\pN\x5f\x02-\x04]|[^\x00-\x7f])`}
	moveCall  = expression{text: `\b\w*move\w*\(|\(~\x02 `}
	atPeg     = expression{text: `\b(?:from|ONTO) (?:(WITHNOUN)|QUOTE(?:the )?["'#]?(WORD))`}
)

// holdsMove reports whether a text that was not read holds a move: an arrow between two words, a
// disk and its number with from, to or an arrow, or a call of move.
func holdsMove(text []byte) bool {
	text = text[:min(len(text), maxDoubt)]
	isArrow := bytes.Contains(text, []byte("->"))
	return isArrow && atArrow.get().Match(text) || moveCall.get().Match(text) ||
		(isArrow || fromWord.get().Match(text) || toWord.get().Match(text)) && oneDisk.get().Match(text)
}

// could says by which names a line could be a move: it does not speak of several disks, and names
// two pegs of a set, or has a verb and a peg after from or to.
func (l *line) could() (f Flags) {
	l = l.part(0, min(len(l.text), maxDoubt))
	if manyDisks.get().Match(l.text) {
		return 0
	}
	sets := []NameSet{Letters, Sides, Roles}
	if l.names.called != nil {
		sets = []NameSet{l.names.called}
	} else if l.namesTwo(NameSet{{"0"}, {"1"}, {"2"}, {"3"}}) {
		f = CouldByNumbers
	}
	isVerb := bytes.IndexByte(l.text, verbMark) >= 0
	if slices.ContainsFunc(sets, l.namesTwo) || isVerb && l.hasPegAfter() {
		f |= Could
	}
	return f
}

// hasPegAfter reports whether a peg is after from or to. The article a isn't a peg.
func (l *line) hasPegAfter() bool {
	return slices.ContainsFunc(atPeg.get().FindAllSubmatchIndex(l.text, -1), func(g []int) bool {
		return g[2] >= 0 || l.names.isKnown(l.text[g[4]:g[5]]) && string(l.raw[g[4]:g[5]]) != "a"
	})
}

// namesTwo reports whether a line names two pegs of a set. A number must have a noun, be in
// brackets, or be joined to another by to, onto, - or >. The article a isn't a peg.
func (l *line) namesTwo(set NameSet) bool {
	named, depth, w := 0, 0, span{}
	for word := range bytes.FieldsFuncSeq(l.text, isSeparator) {
		last := w.end
		w.start = last + bytes.Index(l.text[last:], word)
		w.end = w.start + len(word)
		for _, c := range l.text[last:w.start] {
			if isOpening(c) {
				depth++
			} else if isClosing(c) {
				depth--
			}
		}
		isPeg := !isNumber(word) || depth > 0 || l.isJoined(w)
		if peg := set.Peg(string(word)); peg >= 0 && isPeg && string(l.raw[w.start:w.end]) != "a" {
			named |= 1 << peg
		}
	}
	return bits.OnesCount(uint(named)) > 1
}

// isJoined reports whether a noun of a peg, to, onto, - or > is next to a word.
func (l *line) isJoined(w span) bool {
	before := bytes.TrimRight(l.text[:w.start], " \"'#")
	after := bytes.TrimLeft(l.text[w.end:], " \"'")
	isOnto := slices.ContainsFunc([]string{"to", "onto", "into"}, func(word string) bool {
		return bytes.HasSuffix(before, []byte(" "+word)) || bytes.HasPrefix(after, []byte(word+" "))
	})
	isMark := func(b byte) bool { return b == '-' || b == '>' || b == nounMark }
	return isOnto || isMark(byteAt(before, len(before)-1)) || isMark(byteAt(after, 0))
}
