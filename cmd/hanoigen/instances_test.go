package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// The lines are those of the library, whole and in parts.
func TestInstances(t *testing.T) {
	for flags, instances := range map[string]answer.Instances{
		"-n 5":                     {MinDisks: 5, MaxDisks: 5},
		"-n 3..8 --seed 7":         {Seed: 7, MinDisks: 3, MaxDisks: 8, Kind: "random"},
		"-n 3..64 --kind classic":  {MinDisks: 3, MaxDisks: 64, Kind: "classic"},
		"-n 3..8 --prompt triples": {MinDisks: 3, MaxDisks: 8, Prompt: "triples"},
		"-n 4..5 --prompt text --answers --seed 2^64-1":      {Seed: 1<<64 - 1, MinDisks: 4, MaxDisks: 5, Prompt: "text", Answers: true},
		"-n 64 --answers --kind distance --distance 2..0x10": {MinDisks: 64, MaxDisks: 64, Kind: "distance", MinDistance: 2, MaxDistance: 16, Answers: true},
		"-n 9 --kind distance --distance 5":                  {MinDisks: 9, MaxDisks: 9, Kind: "distance", MinDistance: 5, MaxDistance: 5},
	} {
		s, err := answer.NewSampler(instances)
		if err != nil {
			t.Fatal(err)
		}
		var want [][]byte
		for i := range uint64(300) {
			var line bytes.Buffer
			if err := printJSON(&line, s.At(i)); err != nil {
				t.Fatal(err)
			}
			want = append(want, line.Bytes())
		}
		r := hanoigen(t, "instances --count 300 "+flags)
		r.expect(t, 0, "")
		if !bytes.Equal(r.out, bytes.Join(want, nil)) {
			t.Errorf("instances %s: not what the library has", flags)
		}
		part := hanoigen(t, "instances --first 123 --count 45 "+flags)
		if !bytes.Equal(part.out, bytes.Join(want[123:168], nil)) {
			t.Errorf("instances %s: 123 to 167 alone are not those of the whole", flags)
		}
	}
	for flags, want := range map[string]int{"": 1, " --count 0": 0, " --first 1 --count 0": 0, " --first 2^64-1": 1, " --first 2^64-2 --count 2": 2} {
		r := hanoigen(t, "instances -n 3"+flags)
		r.expect(t, 0, "")
		if got := bytes.Count(r.out, []byte("\n")); got != want {
			t.Errorf("instances -n 3%s: %d lines; want %d", flags, got, want)
		}
	}
}

// TestInstancesStop: a reader that goes away ends an endless run quietly.
func TestInstancesStop(t *testing.T) {
	c := exec.Command(command, strings.Fields("instances -n 3..8 --count 2^64-1")...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 100_000)); err != nil {
		t.Error(err)
	}
	out.Close()
	if err := c.Wait(); err == nil || stderr.Len() > 0 {
		t.Errorf("%v, %q; want a signal or a status, and no word", err, stderr.String())
	}
}

func TestInstancesErrors(t *testing.T) {
	for line, message := range map[string]string{
		"":                              `-n is required: A..B, or one number, 1 to 64$`,
		"-n 0":                          `-n "0": out of range; give 1 to 64$`,
		"-n 0..3":                       `-n "0..3": out of range; give 1 to 64$`,
		"-n 3..65":                      `-n "3..65": out of range; give 1 to 64$`,
		"-n 8..3":                       `-n "8..3": no number is from 8 to 3; give the smaller one first$`,
		"-n 3-8":                        `-n "3-8": not a number`,
		"-n 3..8..9":                    `-n "3..8..9": not a number`,
		"-n 3 --kind hard":              `--kind "hard": not available; give one of classic, random, distance$`,
		"-n 3 --prompt csv":             `--prompt "csv": not available; give one of triples, text$`,
		"-n 3 --distance 1..2":          `--distance is for --kind distance, not random$`,
		"-n 3 --kind distance":          `--kind distance needs --distance D..E`,
		"-n 3 --count 2^64":             `--count "2\^64": too large`,
		"-n 3 --first 2^64-1 --count 2": `--first 18446744073709551615 --count 2: instances are numbered 0 to 18446744073709551615`,
		"-n 21 --answers":               `an answer may have 2097151 moves, and at most 1048575 are written; give up to 20 disks`,
		"-n 64 --answers --kind distance --distance 1..2^20": `an answer may have 1048576 moves`,
		"-n 3..9 --kind distance --distance 8..20":           `no state of 3 disks is 8 moves from a perfect one; give up to 7$`,
		"-n 3 5": `"5" is too many arguments`,
	} {
		hanoigen(t, "instances "+line).expect(t, 2, message)
	}
	hanoigen(t, "instances -n 20 --answers --count 0").expect(t, 0, "") // 2^20-1 moves, the most
}

