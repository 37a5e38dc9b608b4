package grammar

// A line is numbered 3. or 3) or 3: or Step 3: or (3) or #3, or by a number alone. Neither a
// fraction nor the time of a plan, 0.001:, is a number.
var (
	numberForm = expression{text: `^MARKS(?:STEPS#?\d+[.]\d+(:?)|COUNT[.):]|\(~COUNT\)[.:]?|#(\d{1,9})EMPHASIS\s|COUNTMARKS$)`}
	cellForm   = expression{text: `^MARKS(\|)?MARKSCOUNT[.):]?MARKS([|,])`}
)

// The number of a line ends in its first maxNumber bytes.
const maxNumber = 300

// digitsBefore is lineNumber for most lines, without an expression: digits and a mark begin them.
func digitsBefore(text []byte, t *table) (n Number, rest int, inCell bool) {
	i := 0
	for i < min(len(text), 9) && isDigit(text[i]) {
		i++
	}
	isCell := t != nil && t.columns[0] == ""
	switch mark := byteAt(text, i); {
	case i > 0 && isCell && mark == t.mark:
		return numberIn(text), i, true
	case i > 0 && !isCell && (mark == ')' || mark == ':' || mark == '.' && byteAt(text, i+1) == ' '):
		return numberIn(text), i + 1, false
	}
	return 0, 0, false
}

// lineNumber returns the number that a line begins with, and where the rest of the line begins. It
// may be the first cell of a row, with the mark after it; then inCell is true. In a table, only a
// first column without a meaning has it.
func lineNumber(text []byte, t *table) (n Number, rest int, inCell bool) {
	text = text[:min(len(text), maxNumber)]
	if g := cellForm.get().FindSubmatchIndex(text); g != nil {
		mark, hasBar := text[g[6]], g[2] >= 0
		if t == nil && hasBar && mark == '|' || t != nil && t.columns[0] == "" && mark == t.mark {
			return numberIn(text), g[6], true
		}
	}
	g := numberForm.get().FindSubmatchIndex(text)
	switch {
	case g == nil || g[2] == g[3] && g[2] >= 0:
		return 0, 0, false
	case g[2] >= 0:
		return 0, g[1], false
	}
	return numberIn(text), g[1], false
}
