package batch

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// TestSkipList: lists of lists of numbers are skipped to their end, and nothing
// else is.
func TestSkipList(t *testing.T) {
	for _, list := range []string{
		"[[1,0,2]]", "[[1,0,2],[2,0,1],[13,1,2]]", "[[1, 0, 2], [2, 0, 1]]", "[[1,0,2], [2,0,1],\t[3,0,2]]", " [ [ 1 , 0 ] ] ",
		"[[0]]", "[[9,0,1]]", "[\n[1,0,2],\n[2,0,1]\n]", "[[10,0,123456789012345678901234567890]]", "[[1,0,2],[2,0,1],[1,2,1],[3,0,2],[1,1,0],[2,1,2],[1,0,2]]",
	} {
		trimmed := strings.TrimSpace(list)
		for _, behind := range []string{"", ",", "}", "]", " x", "[[1,0,2]]"} {
			at := strings.Index(list, "[")
			if end, ok := skipList([]byte(list+behind), at); !ok || end != at+len(trimmed) {
				t.Errorf("%q behind %q: %d, %v", behind, list, end, ok)
			}
		}
		for cut := range trimmed {
			if end, ok := skipList([]byte(trimmed[:cut]), 0); ok {
				t.Errorf("%q: ends at %d", trimmed[:cut], end)
			}
		}
	}
	for _, other := range []string{
		"[]", "[[]]", "[[1,0,2],[]]", "[[1,0,2],]", "[[1,0,2,]]", "[[1,,2]]", "[[01,0,2]]", "[[00]]", "[[-1]]", "[[1.5]]", "[[1e3]]", "[[1 0]]",
		"[1,0,2]", "[[[1]]]", `[["A","C"]]`, "[[1,0,2] [2,0,1]]", "[[1,0,2],2]", "[[1,0,2],[null]]", "[[1,0,2}]", "[[1,0,2];[1,0,2]]", "[[1,0,:],[1,0,2]]",
	} {
		if end, ok := skipList([]byte(other), 0); ok {
			t.Errorf("%q: ends at %d", other, end)
		}
	}
	// Whatever it skips, the standard library takes for a list of lists of numbers.
	r := rand.New(rand.NewPCG(3, 4))
	skipped := 0
	for range 200_000 {
		b := []byte("[[1,0,2], [13,0,1],[2,1,0]]")
		for range r.IntN(4) {
			i := r.IntN(len(b))
			switch c := "[],0123 \t-.e"[r.IntN(12)]; r.IntN(3) {
			case 0:
				b[i] = c
			case 1:
				b = append(b[:i], b[i+1:]...)
			case 2:
				b = append(b[:i], append([]byte{c}, b[i:]...)...)
			}
		}
		if end, ok := skipList(b, 0); ok {
			skipped++
			var list [][]json.Number
			if err := json.Unmarshal(b[:end], &list); err != nil {
				t.Fatalf("%s: %v", b[:end], err)
			}
		}
	}
	if skipped < 50_000 {
		t.Errorf("%d lists of 200,000 were skipped", skipped)
	}
}

// TestIsShort: eight bytes, with a digit where "[1,0,2]," has one.
func TestIsShort(t *testing.T) {
	const short = "[1,0,2],"
	for i := range short {
		for c := range 256 {
			b := []byte(short)
			b[i] = byte(c)
			digit := '0' <= c && c <= '9'
			want := b[i] == short[i] || digit && isDigit(short[i])
			if isShort(b, 0) != want || isShort(append([]byte("]]"), b...), 2) != want {
				t.Errorf("%q: want %v", b, want)
			}
		}
		if isShort([]byte(short[:i]), 0) {
			t.Errorf("%q is long enough", short[:i])
		}
	}
}

// TestValueOf: a name has to be a slice of the object, whatever the capacities are.
func TestValueOf(t *testing.T) {
	for c := range 10 {
		if i, ok := valueOf(make([]byte, 5, 8), make([]byte, 1, 1+c)); ok {
			t.Errorf("capacity %d: at %d", 1+c, i)
		}
	}
}

