package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// pegNames are names that people give to pegs, and what to give as --pegs where that differs.
var pegNames = []string{
	"A,B,C", "a,b,c", "1,2,3", "0,1,2", "left,middle,right", "left,center,right", "Left,Centre,Right", "L,M,R", "S,A,D", "X,Y,Z",
	"P,Q,R", "Source,Aux,Dest", "source,auxiliary,target", "source,spare,destination", "Start,Spare,Goal", "origin,helper,target",
	"first,second,third", "1st,2nd,3rd=", "I,II,III", "i,ii,iii", "P1,P2,P3", "T1,T2,T3", "R1,R2,R3", "P0,P1,P2", "Rod A,Rod B,Rod C=A,B,C",
	"Tower 1,Tower 2,Tower 3=1,2,3", "Peg 0,Peg 1,Peg 2=0,1,2", "PegA,PegB,PegC", "peg_1,peg_2,peg_3", "#1,#2,#3=", "α,β,γ", "red,green,blue",
	"one,two,three", "uno,dos,tres", "start,middle,end", "north,center,south", "alpha,beta,gamma",
}

// namesTemplates are ways to write a move of disk {d} from {A} to {C}. The last is none of the forms.
var namesTemplates = []string{
	"Move disk {d} from {A} to {C}", "{n}. Move disk {d} from {A} to {C}.", "Disk {d}: {A} → {C}", "{A} -> {C}", "{n}. {A} → {C}",
	"Move the top disk from {A} to {C}", "move {d} from {A} to {C}", "[{d}, {A}, {C}]", "({A}, {C})", `move("{A}", "{C}")`,
	`{"disk": {d}, "from": "{A}", "to": "{C}"}`, "| {n} | {d} | {A} | {C} |", "From {A}, take disk {d} to {C}", "disk={d} from={A} to={C}",
}

// TestPegNames: a right answer is never blamed for the names of its pegs. Those that are not known are asked for, and --pegs
// reads them.
func TestPegNames(t *testing.T) {
	c := tally{T: t}
	moves := puzzle{3, "000", []string{"222"}}.solution()
	for _, set := range pegNames {
		set, given, differs := strings.Cut(set, "=")
		if !differs {
			given = set
		}
		names := strings.Split(set, ",")
		for i, template := range namesTemplates {
			text := ""
			if strings.HasPrefix(template, "|") {
				text = "| Move | Disk | From | To |\n|---|---|---|---|\n"
			}
			for k, m := range moves {
				text += strings.NewReplacer("{n}", fmt.Sprint(k+1), "{d}", fmt.Sprint(m.disk), "{A}", names[m.from], "{C}", names[m.to]).Replace(template) + "\n"
			}
			isForm := i < len(namesTemplates)-1
			r := c.right(answer.Problem{N: 3, To: "2"}, answer.Options{}, set, text)
			switch message := r.String(); {
			case r.Verdict == answer.Unparsed && r.Skipped > 0, r.Verdict == answer.Solved:
			case r.Verdict == answer.Ambiguous && len(r.Names) == 3 && strings.Contains(message, "--pegs NAME,NAME,NAME in the order of pegs 0, 1 and 2"):
			case r.Verdict == answer.Ambiguous && r.Names == nil && r.Hint != "" && strings.HasPrefix(set, "1st"):
			default:
				t.Errorf("%s: %s: %s\n%s", set, asJSON(r), message, text)
			}
			if given == "" {
				continue
			}
			if r := judge(t, answer.Problem{N: 3, To: "2", Pegs: given}, answer.Options{}, text); isForm && r.Verdict != answer.Solved {
				t.Errorf("with --pegs %s: %s\n%s", given, asJSON(r), text)
			}
			p := strings.Split(given, ",")
			wrong := strings.Join([]string{p[1], p[0], p[2]}, ",")
			c.twin(answer.Problem{N: 3, To: "2", Pegs: wrong}, answer.Options{}, wrong, text)
		}
	}
	c.atLeast(0.4)
}

