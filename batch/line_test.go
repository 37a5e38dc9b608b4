package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"
)

// TestLine: the results of lines, in full.
func TestLine(t *testing.T) {
	two := uint8(2)
	given := Defaults{Terms: answer.Terms{N: 2, To: &two}}
	const solved = `[[1,0,1],[2,0,2],[1,1,2]]`
	const right = `"verdict":"solved","moves":3,"legal":3,"state":"22","left":0,"optimum":3,"excess":0,"reached":3,"score":1,"notation":"triples","lists":1}`
	for _, test := range []struct{ line, want string }{
		// An answer in each form.
		{`{"id":7,"answer":` + solved + `}`, `{"id":7,` + right},
		{`{"id":7,"answer":"` + solved + `"}`, `{"id":7,` + right},
		{`{"id":7,"answer":"so:\n\n` + solved + `."}`, `{"id":7,` + right},
		{`{"id":7,"answer":"\u005b\u005b1,0,1],[2,0,2],[1,1,2]]"}`, `{"id":7,` + right},
		{`{"id":7,"answer":[{"disk":1,"from":0,"to":1},{"disk":2,"from":0,"to":2},{"disk":1,"from":1,"to":2}]}`,
			strings.Replace(`{"id":7,`+right, "triples", "jsonl", 1)},
		{`{"id":7,"answer":[[1,0,1],[2,0,2], [1,1,2]]}`, `{"id":7,` + right},
		{`{"id":7,"answer":"[[1,0,1],[2,0,2],\n [1,1,2]]"}`, `{"id":7,` + right},
		{`{"id":7,"answer":[{"disk":1,"from":0,"to":1},{"disk":2,"from":0,"to":2},  {"disk":1,"from":1,"to":2}]}`,
			strings.Replace(`{"id":7,`+right, "triples", "jsonl", 1)},
		// The id is handed on as it is written, wherever it stands.
		{`{"answer":` + solved + `,"id":"a\u0062 \"c\""}`, `{"id":"a\u0062 \"c\"",` + right},
		{` { "id" : {"run": [1, 2.50, null]} , "answer" : ` + solved + ` } `, `{"id":{"run": [1, 2.50, null]},` + right},
		{`{"id":123456789012345678901234567890,"answer":` + solved + `}`, `{"id":123456789012345678901234567890,` + right},
		{`{"id":null,"answer":` + solved + `}`, `{"id":null,` + right},
		{`{"answer":` + solved + `}`, `{` + right},
		// What a line says goes before the defaults, and null is as if it were not there.
		{`{"n":2,"from":0,"to":2,"answer":` + solved + `}`, `{` + right},
		{`{"n":null,"from":null,"to":null,"begin":null,"goal":null,"truncated":null,"answer":` + solved + `}`, `{` + right},
		{`{"n":2,"n":null,"from":0,"from":null,"to":2,"to":null,"answer":` + solved + `,"answer":null}`, `{` + right},
		{`{"begin":"00","goal":"22","answer":` + solved + `}`, `{` + right},
		{`{"begin":"02","goal":"22","answer":[[2,0,1]]}`,
			`{"verdict":"unfinished","moves":1,"legal":1,"state":"12","left":3,"optimum":3,"excess":1,"score":0,"notation":"triples","lists":1}`},
		{`{"to":1,"n":2,"answer":[[1,0,2]]}`,
			`{"verdict":"unfinished","moves":1,"legal":1,"state":"02","left":2,"optimum":3,"excess":0,"score":0,"notation":"triples","lists":1}`},
		{`{"truncated":true,"answer":[[1,0,2]]}`,
			`{"verdict":"truncated","moves":1,"legal":1,"state":"02","left":3,"optimum":3,"excess":1,"score":0,"notation":"triples","lists":1}`},
		// Fields of others do not matter, and of a name that comes twice the last counts.
		{`{"model":{"name":"m","n":[3]},"answer":[],"answer":` + solved + `,"prompt":"[[1,0,2]]"}`, `{` + right},
		// A place is an index in a list, and a line and an offset in a string.
		{`{"answer":[[1,0,1],[2,0,1]]}`,
			`{"verdict":"illegal","moves":2,"legal":1,"reason":"larger_on_smaller","move":"[2,0,1]","index":1,"state":"01","left":2,"optimum":3,"excess":0,"score":0,"notation":"triples","lists":1}`},
		{`{"answer":["First:","A C","B A"],"to":1}`,
			`{"verdict":"illegal","moves":2,"legal":1,"reason":"empty_source","move":"B A","index":2,"state":"02","left":2,"optimum":3,"excess":0,"score":0,"notation":"pairs","lists":1}`},
		{`{"answer":"é\n[[1,0,1],\n [2,0,1]]"}`,
			`{"verdict":"illegal","moves":2,"legal":1,"reason":"larger_on_smaller","move":"[2,0,1]","line":3,"offset":14,"state":"01","left":2,"optimum":3,"excess":0,"score":0,"notation":"triples","lists":1}`},
		{"\ufeff" + `{"answer":` + solved + "}\r", `{` + right}, // a byte order mark
		// No list is no error.
		{`{"answer":""}`, `{"verdict":"unparsed","moves":0,"legal":0,"optimum":3,"score":0}`},
		{`{"answer":"I cannot."}`, `{"verdict":"unparsed","moves":0,"legal":0,"optimum":3,"score":0}`},
		{`{"answer":"\ud83d \u0000"}`, `{"verdict":"unparsed","moves":0,"legal":0,"optimum":3,"score":0}`},
		{`{"answer":"","n":64,"to":2}`, `{"verdict":"unparsed","moves":0,"legal":0,"optimum":18446744073709551615,"score":0}`},
	} {
		got, verdict, err := NewLine(given).Append([]byte("> "), []byte(test.line))
		if string(got) != "> "+test.want || err != nil || !strings.Contains(test.want, `"`+verdict.String()+`"`) {
			t.Errorf("%s\n gives %s, %v, %v\n  want > %s", test.line, got, verdict, err, test.want)
		}
	}
}

