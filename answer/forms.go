package answer

import (
	"slices"
	"strconv"
	"strings"
)

// A form is a way to write a move, as a pattern over the classes of tokens. E is a disk by
// such a word, D a disk or a number, K these or a letter; F and T are pegs, G and H pegs or
// disks; t is "on", too, and i is not; N is the number of a move. = is a colon or an equals sign; what
// has a question mark behind it may be absent.
type form struct {
	notation string
	pattern  string
	example  string // with {d} for the disk, {n} for the number of the move, and pegs as write says
	where    place
}

// place says where in a line a form may begin and end.
type place byte

const (
	anywhere place = iota // in a sentence
	clause                // between marks
	whole                 // a line has such moves and nothing else
	alone                 // the same, and marks other than a comma between them
)

// forms is tried from the first on.
var forms = []form{
	{"pddl", "(vK,?G,?H)", "(move d{d} peg{1} peg{3})", clause},
	{"pddl", "v(D,G,H)", `move({d}, "{A}", "{C}")`, clause},
	{"pddl", "v(F,T)", `move("{A}", "{C}")`, clause},
	{"text", "v?Ev?,?fFv?,?v?o?tT", "Move disk {d} from {A} to {C}", anywhere},
	{"text", "vEfF,?,?v?o?tT", "Take disk {d} from {A} and put it on {C}", anywhere},
	{"text", "vEtF,?,?v?o?tT", "Take disk {d} on {A} and put it on {C}", anywhere},
	{"text", "vnfFtT", "move {d} from {A} to {C}", anywhere},
	{"text", "vE:?,?F=?tT", "move disk {d} {A} to {C}", anywhere},
	{"text", "v?E=?v?fFtT", "Disk {d}: from {A} to {C}", anywhere},
	{"text", "v?E=?v?FtT", "Disk {d}: {A} to {C}", anywhere},
	{"text", "v?Ev?tTfF", "Move disk {d} to {C} from {A}", anywhere},
	{"text", "fF,?v?E,?v?tT", "From {A}, move disk {d} to {C}", clause},
	{"text", "v?E=?,?-?(?F>T)?", "Disk {d}: {A} → {C}", anywhere},
	{"text", "v?E=F-T", "disk {d}: {A} – {C}", clause},
	{"text", "v?F>T,?:?-?(?v?E)?", "{A} → {C} (disk {d})", clause},
	{"text", "v?f?FtT,?:?(?v?E)?", "{A} to {C} (disk {d})", clause},
	{"text", "n,F>T", "{d}, {A} → {C}", clause},
	{"text", "vF>T", "move {A} → {C}", clause},
	{"text", "F>T", "{A} → {C}", anywhere},
	{"text", "vfFtT", "move from {A} to {C}", clause},
	{"text", "fFtT", "from {A} to {C}", clause},
	{"text", "vntT", "move {d} to {C}", clause},
	{"text", "vFtT", "move {A} to {C}", clause},
	{"text", "FtT", "{A} to {C}", clause},
	{"text", "vEtT", "Move disk {d} to {C}", anywhere},
	{"text", "EvtT", "Disk {d} goes to {C}", anywhere},
	{"text", "EiT", "Disk {d} to {C}", anywhere},
	{"text", "v?E>T", "Disk {d} → {C}", clause},
	{"text", "F-T", "{A} - {C}", whole},
	{"pairs", "bF,?T}", `\boxed{{A} {C}}`, anywhere},
	{"pairs", "bF>T}", `\boxed{{A} → {C}}`, anywhere},
	{"pairs", "bFtT}", `\boxed{{A} to {C}}`, anywhere},
	{"pairs", "bc}", `\boxed{{A}{C}}`, anywhere},
	{"triples", "[D,F,T]", "[{d}, {0}, {2}]", clause},
	{"triples", "(D,F,T)", "({d}, {A}, {C})", clause},
	{"triples", "(F,T,D)", "({A}, {C}, {d})", clause},
	{"triples", "{D,F,T}", "{{d}, {A}, {C}}", clause},
	{"triples", "[N,D,F,T]", "[{n}, {d}, {0}, {2}]", clause},
	{"pairs", "[F,?T]", "[{A}, {C}]", anywhere},
	{"pairs", "[F>T]", "[{A} → {C}]", anywhere},
	{"pairs", "[c]", "[{A}{C}]", anywhere},
	{"pairs", "(F,T)", "({A}, {C})", clause},
	{"pairs", "c", "{A}{C}", clause},
	{"triples", "E|F|T", "disk {d} | {A} | {C}", whole},
	{"triples", "v?EFT", "disk {d} {A} {C}", whole},
	{"triples", "vnFT", "move {d} {A} {C}", whole},
	{"triples", "NDFT", "{n} {d} {0} {2}", whole},
	{"triples", "DFT", "{d} {0} {2}", whole},
	{"csv", "N,D,F,T", "{n},{d},{0},{2}", alone},
	{"csv", "D,F,T", "{d},{0},{2}", alone},
	{"pairs", "v?FT", "{A} {C}", whole},
	{"pairs", "F,T", "{a}, {c}", alone},

	// No token has the class j or r: other readers make these.
	{"jsonl", "json", `{"disk": {d}, "from": "{A}", "to": "{C}"}`, anywhere},
	{"jsonl", "json", "disk={d} from={A} to={C}", anywhere},
	{"jsonl", "json", "from: {A}, to: {C}, disk: {d}", anywhere},
	{"jsonl", "json", "- from: {A}\n  to: {C}", anywhere},
	{"csv", "row", "| {n} | {d} | {A} | {C} |", clause},
	{"pattern", "regexp", "", anywhere},
}

