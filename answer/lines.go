package answer

import "unicode/utf8"

// textLines reads the lines like "Move disk 1 from Peg 1 to Peg 3". All of them are
// one list.
func (j *Judge) textLines() {
	b := j.text
	first := true
	for i := 0; i < len(b); {
		if !first {
			i = j.repeat(i)
		}
		start := i
		r, end := j.sentence(j.label(i, true))
		if end == 0 {
			i = line(b, i)
			continue
		}
		if first {
			j.begin(Text)
			first = false
		}
		j.play(&r)
		alone := true // in its line
		for {
			next, end2 := j.sentence(then(b, end))
			if end2 == 0 {
				break
			}
			j.play(&next)
			end = end2
			alone = false
		}
		i = line(b, end)
		if alone {
			j.learn(&r, start, i)
		}
	}
	if !first {
		j.end(false)
	}
}

// pairLines reads the lines like "A C". A list is lines that follow each other; empty
// lines do not end it.
func (j *Judge) pairLines() {
	b := j.text
	open := false
	for i := 0; i < len(b); {
		if open {
			i = j.repeat(i)
		}
		r, end := j.arrowed(j.label(i, false))
		if end == 0 {
			if k := space(b, i); open && k < len(b) && b[k] != '\n' {
				j.end(false)
				open = false
			}
			i = line(b, i)
			continue
		}
		if !open {
			j.begin(Pairs)
			open = true
		}
		j.play(&r)
		next := line(b, end)
		j.learn(&r, i, next)
		i = next
	}
	if open {
		j.end(false)
	}
}

// label skips what may stand before a move: bullets, numbers, "Move 12:", "Step 3.",
// marks of headings and quotes, and emphasis. Before a sentence a number needs no
// mark behind it.
func (j *Judge) label(i int, sentence bool) int {
	b := j.text
	for {
		i = soft(b, i)
		switch c := at(b, i); {
		case c == '-' || c == '+' || c == '>':
			if k := soft(b, i+1); k == i+1 || arrow(b, i) > i && c != '>' {
				return i
			}
			i++
		case c == '#':
			for at(b, i) == '#' {
				i++
			}
		case c == '(' || c == '[':
			closing := byte(')')
			if c == '[' {
				closing = ']'
			}
			_, end := integer(b, i+1)
			if end == i+1 || at(b, end) != closing {
				return i
			}
			i = end + 1
		case isDigit(c):
			_, end := integer(b, i)
			k := mark1(b, end)
			if k == end {
				if s := soft(b, end); !sentence || s == end || !isLetter(at(b, s)) {
					return i
				}
			}
			i = k
		case isLetter(c):
			k := oneOf(b, i, []string{"move", "step"})
			if k == i {
				return i
			}
			k = soft(b, k)
			if at(b, k) == '#' {
				k++
			}
			_, end := integer(b, k)
			if end == k {
				return i
			}
			next := mark1(b, end)
			if next == end {
				return i
			}
			i = next
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(b[i:])
			switch r {
			case '•', '◦', '▪', '▫', '‣', '●', '○', '■', '·', '–', '—':
				if arrow(b, i) > i {
					return i
				}
				i += size
			default:
				return i
			}
		default:
			return i
		}
	}
}

// mark1 skips the mark behind a number: one of . ) : - and dashes.
func mark1(b []byte, i int) int {
	k := soft(b, i)
	switch c := at(b, k); {
	case c == '.' || c == ')' || c == ':':
		return k + 1
	case c == '-' && arrow(b, k) == k:
		return k + 1
	case c >= utf8.RuneSelf:
		if r, size := utf8.DecodeRune(b[k:]); (r == '–' || r == '—') && arrow(b, k) == k {
			return k + size
		}
	}
	return i
}

// then skips what may stand between two moves in a line.
func then(b []byte, i int) int {
	for {
		i = soft(b, i)
		switch c := at(b, i); {
		case c == ',' || c == ';' || c == '.':
			i++
		default:
			k := oneOf(b, i, []string{"then", "and"})
			if k == i {
				return i
			}
			i = k
		}
	}
}

var nouns = []string{"peg", "rod", "tower", "pole", "pin", "post", "stack", "needle", "spindle", "column", "stick"}

