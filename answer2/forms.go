package answer

// A form is a way to write a move, as a pattern over the classes of tokens. E is a disk by
// such a word, D a disk or a number, K these or a letter; F and T are pegs, G and H pegs or
// disks; N is the number of a move. = is a colon or an equals sign; what
// has a question mark behind it may be absent.
type form struct {
	notation string
	pattern  string
	example  string // moves from A to C and, if there is a disk, of disk 1; see Forms
	second   string // disk 2 from A to B
	where    place
}

// place says where in a line a form may begin and end.
type place byte

const (
	anywhere place = iota // in a sentence
	clause                // between marks
	whole                 // a line has such moves and nothing else
)

// forms is tried from the first on; where a pattern is empty, brackets.go and tables.go read it.
var forms = []form{
	{"pddl", "(vK,?G,?H)", "(move d1 peg1 peg3)", "(move d2 peg1 peg2)", clause},
	{"pddl", "v(D,G,H)", `move(1, "A", "C")`, `move(2, "A", "B")`, clause},
	{"pddl", "v(F,T)", `move("A", "C")`, `move("A", "B")`, clause},
	{"jsonl", "E,?f=F,?t=T", "disk=1 from=A to=C", "disk=2 from=A to=B", clause},
	{"jsonl", "f=F,?t=T,?E", "from: A, to: C, disk: 1", "from: A, to: B, disk: 2", clause},
	{"jsonl", "f=F,?t=T", "from: A, to: C", "from: A, to: B", clause},
	{"text", "v?Ev?,?fFv?,?v?o?tT", "Move disk 1 from A to C", "Move disk 2 from A to B", anywhere},
	{"text", "vEfF,?v?o?tT", "Take disk 1 from A and put it on C", "Take disk 2 from A and put it on B", anywhere},
	{"text", "vEtF,?v?o?tT", "Take disk 1 on A and put it on C", "Take disk 2 on A and put it on B", anywhere},
	{"text", "vnfFtT", "move 1 from A to C", "move 2 from A to B", anywhere},
	{"text", "vE:?,?F=?tT", "move disk 1 A to C", "move disk 2 A to B", anywhere},
	{"text", "v?E=?v?fFtT", "Disk 1: from A to C", "Disk 2: from A to B", anywhere},
	{"text", "v?E=?v?FtT", "Disk 1: A to C", "Disk 2: A to B", anywhere},
	{"text", "v?Ev?tTfF", "Move disk 1 to C from A", "Move disk 2 to B from A", anywhere},
	{"text", "fF,?v?E,?v?tT", "From A, move disk 1 to C", "From A, move disk 2 to B", clause},
	{"text", "v?E=?,?(?fF>tT)?", "", "", anywhere},
	{"text", "v?E=?,?-?(?F>T)?", "Disk 1: A → C", "Disk 2: A → B", anywhere},
	{"text", "v?F>T,?:?(?E)?", "A → C (disk 1)", "A → B (disk 2)", clause},
	{"text", "v?f?FtT,?(?E)?", "A to C (disk 1)", "A to B (disk 2)", clause},
	{"text", "n,F>T", "1, A → C", "2, A → B", clause},
	{"text", "vF>T", "move A → C", "move A → B", clause},
	{"text", "F>T", "A → C", "A → B", clause},
	{"text", "vfFtT", "move from A to C", "move from A to B", clause},
	{"text", "fFtT", "from A to C", "from A to B", clause},
	{"text", "vntT", "move 1 to C", "move 2 to B", clause},
	{"text", "vFtT", "move A to C", "move A to B", clause},
	{"text", "FtT", "A to C", "A to B", clause},
	{"text", "v?Ev?tT", "Move disk 1 to C", "Move disk 2 to B", anywhere},
	{"text", "E>T", "Disk 1 → C", "Disk 2 → B", clause},
	{"text", "F-T", "A - C", "A - B", whole},
	{"pairs", "bF,?T}", `\boxed{A C}`, `\boxed{A B}`, anywhere},
	{"pairs", "bF>T}", `\boxed{A → C}`, `\boxed{A → B}`, anywhere},
	{"pairs", "bFtT}", `\boxed{A to C}`, `\boxed{A to B}`, anywhere},
	{"pairs", "bc}", `\boxed{AC}`, `\boxed{AB}`, anywhere},
	{"triples", "[D,F,T]", "[1, 0, 2]", "[2, 0, 1]", clause},
	{"triples", "(D,F,T)", "(1, A, C)", "(2, A, B)", clause},
	{"triples", "(F,T,D)", "(A, C, 1)", "(A, B, 2)", clause},
	{"triples", "[N,D,F,T]", "[1, 1, 0, 2]", "[2, 2, 0, 1]", clause},
	{"triples", "(N,D,F,T)", "", "", clause},
	{"pairs", "[F,?T]", "[A, C]", "[A, B]", clause},
	{"pairs", "[F>T]", "[A → C]", "[A → B]", clause},
	{"pairs", "[c]", "[AC]", "[AB]", clause},
	{"pairs", "(F,T)", "(A, C)", "(A, B)", clause},
	{"pairs", "c", "AC", "AB", whole},
	{"triples", "v?EFT", "disk 1 A C", "disk 2 A B", whole},
	{"triples", "vnFT", "move 1 A C", "move 2 A B", whole},
	{"triples", "NDFT", "1 1 0 2", "2 2 0 1", whole},
	{"triples", "DFT", "1 0 2", "2 0 1", whole},
	{"csv", "N,D,F,T", "1,1,0,2", "2,2,0,1", whole},
	{"csv", "D,F,T", "1,0,2", "2,0,1", whole},
	{"pairs", "v?FT", "A C", "A B", whole},
	{"pairs", "F,T", "a, c", "a, b", whole},
}

