package answer

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// solution is the moves of n disks from a peg to another, as disk, from, to.
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
	r := j.Text([]byte(text))
	if again := j.Text([]byte(text)); again.String() != r.String() {
		t.Errorf("%q: %v, and again: %v", text, r, again)
	}
	return r
}

// TestForms: each form is read, and each with a wrong disk, a wrong peg or a disk too large is not solved.
func TestForms(t *testing.T) {
	for _, f := range forms {
		right := ""
		for wrong, change := range [][3]int{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {9, 0, 0}} {
			text := ""
			for k, m := range solution(3, 0, 2) {
				if k == 3 {
					m = [3]int{m[0] + change[0], (m[1] + change[1]) % 3, (m[2] + change[2]) % 3}
				}
				text += f.write(k+1, m[0], m[1], m[2]) + "\n"
			}
			if text == right { // it does not say what is changed
				continue
			}
			r := judge(t, Problem{N: 3, To: "2"}, Options{}, text)
			read := r.Verdict == Solved && r.Moves == 7 && r.Notation == f.Notation && r.Lists == 1 && r.Skipped == 0
			if wrong == 0 {
				right = text
			}
			if wrong == 0 && !read || wrong > 0 && r.Verdict == Solved {
				t.Errorf("%q:\n%s%+v", f.Example, text, r)
			}
		}
	}
}

// TestWords: each word of the table does what its class says.
func TestWords(t *testing.T) {
	templates := map[class]struct{ solved, not string }{
		'd': {"move {} 1 from A to C", "move {} 2 from A to C"},
		'D': {"", "move 1 {} from A to C"},
		'g': {"move disk 1 from {} A to {} C", "move disk 1 from {} A to {} B"},
		'v': {"{} the top disk from A to C", "{} disk 2 from A to C"},
		'M': {"disk 1 {} from A to C", "3 {} from A to C"},
		'S': {"{} 7: A → C", ""},
		'F': {"{} 7: A → C", ""},
		'I': {`{"{}": 7, "from": "A", "to": "C"}`, ""},
		'A': {"{} = [1, 0, 2]", ""},
		'f': {"move disk 1 {} A to C", ""},
		't': {"move disk 1 from A {} C", "move disk 1 from A {} B"},
		'u': {"take disk 1 from A, put it {} C", "take disk 1 from A, put it {} B"},
		'>': {"A {} C", "A {} B"},
		'!': {"", "you {} move disk 1 from A to C"},
		'X': {"", "{}: move disk 1 from A to C"},
		'&': {"move disk 1 from A {} put it on C", ""},
		'r': {"", "move disk 1 from A to C {} B"},
		'L': {"A → C ({})", "A → C, not {}"},
		'a': {"", "move {} disk 1 from A to C"},
		'C': {"A → C {} it is not the end", "{} from A to C"},
		'x': {"A → C {} that is all", "{} from A to C"},
		'O': {"move the top disk {} A to C", "{} from A to C"},
		'o': {"move the {} disk from A to C", ""},
		'i': {"move disk {} from A to C", ""},
		0:   {"{} from A to C", ""},
		';': {"A → C {} done", ""},
		'|': {"disk 1 {} A {} C", ""},
		'e': {"A → C {}", ""},
	}
	sizes := map[int32]string{1: "move the {} disk from A to C", diskLargest: "move the {} disk from A to C", diskMiddle: "move the {} disk from A to C", diskTop: "move the {} disk from A to C"}
	marks := map[class]string{'>': "A {} C", '-': "A {} C", ',': "A{}C", ':': "disk 1{} A → C", ';': "A → C{} done", '.': "A → C{} Done",
		'(': "{}A, C）", ')': "（A, C{}", 'n': "{} A → C"}
	for word, entry := range words {
		template, ok := templates[entry.class]
		if len(word) == 1 || entry.class == 'b' {
			continue
		}
		if utf8.RuneCountInString(word) == 1 {
			if mark := marks[entry.class]; mark != "" {
				template.solved, template.not, ok = mark, "", true
			}
		}
		if strings.IndexByte("sGj", entry.class) >= 0 {
			template.solved, ok = sizes[entry.value], true
		}
		if (entry.class == 'o' || entry.class == 'i') && entry.value > 1 {
			template.solved, template.not = "", template.solved
		}
		if !ok && strings.IndexByte(groups['N'], entry.class) < 0 {
			t.Errorf("no test of %q, class %c", word, entry.class)
		}
		if strings.HasPrefix(word, "<") {
			word += ">"
		}
		for want, text := range map[bool]string{true: template.solved, false: template.not} {
			text = strings.ReplaceAll(text, "{}", word)
			if r := judge(t, Problem{N: 1, To: "2"}, Options{}, text); text != "" && (r.Verdict == Solved) != want {
				t.Errorf("%q: %v", text, r)
			}
		}
	}
}
