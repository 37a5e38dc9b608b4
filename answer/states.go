package answer

// bracket is one that is not closed yet.
type bracket struct {
	token             int
	says, inner, flat bool // there are words of a move, a state or nothing but numbers in it
}

// nest finds the token that closes a bracket, and makes a bracket that says nothing, since what is
// in it is a state, a token of class z.
func (l *lexer) nest(i int) {
	n := len(l.open) - 1
	switch {
	case l.is(i, "([{"):
		l.open = append(l.open, bracket{token: i, flat: true})
	case n < 0:
	case l.is(i, ")]}"):
		b := l.open[n]
		l.open = l.open[:n]
		l.tok[b.token].value = int32(i)
		single := i == b.token+2
		state := !b.says && (i == b.token+1 || b.inner || l.namesState(b.token-1, single, b.flat))
		if state {
			l.tok[b.token].class = 'z'
		}
		if n > 0 {
			outer := &l.open[n-1]
			outer.says, outer.inner, outer.flat = outer.says || b.says, outer.inner || state || single, false
		}
	default:
		l.open[n].says = l.open[n].says || l.is(i, "vM>ft")
		l.open[n].flat = l.open[n].flat && l.is(i, "n,")
	}
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
		return numbers && (!single || colon && !l.is(last-1, ">t"))
	case colon && l.is(last, "n"):
		return last > l.bullets() && !l.is(last-1, "SvMd")
	}
	return colon && l.is(last, "owxgft")
}
