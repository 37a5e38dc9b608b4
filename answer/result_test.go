package answer_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/testfile"
)

// reasons are the rules that a move may break.
var reasons = []string{"no_disk", "no_peg", "same_peg", "empty_source", "not_on_top", "larger_on_smaller"}

// walk makes random legal moves, then, if a reason is given, a move that is illegal for that
// reason, and up to two more moves. It also returns the states that the legal moves pass.
func walk(r *rand.Rand, p puzzle, reason string) (moves []move, states []string) {
	state := p.from
	states = append(states, state)
	for range r.IntN(12) {
		m := move{0, r.IntN(p.pegs), r.IntN(p.pegs)}
		m.disk = max(top(state, m.from), 1)
		if next, broken := play(p.pegs, state, m); broken == "" {
			state, moves, states = next, append(moves, m), append(states, next)
		}
	}
	random := func() move { return move{r.IntN(len(state)+2) + 1, r.IntN(p.pegs + 1), r.IntN(p.pegs + 1)} }
	for range 300 {
		m := random()
		if _, broken := play(p.pegs, state, m); reason != "" && broken == reason {
			return append(moves, m, move{1, 0, 1}, random())[:len(moves)+1+r.IntN(3)], states
		}
	}
	return moves, states
}

// TestResults judges random moves on 3 to 10 pegs, and compares whole results of a batch with a
// replay. Some lists are legal; each of the others breaks a rule. HANOI_LISTS is the number of
// lists.
func TestResults(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 1))
	lists := 3000
	if testing.Short() {
		lists = 200
	}
	if n, err := strconv.Atoi(os.Getenv("HANOI_LISTS")); err == nil {
		lists = n
	}
	t.Logf("%d lists", lists)
	forms := []form{
		{"text", "move disk {d} from {a} to {c}", ""}, {"text", "Disk {d}: {a} → {c}", ""}, {"triples", "({d}, {a}, {c})", ""},
		{"jsonl", `{"disk": {d}, "from": "{a}", "to": "{c}"}`, ""}, {"csv", "{d},{a},{c}", "disk,from,to\n"}, {"pddl", "move({d}, {a}, {c})", ""},
		{"pairs", `["{a}", "{c}"]`, ""}, {"csv", "{n}: {d} {a} {c}", ""}, {"triples", `["{d}","{a}","{c}"]`, "list"}, {"jsonl", `{"from":"{a}","to":"{c}","disk":{d}}`, "list"},
	}
	var lines, wants []string
	seen := map[string]int{}
	for i := range lists {
		p := puzzle{pegs: 3 + max(0, r.IntN(15)-7)}
		n := 1 + r.IntN([]int{4, 4, 3, 3, 2, 2, 2, 2}[p.pegs-3])
		random := func() (state string) {
			for range n {
				state += fmt.Sprint(r.IntN(p.pegs))
			}
			return state
		}
		p.from = []string{perfect(n, r.IntN(p.pegs)), random(), random()}[r.IntN(3)]
		moves, states := walk(r, p, append(reasons, "")[i%7])
		if len(moves) == 0 {
			continue
		}
		f := forms[r.IntN(len(forms))]
		for k := range moves {
			if f.notation == "pairs" {
				moves[k].disk = 0
			}
		}
		isCut := r.IntN(4) == 0
		fields := map[string]any{"id": i, "n": n, "from": p.from, "pegs": "A,B,C,D,E,F,G,H,I,J"[:2*p.pegs-1], "truncated": isCut}
		if r.IntN(6) > 0 {
			p.goals = []string{[]string{states[len(states)-1], states[r.IntN(len(states))], random(), perfect(n, r.IntN(p.pegs))}[r.IntN(4)]}
			fields["to"] = p.goals[0]
		}
		for peg := 0; peg < p.pegs && fields["to"] == nil; peg++ {
			if state := perfect(n, peg); state != p.from {
				p.goals = append(p.goals, state)
			}
		}
		want := p.replay(moves, isCut)
		want.Notation, want.Lists, want.Unread = f.notation, 1, 0
		if written := f.lines(moves); f.head == "list" {
			if want.Reason != "" {
				want.Index, want.Move = new(int(want.Legal)), written[want.Legal]
			}
			fields["answer"] = json.RawMessage("[" + strings.Join(written, ", ") + "]")
		} else {
			before := []string{"", "Here is my answer.\n\n", "<think>\nA → B\n</think>\n<answer>\né\n", "```\r\n"}[r.IntN(4)]
			if strings.ContainsAny(before, "éH") {
				want.Unread = 1
			}
			text := before + f.head
			for k, line := range written {
				if text += line + "\n"; want.Reason != "" && k == int(want.Legal) {
					want.Move = strings.TrimPrefix(line, fmt.Sprintf("%d: ", k+1))
					want.Line, want.Offset = strings.Count(text, "\n"), new(len(text)-1-len(want.Move))
				}
			}
			fields["answer"] = text
		}
		lines, wants = append(lines, asJSON(fields)), append(wants, fmt.Sprintf(`{"id":%d,%s`, i, asJSON(want)[1:]))
		seen[want.Reason]++
		seen[string(want.Verdict)]++
	}
	var out strings.Builder
	in := strings.NewReader(strings.Join(lines, "\n"))
	if _, err := answer.Batch(t.Context(), in, &out, answer.Problem{}, answer.Options{}, 2); err != nil {
		t.Fatal(err)
	}
	ambiguous := 0 // another reading solves these
	for k, got := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		if strings.Contains(got, `"ambiguous"`) && !strings.Contains(wants[k], `"solved"`) {
			ambiguous++
		} else if got != wants[k] {
			t.Fatalf("want %s\nhave %s\nof %s", wants[k], got, lines[k])
		}
	}
	if ambiguous > lists/30 {
		t.Errorf("%d lists are ambiguous", ambiguous)
	}
	for _, kind := range append(reasons, "solved", "illegal", "unfinished", "truncated") {
		if seen[kind] < lists/100 {
			t.Errorf("only %d lists are %q", seen[kind], kind)
		}
	}
}