// match is what a form captured.
type match struct {
	end            int // in the tokens
	disk, from, to int // tokens; -1 where there is none
	label          int // in a record with four numbers
}

// matchForm matches a pattern at token i.
func matchForm(pattern string, tok []token, i int, m *match) bool {
	for p := 0; p < len(pattern); {
		class := pattern[p]
		optional := p+1 < len(pattern) && pattern[p+1] == '?'
		next := p + 1
		if optional {
			next++
		}
		have := byte(0)
		if i < len(tok) {
			have = tok[i].class
		}
		if !fits(class, have) {
			if !optional {
				return false
			}
			p = next
			continue
		}
		switch class {
		case 'E', 'D', 'K', 'c', 'n':
			m.disk = i
		case 'F', 'G':
			m.from = i
		case 'T', 'H':
			m.to = i
		case 'N':
			m.label = i
		}
		i++
		p = next
	}
	m.end = i
	return true
}

// fits reports whether a token has a class of a pattern.
func fits(class, have byte) bool {
	disk := have == 'd' || have == 'n'
	peg := have == 'p' || have == 'n' || have == 'l'
	switch class {
	case 'E':
		return have == 'd'
	case 'D':
		return disk
	case 'K':
		return disk || have == 'l'
	case 'F', 'T':
		return peg
	case 'G', 'H':
		return peg || have == 'd'
	case 'N':
		return have == 'n'
	case '=':
		return have == '=' || have == ':'
	}
	return have == class
}

// Forms that are not read by a pattern, and those that a reader of its own shares.
var tripleForm, objectForm, tableForm, patternForm, compactForm uint8

func init() {
	forms = append(forms,
		form{"jsonl", "", `{"disk": 1, "from": "A", "to": "C"}`, `{"to": "B", "disk": 2, "from": "A"}`, anywhere},
		form{"csv", "", "| Disk | From | To |\n|---|---|---|\n| 1 | A | C |", "| 2 | A | B |", anywhere},
		form{"pattern", "", "", "", anywhere},
	)
	n := uint8(len(forms))
	objectForm, tableForm, patternForm = n-3, n-2, n-1
	for i, f := range forms {
		switch f.pattern {
		case "[D,F,T]":
			tripleForm = uint8(i)
		}
	}
	compactForm = tripleForm
}

// Form is a way to write moves, with an example of two.
type Form struct {
	Notation string // the family that it belongs to
	Example  string
}

// Forms returns the table of forms.
func Forms() (all []Form) {
	for _, f := range forms {
		if f.example != "" {
			all = append(all, Form{f.notation, f.example + "\n" + f.second})
		}
	}
	return all
}

// Notations returns the names of the families of forms, after auto; packed and wide are read
// only where they are asked for.
func Notations() []string {
	return []string{"auto", "text", "pairs", "triples", "jsonl", "csv", "pddl", "packed", "wide"}
}
