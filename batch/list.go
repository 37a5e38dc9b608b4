package batch

import "encoding/binary"

// A list of moves is most of its line, and a general JSON decoder takes longer to
// skip it than the Judge takes to judge it. Most are lists of lists of numbers: these
// are skipped here, and the decoder goes on behind them.

// skipList returns where the list that starts at i ends, if it is a list of one or
// more lists of numbers without sign, fraction or exponent. For anything else, valid
// or not, it returns false.
func skipList(b []byte, i int) (end int, ok bool) {
	if at(b, i) != '[' {
		return 0, false
	}
	for first := true; first || at(b, i) == ','; first = false {
		i = blank(b, i+1) // behind the outer [ or a comma
		for isShort(b, i) {
			i = blank(b, i+len("[1,0,2],"))
		}
		if at(b, i) != '[' {
			return 0, false
		}
		for first := true; first || at(b, i) == ','; first = false {
			i = blank(b, i+1)
			switch c := at(b, i); {
			case c == '0':
				i++
			case isDigit(c):
				for isDigit(at(b, i)) {
					i++
				}
			default:
				return 0, false
			}
			i = blank(b, i)
		}
		if at(b, i) != ']' {
			return 0, false
		}
		i = blank(b, i+1)
	}
	return i + 1, at(b, i) == ']'
}

// isShort reports whether b has at i three digits like "[1,0,2],".
func isShort(b []byte, i int) bool {
	if i+8 > len(b) {
		return false
	}
	const (
		digits = 0x0000_ff00_ff00_ff00
		others = 0x2c5d_002c_002c_005b // [ , , ] and , from the lowest byte on
	)
	w := binary.LittleEndian.Uint64(b[i:])
	return w&^digits == others && isDigit(b[i+1]) && isDigit(b[i+3]) && isDigit(b[i+5])
}

func isDigit(c byte) bool { return c-'0' < 10 }

// at returns the byte at i, or 0 behind the end.
func at(b []byte, i int) byte {
	if i < len(b) {
		return b[i]
	}
	return 0
}

// blank skips white space.
func blank(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n') {
		i++
	}
	return i
}

// valueOf returns where the value of a name starts. The name has to be a slice of the
// object's own text; one with escapes is not.
func valueOf(object, name []byte) (i int, ok bool) {
	i = cap(object) - cap(name)
	if uint(i) >= uint(len(object)) || &object[i] != &name[0] {
		return 0, false
	}
	i = blank(object, i+len(name)+len(`"`))
	return blank(object, i+len(`:`)), true
}

// behind appends to dst what follows a value that ends at i, as an object of its
// own. It returns false if the object does not go on as it should.
func behind(dst, object []byte, i int) ([]byte, bool) {
	i = blank(object, i)
	switch at(object, i) {
	case ',':
		if i = blank(object, i+1); at(object, i) != '"' {
			return dst, false
		}
	case '}':
	default:
		return dst, false
	}
	return append(append(dst, '{'), object[i:]...), true
}

// jump takes the list that is the value of a name as the answer, if skipList knows
// it, and leaves in l.rest what the decoder has to go on with. It works once a line:
// after that, fields may be slices of l.rest.
func (l *Line) jump(name []byte) bool {
	if l.jumped {
		return false
	}
	start, ok := valueOf(l.line, name)
	if !ok {
		return false
	}
	end, ok := skipList(l.line, start)
	if !ok {
		return false
	}
	if l.rest, ok = behind(l.rest[:0], l.line, end); ok {
		l.jumped = true
		l.answered, l.isList, l.answer = true, true, l.line[start:end]
	}
	return ok
}
