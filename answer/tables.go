package answer

import "bytes"

// table is the columns that a header has named, counted from 0; on is false without one.
type table struct {
	on                    bool
	mark                  byte // between cells
	disk, from, to, label int
}

// cells calls f with each cell of a line.
func cells(line []byte, mark byte, f func(i int, cell []byte)) {
	line = bytes.TrimSpace(line)
	if mark == '|' {
		line = bytes.TrimSuffix(bytes.TrimPrefix(line, []byte("|")), []byte("|"))
	}
	for i := 0; ; i++ {
		n := bytes.IndexByte(line, mark)
		if n < 0 {
			f(i, line)
			return
		}
		f(i, line[:n])
		line = line[n+1:]
	}
}

// header reads a line that names the columns from and to.
func header(line []byte) (t table) {
	for _, mark := range []byte("|,\t;") {
		if bytes.IndexByte(line, mark) < 0 {
			continue
		}
		t = table{mark: mark, disk: none, from: none, to: none, label: none}
		words := true
		cells(line, mark, func(i int, cell []byte) {
			name := bytes.ToLower(bytes.Trim(cell, " \t*\"'`\r"))
			has := func(part string) bool { return bytes.Contains(name, []byte(part)) }
			switch {
			case len(name) > 20 || bytes.ContainsAny(name, "0123456789:→>{["):
				words = false
			case has("from") && has("to"):
				words = false
			case has("from") || has("source") || has("src") || string(name) == "start":
				t.from = i
			case string(name) == "to" || has("to ") || has("to_") || has("dest") || has("target") || has("dst"):
				t.to = i
			case has("disk") || has("disc") || has("ring"):
				t.disk = i
			case has("move") || has("step") || has("no") || has("#") || string(name) == "n" || string(name) == "k":
				t.label = i
			}
		})
		if t.on = words && t.from >= 0 && t.to >= 0; t.on {
			return t
		}
	}
	return table{}
}

// readTable reads a header, or a row behind one.
func (r *reader) readTable(start, stop, indent int) bool {
	if r.only != "" && r.only != "csv" {
		return false
	}
	line := r.text[start:stop]
	if !r.table.on {
		if stop-start > 200 {
			return false
		}
		if r.table = header(line); r.table.on {
			r.gap.heading = true
		}
		return r.table.on
	}
	t := r.table
	if len(bytes.Trim(line, "|-: \t\r")) == 0 {
		return true
	}
	var f fields
	number := int32(none)
	count := 0
	text, saved := r.lexer.text, r.tok
	defer func() { r.lexer.text, r.tok = text, saved }()
	r.tok = nil
	cells(line, t.mark, func(i int, cell []byte) {
		count++
		to := &f.disk
		switch i {
		case t.from:
			to = &f.from
		case t.to:
			to = &f.to
		case t.label:
			value := bytes.TrimSpace(cell)
			if len(value) > 0 && isDigit(value[0]) {
				n, _ := (&lexer{text: value}).digits(0)
				number = n
			}
			return
		case t.disk:
		default:
			return
		}
		r.lex(cell, 0, len(cell))
		if len(r.tok) == 1 && (r.tok[0].class == 'n' || r.tok[0].class == 'p' || r.tok[0].class == 'l' || r.tok[0].class == 'd') {
			*to = r.tok[0]
		}
	})
	m, ok := f.move()
	if !ok || t.disk >= 0 && f.disk.class == 0 {
		if count > max(t.from, t.to) {
			r.miss(start, stop)
			return true
		}
		r.table = table{}
		return false
	}
	at := start + len(line) - len(bytes.TrimLeft(line, " \t"))
	m.start, m.end, m.form, m.label = uint32(at), uint32(start+len(bytes.TrimRight(line, " \t\r"))), tableForm, number
	r.add(m, indent)
	return true
}

// readField reads a line of YAML: a field of a move. One with - in front, or a name that was
// there before, begins another move.
func (r *reader) readField(start, stop, indent int) bool {
	i := 0
	dash := len(r.tok) > 0 && r.tok[0].class == '-'
	if dash {
		i = 1
	}
	line := r.text[start:stop]
	n := bytes.IndexAny(line, ":=")
	if n < 0 || len(r.tok) > 8+i || r.only != "" && r.only != "jsonl" {
		r.flush()
		return false
	}
	name := bytes.TrimLeft(bytes.TrimSpace(line[:n]), "-* \t")
	if to := r.fields.place(name); to == nil {
		if r.fields.start == r.fields.end || dash {
			r.flush()
			return false
		}
		return len(bytes.TrimSpace(name)) > 0 && bytes.IndexByte(name, ' ') < 0 // another field of the move
	} else if to.class != 0 || dash {
		r.flush()
	}
	tok := append([]token(nil), r.tok...)
	f := r.fields
	r.field(&f, name, bytes.TrimRight(bytes.TrimSpace(line[n+1:]), ","))
	r.tok = append(r.tok[:0], tok...)
	if f.place(name).class == 0 {
		r.flush()
		return false
	}
	if f.start == f.end {
		f.start, f.indent = start+bytes.Index(line, name), indent
	}
	f.end = start + len(bytes.TrimRight(line, " \t\r,"))
	if r.fields = f; f.disk.class != 0 && f.from.class != 0 && f.to.class != 0 {
		r.flush()
	}
	return true
}

// flush adds the move of lines of YAML.
func (r *reader) flush() {
	f := r.fields
	r.fields = fields{}
	if m, ok := f.move(); ok {
		m.start, m.end = uint32(f.start), uint32(f.end)
		if r.waiting >= 0 {
			m.label, r.waiting = r.waiting, none
		}
		r.add(m, f.indent)
	}
}

// matchPattern reads the moves that Options.Pattern finds in a line.
func (r *reader) matchPattern(start, stop int) bool {
	line := r.text[start:stop]
	any := false
	for _, at := range r.pattern.FindAllSubmatchIndex(line, -1) {
		var f fields
		for i, name := range r.pattern.SubexpNames() {
			if name == "" || at[2*i] < 0 {
				continue
			}
			value := line[at[2*i]:at[2*i+1]]
			text := r.lexer.text
			r.lex(value, 0, len(value))
			r.lexer.text = text
			if len(r.tok) != 1 {
				continue
			}
			switch name {
			case "disk":
				f.disk = r.tok[0]
			case "from":
				f.from = r.tok[0]
			case "to":
				f.to = r.tok[0]
			}
		}
		m, ok := f.move()
		if !ok {
			r.miss(start, stop)
			continue
		}
		m.start, m.end, m.form = uint32(start+at[0]), uint32(start+at[1]), patternForm
		r.add(m, 0)
		any = true
	}
	return any
}
