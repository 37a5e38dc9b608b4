package answer

// isState reports whether a bracket says nothing: there are no words of a move in it, and it is empty, holds a bracket that is a
// state or has one value, or the token before it makes it a state.
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