// badLines has lines that cannot be judged, and what their results must say.
var badLines = []struct {
	line, id string
	is       error
	want     string
}{
	{`[]`, ``, ErrLine, `does not begin with {`},
	{`"x"`, ``, ErrLine, `does not begin with {`},
	{`hello`, ``, ErrLine, `does not begin with {`},
	{`{`, ``, ErrLine, `no JSON: it ends early`},
	{`{"id":1,"answer":`, `1`, ErrLine, `no JSON: it ends early`},
	{`{"id":1,"answer"`, `1`, ErrLine, `no JSON: it ends early`},
	{`{"id":1,`, `1`, ErrLine, `no JSON: it ends early`},
	{`{"id":`, ``, ErrLine, `no JSON: it ends early`},
	{`{"id":1,"answer":"x`, `1`, ErrLine, `no JSON: it ends early`},
	{`{"id":1,"answer":[[1,0,2]`, `1`, ErrLine, `no JSON: it ends early`},
	{`{"id":1,"answer":"x",}`, `1`, ErrLine, `no JSON: `},
	{`{"id":1,"answer":"x"}}`, `1`, ErrLine, `no JSON: something follows the object`},
	{`{"id":1,"answer":"x"} {"id":2,"answer":"y"}`, `1`, ErrLine, `no JSON: something follows the object`},
	{`{"id":1 "answer":"x"}`, `1`, ErrLine, `no JSON: `},
	{`{"id":1,"answer":[1,,2]}`, `1`, ErrLine, `no JSON: `},
	{`{"id":01,"answer":"x"}`, ``, ErrLine, `no JSON: `},
	{`{"id":1,"answer":"` + "\t" + `"}`, `1`, ErrLine, `no JSON: `},
	{`{"id":1,"answer":"` + "\xff" + `"}`, `1`, ErrLine, `no JSON: it is not UTF-8`},
	{`{"id":"` + "\xff" + `","answer":"x"}`, ``, ErrLine, `no JSON: it is not UTF-8`},
	{`{"id":"` + "\xff" + `","answer":"x",}`, ``, ErrLine, `no JSON: `},
	{`{"id":1,"answer":[[1,0,2]],"n":3,"to":x}`, `1`, ErrLine, `no JSON: .* at 38$`},
	{`{"id":1,"answer":[[1,0,2]],"n":3,"to":`, `1`, ErrLine, `no JSON: it ends early`},
	{`{"id":1,"answer":"\x"}`, `1`, ErrLine, `no JSON: `},
	{`{"id":1,"other":` + strings.Repeat("[", 1e5) + `}`, `1`, ErrLine, `^no such task: no JSON: it is nested more than 10,000 deep$`},
	{`{"id":1,"other":[[{"x":[1,}]]}`, `1`, ErrLine, `^no such task: no JSON: unexpected byte 125 '}' at 26$`},
	{`{}`, ``, ErrLine, `it has no answer; give a string or a list of moves`},
	{`{"n":3,"id":1}`, `1`, ErrLine, `it has no answer`},
	{`{"n":3,"answer":null,"id":1}`, `1`, ErrLine, `it has no answer`},
	{`{"n":3,"answer":5,"id":1}`, `1`, ErrLine, `answer is a number; give a string or a list`},
	{`{"n":3,"answer":{"moves":[]},"id":1}`, `1`, ErrLine, `answer is an object; give`},
	{`{"n":"3","answer":"x","id":1}`, `1`, ErrLine, `n is a string; give a number, 1 to 64`},
	{`{"id":1,"n":-,"answer":"x"}`, `1`, ErrLine, `no JSON: `},
	{`{"id":1,"begin":"\x","answer":"x"}`, `1`, ErrLine, `no JSON: `},
	{`{"n":0,"answer":"x","id":1}`, `1`, ErrLine, `^no such task: n is 0; give a number, 1 to 64`},
	{`{"n":65,"answer":"x","id":1}`, `1`, ErrLine, `n is 65; give`},
	{`{"n":3.5,"answer":"x","id":1}`, `1`, ErrLine, `n is 3.5; give`},
	{`{"n":1e400,"answer":"x","id":1}`, `1`, ErrLine, `n is 1e400; give`},
	{`{"n":` + strings.Repeat("1", 1000) + `,"answer":"x","id":1}`, `1`, ErrLine, `n is 1{40}; give`},
	{`{"n":2,"begin":"","answer":"x","id":1}`, `1`, ErrLine, `begin is empty; give a state`},
	{`{"n":2,"goal":"","answer":"x","id":1}`, `1`, ErrLine, `goal is empty; give a state`},
	{`{"n":3,"from":3,"answer":"x","id":1}`, `1`, ErrLine, `from is 3; give a peg, 0 to 2`},
	{`{"n":3,"to":-1,"answer":"x","id":1}`, `1`, ErrLine, `to is -1; give a peg, 0 to 2`},
	{`{"n":3,"to":"C","answer":"x","id":1}`, `1`, ErrLine, `to is a string; give a peg`},
	{`{"begin":[0,0],"answer":"x","id":1}`, `1`, ErrLine, `begin is a list; give a string`},
	{`{"goal":true,"answer":"x","id":1}`, `1`, ErrLine, `goal is a boolean; give a string`},
	{`{"n":3,"truncated":"no","answer":"x","id":1}`, `1`, ErrLine, `truncated is a string; give true or false`},
	{`{"answer":"x","id":1}`, `1`, hanoi.ErrDisks, `number of disks`},
	{`{"begin":"012x","answer":"x","id":1}`, `1`, hanoi.ErrState, `begin: .*give the peg of each disk`},
	{`{"begin":"012","goal":"00","answer":"x","id":1}`, `1`, hanoi.ErrState, `goal: `},
	{`{"n":4,"begin":"012","answer":"x","id":1}`, `1`, hanoi.ErrState, `begin: `},
}