// sentence reads a move such as "Move disk 1 from Peg 1 to Peg 3" at i. It returns
// where it ends: 0 if there is none.
func (j *Judge) sentence(i int) (r record, end int) {
	b := j.text
	if c := at(b, i) | 0x20; c != 'm' && c != 'd' {
		return r, 0
	}
	r.start = i
	if k := word(b, i, "move"); k > i {
		i = soft(b, k)
		if k := word(b, i, "the"); k > i {
			i = soft(b, k)
		}
	}
	k := oneOf(b, i, []string{"disk", "disc"})
	if k == i {
		return r, 0
	}
	if i = soft(b, k); at(b, i) == '#' {
		i++
	}
	if r.disk, k = integer(b, i); k == i || isName(at(b, k)) && b[k] != '_' {
		return r, 0
	}
	r.diskAt = span{i, k}
	i = remark(b, k)
	if c := at(b, i); c == ':' || c == ',' {
		i = soft(b, i+1)
	}
	from := word(b, i, "from")
	if from > i {
		i = soft(b, from)
	}
	if r.from, i = j.noun(i); i == 0 {
		return r, 0
	}
	i = remark(b, i)
	if k = j.to(i); k == i {
		return r, 0
	}
	if r.to, i = j.noun(soft(b, k)); i == 0 {
		return r, 0
	}
	r.end = i
	k = soft(b, i)
	if c := at(b, k); isDigit(c) || isLetter(c) {
		return r, 0
	}
	return r, i
}

// maxRemark is how long a remark in brackets may be.
const maxRemark = 64

// remark skips blanks and a remark such as (the smallest).
func remark(b []byte, i int) int {
	i = soft(b, i)
	if at(b, i) != '(' {
		return i
	}
	for k := i + 1; k < len(b) && k-i < maxRemark && b[k] != '\n'; k++ {
		if b[k] == ')' {
			return soft(b, k+1)
		}
	}
	return i
}

// to returns where "to" or an arrow ends that starts at i, and i if there is none.
func (j *Judge) to(i int) int {
	if k := oneOf(j.text, i, []string{"to", "onto"}); k > i {
		return k
	}
	return arrow(j.text, i)
}

// noun reads the name of a peg with a noun before or behind or none, such as
// "Peg 1" or "the left rod". What Options.Pegs names may begin with a noun itself, as
// in peg_a. It returns where it ends: 0 if there is none.
func (j *Judge) noun(i int) (p place, end int) {
	b := j.text
	if k := word(b, i, "the"); k > i {
		i = soft(b, k)
	}
	before := i
	if _, given := j.given(i); given == i && isLetter(at(b, i)) && isLetter(at(b, i+1)) {
		if k := oneOf(b, i, nouns); k > i {
			i = soft(b, k)
			if at(b, i) == '#' {
				i++
			}
		}
	}
	p, end = j.place(i)
	if end == i {
		return p, 0
	}
	if i == before && p.kind == named {
		k := soft(b, end)
		if _, given := j.given(k); given == k {
			if noun := oneOf(b, k, nouns); noun > k {
				end = noun
			}
		}
	}
	return p, end
}

// arrowed reads a pair such as "A C" or "1 -> 3", which is all of its line. It
// returns where it ends: 0 if there is none.
func (j *Judge) arrowed(i int) (r record, end int) {
	b := j.text
	i = wrap(b, i)
	if c := at(b, i); !isName(c) {
		return r, 0
	}
	r.noDisk, r.start = true, i
	if r.from, i = j.noun(i); i == 0 {
		return r, 0
	}
	k := unwrap(b, i)
	switch {
	case at(b, k) == ',':
		k++
	case j.to(k) > k:
		k = j.to(k)
	case k == i:
		return r, 0
	}
	k = wrap(b, k)
	if r.to, i = j.noun(k); i == 0 {
		return r, 0
	}
	r.end = i
	for k = unwrap(b, i); ; k = unwrap(b, k+1) {
		c := at(b, k)
		if k >= len(b) || c == '\n' {
			return r, k
		}
		if c != '.' && c != ',' && c != ';' {
			return r, 0
		}
	}
}

// wrap skips what may open around a peg or a pair: brackets, \boxed{ and the like.
func wrap(b []byte, i int) int {
	for {
		i = soft(b, i)
		switch c := at(b, i); {
		case c == '[' || c == '(' || c == '{' || c == '<':
			i++
		case c == '\\':
			if d := at(b, i+1); d == '(' || d == '[' || d == ' ' {
				i += 2
				continue
			}
			k := oneOf(b, i+1, []string{"boxed", "text", "mathrm", "mathbf", "textbf", "mathtt"})
			if at(b, k) != '{' {
				return i
			}
			i = k + 1
		default:
			return i
		}
	}
}

// unwrap skips what closes.
func unwrap(b []byte, i int) int {
	for {
		i = soft(b, i)
		switch c := at(b, i); {
		case c == ']' || c == ')' || c == '}' || c == '>' && i > 0 && isName(b[i-1]):
			i++
		case c == '\\' && (at(b, i+1) == ')' || at(b, i+1) == ']' || at(b, i+1) == ' '):
			i += 2
		default:
			return i
		}
	}
}
