package answer

// nest takes a token into account that opens or closes a bracket. A bracket that says nothing, since what is in it is a
// state, is a token of class z.
func (l *lexer) nest(i int) {
	last := len(l.open) - 1
	switch {
	case l.is(i, "([{"):
		l.open = append(l.open, i)
	case last >= 0 && l.is(i, ")]}"):
		opening := l.open[last]
		l.open = l.open[:last]
		l.tok[opening].value = int32(i)
		if l.isState(opening, i) {
			l.tok[opening].class = 'z'
		}
	}
}

// isState reports whether a bracket is a state: there are no words of a move in it, and it is empty, holds a bracket that is a
// state or has one value, or the token before it says so.
func (l *lexer) isState(opening, closing int) bool {
	state, numbers := closing == opening+1, true
	for i := opening + 1; i < closing; i++ {
		switch {
		case l.is(i, "([{z"):
			end := int(l.tok[i].value)
			state = state || l.is(i, "z") || end == i+2
			i = end
		case l.is(i, "vM>ftd"):
			return false
		case !l.is(i, "n,"):
			numbers = false
		}
	}
	return state || l.namesState(opening-1, closing == opening+2, numbers)
}

// namesState reports whether the token before a bracket makes it a state: it is the name of a peg, or there is a
// colon or an equals sign behind a word that announces no moves. A single value may be the disk
// of the move before it, and only numbers are the disks of a peg.
func (l *lexer) namesState(last int, single, numbers bool) bool {
	colon := l.is(last, ":=")
	if colon {
		last--
	}
	switch {
	case l.is(last, "lphyji"):
		return numbers && (!single || colon)
	case l.is(last, "n"):
		return colon && last > l.bullets() && !l.is(last-1, "SvMd")
	}
	return colon && l.is(last, "owxCgft")
}
