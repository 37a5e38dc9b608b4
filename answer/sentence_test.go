package answer

import (
	"strings"
	"testing"
)

func TestSentence(t *testing.T) {
	to2 := Terms{N: 3, To: new(uint8(2))}
	long := "[[1, # " + strings.Repeat("x", 200) + "\n0, 7]]"
	for _, c := range []struct {
		text    string
		options Options
		want    string
	}{
		{"none", Options{}, "Unparsed: no list of moves was found in it."},
		{"none", Options{Truncated: true}, "Cut off: it ends before any list of moves."},
		{"[[1,0,2]] [[1,0,2]]", Options{Pick: Only}, "Ambiguous: it has 2 lists of moves, where only one was asked for."},
		{"1 2", Options{}, "Ambiguous: its 1 move name pegs that may be 0 to 2 as well as 1 to 3."},
		{"[]", Options{}, "Unfinished: it has no moves, and the disks stand at 000, 7 moves from the goal."},
		{"[[1,0,2]]", Options{}, "Unfinished: its only move is legal and leaves the disks at 002, 6 moves from the goal."},
		{"[[1,0,2],[2,0,1]", Options{}, "Cut off: its 2 moves are legal and leave the disks at 012, 5 moves from the goal."},
		{"[[1,0,2],[2,0,1],[1,2,1],[3,0,2],[1,1,0],[2,1,2],[1,0,2],[1,2,0]]", Options{},
			"Unfinished: its 8 moves are legal and leave the disks at 220, 1 move from the goal, which stood after 7 moves."},
		{"[[1,0,1],[1,1,2],[2,0,1],[1,2,1],[3,0,2],[1,1,0],[2,1,2],[1,0,2]]", Options{}, "Solved: the goal stands after 8 moves, 1 more than the fewest possible."},
		{"[[4,0,2]]", Options{}, "Illegal: move 1, \"[4,0,2]\" (line 1, byte 1): there is no such disk. The disks stand at 000, 7 moves from the goal."},
		{"A D", Options{}, "Illegal: move 1, \"A D\" (line 1, byte 0): there is no such peg. The disks stand at 000, 7 moves from the goal."},
		{"A A", Options{}, "Illegal: move 1, \"A A\" (line 1, byte 0): it does not leave its peg. The disks stand at 000, 7 moves from the goal."},
		{"B A", Options{}, "Illegal: move 1, \"B A\" (line 1, byte 0): the peg that it leaves is empty. The disks stand at 000, 7 moves from the goal."},
		{"A B\nA B", Options{}, "Illegal: move 2, \"A B\" (line 2, byte 4): it would lie on disk 1, which is smaller. After 1 legal move the disks stand at 001, 7 moves from the goal."},
		{"A B\nA B", Options{Convention: Large1}, "Illegal: move 2, \"A B\" (line 2, byte 4): it would lie on disk 3, which is smaller. After 1 legal move the disks stand at 001, 7 moves from the goal."},
		{"[[1,0,1],[2,0,2],[3,0,2]]", Options{}, "Illegal: move 3, \"[3,0,2]\" (line 1, byte 17): it would lie on disk 2, which is smaller. After 2 legal moves the disks stand at 021, 7 moves from the goal."},
		{"[[2,0,1]]", Options{}, "Illegal: move 1, \"[2,0,1]\" (line 1, byte 1): disk 1 lies on it. The disks stand at 000, 7 moves from the goal."},
		{"[[1,0,1]]", Options{Convention: Large0}, "Illegal: move 1, \"[1,0,1]\" (line 1, byte 1): disk 2 lies on it. The disks stand at 000, 7 moves from the goal."},
		{"[[1,0,1],[2,1,2]]", Options{}, "Illegal: move 2, \"[2,1,2]\" (line 1, byte 9): the disk is on another peg. After 1 legal move the disks stand at 001, 7 moves from the goal."},
		{"(move d1 peg1 peg3)", Options{}, "Illegal: move 1, \"(move d1 peg1 peg3)\" (line 1, byte 0): the disk does not lie there, or where it goes is not free. The disks stand at 000, 7 moves from the goal."},
		{`[["1","0","0"]]`, Options{}, "Illegal: move 1, `[\"1\",\"0\",\"0\"]` (line 1, byte 1): it does not leave its peg. The disks stand at 000, 7 moves from the goal."},
		{"\x00\x01", Options{Notation: Packed}, "Illegal: move 2, \"0x01\" (byte 1): the peg that it leaves is empty. After 1 legal move the disks stand at 002, 6 moves from the goal."},
		{long, Options{}, "Illegal: move 1, \"[1, # " + strings.Repeat("x", 94) + "…\" (line 1, byte 1): there is no such peg. The disks stand at 000, 7 moves from the goal."},
	} {
		var j Judge
		r, err := j.Answer(problem(t, to2), c.options, []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Sentence(); got != c.want {
			t.Errorf("%q with %+v:\n%s, want\n%s", c.text, c.options, got, c.want)
		}
	}
	for n, want := range map[int]string{100: strings.Repeat("x", 100), 101: strings.Repeat("x", 100) + "…"} {
		if got := quoted([]byte(strings.Repeat("x", n))); got != `"`+want+`"` {
			t.Errorf("%d bytes are quoted as %s", n, got)
		}
	}
	var j Judge
	r, err := j.List(problem(t, to2), Options{}, []byte("[[1,0,2],[2,0,2]]"))
	if want := "(index 1): it would lie on disk 1, which is smaller."; err != nil || !strings.Contains(r.Sentence(), want) {
		t.Errorf("%s, %v, want %s", r.Sentence(), err, want)
	}
}