func TestBadLine(t *testing.T) {
	for _, test := range badLines {
		show := fmt.Sprintf("%.100s", test.line)
		got, _, err := NewLine(Defaults{}).Append(nil, []byte(test.line))
		if !errors.Is(err, test.is) {
			t.Errorf("%s: %v; want %v", show, err, test.is)
			continue
		}
		var result struct {
			ID    json.RawMessage
			Error string
		}
		d := json.NewDecoder(strings.NewReader(string(got)))
		d.DisallowUnknownFields()
		if err := d.Decode(&result); err != nil || strings.Contains(string(got), "\n") {
			t.Errorf("%s: %s is no result: %v", show, got, err)
		}
		if string(result.ID) != test.id || result.Error != err.Error() || !matches(t, test.want, result.Error) {
			t.Errorf("%s: %s; want id %s and error %q", show, got, test.id, test.want)
		}
	}
}

// TestEndsEarly: a line that is cut off anywhere says so.
func TestEndsEarly(t *testing.T) {
	for _, line := range []string{
		`{"id":{"a":[1.5e3,"b\u00e9",null]},"n":12,"from":0,"to":2,"truncated":false,"answer":"a\n[[1,0,2]]","x":true}`,
		` { "answer" : [[1,0,2], [2,0,1]] , "id" : [ ] , "begin" : "012" , "goal" : "222" , "x" : { "y" : [ { } ] } } `,
		`{"answer":["A C"],"id":"x","n":null,"to":null,"begin":null,"truncated":null}`,
	} {
		line := strings.TrimSpace(line)
		for cut := 1; cut < len(line); cut++ {
			if got, _, err := NewLine(Defaults{}).Append(nil, []byte(line[:cut])); err == nil || !strings.HasSuffix(err.Error(), "no JSON: it ends early") {
				t.Errorf("%s\n gives %s", line[:cut], got)
			}
		}
	}
}