// TestNext compares the answers with those of a breadth-first search, for all
// pairs of states of two disks and the goals of three.
func TestNext(t *testing.T) {
	var ask, want, wantJSON strings.Builder
	for _, pair := range [][2]int{{2, 1}, {3, 13}} {
		n, step := pair[0], pair[1]
		for b := 0; b < pow3(n); b += step {
			left := distancesTo(digits(b, n))
			for a := range pow3(n) {
				from := digits(a, n)
				fmt.Fprintf(&ask, "%s\n%s\n", from, digits(b, n))
				var moves []string
				triples := [][3]int{}
				for disk := n; disk > 0; disk-- {
					for to := range 3 {
						p := puzzleOf(from)
						at := p[disk-1]
						if p.move(disk, at, to) && left[p.String()] == left[from]-1 {
							moves = append(moves, fmt.Sprintf("move disk %d from %d to %d", disk, at, to))
							triples = append(triples, [3]int{disk, at, to})
						}
					}
				}
				// The search cannot tell which of two comes first.
				text := fmt.Sprintf("%d moves left", left[from])
				if left[from] == 1 {
					text = "1 move left"
				}
				if len(moves) > 0 {
					text += ": " + strings.Join(moves, ", or ")
				}
				fmt.Fprintln(&want, text)
				j, _ := json.Marshal(triples)
				fmt.Fprintf(&wantJSON, `{"left":%d,"moves":%s}`+"\n", left[from], j)
			}
		}
	}
	for flag, want := range map[string]string{"": want.String(), "--json": wantJSON.String()} {
		c := exec.Command(command, "next", "-", "-")
		if flag != "" {
			c.Args = append(c.Args, flag)
		}
		c.Stdin = strings.NewReader(ask.String())
		r := start(t, c)
		r.expect(t, 0, "")
		got := strings.Split(string(r.out), "\n")
		for i, line := range strings.Split(want, "\n") {
			if i >= len(got) || got[i] != line && got[i] != swapped(line) {
				t.Fatalf("next %s, line %d: %q; want %q", flag, i+1, got[min(i, len(got)-1)], line)
			}
		}
	}
}

// swapped returns a line with its two moves in the other order.
func swapped(line string) string {
	if head, moves, ok := strings.Cut(line, ": "); ok {
		if a, b, two := strings.Cut(moves, ", or "); two {
			return head + ": " + b + ", or " + a
		}
	}
	if head, moves, ok := strings.Cut(line, "[["); ok {
		if a, b, two := strings.Cut(strings.TrimSuffix(moves, "]]}"), "],["); two {
			return head + "[[" + b + "],[" + a + "]]}"
		}
	}
	return line
}

func pow3(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// digits returns state i of n disks.
func digits(i, n int) (s string) {
	for range n {
		s = fmt.Sprint(i%3) + s
		i /= 3
	}
	return s
}

func puzzleOf(state string) puzzle {
	p := make(puzzle, len(state))
	for i, c := range state {
		p[len(state)-1-i] = int(c - '0')
	}
	return p
}

// distancesTo returns the distances of all states to one, by breadth-first search.
func distancesTo(goal string) map[string]int {
	found := map[string]int{goal: 0}
	for queue := []string{goal}; len(queue) > 0; queue = queue[1:] {
		for disk := 1; disk <= len(goal); disk++ {
			for to := range 3 {
				p := puzzleOf(queue[0])
				if p.move(disk, p[disk-1], to) {
					if _, ok := found[p.String()]; !ok {
						found[p.String()] = found[queue[0]] + 1
						queue = append(queue, p.String())
					}
				}
			}
		}
	}
	return found
}

func TestNextForms(t *testing.T) {
	for _, test := range []struct {
		args   []string
		in     string
		want   string
		status int
		err    string
	}{
		{[]string{"2011", "|4 1|3 2"}, "", "", 0, ""},
		{[]string{"0", "1"}, "", "1 move left: move disk 1 from 0 to 1\n", 0, ""},
		{[]string{"0", "0"}, "", "0 moves left\n", 0, ""},
		{[]string{"0", "0", "--json"}, "", `{"left":0,"moves":[]}` + "\n", 0, ""},
		{[]string{"-", "000"}, "0| 3 2\n1| 1\n2|\n100\n", "1 move left: move disk 1 from 1 to 0\n7 moves left: move disk 1 from 0 to 1\n", 0, ""},
		{[]string{"-", "0"}, "1\nx\n2\n", "1 move left: move disk 1 from 1 to 0\n1 move left: move disk 1 from 2 to 0\n", 2, `line 2: no such state`},
		{[]string{"00", "0"}, "", "", 2, `0 has 1 disk, but 00 has 2`},
		{[]string{"0x", "00"}, "", "", 2, `no such state`},
		{[]string{"00"}, "", "", 2, `too few arguments; usage: hanoigen next A B`},
		{[]string{strings.Repeat("0", 64), strings.Repeat("1", 64), "--json"}, "", `{"left":18446744073709551615,"moves":[[1,0,2]]}` + "\n", 0, ""},
	} {
		c := exec.Command(command, append([]string{"next"}, test.args...)...)
		c.Stdin = strings.NewReader(test.in)
		r := start(t, c)
		r.expect(t, test.status, test.err)
		if test.want != "" && string(r.out) != test.want {
			t.Errorf("next %q of %q: %q; want %q", test.args, test.in, r.out, test.want)
		}
	}
}