// TestJump: where a list is, and what follows it, does not matter to the result.
func TestJump(t *testing.T) {
	const solved = `[[1,0,1],[2,0,2],[1,1,2]]`
	want, _, err := NewLine(Defaults{}).Append(nil, []byte(`{"id":7,"n":2,"answer":"`+solved+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`{"answer":` + solved + `,"id":7,"n":2}`,
		`{"answer" : ` + solved + ` , "id" : 7, "n" : 2 } `,
		`{"id":7,"answer":` + solved + `,"n":2}`,
		`{"id":7,"n":2,"answer":` + solved + `}`,
		`{"id":7,"n":2,"answer":` + solved + ` }`,
		`{"\u0061nswer":` + solved + `,"id":7,"n":2}`,
		// An answer within a field, or a name that ends like one, is none.
		`{"id":7,"n":2,"answer":` + solved + `,"x":{"answer":[[1,0,2]]}}`,
		`{"x":{"answer":[[1,0,2]]},"id":7,"n":2,"answer":` + solved + `}`,
		`{"id":7,"n":2,"x\"answer":[[1,0,2]],"answer":` + solved + `,"prompt":"\"answer\":[[1,0,2]]"}`,
		// Of several answers, the last counts.
		`{"answer":[[1,0,2]],"id":7,"n":2,"answer":` + solved + `}`,
		`{"answer":[[1,0,2]],"id":7,"answer":[[2,0,1]],"n":2,"answer":` + solved + `}`,
		`{"answer":"no","id":7,"n":2,"answer":` + solved + `}`,
		`{"answer":[],"id":7,"n":2,"answer":` + solved + `}`,
	} {
		got, _, err := NewLine(Defaults{}).Append(nil, []byte(line))
		// Prose has a line and an offset in place of an index, and this has neither.
		if string(got) != string(want) || err != nil {
			t.Errorf("%s\n gives %s, %v\n  want %s", line, got, err, want)
		}
	}
	for _, line := range []string{
		`{"id":7,"n":2,"answer":` + solved + `,}`, `{"id":7,"n":2,"answer":` + solved + `,,"x":1}`, `{"id":7,"n":2,"answer":` + solved + `]`,
		`{"id":7,"n":2,"answer":` + solved, `{"id":7,"n":2,"answer":` + solved + `,`, `{"id":7,"n":2,"answer":` + solved + `,"x"`,
		`{"id":7,"n":2,"answer":` + solved + `}}`, `{"id":7,"n":2,"answer":` + solved + `} x`, `{"id":7,"n":2,"answer":` + solved + `;"x":1}`,
		`{"id":7,"n":2,"answer":` + solved + `{"x":1}`, `{"id":7,"n":2,"answer":` + solved + ` "x":1}`,
	} {
		got, _, err := NewLine(Defaults{}).Append(nil, []byte(line))
		if err == nil || !strings.HasPrefix(string(got), `{"id":7,"error":"no such task: no JSON: `) {
			t.Errorf("%s\n gives %s", line, got)
		}
	}
}

// TestJumped: the decoder goes on behind a list that is known, wherever blanks are.
func TestJumped(t *testing.T) {
	for line, want := range map[string]bool{
		`{"answer":[[1,0,2]],"n":1}`:                 true,
		"{ \"answer\" : [[1,0,2]] , \"n\" : 1 }":     true,
		"{\"n\":1,\"answer\"\t:\r[ [1, 0, 2] ]\t}":   true,
		"{\"n\":1,\"answer\"\n:\n[\n[1,0,2]\n]\n}":   true,
		`{"n":1,"answer":[["1",0,2]]}`:               false,
		`{"n":1,"\u0061nswer":[[1,0,2]]}`:            false,
		`{"n":1,"answer":"move disk 1 from 0 to 2"}`: false,
	} {
		l := NewLine(Defaults{})
		if _, v, err := l.Append(nil, []byte(line)); v != answer.Solved || err != nil || l.jumped != want {
			t.Errorf("%q: %v, %v, jumped is %v; want %v", line, v, err, l.jumped, want)
		}
	}
}
