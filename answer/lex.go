package answer

import (
	"bytes"
	"unicode/utf8"
)

func isDigit(c byte) bool  { return c-'0' < 10 }
func isLetter(c byte) bool { return c|0x20-'a' < 26 }
func isName(c byte) bool   { return isDigit(c) || isLetter(c) || c == '_' }

// at returns byte i, or 0 at the end, which is no part of any notation.
func at(b []byte, i int) byte {
	if i < len(b) {
		return b[i]
	}
	return 0
}

// space skips blanks within a line.
func space(b []byte, i int) int {
	for i < len(b) {
		switch c := b[i]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
			i++
		case c < utf8.RuneSelf:
			return i
		default:
			r, size := utf8.DecodeRune(b[i:])
			if !isWideSpace(r) {
				return i
			}
			i += size
		}
	}
	return i
}

// isWideSpace tells of the spaces beyond ASCII, with those of no width and the byte
// order mark.
func isWideSpace(r rune) bool {
	switch r {
	case 0xa0, 0x1680, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff:
		return true
	}
	return 0x2000 <= r && r <= 0x200b
}

// soft skips blanks within a line, and marks of emphasis and quotes.
func soft(b []byte, i int) int {
	for {
		i = space(b, i)
		switch c := at(b, i); {
		case c == '*' || c == '_' || c == '`' || c == '"' || c == '\'' || c == '~' || c == '$':
			i++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(b[i:])
			if r < 0x2018 || r > 0x201f { // curly quotes
				return i
			}
			i += size
		default:
			return i
		}
	}
}

// line returns where the next line starts.
func line(b []byte, i int) int {
	k := bytes.IndexByte(b[i:], '\n')
	if k < 0 {
		return len(b)
	}
	return i + k + 1
}

// mark returns the place of the next byte that may begin a structured list: one of
// [ { ( or a comma, for csv's header. It looks ahead in growing steps, so its time is
// proportional to the distance it goes.
func mark(b []byte, i int) int {
	for ahead := 32; i < len(b); ahead = min(2*ahead, 4096) {
		part := b[i:min(i+ahead, len(b))]
		found := len(part)
		for _, c := range []byte("[{(,") {
			if k := bytes.IndexByte(part[:found], c); k >= 0 {
				found = k
			}
		}
		if i += found; found < len(part) {
			return i
		}
	}
	return i
}

// word returns where the word lower, in any case, ends if it starts at i; else i.
func word(b []byte, i int, lower string) int {
	end := i + len(lower)
	if end > len(b) {
		return i
	}
	for k := range len(lower) {
		if b[i+k]|0x20 != lower[k] {
			return i
		}
	}
	if isLetter(at(b, end)) {
		return i
	}
	return end
}

// oneOf is word for several.
func oneOf(b []byte, i int, words []string) int {
	for _, w := range words {
		if end := word(b, i, w); end > i {
			return end
		}
	}
	return i
}

// huge stands for itself and all larger numbers: none is a disk or a peg.
const huge = 1 << 20

// integer reads a number, with a minus sign or not, and returns where it ends: i if
// there is none. With a sign it is −1.
func integer(b []byte, i int) (v, end int) {
	start := i
	if at(b, i) == '-' {
		i++
	}
	digits := i
	for i < len(b) && isDigit(b[i]) {
		v = min(v*10+int(b[i]-'0'), huge)
		i++
	}
	if i == digits {
		return 0, start
	}
	if digits > start {
		v = -1
	}
	return v, i
}

// behindDigits skips digits.
func behindDigits(b []byte, i int) int {
	for i < len(b) && isDigit(b[i]) {
		i++
	}
	return i
}

// arrow returns where an arrow to the right ends that starts at i, and i if there is
// none.
func arrow(b []byte, i int) int {
	switch c := at(b, i); {
	case c == '-' || c == '=' || c == '>':
		k := i
		for at(b, k) == c && c != '>' {
			k++
		}
		if at(b, k) == '>' {
			return k + 1
		}
	case c == '\\':
		for _, name := range []string{"to", "rightarrow", "longrightarrow", "mapsto", "implies"} {
			if end := word(b, i+1, name); end > i+1 {
				return end
			}
		}
	case c >= utf8.RuneSelf:
		r, size := utf8.DecodeRune(b[i:])
		k := i + size
		switch {
		case r == '–' || r == '—' || r == '−':
			if at(b, k) == '>' {
				return k + 1
			}
		case isArrow(r):
			if r, size := utf8.DecodeRune(b[k:]); r == 0xfe0e || r == 0xfe0f { // text or picture
				k += size
			}
			return k
		}
	}
	return i
}

// isArrow tells of arrows to the right.
func isArrow(r rune) bool {
	switch r {
	case '→', '↦', '↣', '↠', '⇒', '⇨', '⇾', '⟶', '⟹', '⟼', '⟾', '⭢', '▶', '►', '▸', '➔', '￫':
		return true
	}
	return '➘' <= r && r <= '➾' && r != '➰'
}

// ellipsis returns where ... or … ends that starts at i, and i if there is none.
func ellipsis(b []byte, i int) int {
	for _, dots := range []string{"...", "…"} {
		if end := i + len(dots); end <= len(b) && string(b[i:end]) == dots {
			return end
		}
	}
	return i
}

// appendString appends a JSON string. Bytes that are no UTF-8 become U+FFFD.
func appendString(b, s []byte) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for len(s) > 0 {
		r, size := utf8.DecodeRune(s)
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
		s = s[size:]
	}
	return append(b, '"')
}
