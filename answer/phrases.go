package answer

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// A role is what a phrase does in a clause.
type role byte

const (
	nothing role = iota // it says nothing
	aWord               // without a role
	bare                // a name or a number without a role
	other               // it has no place in a move
	aDisk
	leaves // a peg
	goesTo // to a peg
	aRow   // a whole move: two names at an arrow, or values in a bracket, in a call or as one word
	aVerb  // of moving
	several
	denies
	dots
	aLabel   // the number of a move
	aMark    // a comma, "and"
	aColon   // or a dash
	aBracket // an opening one
	aStop    // the end of a sentence
)

// phrase is some tokens with one role.
type phrase struct {
	role        role
	disk        int32 // its code; of a bare number, that
	label       int32 // the number of the move, or none
	pegs        [2]int
	first, last int // the tokens
	notation    notation
	flags       flags
}

// phraseForms are the phrases that are more than one token, by patterns over the classes of tokens. The first that fits
// counts. In a pattern, [ab] is one of some classes, and capital letters and k, m, s, v are groups of them, see below; c? may be
// missing, ^ is where a clause may begin, $ where it may end, =c stands for what has to follow, and ~c for what must not.
var phraseForms = []struct {
	pattern  string
	role     role
	flags    flags
	notation notation
	example  string
}{
	{"^BnEm?", aLabel, bareLabel, 0, "(3)"},
	{"^Sn[/O]nm?m?", aLabel, 0, 0, "Step 3/7:"},
	{"^Snm?m?", aLabel, 0, 0, "Step 3:"},
	{"Sn:", aLabel, 0, 0, "Step 3:"},
	{"n:={", aLabel, 0, 0, `{"1": {`},
	{"vn-n=f", other, 0, 0, "move 1-2 from"},
	{"^vnm", aLabel, 0, 0, "Move 3:"},
	{"^vn,?$", aLabel, 0, 0, "Move 3"},
	{"^P-P$", aRow, strong | weak, 0, "1-3"},
	{"^nmm?m?", aLabel, bareLabel, 0, "3."},
	{"^bm?=v", aLabel, 0, 0, "1.2 move"},
	{"[SvM]kn", aLabel, 0, 0, `"move": 7`},
	{"Fnm?", nothing, 0, 0, "Phase 2:"},
	{"Sn", aWord, 0, 0, "step 4"},

	{"Ikn", nothing, 0, 0, `"id": 7`},
	{"Lk!", denies, 0, 0, `"valid": false`},
	{"Ng?>t?g?B?N", aRow, strong, 0, "A → C"},
	{"dk?n-n~T", other, 0, 0, "disk 1-2"},
	{"dk?n[&r/][nsGjd]", other, 0, 0, "disk 1 & 2"},
	{"dvkn", aDisk, 0, 0, "disk moved: 1"},
	{"dI?kd?[ni]~>,?", aDisk, 0, asObjects, `"disk": 1`},
	{"dI?k[wlb,([{}z-e]~>", other, 0, 0, "disk: 1.5"},
	{"[fh]g?kg?N~>,?", leaves, strong, asObjects, "from: A"},
	{"[ty]g?kg?N~>,?", goesTo, strong, asObjects, "to: C"},
	{"[dfthy][Ig]?k", other, 0, asObjects, "from: 1.5"},

	{"f?hg?R,?", leaves, 0, 0, "from source A"},
	{"t?yg?R", goesTo, 0, 0, "to target C"},

	{"nv=E", aWord, 0, 0, "(1 move)"},
	{"nM", aWord, 0, 0, "7 moves"},
	{"n[wCxsG-]?[dD]~n", several, 0, 0, "1 disk"},
	{"i[dD]", several, 0, 0, "one disk"},
	{"dnxdn", several, 0, 0, "disk 1 + disk 2"},
	{"s?n?i?D", several, 0, 0, "top two disks"},

	{"(?vd?(?d?n,?g?N,?g?N)", aRow, strong, asCall, `move(1, "A", "C")`},
	{"vd?(g?N,?g?N)", aRow, strong, asCall, `move("A", "C")`},
	{"Bn,?d?n,?g?N,?g?NE", aRow, strong | quad | bareLabel, asTriples, "[1, 1, 0, 2]"},
	{"Bd?n,?g?N,?g?NE", aRow, strong | single, asTriples, "[1, 0, 2]"},
	{"Bg?N,?g?N,?d?nE", aRow, strong | single, asTriples, "(A, C, 1)"},
	{"[([]g?N,?g?NE", aRow, strong | single, asPairs, "[A, C]"},
	{"c", aRow, strong | single, asPairs, "AC"},
	{"^n,n,P,P$", aRow, weak | quad | bareLabel, asTable, "1,1,0,2"},
	{"^n,P,P$", aRow, weak | bareLabel, asTable, "1,0,2"},
	{"^dn|P|P$", aRow, weak, asTriples, "disk 1 | A | C"},
	{"^vd?nPP$", aRow, weak | bareLabel, asTriples, "move 1 A C"},
	{"^nPP$", aRow, weak | bareLabel, asTriples, "1 0 2"},
	{"^PP$", aRow, weak, asPairs, "A C"},
	{"^P,P$", aRow, weak, asPairs, "A, C"},

	{"Ng?tg?N", aRow, 0, 0, "A to C"},
	{"P-P", aRow, strong | weak, 0, "A - C"},
	{"dnOn", aDisk, 0, 0, "disk 1 of 3"},
	{"od", aDisk, 0, 0, "second disk"},
	{"j-?w?d", aDisk, 0, 0, "middle-sized disk"},
	{"s", aDisk, 0, 0, "largest"},
	{"dWl?>?=[:=ftvM(]", other, 0, 0, "disk red:"},
	{"dw=E", other, 0, 0, "(disk red)"},
	{"wd~n", other, 0, 0, "red disk"},
	{"dl[/-]", other, 0, 0, "disk N/A"},
	{"dW$", other, 0, 0, "disk red"},
	{"d[e[{z-]", other, 0, 0, "disk ..."},
	{"o-?[s]d?", aDisk, 0, 0, "second smallest disk"},
	{"o-?G", other, 0, 0, "second largest"},
	{"[:=ftvM]a", other, 0, 0, "from any"},
	{"d[ni]?", aDisk, 0, 0, "disk 1"},
	{"O=d", nothing, 0, 0, "of disk"},
	{"Og?P", leaves, 0, 0, "of A"},

	{"^t=[v]", denies, 0, 0, "to move"},
	{"tg?$", nothing, 0, 0, "to"},
	{"fw?gN", leaves, 0, 0, "from the full peg A"},
	{"tw?gN", goesTo, 0, 0, "to the empty peg C"},
	{"f[!b]", denies, 0, 0, "from not A"},
	{"f[tO]?g?N", leaves, 0, 0, "from A"},
	{"[tu]g?N", goesTo, 0, 0, "to C"},
	{">t?g?B?N", goesTo, strong, 0, "→ C"},
	{"-=>", other, 0, 0, "- → C"},
}