// The forms of moves that are not, or not only, read by a pattern.
var tripleForm, objectForm, tableForm, patternForm = formOf("[D,F,T]"), formOf("json"), formOf("row"), formOf("regexp")

func formOf(pattern string) uint8 {
	return uint8(slices.IndexFunc(forms, func(f form) bool { return f.pattern == pattern }))
}

// match matches the form at token i, and returns the fields of the move and the token behind it.
func (f *form) match(tok []token, i int) (m fields, end int, ok bool) {
	first := i
	for p := 0; p < len(f.pattern); p++ {
		letter := letters[f.pattern[p]]
		optional := p+1 < len(f.pattern) && f.pattern[p+1] == '?'
		var t token
		if i < len(tok) {
			t = tok[i]
		}
		switch {
		case letter.classes == "" && t.class == f.pattern[p]:
			i++
		case strings.IndexByte(letter.classes, t.class) >= 0:
			if letter.field != none {
				m.values[letter.field] = t
			}
			i++
		case !optional:
			return fields{}, 0, false
		}
		if optional {
			p++
		}
	}
	m.start, m.end = tok[first].start, tok[i-1].end
	return m, i, true
}

// letters says which classes of tokens a letter of a pattern stands for, if not for its own, and
// the field of a move that it is.
var letters = [128]struct {
	classes string
	field   int
}{
	'E': {"d", diskField}, 'D': {"dn", diskField}, 'K': {"dnly", diskField}, 'c': {"c", diskField}, 'n': {"n", diskField},
	'F': {"pnl", fromField}, 'G': {"pnld", fromField}, 'T': {"pnl", toField}, 'H': {"pnld", toField}, 'N': {"n", labelField},
	',': {",&", none}, 't': {"tu", none}, 'i': {"t", none}, '=': {"=:", none},
}

// write writes a move in a form: {A} and {C} are the pegs by letters, {a} and {c} by small
// ones, {0} and {2} by numbers from 0, {1} and {3} from 1.
func (f *form) write(number, disk, from, to int) string {
	text := strings.NewReplacer(
		"{n}", strconv.Itoa(number), "{d}", strconv.Itoa(disk),
		"{A}", string(rune('A'+from)), "{C}", string(rune('A'+to)),
		"{a}", string(rune('a'+from)), "{c}", string(rune('a'+to)),
		"{0}", strconv.Itoa(from), "{2}", strconv.Itoa(to),
		"{1}", strconv.Itoa(from+1), "{3}", strconv.Itoa(to+1),
	).Replace(f.example)
	if number == 1 && strings.HasPrefix(text, "|") {
		return "| Move | Disk | From | To |\n|---|---|---|---|\n" + text
	}
	return text
}

// Form is a way to write moves, with an example of two moves.
type Form struct {
	Notation string // the family that it belongs to
	Example  string
}

// Forms returns the table of forms.
func Forms() (all []Form) {
	for _, f := range forms {
		if f.example != "" {
			all = append(all, Form{f.notation, f.write(1, 1, 0, 2) + "\n" + f.write(2, 2, 0, 1)})
		}
	}
	return all
}

// Notations returns the names of the families of forms, after auto; packed and wide are read
// only where they are asked for.
func Notations() []string {
	return []string{"auto", "text", "pairs", "triples", "jsonl", "csv", "pddl", "packed", "wide"}
}
