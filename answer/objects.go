package answer

import (
	"bytes"
	"encoding/json"
)

// plain returns the text with the escapes of its strings resolved.
func plain(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	if text[0] == '"' {
		var s string
		if json.Unmarshal(text, &s) == nil {
			return []byte(s)
		}
		return text
	}
	var out []byte
	for len(text) > 0 {
		n := bytes.IndexByte(text, '"')
		if n < 0 {
			break
		}
		end := n + 1
		for end < len(text) && text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(text))
		var s string
		if json.Unmarshal(text[n:end], &s) != nil {
			s = string(text[n+1 : end])
		}
		out = append(append(append(append(out, text[:n]...), '"'), s...), '"')
		text = text[end:]
	}
	return append(out, text...)
}

// object reads {"disk": 1, "from": 0, "to": 2}, with other fields too. Of a name that comes
// twice, the last counts.
func (r *reader) object(start int) (m move, end int, ok bool) {
	if r.only != "" && r.only != "jsonl" {
		return move{}, 0, false
	}
	outer := r.tok
	r.tok = nil
	defer func() { r.tok = outer }()
	var f fields
	i := start + 1
	for n := 0; ; n++ {
		i = r.blanks(i, r.end)
		if n > 0 && at(r.text, i) == ',' {
			i = r.blanks(i+1, r.end)
		}
		if i >= r.end {
			return move{}, 0, false
		}
		if r.text[i] == '}' {
			break
		}
		key := i
		if c := r.text[i]; c == '"' || c == '\'' {
			i = r.stringEnd(i, min(r.end, i+maxElement))
		} else {
			i = r.wordEnd(i)
		}
		if i <= key {
			return move{}, 0, false
		}
		name := plain(r.text[key:i])
		i = r.blanks(i, r.end)
		if c := at(r.text, i); c != ':' && c != '=' {
			return move{}, 0, false
		}
		i = r.blanks(i+1, r.end)
		stop, whole := r.elementEnd(i)
		if !whole || stop == i {
			return move{}, 0, false
		}
		r.field(&f, name, plain(r.text[i:stop]))
		i = stop
	}
	m, ok = f.move()
	m.start, m.end = uint32(start), uint32(i+1)
	return m, i + 1, ok
}

// fields is what an object or lines of fields have said so far.
type fields struct {
	disk, from, to token // class 0 where it is missing
	start, end     int
	indent         int
}

// field notes a field, and reports whether its name is one of a move. A value that is none
// leaves the field missing.
func (r *reader) field(f *fields, name, value []byte) bool {
	to := f.place(name)
	if to == nil {
		return false
	}
	text := r.lexer.text
	r.lex(value, 0, len(value))
	r.lexer.text = text
	*to = token{}
	if len(r.tok) == 1 {
		switch t := r.tok[0]; t.class {
		case 'n', 'd', 'p', 'l':
			*to = t
		}
	}
	return true
}

// place returns the field with a name; nil if it is none of a move.
func (f *fields) place(name []byte) *token {
	name = bytes.ToLower(bytes.Trim(name, "\"'`* "))
	switch string(name) {
	case "disk", "disc", "ring", "d", "disk_number", "disk_id", "disk_size", "plate":
		return &f.disk
	}
	switch t := words[string(name)]; {
	case t.class == 'f', t.class == 'l' && t.value == codeSource, string(name) == "frompeg":
		return &f.from
	case t.class == 't', t.class == 'l' && t.value == codeSource+2:
		return &f.to
	}
	return nil
}

// move returns the move of the fields.
func (f *fields) move() (move, bool) {
	if f.from.class == 0 || f.to.class == 0 || f.from.class == 'd' || f.to.class == 'd' {
		return move{}, false
	}
	m := move{label: none, disk: diskTop, from: pegCode(f.from), to: pegCode(f.to), form: objectForm}
	switch f.disk.class {
	case 'n', 'd':
		m.disk = uint8(min(f.disk.value, diskTop))
		if f.disk.class == 'n' && f.disk.value >= diskUnknown {
			m.disk = diskUnknown
		}
	case 'l', 'p':
		return move{}, false
	}
	return m, true
}
