package answer

import (
	"strconv"
	"strings"
)

// forms has an example of each way to write a move, for the help, the page and the tests. Roles read
// them all (clause.go). {A} and {C} are the pegs by letters, {0} and {2} by numbers from 0, {1}
// and {3} from 1; {d} is the disk, and {n} the number of the move.
var forms = []Form{
	{"text", "Move disk {d} from {A} to {C}"},
	{"text", "Take disk {d} from {A} and put it on {C}"},
	{"text", "move {d} from {A} to {C}"},
	{"text", "Disk {d} moves from {A} to {C}"},
	{"text", "Move disk {d} to {C} from {A}"},
	{"text", "From {A}, move disk {d} to {C}"},
	{"text", "Disk {d}: {A} → {C}"},
	{"text", "{A} → {C} (disk {d})"},
	{"text", "{A} → {C}: move disk {d}"},
	{"text", "{A} → {C}"},
	{"text", "move from {A} to {C}"},
	{"text", "{A} to {C}"},
	{"text", "Move disk {d} to {C}"},
	{"text", "Disk {d} → {C}"},
	{"text", "{A} - {C}"},
	{"pairs", `\boxed{{A} {C}}`},
	{"pairs", "[{A}, {C}]"},
	{"pairs", "[{A}{C}]"},
	{"pairs", "({A}, {C})"},
	{"pairs", "{A}{C}"},
	{"pairs", "{A} {C}"},
	{"triples", "[{d}, {0}, {2}]"},
	{"triples", "({d}, {A}, {C})"},
	{"triples", "[{n}, {d}, {0}, {2}]"},
	{"triples", "disk {d} | {A} | {C}"},
	{"triples", "{d} {0} {2}"},
	{"triples", "{d}{A}{C}"},
	{"jsonl", `{"disk": {d}, "from": "{A}", "to": "{C}"}`},
	{"jsonl", "disk={d} from={A} to={C}"},
	{"jsonl", "From: {A}, To: {C}, Disk: {d}"},
	{"csv", "{n},{d},{0},{2}"},
	{"csv", "{d},{0},{2}"},
	{"csv", "| {n} | {d} | {A} | {C} |"},
	{"pddl", "(move d{d} peg{1} peg{3})"},
	{"pddl", `move({d}, "{A}", "{C}")`},
	{"pddl", `move("{A}", "{C}")`},
}

// write writes a move in a form.
func (f Form) write(number, disk, from, to int) string {
	text := strings.NewReplacer(
		"{n}", strconv.Itoa(number), "{d}", strconv.Itoa(disk),
		"{A}", string(rune('A'+from)), "{C}", string(rune('A'+to)),
		"{0}", strconv.Itoa(from), "{2}", strconv.Itoa(to),
		"{1}", strconv.Itoa(from+1), "{3}", strconv.Itoa(to+1),
	).Replace(f.Example)
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

// Forms returns the ways to write moves that are sure to be read.
func Forms() (all []Form) {
	for _, f := range forms {
		all = append(all, Form{f.Notation, f.write(1, 1, 0, 2) + "\n" + f.write(2, 2, 0, 1)})
	}
	return all
}
