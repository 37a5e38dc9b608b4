package answer

import (
	"testing"
)

// solution is the moves of n disks from A to C, as disk, from, to.
func solution(n int, from, to int) (all [][3]int) {
	if n == 0 {
		return nil
	}
	other := 3 - from - to
	all = append(all, solution(n-1, from, other)...)
	all = append(all, [3]int{n, from, to})
	return append(all, solution(n-1, other, to)...)
}

func judge(t *testing.T, p Problem, o Options, text string) Result {
	t.Helper()
	j, err := New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return j.Text([]byte(text))
}

func TestForms(t *testing.T) {
	for i, f := range forms {
		if f.example == "" {
			continue
		}
		text := ""
		for k, m := range solution(3, 0, 2) {
			text += f.write(k+1, m[0], m[1], m[2]) + "\n"
		}
		r := judge(t, Problem{N: 3, To: "2"}, Options{}, text)
		if r.Verdict != Solved || r.Moves != 7 || r.Notation != f.notation || r.Lists != 1 || r.Skipped != 0 {
			t.Errorf("form %d %q:\n%s%+v", i, f.pattern, text, r)
			continue
		}
	}
}