// TestLineFrom: peg 0 of a line replaces another among the defaults.
func TestLineFrom(t *testing.T) {
	one := uint8(1)
	line := NewLine(Defaults{Terms: answer.Terms{N: 1, From: &one}})
	for in, want := range map[string]answer.Verdict{
		`{"answer":[[1,0,2]],"from":0}`: answer.Solved, `{"answer":[[1,1,2]]}`: answer.Solved, `{"answer":[[1,0,2]]}`: answer.Illegal,
	} {
		if _, got, err := line.Append(nil, []byte(in)); got != want || err != nil {
			t.Errorf("%s is %v, %v; want %v", in, got, err, want)
		}
	}
}

// TestLineAgain: nothing of a line is left in the next.
func TestLineAgain(t *testing.T) {
	lines := []string{
		`{"id":1,"n":3,"from":1,"to":0,"begin":"111","goal":"000","truncated":true,"answer":"[[1,1,0]]"}`,
		`{"n":2,"answer":[]}`,
		`{"answer":"x"}`,
		`{"id":2,"n":2,"answer":"[[1,0,2],[2,0,1],[1,2,1]]"}`,
		`{"id":`,
		`{"n":4}`,
	}
	again := NewLine(Defaults{})
	for i := range 3 * len(lines) * len(lines) {
		line := []byte(lines[(i+i/len(lines))%len(lines)])
		got, gotVerdict, gotErr := again.Append(nil, line)
		want, wantVerdict, wantErr := NewLine(Defaults{}).Append(nil, line)
		if string(got) != string(want) || gotVerdict != wantVerdict || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
			t.Fatalf("%s: %s; alone it gives %s", line, got, want)
		}
	}
}