// groups are the classes that a letter of a pattern stands for.
var groups = [128]string{
	'N': "nolpwihyj", // any name
	'P': "nlpihyj",   // a name that needs no role
	'R': "nolwi",     // a name that is not that of a role
	'W': "wl",
	'B': "([{",
	'E': ")]}",
	'T': ">t-",
	'k': ":=",
	'm': ".):|]-=", // behind a number
	's': "sG",
	'v': "vM",
}

// oneClass are the roles of single tokens. All others are words.
var oneClass = map[class]role{
	'l': bare, 'p': bare, 'i': bare, 'h': bare, 'y': bare, 'j': bare, 'n': bare, 'o': bare, 'b': other, 'a': other, 'v': aVerb, 'M': aVerb,
	'!': denies, 'X': denies, 'e': dots, '.': aStop, ';': aStop, '}': aMark, ':': aColon, '=': aColon, '-': aColon,
	'&': aMark, 'r': aMark, ',': aMark, '/': aMark, '|': aMark, ')': aMark, ']': aMark, '(': aBracket, '[': aBracket, '{': aBracket,
}

// formsOf has the forms that may begin with a class.
var formsOf [128][]int

func init() {
	for f, form := range phraseForms {
		pattern := strings.TrimPrefix(form.pattern, "^")
		for k, optional := 0, true; optional; {
			var classes string
			classes, optional, k = piece(pattern, k)
			for _, class := range []byte(classes) {
				formsOf[class] = append(formsOf[class], f)
			}
		}
	}
}

// piece returns the classes that fit at a place of a pattern, whether they may be missing, and the next place.
func piece(pattern string, k int) (classes string, optional bool, next int) {
	classes, next = cmp.Or(groups[pattern[k]], pattern[k:k+1]), k+1
	if pattern[k] == '[' {
		classes, _, _ = strings.Cut(pattern[k+1:], "]")
		next = k + len("[]") + len(classes)
	}
	if optional = strings.HasPrefix(pattern[next:], "?"); optional {
		next++
	}
	return classes, optional, next
}

// match matches a pattern at token i, and fills in what it says. It returns the token behind it.
func (r *reader) match(pattern string, i int, p *phrase) (end int, ok bool) {
	for k := 0; k < len(pattern); {
		mode := pattern[k]
		switch mode {
		case '^':
			if !r.mayBegin(i) {
				return 0, false
			}
			k++
			continue
		case '$':
			comma := r.is(i, ",") && (i+1 == len(r.tok) || strings.IndexByte(pattern, ',') < 0)
			return i, i == len(r.tok) || r.is(i, ".;e") || comma
		case '=', '~':
			k++
		}
		isPeg := strings.IndexByte("NPRc", pattern[k]) >= 0
		classes, optional, next := piece(pattern, k)
		k = next
		switch fits := r.is(i, classes); {
		case fits == (mode == '~') && !optional:
			return 0, false
		case !fits || mode == '=':
			continue
		case isPeg && p.pegs[0] < 0:
			p.pegs = [2]int{i, i}
		case isPeg:
			p.pegs[1] = i
		case r.is(i, "n") && (p.role == aLabel || p.flags&quad != 0) && p.label < 0:
			p.label = r.tok[i].value
		case r.is(i, "noi") && p.disk == diskTop:
			p.disk = min(r.tok[i].value, diskMany)
		case r.is(i, "sGj") && p.disk == diskTop:
			p.disk = r.tok[i].value
		}
		i++
	}
	return i, true
}

