package answer

import "bytes"

// maxKeys is how many keys a record has at most, so that no text takes more time than its length allows.
const maxKeys = 16

// record reads successive keys with their values, such as "disk": 1, from=A, to: Peg C. It adds a phrase
// for each that counts, and returns the token behind them; i if they do not name both pegs.
func (r *reader) record(i int) int {
	n, first := len(r.phrases), i
	leave, reach, disk, number := false, false, false, false
	inside := r.is(i-1, "{")
	for keys := 0; keys < maxKeys && r.isKey(i, inside); keys++ {
		key := i
		if r.is(key, "fh") && leave || r.is(key, "ty") && reach || r.is(key, "d") && disk { // of the next record
			break
		}
		for i++; r.is(i, "g"); i++ {
		}
		value, end := r.value(i + 1)
		p := phrase{number: none, first: key, last: end - 1, notation: asObjects, pegs: [2]int{value}}
		single := end == value+1
		known := single && r.isName(value)
		switch {
		case r.is(key, "fh"):
			p.role, leave = leaves, known
		case r.is(key, "ty"):
			p.role, reach = goesTo, known
		case r.is(key, "d"):
			known = single && r.is(value, "ni")
			if p.role, disk = aDisk, known; known {
				p.number = min(r.tok[value].value, diskMany)
			}
		case r.is(key, "L") && r.is(value, "!"): // "valid": false
			p.role, known = denies, true
		case !r.is(key, "SvMI"):
			number = number || single && r.is(value, "nb")
		}
		if p.role != nothing && !known {
			p.role = other
		}
		if p.role != nothing {
			r.phrases = append(r.phrases, p)
		}
		for i = end; r.is(i, ",;|"); i++ {
		}
	}
	if !leave || !reach {
		r.phrases = r.phrases[:n]
		return first
	}
	if number && !disk || inside && r.isKey(i, inside) && r.is(i, "fthy") {
		r.phrases = append(r.phrases, phrase{role: other, first: first, last: first})
	}
	return i
}

// isKey reports whether a token is a key: an equals sign is behind it, or a colon, if it is in braces or means
// nothing else.
func (r *reader) isKey(i int, inside bool) bool {
	if !r.is(i, "fthydSvMIwljpL") {
		return false
	}
	colon := inside || r.is(i, "ftd")
	for i++; r.is(i, "g"); i++ {
	}
	return r.is(i, "=") || colon && r.is(i, ":")
}

// value returns where the name in a value is, and the token behind the value: a string of JSON, or a name.
func (r *reader) value(i int) (value, end int) {
	value = i
	for r.is(value, "gd") && !r.is(value+1, ":=") {
		value++
	}
	end = value + 1
	if i >= len(r.tok) {
		return value, i
	}
	if start := r.tok[i].start; start > 0 && r.line[start-1] == '"' {
		stop := start + max(0, bytes.IndexByte(r.line[start:], '"'))
		for end = i; end < len(r.tok) && r.tok[end].start < stop; end++ {
		}
	} else {
		for end < len(r.tok) && r.tok[end].start == r.tok[end-1].end && !r.is(end, ",;|.:()[]{}e") { // N/A
			end++
		}
	}
	return min(value, len(r.tok)-1), min(end, len(r.tok))
}