// TestNames: what pegs and disks are called.
func TestNames(t *testing.T) {
	for _, test := range []struct {
		p    answer.Problem
		o    answer.Options
		text string
		want answer.Verdict
	}{
		{answer.Problem{N: 1, To: "2"}, answer.Options{}, "[[1, 1, 3]]", answer.Solved},
		{answer.Problem{N: 1, To: "2"}, answer.Options{}, "1 -> 3", answer.Solved},
		{answer.Problem{N: 1, To: "2"}, answer.Options{}, "0 -> 2", answer.Solved},
		{answer.Problem{N: 2, To: "1"}, answer.Options{}, "0 -> 3\n0 -> 1\n3 -> 1", answer.Ambiguous},
		{answer.Problem{N: 1, To: "1"}, answer.Options{}, "1 -> 2", answer.Ambiguous},
		{answer.Problem{N: 1, To: "2"}, answer.Options{}, "[[1, 1, 2]]", answer.Illegal}, // from 0 in triples
		{answer.Problem{N: 1, To: "2", From: "1"}, answer.Options{}, "disk,from,to\n1,1,2", answer.Solved},
		{answer.Problem{N: 1, To: "1", Pegs: "1,2,3"}, answer.Options{}, "1 -> 2", answer.Solved},
		{answer.Problem{N: 1, To: "2", Pegs: "1,2,3"}, answer.Options{}, "A -> C", answer.Illegal},
		{answer.Problem{N: 1, To: "2", Pegs: "red,green,blue"}, answer.Options{}, "move disk 1 from the red peg to Blue", answer.Solved},
		{answer.Problem{N: 1, To: "1", Pegs: "I,II,III"}, answer.Options{}, "I → II\nII → III\nIII → II", answer.Solved},
		{answer.Problem{N: 1, To: "2", Pegs: "peg1,peg2,peg3"}, answer.Options{}, "Move disk 1 from peg1 to peg3", answer.Solved},
		{answer.Problem{N: 1, To: "2", Pegs: "first,next,now"}, answer.Options{}, "Move disk 1 from first to now", answer.Solved},
		{answer.Problem{N: 2, To: "2"}, answer.Options{Disks: "small=0"}, "[[0,0,1],[1,0,2],[0,1,2]]", answer.Solved},
		{answer.Problem{N: 2, To: "2"}, answer.Options{Disks: "large=1"}, "[[2,0,1],[1,0,2],[2,1,2]]", answer.Solved},
		{answer.Problem{N: 2, To: "2"}, answer.Options{Disks: "large=0"}, "[[1,0,1],[0,0,2],[1,1,2]]", answer.Solved},
		{answer.Problem{N: 2, To: "2"}, answer.Options{}, "[[0,0,1],[1,0,2],[0,1,2]]", answer.Ambiguous},
		{answer.Problem{N: 2, To: "2"}, answer.Options{}, "[[2,0,1],[1,0,2],[2,1,2]]", answer.Ambiguous},
		{answer.Problem{N: 2, To: "2"}, answer.Options{}, "[[1,0,1],[0,0,2],[1,1,2]]", answer.Ambiguous},
		{answer.Problem{N: 2, To: "2"}, answer.Options{}, "1: A → B\n2: A → C\n1: B → C", answer.Ambiguous},
		{answer.Problem{N: 2, To: "2"}, answer.Options{}, "[1, A, B]\n[2, A, C]\n[3, B, C]", answer.Ambiguous},
		{answer.Problem{N: 2, To: "2"}, answer.Options{}, "move(1, B, 1)\nmove(2, C, 2)\nmove(1, C, 3)", answer.Ambiguous},
		{answer.Problem{N: 2, To: "2"}, answer.Options{Notation: "text"}, "A → B\nA → C\nB → C\n[[1,0,2],[1,2,1],[1,1,0]]", answer.Solved},
		{answer.Problem{N: 2, To: "2"}, answer.Options{}, "A → B\nA → C\nB → D", answer.Illegal}, // all others occur
		{answer.Problem{N: 2, To: "2"}, answer.Options{}, "A → B\nA → D", answer.Ambiguous},
		{answer.Problem{From: "10", To: "2"}, answer.Options{}, "source → target", answer.Ambiguous},
		{answer.Problem{From: "10", To: "2"}, answer.Options{}, "A → C\nB → C", answer.Illegal},
		{answer.Problem{From: "22", To: "1"}, answer.Options{}, "source → spare\nsource → target\nspare → target", answer.Solved},
	} {
		if r := judge(t, test.p, test.o, test.text); r.Verdict != test.want {
			t.Errorf("%+v %+v %q: want %s, have %s", test.p, test.o, test.text, test.want, asJSON(r))
		}
	}
}

// TestPattern: a regular expression reads what no form does, line by line.
func TestPattern(t *testing.T) {
	for _, test := range []struct {
		pattern, text string
		want          answer.Verdict
		line          int
	}{
		{`(?P<from>\w)!(?P<to>\w)#(?P<disk>\d)`, "so:\nA!B#1\nA!C#2\nB!C#1\n", answer.Solved, 0},
		{`(?P<from>\w)!(?P<to>\w)#(?P<disk>\d)`, "so: A!B#1 A!C#2 B!C#1\n", answer.Solved, 0},
		{`(?P<from>\w)!(?P<to>\w)`, "A!B\nA!B\nB!C\n", answer.Illegal, 2},
		{`(?P<disk>\d)!(?P<to>\w)`, "1!B\n2!C\n1!C\n", answer.Solved, 0},
		{`(?P<disk>\d)!(?P<to>\w)`, "1!B\n2!B\n1!C", answer.Illegal, 2},
		{`(?s)(?P<from>\w)!.(?P<to>\w)`, "A!\nB\nA!\nC\nB!\nC", answer.Unparsed, 0},
	} {
		r := judge(t, answer.Problem{N: 2, To: "2"}, answer.Options{Pattern: test.pattern}, test.text)
		if r.Verdict != test.want || test.line > 0 && r.Line != test.line || r.Verdict == answer.Solved && r.Notation != "pattern" {
			t.Errorf("%s, %q: want %s, have %s", test.pattern, test.text, test.want, asJSON(r))
		}
	}
}
