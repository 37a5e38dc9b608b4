package answer

import (
	"fmt"
	"strings"
	"testing"
)

// TestDisks: a disk or a number that is named is used, or the clause is not understood: the top disk never moves
// in its place.
func TestDisks(t *testing.T) {
	for _, text := range []string{
		"Move disk 9 (size 9) from A to C", "Move disk 9, the small one, from A to C", "Disk 9 (green): A → C", "A → C (9)", "A → C with disk 9",
		"9 A → C", "Move disk 9.5 from A to C", `{"disk":-9,"from":"A","to":"C"}`, `{"size":9,"from":"A","to":"C"}`,
		`$\text{Disk }9: peg A \rightarrow peg C$`, "Move disk 4294967297 from A to C", "A → C [9]", "A → C: 9", "[9, 0, 2]", "(9, A, C)",
		`move(9, "A", "C")`, "Disk 9, move from A to C", "A → C, disk 9", "Disk #9: A → C", "From A to C: disk 9", "disk,from,to\n[[9,0,2]]",
		"disk,from,to\n9,0,2", "| Disk | From | To |\n|---|---|---|\n| 9 | A | C |", "| Move | Disk | Action |\n|---|---|---|\n| 1 | 9 | A → C |",
		"| 1 | A → C | disk 9 |", "A → C  # disk 9", "(A, C)  // disk 9", "Move disks 1 and 2 from A to C", "Move 1 disk from A to C", "disk nine: A → C",
		"disk X: A → C", "Disk 1: A → C is illegal", "A → C would be illegal", "A → C in one step is impossible", "After: [[1, 0, 2]]", "Move disk -1 from A to C", "Move disk 1 disk 9 from A to C",
		`{"from":"A","to":"C","disk":9}`, "9AC", "[9AC]", "A → C / disk 9", "A → C using disk 9", "Move the 9th disk from A to C",
		"disk=9 from=A to=C", "A to C (9)", "Move disk 128 from A to C", "Move disk 257 from A to C", "[257, 0, 2]", "[1, 256, 258]", "[1, 0, 258]",
		"A → C (size 9)", "A → C, moving disk 9", "A → C: the disk of size 9", "A → C (2 disks)", "A → C, the top two disks", "Disk 1: A → C and disk 9 too",
		"Move disk 1 from A to C together with disk 9", "A → C, disk 1 - disk 9", "A → C: disk 1 + disk 9", "Disk 1: A → C, disk 9", "Move disk 1 onto C (size 9)", "disk: 1e2, from: A, to: C",
		`{"disk": 1, "source": "1e3", "target": "C"}`, "the disk labeled 9 moves from A to C", "Slide disks 1-2 from A to C", "(disk 9) We now move disk 1 from A to C",
		"Move the red disk from A to C", "We can’t move disk 1 from A to C", "Move disk 1 from A to C, plus disk 2", "Move disk 1 from A to C, or B", "Move disk 1 from A to C B",
		"A → C (or B)", "Move disk 1 from A to C: no", "A → C (disk 1) is not legal", "Move disk 1 from A to C or B", "Move disk 1 from A to C (B)", "Move disk 1 from A to C to peg B", "~~Move disk 1 from A to C~~", "<del>A → C</del>",
		"Move disk ½ from A to C", "Move disk <number> from A to C", "Move disk ?? from A to C", "Disk Q moves from A to C", "Move disk 1+8 from A to C", "Disk −1: A → C",
		"Move disk 1 from A to C? No.", "Move disk 1 from A to C, but that is not allowed", "(illegal) Move disk 1 from A to C", "Move either disk 1 or 9 from A to C",
		"Take disk 1 from A or B and put it on C", "Move disk 1 from A to C/B", "A → C: disk 1 and 9", "disk=1 from=A to=C, disk 9", "disk=NaN from=A to=C",
		`{"disk":1,"from":"A","to":"C","valid":false}`, `{"disk":1,"from":"A","to":"C"} is not allowed`, `!move(1, "A", "C")`, `# move(1, "A", "C")`, `// move(disk=1, from="A", to="C")`, `{"disk":1,"from":"A","to":"C","to":"B"}`,
		"[<!-- (1, A, C) -->]", "Move Q from A to C", "A → C: move disk 1 together with disk 9", "Disks 1-9: A → C",
		"Without moving disk 1 from A to C, we go on", "A → C: wrong!", "Disk 9, not disk 1, goes from A to C", "Disk no. 9: A → C",
		"Move disk # from A to C", "Disk ___: A → C", "? A → C", "Disk 1-2: A → C", "A → C, disk 1, i.e. disk 9", "A → C : disk 9 as required", "A → C (disk 9 to free disk 1)",
		"A to C: move disk 1 cannot be done", "A → C: all disks except 9", "Move disk 1 from any peg to C", "foo A → C", "[Disk 9 (1)] A → C", "disk!=1 from=A to=C", "Move disk 1,000 from A to C",
		"From: A | To: C | Disk: not 1", `{"from":"A","to":"C","count":9}`, `{"disk":"","from":"A","to":"C"}`, `{"disk":"?","from":"A","to":"C"}`, "A → C twice",
		"Move disk 1 from A to C=B", "A → C (1 or 9)", "Removed: disk 1 from A to C", "\\sout{Move disk 1 from A to C}", "Move disk … from A to C", "A → C (all disks)", "A → C (two disks at once)",
		"From ___, move disk 1 to C", "From not A, move disk 1 to C", "(invalid) <br>Move disk 1 from A to C", "d? A → C", "Disk 2/1: A → C", "Disk 1: - → C", "½ A → C", "Move disk id 9 from A to C", "Move the first red disk from A to C",
	} {
		if r := judge(t, Problem{N: 1, To: "2"}, Options{}, text); r.Verdict == Solved {
			t.Errorf("%q: %v", text, r)
		}
	}
}

