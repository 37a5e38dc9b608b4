package answer

// states finds the token that closes each bracket of a line, and makes those that say nothing, since
// what is in them is a state, tokens of class z.
func (l *lexer) states() {
	type bracket struct {
		open              int
		says, inner, flat bool // there are words of a move, a state or nothing but numbers in it
	}
	var stack []bracket
	for i := range l.tok {
		n := len(stack) - 1
		switch {
		case l.is(i, "([{"):
			stack = append(stack, bracket{open: i, flat: true})
		case n >= 0 && l.is(i, ")]}"):
			b := stack[n]
			stack = stack[:n]
			l.tok[b.open].value = int32(i)
			empty, single := i == b.open+1, i == b.open+2
			state := !b.says && !l.is(b.open, "{") && (empty || b.inner || l.namesState(b.open-1, single, b.flat))
			if state {
				l.tok[b.open].class = 'z'
			}
			if n > 0 {
				outer := &stack[n-1]
				one := single && l.is(b.open, "[") && l.is(outer.open, "[")
				outer.says, outer.inner, outer.flat = outer.says || b.says, outer.inner || state || one, false
			}
		case n >= 0:
			stack[n].says = stack[n].says || l.is(i, "vM>ft") || l.is(i, "d") && l.is(stack[n].open, "(")
			stack[n].flat = stack[n].flat && l.is(i, "n,")
		}
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
	case l.is(last, "n") && !colon:
		return numbers && !single && l.is(last-1, "g")
	case l.is(last, "n"):
		return last > l.bullets() && !l.is(last-1, "SvMd")
	}
	return colon && l.is(last, "owxgft")
}
