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

var lineEnds = regexp.MustCompile("\r\n|\n|\r|\u2028")

// FuzzAnswer judges any text: the result agrees with itself and with the text, and is the same from a Judge that was used before,
// and from a batch line that contains the text as a string.
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
	} {
		f.Add([]byte(text), uint16(i))
	}
	f.Fuzz(func(t *testing.T, text []byte, bits uint16) {
		text = text[:min(len(text), 300)] // short texts find more in the same time
		p, o := judging(bits)
		j := must.Get(answer.New(p, o))
		r := j.Text(text)
		var found string
		switch {
		case !utf8.ValidString(r.String()) || r.String() == "":
			found = "no sentence"
		case (r.Verdict == answer.Illegal) != (r.Reason != ""), r.Legal > r.Moves, r.Score < 0, r.Score > 1:
			found = "no such result"
		case r.Verdict == answer.Solved && (r.Legal != r.Moves || r.Left != nil && *r.Left != 0 || r.Score == 0 && r.Moves > 0 && *r.Optimum > 0):
			found = "not solved"
		case r.Excess != nil && *r.Excess != r.Legal+*r.Left-*r.Optimum, r.Reached != nil && *r.Reached > r.Legal:
			found = "wrong counts"
		case r.Lists == 0 && (r.Moves > 0 || r.Verdict != answer.Unparsed && r.Verdict != answer.Truncated):
			found = "moves without a list"
		case r.Line > 0 && (*r.Offset >= len(text) || r.Line != 1+len(lineEnds.FindAll(text[:*r.Offset], -1))):
			found = "no such place"
		}
		if found != "" {
			t.Fatalf("%q: %s: %+v", text, found, r)
		}
		j.Text(text[:len(text)/2])
		if again := j.Text(text); asJSON(t, again) != asJSON(t, r) {
			t.Fatalf("%q: %+v, and after another answer %+v", text, r, again)
		}
		if utf8.Valid(text) {
			line := fmt.Appendf(nil, `{"answer":%s}`, must.Get(json.Marshal(string(text))))
			if got, _, err := must.Get(answer.NewLine(p, o)).Append(nil, line); err != nil || string(got) != asJSON(t, r) {
				t.Fatalf("%q: %+v, and in a line %s, %v", text, r, got, err)
			}
		}
	})
}

// asJSON returns a result as batch lines contain it: one line.
func asJSON(t *testing.T, r answer.Result) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		t.Fatal(err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// FuzzLine compares the reader of batch lines with the standard library's. A line that isn't a JSON object has an error; the id is
// handed on; and every result is one line of JSON.
func FuzzLine(f *testing.F) {
	for _, line := range []string{
		`{"id":1,"n":3,"answer":[[1,0,2],[2,0,1]]}`,
		`{"id":"a\u00e9\ud83d","from":"012","to":"222","answer":"moves = [[1, 0, 2]]\n","truncated":true}`,
		`{"n":64,"from":0,"to":1,"pegs":"1,2,3,4","answer":"A C\nA B","id":{"x":[null,-1.5e3]}}`,
		` { "answer" : [ { "disk" : 1, "from" : 0, "to" : 2 } , ["A","C"], "\\\"" , 3 ] , "n" : 2 } `,
		`{"id":tru,"answer":"x"}`, `{"answer":"x"}x`, `{"a":{"b" 1}}`, `[{}]`, "{\"answer\":\"\xff\"}", `{"answer":[],"answer":null}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		l := must.Get(answer.NewLine(answer.Problem{}, answer.Options{}))
		got, verdict, err := l.Append(nil, line)
		var result struct {
			ID             json.RawMessage
			Verdict, Error *string
		}
		if json.Unmarshal(got, &result) != nil || bytes.ContainsAny(got, "\n\r") || (err != nil) != (result.Error != nil) ||
			(err == nil) != (result.Verdict != nil) || err == nil && *result.Verdict != string(verdict) {
			t.Fatalf("%q gives %s, %v", line, got, err)
		}
		var object map[string]json.RawMessage
		trimmed := bytes.Trim(bytes.TrimPrefix(line, []byte("\ufeff")), " \t\r\n")
		isObject := utf8.Valid(trimmed) && json.Unmarshal(trimmed, &object) == nil && object != nil
		if !isObject && err == nil {
			t.Fatalf("%q is no object, and gives %s", line, got)
		}
		if id, ok := object["id"]; isObject && (ok != (result.ID != nil) || !bytes.Equal(id, result.ID)) {
			t.Fatalf("%q: id %q becomes %q", line, id, result.ID)
		}
		if again, _, _ := l.Append(nil, line); !bytes.Equal(again, got) {
			t.Fatalf("%q gives %s, and then %s", line, got, again)
		}
	})
}