// TestAnswers: what stands around the moves, how lines end, and which list counts.
func TestAnswers(t *testing.T) {
	manyNames := ""
	for i := range 300 {
		manyNames += fmt.Sprintf("p%d → q\n", i)
	}
	manyNames += "So:\n\n"
	const solve = "A → B\nA → C\nB → C"
	for _, test := range []struct {
		text    string
		want    Verdict
		skipped int
	}{
		{"> A → B\n> A → C\n> B → C", Solved, 0},
		{"A → B\rA → C\rB → C", Solved, 0},
		{"A → B\u2028A → C\u2028B → C", Solved, 0},
		{"[[1.0, 0, 1], [2.0, 0, 2], [1, 1.0, 2]]", Solved, 0},
		{"[[1.5, 0, 1], [2, 0, 2], [1, 1, 2]]", Illegal, 1},
		{"A B, A C, B C", Solved, 0},
		{"A → B\nB → A\nA → B\nA → C\nB → C\n\nIn short: A→B, B→A, A→B, A→C, B→C", Solved, 0},
		{"Move 1\nA → B\n\nMove 2\nB → A\n\nMove 3\nA → B\n\nMove 4\nA → C\n\nMove 5\nB → C", Solved, 0},
		{"Player moves disk 1 from A to C\nThis is wrong.\nPlayer moves disk 1 from A to B\nPlayer moves disk 2 from A to C\nPlayer moves disk 1 from B to C", Solved, 0},
		{"Step 1\nA → B\nA → C\nStep 2\nB → C", Solved, 0},
		{"A → B\nAfter: [[2, 3]], [1]\nA → C\nB → C", Solved, 0},
		{"Since both disks are on A, move disk 1 from A to B\nA → C, now that every disk is free\nDisk 1 → C (all done, no more)", Solved, 0},
		{"Disk 1 → B to avoid blocking C\nDisk 2 → C, which could not be done before\nDisk 1 → C", Solved, 0},
		{`{"to":"B","from":"A"} {"to":"C","from":"A"} {"to":"C","from":"B","done":false}`, Solved, 0},
		{`{"left":6,"disk":1,"from":"A","to":"B","note":"Move disk 2 from B to A"}
{"note":"not disk 9","disk":2,"from_peg":"A","to_peg":"C","done":false} {"disk":1,"from":"B","to":"C"}`, Solved, 0},
		{"moves.append((1, \"A\", \"B\"))\nmoves.append((2, \"A\", \"C\"))\nmoves.append((1, \"B\", \"C\"))", Solved, 0},
		{"1. Move disk 1 from source A to target B\n1. Move disk 2 from A to C\n1. Move disk 1 from B to C", Solved, 0},
		{"3 A → B\n4 A → C\n5 B → C", Ambiguous, 0},
		{"disk 1: A → B\ndisk 2: A → C\ndisk 1: B → C\n\nFinally, move disk 1 from C to A", Solved, 1},
		{"| Disk to move | Take from | Put on |\n|---|---|---|\n| 1 | A | B (1 move) |\n| 2 | A | C |\n| 1 | B | C |", Solved, 0},
		{"A → B. No illegal move!\nA → C. This is illegal.\nB → C", Solved, 1},
		{`{"1": {"disk": 1, "from": "A", "to": "B"}, "2": {"disk": 2, "from": "A", "to": "C"}, "3": {"disk": 1, "from": "B", "to": "C"}}`, Solved, 0},
		{"Move the second largest disk from A to B\nMove disk 2 out of A and onto C\nMove disk 1 from B to C", Illegal, 1},
		{"disk=1 from=A to=B and disk=2 from=A to=C (legal)\ndisk=1 from=B to=C # smallest", Solved, 0},
		{"∙ A → B\n∙ A → C\n1ST: MOVE DISK 1 FROM B TO C", Solved, 0},
		{"Move 1, A to B\nMove 1, A to C\nMove 1, B to C", Illegal, 0},
		{"A → B so that we do not block C\nA → C because disk 1 cannot move\nB → C to finish, not more", Solved, 0},
		{"#1 A → B\n#2 A → C\n#3 B → C", Solved, 0},
		{"Disk 1 to B\nDisk 2 to C (A is empty)\nDisk 1 to C", Unfinished, 1},
		{"A → B for now\nA: 2 | B: 1 | C: empty\nA → C\nA: empty | B: 1 | C: 2\nB → C", Solved, 0},
		{"| Disk | From | To | State |\n|---|---|---|---|\n| 1 | A | B | [[2],[1],[]] |\n| 2 | A | C | [[],[1],[2]] |\n| 1 | B | C | [[],[],[2,1]] |", Solved, 0},
		{"| Disk | From | To | Note |\n|---|---|---|---|\n| 1 | A | B | |\n| 2 | A | C | |\n| 1 | B | C | not allowed |", Unfinished, 1},
		{"[[1,0,1], # " + strings.Repeat("x", 254) + ", more\n[2,0,2], [1,1,2]]", Solved, 1},
		{manyNames + "A → B\nA → C\nB → C", Ambiguous, 0},
		{"#1 -> #2\n#1 -> #3\n#2 -> #3", Solved, 0},
		{"Solution: A→B, A→C, B→C", Solved, 0},
		{"Solution: A→B, A→C, B→C, which is the shortest one", Solved, 0},
		{"1. Move disk 1 from A to B\n2. Move disk 2 from A to C\n3. Move disk 1 from B to C to complete the puzzle.", Solved, 0},
		{"1. Move disk 1 from A to B\n2. Move disks 1 and 2 from A to C\n3. Move disk 1 from B to C", Unfinished, 1},
		{"Move disk 1 from the first peg to the second peg\nMove disk 2 from the first peg to the third peg\nMove disk 1 from the second peg to the third peg", Solved, 0},
		{"First attempt:\n" + solve[:8] + "\n\nSecond attempt, part 1:\nA → B\n\npart 2:\nA → C\nB → C", Solved, 0},
		{"S->A / S->D / A->D", Ambiguous, 0},
		{"Move disk 1 to B\nMove disk 2 to C\nMove disk 1 to C", Solved, 0},
		{"Move the middle disk from A to C", Ambiguous, 0},
		{"A → B\nA → C\n…", Truncated, 0},
		{"A → B\nA → C …", Truncated, 0},
		{"moves = []", Unfinished, 0},
		{"moves = [[1, 0, 1], // it's first\n [2, 0, 2], # then\n [1, 1, 2]]", Solved, 0},
		{"<think>\n<think>\n" + solve, Unparsed, 0},
		{"<think>A → B</think>\nno", Unparsed, 0},
		{"<think>" + solve + "</think>\n \n", Solved, 0},
		{"<answer>no</answer>\n<answer>" + solve + "</answer>", Solved, 0},
		{"<answer>" + solve + "</answer>\n<answer>7</answer>", Solved, 0},
		{`{"moves": [{"disk": 1, "from": "A", "to": "B", "why": "Move disk 2 to C"}, {"disk": 2, "from": "A", "to": "C"}, {"disk": 1, "from": "B", "to": "C"}]}`, Solved, 0},
		{"1: A → B\n2: A → C\n1: B → C", Ambiguous, 0},
		{"Move the smallest disk 1 from A to B\nMove the largest disk 2 from the full peg A to the empty peg C\nMove disk 1 from B to C", Solved, 0},
		{"The top disk of 0 goes to 1\nThe top disk of 0 goes to 2\nThe top disk of 1 goes to 2", Solved, 0},
		{"Transport disk 1 from A to B\nTransport disk 2 from A to C\nTransport disk 1 from B to C\nTransport disk 1 from C to A", Unfinished, 0},
		{"1. Move disk 1 from A to B\n2. After that, move disk 2 from A to C\n3. Next, move disk 1 from B to C", Solved, 0},
		{"Take disk 1 from A and put it on B.\nTake disk 2 off A and move it to C.\nPut disk 1 from B on C (now B has one disk less).", Solved, 0},
		{"#\tFrom\tTo\tComment\n1\tA\tB\t\n2\tA\tC\tas planned\n3\tB\tC", Solved, 0},
		{"1. disk 1 of 2: A → B\n#2 move disk 2 from pegA to pegC\n3. Disk with number 1: B → C", Solved, 0},
		{"Disk 1 → B as planned\nPeg A: [2]\nPeg B: [1]\nDisk 2 → C\nDisk 1 → C", Solved, 0},
		{solve + "\n\nOnce more:\nA → B\nA → C (disks 1 and 2)\nB → C", Unfinished, 1},
		{"From, To, Move\nA, B\nA, C\nB, C\n", Solved, 0},
		{"from, to\n[ \"foo, C\" ]\n", Unparsed, 1},
		{"[" + strings.Repeat(">", 5000) + "(1, A, C)]", Unparsed, 0},
		{"Move the smallest disk from A to B (step 1)\nMove the smallest disk from B to A (step 2)", Unfinished, 0},
		{"A → B (disk 1 is now free)\nA → C so that disk 1 can move\nB → C, leaving disk 9", Solved, 0},
		{"1. Move disk 1 from A to B\n2. Since C is free, move disk 2 from A to C\n3. Move disk 1 from B to C\n", Solved, 0},
		{"1 A → B, 9 A → C\n1 B → C\n", Illegal, 0},
		{"A → B or disk 2 from A to C\nA → C\nB → C", Illegal, 1},
		{"Let us go from chaos to clarity.\n\n1. Move disk 1 from A to B\n2. Move disk 2 from A to C\n3. Move disk 1 from B to C", Solved, 0},
		{"A → B\n\n3.\n[[1, 0, 1]]\nA → B\nA → C\nB → C\n", Solved, 0},
		{solve + "\n\nTo recap, done:\n\nMove disk 2 from A to C.\nMove disk 1 from A or B to C.\nMove disk 1 from A or B to C.\nMove disk 1 from A or B to C.", Solved, 0},
		{"p → q → r", Unparsed, 1},
		{"。Done\n" + solve, Solved, 0},
		{"| From | To | Why |\n|---|---|---|\n| A | B | frees disk 2 |\n| A | C | |\n| B | C | |", Illegal, 1},
		{"disk,from,to\n1,A,B\n2,A,C\n1,B,C\n\nFinal: A: [], B: [], C: [2, 1]", Solved, 1},
		{"(move d1 VI III)\n(move d1 III V)", Ambiguous, 0}, // V is no half of VI
		{"Disk 1: A → B\nDiskzero: A → C\nDisk 1: B → C", Unfinished, 1},
		{"2: A → B\n3: A → C\n4: B → C", Ambiguous, 0},
		{"Step 1: A → B\nStep 2:\nA → C\nStep 3: B → C", Solved, 0},
		{"| From | To |\n|---|---|\n| A | B |\n| half | - |\n| A | C |\n| B | C |", Solved, 0},
		{"Move 1: (1, 1, A, B)\nMove 2: (2, 2, A, C)\nMove 3: (2, 1, B, C)", Unfinished, 1},
		{"[1, 0, 2] source → target\nsource → auxiliary\nauxiliary → targ", Ambiguous, 0},
		{"Move disk 1 from A to B\nDisk 2 leaves A, arrives at C.\nMove disk 1 from B to C", Unfinished, 1},
		{strings.Repeat(`{"disk": 1, "from": "A", "to": "B"}, {"disk": 1, "from": "B", "to": "A"}, `, 2000), Unfinished, 0},
	} {
		r := judge(t, Problem{N: 2, To: "2"}, Options{}, test.text)
		if r.Verdict != test.want || r.Skipped != test.skipped || strings.HasPrefix(test.text, "{\"disk") && r.Moves != 4000 {
			t.Errorf("%q: %+v", test.text, r)
		}
	}
}

