package fuzz

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/hanoigen/hanoi/batch"
)

// FuzzBatchLine compares the reader of lines with the standard library's. A line that is
// no JSON object has an error, and one that is has none about JSON. It may have a byte
// order mark. The id is handed on,
// and every result is one line of JSON.
func FuzzBatchLine(f *testing.F) {
	for _, line := range []string{
		`{"id":1,"n":3,"answer":[[1,0,2],[2,0,1]]}`,
		`{"id":"a\u00e9\ud83d","begin":"012","goal":"222","answer":"moves = [[1, 0, 2]]\n","truncated":true}`,
		`{"n":64,"from":0,"to":1,"answer":"A C\nA B","id":{"x":[null,-1.5e3]}}`,
		`{"id":null,"answer":["move disk 1 from 0 to 2"],"n":1.0}`,
		` { "answer" : [ { "disk" : 1, "from" : 0, "to" : 2 } , ["A","C"] ] , "n" : 2 } `,
		`{"id":tru,"answer":"x"}`, `{"answer":"x"}x`, `{"answer":"x",}`, `{"a":{"b" 1}}`, `[{}]`, "{\"answer\":\"\xff\"}",
	} {
		f.Add([]byte(line))
	}
	again := batch.NewLine(batch.Defaults{})
	f.Fuzz(func(t *testing.T, line []byte) {
		got, verdict, err := batch.NewLine(batch.Defaults{}).Append(nil, line)
		var result struct {
			ID             json.RawMessage
			Verdict, Error *string
		}
		if json.Unmarshal(got, &result) != nil || bytes.ContainsAny(got, "\n\r") && !bytes.ContainsAny(line, "\n\r") {
			t.Fatalf("%q gives %q", line, got)
		}
		if (err != nil) != (result.Error != nil) || err != nil && *result.Error != err.Error() ||
			(err == nil) != (result.Verdict != nil) || err == nil && *result.Verdict != verdict.String() {
			t.Fatalf("%q gives %s, %v, %v", line, got, verdict, err)
		}

		// The standard library takes bytes that are no UTF-8, and names in any case.
		var object map[string]json.RawMessage
		isObject := json.Unmarshal(bytes.TrimPrefix(line, []byte("\ufeff")), &object) == nil && object != nil && utf8.Valid(line)
		if refused := err != nil && (bytes.Contains(got, []byte("no JSON")) || bytes.Contains(got, []byte("does not begin"))); isObject == refused {
			t.Fatalf("%q is an object: %v; but gives %s", line, isObject, got)
		}
		if id, ok := object["id"]; isObject && (ok != (result.ID != nil) || !bytes.Equal(id, result.ID)) {
			t.Fatalf("%q: id %q becomes %q", line, id, result.ID)
		}

		if second, _, _ := again.Append(nil, line); !bytes.Equal(got, second) {
			t.Fatalf("%q gives %s, and after other lines %s", line, got, second)
		}
	})
}