// ahead is how many phrases behind one are looked at. A line ends in so many stops.
const ahead = 2

// roles makes the phrases of a line, from a token on.
func (r *reader) roles(first int) {
	r.phrases, r.keys, r.inBraces = slices.Grow(r.phrases[:0], len(r.tok)), r.keys[:0], false
	for i := range r.tok {
		if r.is(i, ":=") {
			r.keys = append(r.keys, r.tok[max(i-2, 0)].class, r.tok[max(i-1, 0)].class)
		}
	}
	isObject := bytes.ContainsAny(r.keys, "fh")
	for i := first; i < len(r.tok); {
		if r.is(i, "{}") {
			r.inBraces = r.is(i, "{")
		}
		if isObject && r.is(i, "wljp") && (r.is(i+1, ":") && r.inBraces || r.is(i+1, "=") && r.is(i, "w")) {
			i = r.otherValue(i + 2)
		} else {
			i = r.phrase(i)
		}
	}
	for range ahead {
		r.push(phrase{role: aStop, first: len(r.tok)})
	}
}

// otherValue returns the token behind a value that says nothing of a move: a string or a token. But a number may be
// the disk, where no key is.
func (r *reader) otherValue(i int) (end int) {
	end = i + 1
	switch {
	case i == len(r.tok) || r.is(i, "([{z"):
		return i
	case r.line[r.tok[i].start-1] == '"':
		stop := r.tok[i].start + bytes.IndexByte(r.line[r.tok[i].start:], '"')
		for end < len(r.tok) && r.tok[end].start < stop {
			end++
		}
	case r.is(i, "nb") && bytes.IndexByte(r.keys, 'd') < 0:
		r.push(phrase{role: other, first: i, last: i})
	}
	return end
}

// phrase adds the phrase that begins at token i, and returns the token behind it.
func (r *reader) phrase(i int) int {
	if r.is(i, "z") {
		return r.push(phrase{role: aMark, first: i, last: int(r.tok[i].value)})
	}
	for _, f := range formsOf[r.tok[i].class] {
		form := &phraseForms[f]
		p := phrase{role: form.role, disk: diskTop, label: none, pegs: [2]int{none, none}, first: i, flags: form.flags, notation: form.notation}
		if end, ok := r.match(form.pattern, i, &p); ok && r.accepts(&p) {
			if p.role == nothing {
				return end
			}
			p.last = end - 1
			return r.push(p)
		}
	}
	if isPeg := r.is(i+1, "gt>") || r.is(i-1, "r/") || r.is(i-1, "&") && r.is(i-2, "o"); r.is(i, "gF") || r.is(i, "o") && !isPeg {
		return i + 1
	}
	role := cmp.Or(oneClass[r.tok[i].class], aWord)
	return r.push(phrase{role: role, disk: min(r.tok[i].value, diskMany), pegs: [2]int{i}, first: i, last: i})
}

func (r *reader) push(p phrase) int {
	r.phrases = append(r.phrases, p)
	return p.last + 1
}

// mayBegin reports whether a clause may begin at a token: at the start of a line, a cell or a sentence, behind a
// label, and, with a number and its mark, behind a move.
func (r *reader) mayBegin(i int) bool {
	n := len(r.phrases) - 1
	if n < 0 {
		return true
	}
	switch r.phrases[n].role {
	case aStop, aLabel:
		return true
	case aMark:
		return r.is(i-1, "|") || r.is(i-1, ",") && r.phrases[max(n-1, 0)].flags&weak != 0
	case goesTo, aRow:
		return r.is(i, "n") && r.is(i+1, ".)")
	}
	return false
}

// accepts reports whether what a form fits is a phrase, and settles what the form leaves open.
func (r *reader) accepts(p *phrase) bool {
	switch isNumber := r.is(p.first, "n") && !r.is(p.first-1, "g"); {
	case p.notation == asObjects && (r.is(p.first, "hy") || p.role == other && r.is(p.first, "d")):
		return r.is(p.first+1, "=") || r.inBraces
	case p.role == leaves && r.is(p.first, "O"): // the top disk of A
		return r.is(p.first-1, "d")
	case p.role == aRow && p.notation == 0 && (isNumber || p.flags&weak != 0):
		return isNumber == r.is(p.pegs[1], "n") && !r.is(p.first-1, "r/")
	case r.is(p.first, "c") && r.tok[p.first].value != diskTop:
		p.disk, p.notation = r.tok[p.first].value, asTriples
	case !r.is(p.first, "(c"):
		p.flags &^= single
	}
	return true
}