// TestLayouts: right moves in each form are solved or asked about whatever stands around them, and wrong ones are
// not solved.
func TestLayouts(t *testing.T) {
	intros := []string{"", "Here is the solution:\n\n", "The goal is to move all disks from A to C.\n\n", "<think>Move disk 1 from A to B. Hmm.</think>\n",
		"To solve this we need 7 moves.\n\n## Moves\n\n", "Plan: move 2 disks from A to B, then the largest.\n\n", "Initially: A: [3,2,1], B: [], C: []\n\n", "```\n"}
	labels := []string{"", "{n}. ", "{n}) ", "Step {n}: ", "Move {n}: ", "**Step {n}:** ", "- ", "{n}: ", "({n}) ", "### Step {n}: ", "Step {n} - ", "{n}\ufe0f\u20e3 "}
	between := []string{"", "", "\n", "   State: A: [3, 2], B: [], C: [1]\n", "This is legal.\n", "A: 3 2 | B: | C: 1\n", "[[3,2],[],[1]]\n", "Reason: no other move is legal.\n"}
	outros := []string{"", "\nDone.", "\n```\nThat is the shortest solution.", "\n\nThe largest disk moves only once.", "\n\nNote: 2^3 - 1 = 7."}
	asked, n := 0, 6000
	if testing.Short() {
		n = 600
	}
	for i := range n {
		form := templates[i%len(templates)]
		label := labels[i/7%len(labels)]
		if strings.HasPrefix(form, "|") || strings.HasPrefix(form, "{n}") {
			label = ""
		}
		moves := solution(2+i/3%2, 0, 2)
		wrong := i%4 == 3
		if wrong {
			moves[i/5%len(moves)][2] = moves[(i/5+1)%len(moves)][1]
		}
		s := newSlow(3, strings.Repeat("0", 2+i/3%2))
		right := true
		text := intros[i/11%len(intros)]
		if strings.HasPrefix(form, "|") {
			text += "| Move | Disk | From | To |\n|---|---|---|---|\n"
		}
		for k, m := range moves {
			disk := m[0]
			if !strings.Contains(form, "{d}") {
				disk = max(s.top(m[1]), 1)
			}
			right = right && s.play(2+i/3%2, disk, m[1], m[2]) == ""
			if k > 0 && !strings.HasPrefix(form, "|") {
				text += between[i/13%len(between)]
			}
			text += strings.NewReplacer("{n}", fmt.Sprint(k+1), "{d}", fmt.Sprint(m[0]), "{A}", "ABC"[m[1]:m[1]+1], "{C}", "ABC"[m[2]:m[2]+1]).Replace(label+form) + "\n"
		}
		text += outros[i/17%len(outros)]
		right = right && strings.Trim(s.String(), "2") == ""
		r := judge(t, Problem{N: 2 + i/3%2, To: "2"}, Options{}, text)
		switch {
		case (r.Verdict == Solved) == right:
		case !right:
			t.Errorf("wrong, and %v\n%s", r, text)
		case r.Verdict == Ambiguous || r.Verdict == Unparsed || r.Skipped > 0:
			asked++
		default:
			t.Errorf("right, and %v\n%s", r, text)
		}
	}
	if asked*20 > n {
		t.Errorf("%d of %d right answers are not read", asked, n)
	}
}

// TestParts: a long line is read in pieces, and no move is lost in silence where they meet.
func TestParts(t *testing.T) {
	moves := "Move disk 1 from A to B. Move disk 2 from A to C. Move disk 1 from B to C."
	for i := range len(moves) {
		text := strings.Repeat("x", mostLine-2-i) + ". " + moves + "\n"
		if r := judge(t, Problem{N: 2, To: "2"}, Options{}, text); r.Verdict != Solved && r.Skipped == 0 {
			t.Errorf("%d bytes of it in the first piece: %v, %d skipped", i, r.Verdict, r.Skipped)
		}
	}
}
