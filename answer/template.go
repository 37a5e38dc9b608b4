package answer

import "bytes"

// template is a line with a move, as bytes between its values. A line that differs in these
// alone is read without making tokens: most lists are such lines.
type template struct {
	parts  [5][]byte // before each value, and behind the last
	slots  [4]slot
	count  int
	move   move
	indent int
	from   int // where the move starts in the line
	tail   int // bytes behind the move
}

// slot is a value of a template.
type slot struct {
	field  byte // l label, d disk, f from, t to
	letter bool
}

// set makes the template of a line with its newline, or of an element of a list, that has one move.
func (t *template) set(r *reader, start, stop, indent int, f found) {
	*t = template{}
	if stop-start > 200 || f.label < 0 && r.waiting >= 0 || r.pattern != nil || f.from != codeWhere && f.at.from < 0 {
		return
	}
	fields := map[int]byte{f.at.label: 'l', f.at.disk: 'd', f.at.from: 'f', f.at.to: 't'}
	count, part := 0, start
	for k, tok := range r.tok {
		text, field := r.text[tok.at:tok.end], fields[k]
		letter := len(text) == 1 && isLetter(text[0])
		word := !letter && len(bytes.Trim(text, "0123456789")) > 0
		switch {
		case field == 0, field == 'd' && word && tok.value >= diskLargest: // the same in all lines
			continue
		case word, letter && field == 'd', tok.class == 'd' && field != 'd': // a place of PDDL
			return
		}
		t.slots[count] = slot{field, letter}
		t.parts[count] = r.text[part:tok.at]
		part = tok.end
		count++
	}
	t.count = count
	t.parts[count] = r.text[part:stop]
	t.move, t.indent = f.move, indent
	t.from = int(f.move.start) - start
	t.tail = stop - int(f.move.end)
}

// repeat reads a line like the one before, and returns where it ends; i if it is another.
func (r *reader) repeat(i int) int {
	t := &r.template
	if t.count == 0 {
		return i
	}
	b := r.text[:r.end]
	m := t.move
	at := i
	for k := 0; k < t.count; k++ {
		part := t.parts[k]
		if len(b)-at <= len(part) || string(b[at:at+len(part)]) != string(part) {
			return i
		}
		at += len(part)
		var value int32
		if t.slots[k].letter {
			if !isLetter(b[at]) || len(r.names) > 0 && b[at]-'A' >= 26 && b[at]-'a' >= 26 {
				return i
			}
			value = r.letters[b[at]|0x20-'a']
			at++
		} else {
			first := at
			for at < len(b) && b[at]-'0' < 10 && at < first+8 {
				value = value*10 + int32(b[at]-'0')
				at++
			}
			if at == first {
				return i
			}
		}
		switch t.slots[k].field {
		case 'l':
			m.label = value
		case 'd':
			if value >= diskUnknown {
				return i
			}
			m.disk = uint8(value)
		case 'f', 't':
			if value >= codeLeft && value < codeName || value > maxNumber && !t.slots[k].letter {
				return i
			}
			if t.slots[k].field == 'f' {
				m.from = uint8(value)
			} else {
				m.to = uint8(value)
			}
		}
	}
	part := t.parts[t.count]
	if len(b)-at < len(part) || string(b[at:at+len(part)]) != string(part) {
		return i
	}
	at += len(part)
	m.start, m.end = uint32(i+t.from), uint32(at-t.tail)
	r.add(m, t.indent)
	return at
}
