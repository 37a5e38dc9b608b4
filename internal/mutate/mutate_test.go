//go:build linux

package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// inModule goes to a module of a program and its test.
func inModule(t *testing.T, program, test string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module github.com/hanoigen/sample\n\ngo 1.26\n",
		"main.go":      program,
		"main_test.go": test,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

// loadHere returns the program.
func loadHere(t *testing.T) *pkg {
	t.Helper()
	ps, err := load([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	return ps[0]
}

// Every kind of mutant, and none that does not compile.
func TestMutants(t *testing.T) {
	inModule(t, `package main

import (
	"errors"
	"fmt"
	"os"
)

const limit = 0x10 // of nothing

type list []int

func (l *list) add(a, b int) (err error) {
	defer fmt.Println("added") // a comment
	if a < b && !odd(a) {
		return
	}
	for i := range 3 {
		if i == a {
			break
		}
		*l = append(*l, i)
		a -= i
	}
	a++
	if err = check(b, a); err != nil {
		return err
	}
	fmt.Print(
		'a',
		"b",
	)
	return nil
}

func check(a, b int) error {
	if a > b {
		return errors.New("a")
	}
	return nil
}

func odd(a int) bool { return a%2 == 1 || false }

func main() {
	_, _ = fmt.Print(limit)
	os.Exit(limit)
}
`, "package main\n")
	want := strings.Split(strings.TrimSpace(`
9: limit: const limit = 0x10 -> const limit = 17
9: limit: const limit = 0x10 -> const limit = 15
14: list.add: defer fmt.Println("added") -> nothing
15: list.add: if a < b && !odd(a) { -> if !(a < b && !odd(a)) {
15: list.add: if a < b && !odd(a) { -> if a < b || !odd(a) {
15: list.add: if a < b && !odd(a) { -> if a <= b && !odd(a) {
15: list.add: if a < b && !odd(a) { -> if a < b && odd(a) {
16: list.add: return -> nothing
18: list.add: for i := range 3 { -> for i := range 4 {
18: list.add: for i := range 3 { -> for i := range 2 {
19: list.add: if i == a { -> if i != a {
20: list.add: break -> nothing
22: list.add: *l = append(*l, i) -> _ = append(*l, i)
23: list.add: a -= i -> a += i
23: list.add: a -= i -> _ = i
25: list.add: a++ -> a--
25: list.add: a++ -> _ = a
26: list.add: if err = check(b, a); err != nil { -> if _ = check(b, a); err != nil {
26: list.add: if err = check(b, a); err != nil { -> if err = check(a, b); err != nil {
26: list.add: if err = check(b, a); err != nil { -> if err = check(b, a); err == nil {
27: list.add: return err -> return nil
29: list.add: fmt.Print( … -> nothing
30: list.add: 'a', -> 'b',
30: list.add: 'a', -> '`+"`"+`',
37: check: if a > b { -> if !(a > b) {
37: check: if a > b { -> if a >= b {
38: check: return errors.New("a") -> _ = errors.New("a"); return nil
43: odd: func odd(a int) bool { return a%2 == 1 || false } -> func odd(a int) bool { return a%2 == 1 && false }
43: odd: func odd(a int) bool { return a%2 == 1 || false } -> func odd(a int) bool { return a%2 != 1 || false }
43: odd: func odd(a int) bool { return a%2 == 1 || false } -> func odd(a int) bool { return a*2 == 1 || false }
43: odd: func odd(a int) bool { return a%2 == 1 || false } -> func odd(a int) bool { return a%3 == 1 || false }
43: odd: func odd(a int) bool { return a%2 == 1 || false } -> func odd(a int) bool { return a%1 == 1 || false }
43: odd: func odd(a int) bool { return a%2 == 1 || false } -> func odd(a int) bool { return a%2 == 2 || false }
43: odd: func odd(a int) bool { return a%2 == 1 || false } -> func odd(a int) bool { return a%2 == 0 || false }
43: odd: func odd(a int) bool { return a%2 == 1 || false } -> func odd(a int) bool { return a%2 == 1 || true }
46: main: _, _ = fmt.Print(limit) -> nothing
47: main: os.Exit(limit) -> _ = os.Exit; _ = limit
`), "\n")
	var got []string
	for _, m := range loadHere(t).mutants() {
		line := strings.Replace(m.String(), "sample: ", "", 1)
		got = append(got, strings.TrimPrefix(line, "main.go:"))
	}
	if !slices.Equal(got, want) {
		t.Errorf("mutants:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A mutant is seen through a program that a test builds, is called killed or
// not as it is, and those that were judged are held to it.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command some twenty times")
	}
	inModule(t, `package main

import "os"

const start = 3

func main() {
	n := start
	for n > 0 {
		n--
	}
	if len(os.Args) > 9 {
		n = 7
	}
	os.Exit(n + 5)
}
`, `package main

import (
	"flag"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestNothing(t *testing.T) {}

func TestStatus(t *testing.T) {
	if !testing.Short() && flag.Lookup("test.run").Value.String() != "" {
		t.Error("not all tests, but without -short")
	}
	program := filepath.Join(t.TempDir(), "program")
	args := []string{"build", "-o", program}
	if dir := flag.Lookup("test.gocoverdir").Value.String(); dir != "" {
		args = append(args, "-covermode=atomic")
		t.Setenv("GOCOVERDIR", dir)
	}
	if out, err := exec.Command("go", append(args, ".")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := exec.CommandContext(t.Context(), program)
	if c.Run(); c.ProcessState.ExitCode() != 5 {
		t.Error(c.ProcessState)
	}
}

func TestLong(t *testing.T) {
	if !testing.Short() && start != 3 {
		t.Error(start)
	}
}
`)
	p := loadHere(t)
	ms := p.mutants()
	r, err := newRunner(t.Context(), p, []string{"."}, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	want := map[string]ending{
		"sample: main: os.Exit(n + 5) -> os.Exit(n - 5)":                  {killed, "TestStatus"},
		"sample: main: os.Exit(n + 5) -> os.Exit(n + 6)":                  {killed, "TestStatus"},
		"sample: main: n-- -> _ = n":                                      {timedOut, "time"},
		"sample: start: const start = 3 -> const start = 4":               {survived, ""},
		"sample: main: for n > 0 { -> for n > 1 {":                        {killed, "TestStatus"},
		"sample: main: n = 7 -> n = 8":                                    {unreached, ""},
		"sample: main: if len(os.Args) > 9 { -> if !(len(os.Args) > 9) {": {killed, "TestStatus"},
	}
	for _, m := range ms {
		w, ok := want[m.key()]
		if !ok {
			continue
		}
		delete(want, m.key())
		saved := r.suites[0].none
		if w.outcome == timedOut {
			r.suites[0].none.cpu = -2 * time.Second // so the limit is a little
		}
		if err := r.plant(p.alone(m)); err != nil {
			t.Fatal(err)
		}
		if got, err := r.of(m, 0); err != nil || got != w {
			t.Errorf("%v: %v, %v, want %v", m, got, err, w)
		}
		r.suites[0].none = saved
		if m.function == "start" {
			r.long = true
			if got, err := r.of(m, 0); err != nil || got != (ending{killed, "TestLong"}) {
				t.Errorf("without -short: %v, %v", got, err)
			}
			r.long = false
		}
	}
	if len(want) > 0 {
		t.Errorf("no such mutants: %v", want)
	}
	judged := map[string]string{
		"sample: main: n = 7 -> n = 8":                   "nobody gives nine arguments",
		"sample: main: os.Exit(n + 5) -> os.Exit(n + 6)": "wrong",
	}
	var few []mutant
	for _, m := range ms {
		if m.before == "n = 7" || m.before == "os.Exit(n + 5)" || m.after == "const start = 4" {
			few = append(few, m)
		}
	}
	if c, err := r.all(few, judged); err != nil || c != (count{killed: 3, judged: 1, survived: 3, unreached: 2, wrong: 1}) {
		t.Errorf("%+v, %v", c, err)
	}
}

// Built with others, a mutant is what it is alone: in a method, with parameters that have no
// name, or that := and defer meet. Those that cannot be are built alone.
func TestTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command some thirty times")
	}
	inModule(t, `package main

type number int

func (n number) plus(_ string, m ...int) (sum int) {
	defer func() { sum += 10 }()
	for _, m := range m {
		sum += m
	}
	sum, one := sum+int(n), 1
	sum += one
	return
}

func first[T any](_ string, all ...T) T {
search:
	for i := range all {
		if i == 0 {
			continue search
		}
		return all[i]
	}
	return all[0]
}

func hides(number number) number { return number + 1 }

var last int

func keep(n int) {
	last = n
}

var two = 2

func main() {}
`, `package main

import (
	"os"
	"testing"
)

func Test(t *testing.T) {
	keep(5)
	if os.Getenv("FAIL") != "" {
		t.Error("fails")
	}
	if n := number(1).plus("", 2, 3); n != 17 || first("", 1, 2) != 2 || hides(1) != 2 || last != 5 || two != 2 {
		t.Error(n)
	}
}
`)
	p := loadHere(t)
	ms := p.mutants()
	together, alone := p.parted(ms)
	of := map[string]int{}
	for _, m := range together {
		of[m.function]++
	}
	for _, m := range alone {
		of[m.function] += 100
	}
	if want := map[string]int{"number.plus": 12, "first": 4, "hides": 300, "keep": 1, "two": 200}; !maps.Equal(of, want) {
		t.Errorf("%v, want %v", of, want)
	}
	r, err := newRunner(t.Context(), p, []string{"."}, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	endings := map[string]ending{}
	if err := r.plant(p.together(together)); err != nil {
		t.Fatal(err)
	}
	for i, m := range together {
		if endings[m.key()], err = r.of(m, i+1); err != nil {
			t.Fatal(err)
		}
	}
	var want count
	for _, m := range ms {
		if err := r.plant(p.alone(m)); err != nil {
			t.Fatal(err)
		}
		e, err := r.of(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := endings[m.key()]; ok && got != e {
			t.Errorf("%v: %v, want %v", m, got, e)
		}
		want.add(e, false)
	}
	if got, err := r.all(ms, nil); err != nil || got != want || want.survived == 0 || want.killed == 0 {
		t.Errorf("%v, %v; want %v", got, err, want)
	}

	// What fails without a mutant says nothing of one.
	t.Setenv("FAIL", "1")
	if _, err := r.all(ms, nil); err == nil || !strings.Contains(err.Error(), "without a mutant") {
		t.Errorf("tests that fail without a mutant: %v", err)
	}
}

func TestEnding(t *testing.T) {
	failure := errors.New("exit status 2")
	for _, test := range []struct {
		result
		want  ending
		label string
	}{
		{result{}, ending{survived, ""}, "SURVIVED"},
		{result{failure: context.DeadlineExceeded}, ending{timedOut, "time"}, "KILLED by time"},
		{result{failure: errors.New("signal: killed")}, ending{timedOut, "time"}, "KILLED by time"},
		{result{failure: failure, printed: []byte("panic: test timed out after 9s\n")}, ending{timedOut, "time"}, "KILLED by time"},
		{result{failure: failure, printed: []byte("x\n--- FAIL: TestA (0.1s)\n--- FAIL: TestB (0.1s)\n")}, ending{killed, "TestA"}, "KILLED by TestA"},
		{result{failure: failure, printed: []byte("fatal error: out of memory\n\nx")}, ending{killed, "fatal error: out of memory"}, "KILLED by fatal error: out of memory"},
		{result{failure: failure, printed: []byte("x\npanic: boom\n\nx")}, ending{killed, "panic: boom"}, "KILLED by panic: boom"},
		{result{failure: failure}, ending{killed, "exit status 2"}, "KILLED by exit status 2"},
	} {
		got := test.ending()
		label, good := new(count).add(got, false)
		if got != test.want || label != test.label || good != (got.outcome != survived) {
			t.Errorf("%+v: %v, %s, %v", test.result, got, label, good)
		}
	}
	for _, test := range []struct {
		ending
		judged bool
		label  string
		good   bool
	}{
		{ending{killed, "TestA"}, true, "JUDGED, BUT KILLED by TestA", false},
		{ending{timedOut, "time"}, true, "JUDGED, BUT KILLED by time", false},
		{ending{survived, ""}, true, "JUDGED", true},
		{ending{unreached, ""}, true, "JUDGED", true},
		{ending{unreached, ""}, false, "NOT REACHED", false},
	} {
		if label, good := new(count).add(test.ending, test.judged); label != test.label || good != test.good {
			t.Errorf("%v: %s, %v", test, label, good)
		}
	}
}

// A mutant's tests are those that run its stretch; else its function, where it is between
// stretches; else all.
func TestReaching(t *testing.T) {
	a, b, c := &test{name: "a"}, &test{name: "b"}, &test{name: "c"}
	s := suite{tests: []*test{a, b, c}, ran: map[stretch]map[*test]bool{
		{"f.go", place{10, 20}, place{12, 5}}: {c: true, a: true},
		{"f.go", place{13, 2}, place{14, 9}}:  {c: true},
		{"f.go", place{15, 2}, place{15, 30}}: {},
		{"f.go", place{20, 2}, place{29, 9}}:  {b: true},
		{"g.go", place{10, 20}, place{20, 5}}: {b: true},
	}}
	for _, test := range []struct {
		file         string
		at, from, to place
		want         []*test
	}{
		{"f.go", place{10, 20}, place{10, 18}, place{16, 2}, []*test{a, c}},
		{"f.go", place{12, 4}, place{10, 18}, place{16, 2}, []*test{a, c}},
		{"f.go", place{12, 5}, place{10, 18}, place{16, 2}, []*test{a, c}}, // its function's
		{"f.go", place{12, 5}, place{13, 1}, place{16, 2}, []*test{c}},
		{"f.go", place{13, 9}, place{10, 18}, place{16, 2}, []*test{c}},
		{"f.go", place{15, 9}, place{10, 18}, place{16, 2}, nil},
		{"f.go", place{9, 9}, place{}, place{}, []*test{a, b, c}}, // in no function
		{"h.go", place{10, 20}, place{10, 18}, place{16, 2}, []*test{a, b, c}},
	} {
		got := s.reaching(mutant{file: &file{path: "/x/" + test.file}, place: test.at, begin: test.from, end: test.to})
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:%v in %v to %v: %v, want %v", test.file, test.at, test.from, test.to, got, test.want)
		}
	}
}

func TestGroups(t *testing.T) {
	var tests []*test
	for _, tenths := range []time.Duration{1, 2, 7, 8, 11, 30, 50, 200} {
		tests = append(tests, &test{spent: spent{clock: tenths * time.Second / 10}})
	}
	var got []int
	for _, g := range groups(tests) {
		got = append(got, len(g))
	}
	if want := []int{3, 2, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("groups of %d, want %d", got, want)
	}
	if len(groups(nil)) != 0 {
		t.Error("a group of nothing")
	}
}

func TestJudged(t *testing.T) {
	all, err := readJudged("# About.\n\n# A reason\n# of two lines.\na: b: c -> d\na: b: e -> f\n\n# Another.\na: g: h -> i\n")
	if err != nil || len(all) != 3 || all["a: b: e -> f"] != "A reason of two lines." || all["a: g: h -> i"] != "Another." {
		t.Errorf("%q, %v", all, err)
	}
	for _, wrong := range []string{"a: b: c -> d\n", "# A reason.\n\na: b: c -> d\n", "# A reason.\na: b: c -> d\na: b: c -> d\n",
		"# A reason.\na: b: c -> d\n\n# Another.\n\n# One more.\na: b: c -> e\n", "# A reason.\na: b: c -> d\n\n# Another.\n"} {
		if all, err := readJudged(wrong); err == nil {
			t.Errorf("%q: %q", wrong, all)
		}
	}
	m := mutant{pkg: "a", function: "b", before: "c", after: "d", number: 1}
	twin := m
	twin.number = 2
	if stale("a", []mutant{m}, map[string]string{"a: b: c -> d": "x", "ab: c: d -> e": "another package"}) {
		t.Error("a judged mutant that is there is called stale")
	}
	if !stale("a", []mutant{m}, map[string]string{twin.key(): "x"}) {
		t.Error("a judged mutant that is not there is not called stale")
	}
	if _, err := readJudged(judgedText); err != nil {
		t.Error(err)
	}
}
