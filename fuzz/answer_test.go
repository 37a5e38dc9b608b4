package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"testing"
	"unicode/utf8"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/must"
)

// judging makes a problem and options from any bits.
func judging(bits uint16) (p answer.Problem, o answer.Options) {
	p.N = 1 + int(bits%6)
	p.To = []string{"", "1", "2"}[bits>>3%3]
	p.Pegs = []string{"", "", "1,2,3", "C,B,A", "A,B,C,D", "0,1,2,3,4,red"}[bits>>5%6]
	notations := append(answer.Choices("notation"), "")
	o.Notation = notations[int(bits>>8)%len(notations)]
	o.Disks = []string{"", "small=0", "large=1", "large=0"}[bits>>13&3]
	o.Truncated = bits>>15 != 0
	return p, o
}

var lineEnds = regexp.MustCompile("\r\n|\n|\r|\u2028|<br>|<br ?/>")

// FuzzAnswer judges any text. The fields of the result agree with each other and with the text. A Judge that was used before gives
// the same result, and so does a batch line that contains the text as a string. As a batch line, the text gives one line of JSON.
func FuzzAnswer(f *testing.F) {
	for i, text := range []string{
		"Then, move disk 1 from A to C. Disk 2: A → B", "From A, take disk 1 to C; 1. peg 1 to peg 3 (disk 1)", "I choose [A C] and \\boxed{A B}",
		"move(1, A, C)\n0.1: (move d1 d2 peg3) [1]", "1,0,2\n1 0 2\nA C => [2] [] [1]", "A → C\n...\n<answer>A → C",
		"moves = [[1, 0, 2], [2, 0, 1], # then\n [1, 2, 1], [3, 0, 2]", `[{"disk":1,"from":0,"to":2},{"move":2,"disk":2,`,
		"3\nA C\na, b\n\\boxed{C \\to B}\n1→3", "[[1,0,2], ...]", "[]", "[[3,2,1],[],[]]", "\x00\x02\x01", "[(1, 'left', \"C\")]",
		"Step 3 – move disk 1: left ➡️ right", "move,disk,from,to\n1,1,0,2\n2,2,", "[ # [\n # [[1,0,2]\n", "<think>A C</think>",
		"<think>\nA C", "- disk: 1\n  from: A\n  to: \\u0041\xff", `[{"disk":"\u0031","from":"\\","to":"\"`, "(move d1 d2 d3)", "[0 0)0",
		"0<Answer>TAke0000A 0 from t on0", "000000000000000000000000000000000<Answer>MAA1 di!A00 fr!0 0 to m",
		"0000000000000000000000000000000000\n<Answer>AAAA00000A 0 toX0 fromX0\nM A2 disc2 toB fr!mA",
		"A C</solution>\nA B</solution>\nA C", "|From|To|\nA → B\n|From|To|\nA → B\n|A|C|",
		`{"id":"a\u00e9\ud83d","from":"012","to":"222","answer":"moves = [[1, 0, 2]]\n","truncated":true}`,
		` { "answer" : [ { "disk" : 1, "from" : 0, "to" : 2 } , ["A","C"], "\\\"" , 3 ] , "n" : 2, "id":{"x":[null,-1.5e3]} } `,
		`{"id":tru,"answer":"x"}`, `{"answer":"x"}x`, `{"a":{"b" 1}}`, "{\"id\":\"\xff\"}", `{"answer":[],"answer":null}`,
		"<br ><br><br/><br />Move disk 2 from A to B",
	} {
		f.Add([]byte(text), uint16(i))
	}
	f.Fuzz(func(t *testing.T, text []byte, bits uint16) {
		text = text[:min(len(text), 300)] // short texts find more in the same time
		p, o := judging(bits)
		j := must.Get(answer.New(p, o))
		r := j.Text(text)
		if r.String() == "" || !utf8.ValidString(r.String()) ||
			(r.Verdict == answer.Illegal) != (r.Reason != "") || r.Legal > r.Moves || r.Score < 0 || r.Score > 1 ||
			r.Verdict == answer.Solved && (r.Legal != r.Moves || r.Left != nil && *r.Left != 0 || r.Score == 0 && r.Moves > 0 && *r.Optimum > 0) ||
			r.Excess != nil && *r.Excess != r.Legal+*r.Left-*r.Optimum || r.Reached != nil && *r.Reached > r.Legal ||
			r.Lists == 0 && (r.Moves > 0 || r.Verdict != answer.Unparsed && r.Verdict != answer.Truncated) ||
			r.Line > 0 && (*r.Offset >= len(text) || r.Line != 1+len(lineEnds.FindAll(text[:*r.Offset], -1))) {
			t.Fatalf("%q: %+v", text, r)
		}
		want := string(must.Get(json.Marshal(r)))
		j.Text(text[:len(text)/2])
		if again := must.Get(json.Marshal(j.Text(text))); string(again) != want {
			t.Fatalf("%q: %s, and after another answer %s", text, want, again)
		}
		l := must.Get(answer.NewLine(p, o))
		if got, _, err := l.Append(nil, text); !json.Valid(got) || bytes.ContainsAny(got, "\r\n") || (err != nil) != bytes.Contains(got, []byte(`"error":`)) {
			t.Fatalf("%q as a line: %s, %v", text, got, err)
		}
		line := fmt.Appendf(nil, `{"answer":%s}`, must.Get(json.Marshal(string(text))))
		var got answer.Result
		if b, _, err := l.Append(nil, line); utf8.Valid(text) && (err != nil || json.Unmarshal(b, &got) != nil || string(must.Get(json.Marshal(got))) != want) {
			t.Fatalf("%q: %s, and in a line %s, %v", text, want, b, err)
		}
	})
}
