package answer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/pegs"
)

// pegNames are names that people give to pegs.
var pegNames = []string{
	"A,B,C", "a,b,c", "1,2,3", "0,1,2", "left,middle,right", "left,center,right", "Left,Centre,Right", "L,M,R", "S,A,D", "X,Y,Z",
	"P,Q,R", "Source,Aux,Dest", "source,auxiliary,target", "source,spare,destination", "Start,Spare,Goal", "origin,helper,target",
	"first,second,third", "1st,2nd,3rd", "I,II,III", "i,ii,iii", "P1,P2,P3", "T1,T2,T3", "R1,R2,R3", "P0,P1,P2", "Rod A,Rod B,Rod C",
	"Tower 1,Tower 2,Tower 3", "Peg 0,Peg 1,Peg 2", "PegA,PegB,PegC", "peg_1,peg_2,peg_3", "#1,#2,#3", "α,β,γ", "red,green,blue",
	"one,two,three", "uno,dos,tres", "start,middle,end", "north,center,south", "alpha,beta,gamma",
}

// templates are ways to write a move of disk {d} from {A} to {C}.
var templates = []string{
	"Move disk {d} from {A} to {C}", "{n}. Move disk {d} from {A} to {C}.", "Disk {d}: {A} → {C}", "{A} -> {C}", "{n}. {A} → {C}",
	"Move the top disk from {A} to {C}", "move {d} from {A} to {C}", "[{d}, {A}, {C}]", "({A}, {C})", `move("{A}", "{C}")`,
	`{"disk": {d}, "from": "{A}", "to": "{C}"}`, "| {n} | {d} | {A} | {C} |", "disk={d} from={A} to={C}", "From {A}, take disk {d} to {C}",
}

// fill writes the solution of 3 disks in a template.
func fill(template string, names []string) string {
	var text strings.Builder
	if strings.HasPrefix(template, "|") {
		text.WriteString("| Move | Disk | From | To |\n|---|---|---|---|\n")
	}
	for k, m := range solution(3, 0, 2) {
		text.WriteString(strings.NewReplacer("{n}", fmt.Sprint(k+1), "{d}", fmt.Sprint(m[0]), "{A}", names[m[1]], "{C}", names[m[2]]).Replace(template) + "\n")
	}
	return text.String()
}

// TestPegNames: a right answer is never blamed for the names of its pegs. Those that are not known
// are asked for, and --pegs gives them.
func TestPegNames(t *testing.T) {
	solved := 0
	for _, set := range pegNames {
		names := strings.Split(set, ",")
		for _, template := range templates {
			text := fill(template, names)
			r := judge(t, Problem{N: 3, To: "2"}, Options{}, text)
			switch {
			case r.Verdict == Solved:
				solved++
			case r.Verdict == Ambiguous && len(r.Names) > 1 && strings.Contains(r.String(), "--pegs "+strings.Join(r.Names, ",")):
			case r.Verdict == Unparsed && r.Skipped > 0:
			default:
				t.Errorf("%s: %v of\n%s", set, r, text)
			}
			words := strings.FieldsFunc(set, func(c rune) bool { return c == ' ' || c == ',' })
			given := strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "Rod" || w == "Tower" || w == "Peg" }), ",")
			if _, err := pegs.Parse(given); err != nil {
				continue
			}
			if r := judge(t, Problem{N: 3, To: "2", Pegs: given}, Options{}, text); r.Verdict != Solved {
				t.Errorf("with --pegs %s: %v of\n%s", given, r, text)
			}
		}
	}
	if all := len(pegNames) * len(templates); solved*10 < all*4 {
		t.Errorf("%d of %d are solved without the names", solved, all)
	} else {
		t.Logf("%d of %d are solved without the names", solved, all)
	}
}
