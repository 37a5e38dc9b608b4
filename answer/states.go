package answer

// bracket is one that is not closed yet.
type bracket struct {
	token   int
	says    bool // there are words of a move in it
	holds   bool // there is a state in it
	numbers bool // there is nothing else in it
}

// nest takes a token into account for the bracket that it is in, opens or closes. A bracket that says nothing, since
// what is in it is a state, is a token of class z.
func (l *lexer) nest(i int) {
	n := len(l.open) - 1
	switch {
	case l.is(i, "([{"):
		l.open = append(l.open, bracket{token: i, numbers: true})
	case n >= 0 && l.is(i, ")]}"):
		b := l.open[n]
		l.open = l.open[:n]
		l.tok[b.token].value = int32(i)
		empty, single := i == b.token+1, i == b.token+2
		state := !b.says && (empty || b.holds || l.namesState(b.token-1, single, b.numbers))
		if state {
			l.tok[b.token].class = 'z'
		}
		if n > 0 {
			l.open[n-1].holds = l.open[n-1].holds || state || single
		}
	case n >= 0:
		l.open[n].says = l.open[n].says || l.is(i, "vM>ftd")
		l.open[n].numbers = l.open[n].numbers && l.is(i, "n,")
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
		return numbers && (!single || colon)
	case l.is(last, "n"):
		return colon && last > l.bullets() && !l.is(last-1, "SvMd")
	}
	return colon && l.is(last, "owxCgft")
}
