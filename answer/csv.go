package answer

// csv reads the list whose header has its first comma at i, if it has one there.
func (j *Judge) csv(i int) int {
	b := j.text
	start := i
	for start > 0 && isLetter(b[start-1]) && i-start < maxPegName {
		start--
	}
	numbered, rows := header(b, start)
	if rows == start || !lineStart(b, start) {
		return i + 1
	}
	return j.rows(rows, numbered)
}

// maxIndent is how many bytes of blanks may stand before a header.
const maxIndent = 32

// lineStart reports whether only blanks are before i in its line.
func lineStart(b []byte, i int) bool {
	start := i
	for start > 0 && b[start-1] != '\n' && i-start < maxIndent {
		start--
	}
	return (start == 0 || b[start-1] == '\n') && space(b, start) >= i
}

// csvLines reads the lists of csv that is asked for by name, with or without headers.
func (j *Judge) csvLines() {
	b := j.text
	for i := 0; i < len(b); {
		start := space(b, i)
		numbered, next := header(b, start)
		if next == start {
			_, k := j.row(i, true)
			numbered = k > i
		}
		if end := j.rows(next, numbered); end > next {
			i = end
		} else {
			i = line(b, next)
		}
	}
}

// header reads the header, and returns where the rows start: i if there is none.
func header(b []byte, i int) (numbered bool, next int) {
	names := []string{"disk", "from", "to"}
	if word(b, i, "move") > i {
		names, numbered = []string{"move", "disk", "from", "to"}, true
	}
	k := i
	for n, name := range names {
		if n > 0 {
			if at(b, k) != ',' {
				return false, i
			}
			k = space(b, k+1)
		}
		end := word(b, k, name)
		if end == k {
			return false, i
		}
		k = space(b, end)
	}
	if k < len(b) && b[k] != '\n' {
		return false, i
	}
	return numbered, line(b, k)
}

// rows reads the list that starts at i, and returns where it ends: behind blank lines
// if there is no row.
func (j *Judge) rows(i int, numbered bool) int {
	b := j.text
	j.begin(CSV)
	for first := true; ; first = false {
		if !first {
			i = j.repeat(i)
		}
		for space(b, i) < len(b) && b[space(b, i)] == '\n' {
			i = line(b, i)
		}
		r, next := j.row(i, numbered)
		if next == i {
			open := i < len(b) && partOfRow(b, i)
			if !first || open {
				j.end(open)
			}
			if open {
				return len(b)
			}
			return i
		}
		j.play(&r)
		j.learn(&r, i, next)
		i = next
	}
}

// row reads a line, and returns where the next starts: i if the line is no row.
func (j *Judge) row(i int, numbered bool) (r record, next int) {
	b := j.text
	k := space(b, i)
	r.start = k
	if numbered {
		_, end := integer(b, k)
		if k = space(b, end); at(b, k) != ',' {
			return r, i
		}
		k = space(b, k+1)
	}
	var end int
	r.disk, end = integer(b, k)
	if end == k {
		return r, i
	}
	r.diskAt = span{k, end}
	for _, p := range []*place{&r.from, &r.to} {
		if k = space(b, end); at(b, k) != ',' {
			return r, i
		}
		k = space(b, k+1)
		if *p, end = j.place(k); end == k {
			return r, i
		}
	}
	r.end = end
	if k = space(b, end); k < len(b) && b[k] != '\n' {
		return r, i
	}
	return r, line(b, k)
}

// partOfRow reports whether the text ends in a line of digits and commas.
func partOfRow(b []byte, i int) bool {
	for ; i < len(b); i++ {
		if c := b[i]; !isDigit(c) && c != ',' && c != ' ' {
			return false
		}
	}
	return true
}