// TestResponses: testdata/responses.jsonl contains responses as models write them, and their results.
// A result does not depend on line ends, blank lines, marks of quotation, or what was judged before.
func TestResponses(t *testing.T) {
	var have strings.Builder
	used := newLine()
	for _, line := range linesOf(t, responsesFile, "\n") {
		given, _, _ := strings.Cut(line, `, "want": `)
		line = given + "}"
		result, _, err := newLine().Append(nil, []byte(line))
		var fields map[string]any
		if err != nil || json.Unmarshal([]byte(line), &fields) != nil {
			t.Fatal(line, err)
		}
		fmt.Fprintf(&have, "%s, \"want\": %s}\n", given, result)
		text, ok := fields["answer"].(string)
		if !ok {
			continue
		}
		// judge judges the line with another text. It leaves out the fields that depend on the
		// place in the text.
		judge := func(l *answer.Line, text string) (result map[string]any) {
			fields["answer"] = text
			b, _, err := l.Append(nil, []byte(asJSON(fields)))
			if err != nil || json.Unmarshal(b, &result) != nil {
				t.Fatalf("%s: %s, %v", line, b, err)
			}
			for _, place := range []string{"line", "offset", "move", "skipped_line"} {
				delete(result, place)
			}
			return result
		}
		want := judge(newLine(), text)
		for _, change := range [][2]string{{"\n", "\r\n"}, {"\n", "\r"}, {"\n", "\u2028"}, {"\n", "<br>"}, {"\n\n", "\n\n\n"}, {"\n", "\n> "}} {
			changed := strings.ReplaceAll(text, change[0], change[1])
			if change[1] == "\n> " {
				changed = "> " + changed
			}
			if got := judge(used, changed); !reflect.DeepEqual(got, want) {
				t.Errorf("with %q: %v, and without %v: %s", change[1], got, want, line)
			}
		}
	}
	testfile.Compare(t, *update, responsesFile, have.String())
}

// TestUnread: unread counts each line that the verdict does not rest on.
func TestUnread(t *testing.T) {
	list := "A → B\nA → C\nB → C\n"
	for _, read := range []string{"", "\n---\n", "...\n", "[2, 1] [] []\n", "State: [[2, 1], [], []]\n"} {
		if r := tower(2, read+list); r.Unread != 0 || r.Verdict != answer.Solved {
			t.Errorf("%q: %s", read, asJSON(r))
		}
	}
	unread := []string{"# Moves", "Moves:", "Here I go.", "⟲", "210", "First try: A → C", "That was it (really)", "So it is done."}
	for i := range unread {
		text := strings.Join(slices.Concat(unread[:i+1], []string{"", list}), "\n")
		if r := tower(2, text); r.Unread != i+1 || r.Verdict != answer.Solved {
			t.Errorf("want %d: %s\n%s", i+1, asJSON(r), text)
		}
	}
	r := tower(2, list)
	*r.Optimum = 99
	if again := tower(2, list); *again.Optimum != 3 {
		t.Error("a result shares memory with its judge")
	}
}

// TestLongLine: a list in one line of 20 MB is read.
func TestLongLine(t *testing.T) {
	pairs := 1_000_000
	if testing.Short() {
		pairs = 10_000
	}
	text := "moves = [" + strings.Repeat("[1, 0, 1], [1, 1, 0], ", pairs) + "[1, 0, 2]]"
	if r := tower(1, text); r.Verdict != answer.Solved || r.Moves != uint64(2*pairs+1) {
		t.Error(asJSON(r))
	}
}

const resultsFile, responsesFile = "testdata/results.txt", "testdata/responses.jsonl"

var update = flag.Bool("update", false, "write the files in testdata that show results")

// TestLines: each block of testdata/results.txt is a line of a batch, its result and the sentence
// for people.
func TestLines(t *testing.T) {
	text, err := os.ReadFile(resultsFile)
	if err != nil {
		t.Fatal(err)
	}
	var have strings.Builder
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		line, _, _ := strings.Cut(block, "\n")
		if have.WriteString(line + "\n"); line[0] == '#' {
			have.WriteString("\n")
			continue
		}
		var fields struct {
			answer.Problem
			answer.Options
			Answer any
		}
		_ = json.Unmarshal([]byte(line), &fields)
		l, err := answer.NewLine(answer.Problem{}, fields.Options)
		if err != nil {
			if have.WriteString(err.Error() + "\n\n"); !errors.Is(err, answer.ErrOption) {
				t.Error(err)
			}
			continue
		}
		result, _, err := l.Append(nil, []byte(line))
		have.Write(append(result, '\n'))
		var r answer.Result
		if err == nil && json.Unmarshal(result, &r) == nil {
			if text, ok := fields.Answer.(string); ok {
				r = judge(fields.Problem, fields.Options, text)
			}
			have.WriteString(r.String() + "\n")
		}
		have.WriteString("\n")
	}
	testfile.Compare(t, *update, resultsFile, have.String())
}
