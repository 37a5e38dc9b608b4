package answer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// reasons are the rules that a move may break, in their order.
var reasons = []string{"", "no_disk", "no_peg", "same_peg", "empty_source", "not_on_top", "larger_on_smaller"}

// walk makes random legal moves, and then one that breaks a rule, and more.
func walk(r *rand.Rand, p puzzle, reason string) (moves []move) {
	random := func() move { return move{r.IntN(len(p.from)+2) + 1, r.IntN(p.pegs + 1), r.IntN(p.pegs + 1)} }
	g := newGame(p.pegs, p.from)
	for range r.IntN(12) {
		m := move{0, r.IntN(p.pegs), r.IntN(p.pegs)}
		m.disk = max(g.top(m.from), 1)
		if g.play(m) == "" {
			moves = append(moves, m)
		}
	}
	for range 300 {
		m := random()
		if reason != "" && newGame(p.pegs, g.String()).play(m) == reason {
			return append(moves, m, move{1, 0, 1}, random())[:len(moves)+1+r.IntN(3)]
		}
	}
	return moves
}

// TestResults judges random walks with a fault of every reason, on 3 to 10 pegs, and compares whole results with a replay: alone,
// and in a batch after all the others.
func TestResults(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 1))
	seen, ambiguous := map[string]int{}, 0
	var batch, wants bytes.Buffer
	lists := 6000
	if testing.Short() {
		lists = 1500
	}
	if n, err := strconv.Atoi(os.Getenv("HANOI_LISTS")); err == nil {
		lists = n
	}
	t.Logf("%d lists", lists)
	for i := range lists {
		p := puzzle{pegs: 3 + max(0, r.IntN(15)-7)}
		n := 1 + r.IntN([]int{4, 4, 3, 3, 2, 2, 2, 2}[p.pegs-3])
		state := func() (text string) {
			for range n {
				text += string(rune('0' + r.IntN(p.pegs)))
			}
			return text
		}
		p.from = state()
		if r.IntN(3) == 0 {
			p.from = perfect(n, r.IntN(p.pegs))
		}
		moves := walk(r, p, reasons[i%len(reasons)])
		last := newGame(p.pegs, p.from)
		for _, m := range moves {
			last.play(m)
		}
		middle := newGame(p.pegs, p.from)
		for _, m := range moves[:len(moves)/2] {
			middle.play(m)
		}
		goal := []string{last.String(), last.String(), middle.String(), p.from, state(), perfect(n, r.IntN(p.pegs))}[r.IntN(6)]
		p.goals = []string{goal}
		problem := answer.Problem{N: n, From: p.from, To: goal, Pegs: strings.Join(strings.Split("ABCDEFGHIJ"[:p.pegs], ""), ",")}
		if r.IntN(6) == 0 { // any perfect state but the start is a goal
			problem.To, p.goals = "", nil
			for peg := range p.pegs {
				if state := perfect(n, peg); state != p.from {
					p.goals = append(p.goals, state)
				}
			}
		}
		truncated := r.IntN(4) == 0
		want, wrong := p.replay(moves, truncated)
		if len(moves) == 0 {
			continue
		}
		f := []form{
			{"text", "move disk {d} from {a} to {c}", ""}, {"text", "Disk {d}: {a} → {c}", ""}, {"triples", "({d}, {a}, {c})", ""},
			{"jsonl", `{"disk": {d}, "from": "{a}", "to": "{c}"}`, ""}, {"csv", "{d},{a},{c}", "disk,from,to"}, {"pddl", "move({d}, {a}, {c})", ""},
			{"pairs", `["{a}", "{c}"]`, ""}, {"csv", "{n}: {d} {a} {c}", ""}, {"triples", `["{d}","{a}","{c}"]`, "list"}, {"jsonl", `{"from":"{a}","to":"{c}","disk":{d}}`, "list"},
		}[r.IntN(10)]
		if f.notation == "pairs" { // the top disk moves
			for k := range moves {
				moves[k].disk = 0
			}
			want, wrong = p.replay(moves, truncated)
		}
		want.Notation, want.Lists = f.notation, 1
		text := []string{"", "Here is my answer.\n\n", "<think>\nA → B\n</think>\n<answer>\né\n", "```\r\n"}[r.IntN(4)]
		var value any
		if f.head == "list" {
			elements := f.lines(moves)
			if want.Reason != "" {
				want.Index, want.Move = &wrong, elements[wrong]
			}
			value = json.RawMessage("[" + strings.Join(elements, ", ") + "]")
		} else {
			text += map[bool]string{true: "", false: f.head + "\n"}[f.head == ""]
			for k, line := range f.lines(moves) {
				if k == wrong {
					bare := strings.TrimPrefix(line, fmt.Sprintf("%d: ", k+1))
					want.Move, want.Line, want.Offset = bare, strings.Count(text, "\n")+1, new(len(text)+len(line)-len(bare))
				}
				text += line + "\n"
			}
			value = text
			if got := judge(t, problem, answer.Options{Truncated: truncated}, text); asJSON(got) != asJSON(want) && (got.Verdict != answer.Ambiguous || want.Verdict == answer.Solved) {
				t.Fatalf("%+v %v\nwant %s\nhave %s of\n%s", problem, truncated, asJSON(want), asJSON(got), text)
			}
		}
		seen[want.Reason]++
		seen[string(want.Verdict)]++
		fields := map[string]any{"id": i, "n": n, "from": p.from, "pegs": problem.Pegs, "truncated": truncated, "answer": value}
		if problem.To != "" {
			fields["to"] = problem.To
		}
		batch.WriteString(asJSON(fields) + "\n")
		fmt.Fprintf(&wants, `{"id":%d,%s`+"\n", i, asJSON(want)[1:])
	}
	var got bytes.Buffer
	if _, err := answer.Batch(context.Background(), &batch, &got, answer.Problem{}, answer.Options{}, 2); err != nil {
		t.Fatal(err)
	}
	haves := strings.Split(got.String(), "\n")
	for k, want := range strings.Split(wants.String(), "\n") {
		switch {
		case strings.Contains(haves[k], `"ambiguous"`) && !strings.Contains(want, `"solved"`): // another reading solves
			ambiguous++
		case haves[k] != want:
			t.Fatalf("in a batch\nwant %s\nhave %s", want, haves[k])
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

// TestOptimum: a search finds the optimum for more pegs, where that is small, and the published numbers beyond.
func TestOptimum(t *testing.T) {
	optimum := func(n, pegs int) uint64 {
		r := judge(t, answer.Problem{N: n, To: "1", Pegs: strings.Join(strings.Split("ABCDEFGHIJ"[:pegs], ""), ",")}, answer.Options{}, "A → B")
		return *r.Optimum
	}
	for pegs, most := range []int{3: 6, 4: 6, 5: 5, 6: 4, 7: 4, 8: 3, 9: 3, 10: 3} {
		for n := 1; n <= most; n++ {
			p := puzzle{pegs, perfect(n, 0), []string{perfect(n, 1)}}
			if want, got := p.distances()[p.from], optimum(n, pegs); got != want {
				t.Errorf("%d disks on %d pegs: %d; want %d", n, pegs, got, want)
			}
		}
	}
	for pegs, published := range map[int][]uint64{
		4: {1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 129, 161, 193, 225, 257, 289, 321, 385}, // OEIS A007664
		5: {1, 3, 5, 7, 11, 15, 19, 23, 27, 31, 39, 47, 55, 63, 71, 79, 87, 95, 103, 111, 127, 143},      // A007665
		6: {1, 3, 5, 7, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 57, 65, 73, 81, 89, 97, 105},          // A182058
	} {
		for i, want := range published {
			if got := optimum(i+1, pegs); got != want {
				t.Errorf("%d disks on %d pegs: %d; want %d", i+1, pegs, got, want)
			}
		}
	}
}

var update = flag.Bool("update", false, "write testdata/results.txt")

// TestLines: each block of testdata/results.txt is a line of a batch, its result and the sentence for people. A line may say what
// verdicts are wanted, and options. All are judged alone, and those without options in a batch, too.
func TestLines(t *testing.T) {
	const file = "testdata/results.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var blocks, batch, results bytes.Buffer
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		line, _, _ := strings.Cut(block, "\n")
		var fields struct {
			Want, Pegs, Disks, Notation, Pattern string
			N                                    int
			From, To, Answer                     any
			Truncated                            bool
		}
		_ = json.Unmarshal([]byte(line), &fields)
		o := answer.Options{Disks: fields.Disks, Notation: fields.Notation, Pattern: fields.Pattern}
		l, err := answer.NewLine(answer.Problem{}, o)
		if err != nil {
			t.Fatal(err)
		}
		result, verdict, err := l.Append(nil, []byte(line))
		if fields.Want != "" && (err != nil || !slices.Contains(strings.Fields(fields.Want), string(verdict)) || verdict == answer.Unparsed && bytes.Contains(result, []byte(`"notation"`)) && !bytes.Contains(result, []byte("skipped_line"))) {
			t.Errorf("%s\n gives %s", line, result)
		}
		if o == (answer.Options{}) {
			batch.WriteString(line + "\n")
			results.Write(append(result, '\n'))
		}
		fmt.Fprintf(&blocks, "%s\n%s\n", line, result)
		var r answer.Result
		if err == nil && json.Unmarshal(result, &r) == nil {
			if text, ok := fields.Answer.(string); ok {
				place := func(v any) string { return strings.TrimSuffix(fmt.Sprint(v), "<nil>") }
				o.Truncated = fields.Truncated
				r = judge(t, answer.Problem{N: fields.N, From: place(fields.From), To: place(fields.To), Pegs: fields.Pegs}, o, text)
			}
			blocks.WriteString(r.String() + "\n")
		}
		blocks.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile(file, blocks.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if blocks.String() != string(text) {
		t.Errorf("have:\n%s", blocks.String())
	}
	var got bytes.Buffer
	if _, err := answer.Batch(context.Background(), &batch, &got, answer.Problem{}, answer.Options{}, 2); err != nil || got.String() != results.String() {
		t.Errorf("%v: in a batch\n%salone\n%s", err, got.String(), results.String())
	}
}
