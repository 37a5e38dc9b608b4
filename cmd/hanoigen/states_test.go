package main

import (
	"fmt"
	"strings"
	"testing"
)

// puzzle is the peg of each disk, disk 1 first.
type puzzle []int

func (p puzzle) String() string {
	s := ""
	for _, peg := range p {
		s = fmt.Sprint(peg) + s
	}
	return s
}

// lines is how hanoigen state prints it.
func (p puzzle) lines() string {
	s := ""
	for peg := range 3 {
		s += fmt.Sprintf("%d|", peg)
		for d := len(p) - 1; d >= 0; d-- {
			if p[d] == peg {
				s += fmt.Sprintf(" %d", d+1)
			}
		}
		s += "\n"
	}
	return s
}

// move makes a move, if it is legal.
func (p puzzle) move(disk, from, to int) bool {
	for d := range disk - 1 {
		if p[d] == from || p[d] == to {
			return false
		}
	}
	if from == to || p[disk-1] != from {
		return false
	}
	p[disk-1] = to
	return true
}

// The solution under every naming, and from peg 0 where --from is not given.
func TestStateAndRank(t *testing.T) {
	const n = 4
	for from := -1; from < 3; from++ {
		for to := -1; to < 3; to++ {
			s := whole(n, "packed")
			s.from, s.to = from, to
			p := make(puzzle, n)
			for d := range p {
				p[d] = max(0, from)
			}
			if p[0] == to {
				continue
			}
			ends := ""
			if from >= 0 {
				ends += fmt.Sprintf(" --from %d", from)
			}
			if to >= 0 {
				ends += fmt.Sprintf(" --to %d", to)
			}
			var states, ranks string
			for k := uint64(0); k <= s.count; k++ {
				if k > 0 {
					p.move(s.move(k))
				}
				states += p.String() + "\n"
				ranks += fmt.Sprintln(k)
				if k%5 > 0 {
					continue
				}
				at := fmt.Sprintf("-n %d -k %d", n, k) + ends
				if r := hanoigen(t, "state "+at); string(r.out) != p.lines() {
					t.Errorf("state %s: %q, want %q", at, r.out, p.lines())
				}
				if r := hanoigen(t, "state --string "+at); string(r.out) != p.String()+"\n" {
					t.Errorf("state --string %s: %q, want %v", at, r.out, p)
				}
			}
			if r := fed(t, states, append([]string{"rank", "-"}, strings.Fields(ends)...)...); string(r.out) != ranks {
				t.Errorf("rank%s of the states of the solution: %q %q", ends, r.out, r.err)
			}
		}
	}
	if r := hanoigen(t, "state -n 64 -k 2^64-1 --string"); string(r.out) != strings.Repeat("1", 64)+"\n" {
		t.Errorf("the last state of 64 disks: %q", r.out)
	}
}

func TestRankForms(t *testing.T) {
	for _, form := range []string{"|4 1|3 2", "0|\n1| 4 1\n2| 3 2\n", "1221"} {
		for _, args := range [][]string{{"rank", form}, {"rank", "-"}} {
			r := fed(t, form, args...)
			r.expect(t, 0, "")
			if string(r.out) != "9\n" {
				t.Errorf("%q of %q: %q, want 9", args, form, r.out)
			}
		}
	}
}

// TestRankOffPath: the disk that leaves the path, and how far its ends are.
func TestRankOffPath(t *testing.T) {
	for line, want := range map[string]string{
		"rank 2011":                `off the path: .*2011.*disk 4 leaves.*\b15\b.*\b11\b`,
		"rank 022":                 `disk 2 leaves.*\b3\b.*\b7\b`,
		"rank 000 --from 2 --to 1": `disk 3 leaves.*\b7\b.*\b7\b`,
		"rank 000 --from 1 --to 2": `disk 3 leaves.*\b7\b.*\b7\b`,
	} {
		hanoigen(t, line).expect(t, 1, want)
	}
}

// A path is legal, leads to its goal, and is as long as the states that next counts
// down.
func TestPath(t *testing.T) {
	for _, ends := range [][2]string{{"000", "222"}, {"100", "011"}, {"2011", "0120"}, {"01", "10"}, {"12", "12"}} {
		r := hanoigen(t, "path "+ends[0]+" "+ends[1])
		r.expect(t, 0, "")
		p := make(puzzle, len(ends[0]))
		for d := range p {
			p[d] = int(ends[0][len(p)-1-d] - '0')
		}
		states := p.String() + "\n"
		for line := range strings.Lines(string(r.out)) {
			var disk, from, to int
			if _, err := fmt.Sscanf(line, "move disk %d from %d to %d", &disk, &from, &to); err != nil || !p.move(disk, from, to) {
				t.Fatalf("path %v: %q is no legal move in %v", ends, line, p)
			}
			states += p.String() + "\n"
		}
		want := ""
		for left := strings.Count(states, "\n") - 1; left >= 0; left-- {
			want += fmt.Sprintln(left)
		}
		if r := fed(t, states, "path", "-", ends[1], "--length"); p.String() != ends[1] || string(r.out) != want {
			t.Errorf("path %v ends in %v, and its states are so far from the goal: %q", ends, p, r.out)
		}
	}
}

func TestPathFlags(t *testing.T) {
	for line, want := range map[string]string{
		"100 011 --length":                    "5\n",
		"100 011 --length --direct":           "7\n",
		"100 011 --direct --count 1":          "move disk 1 from 0 to 1\n",
		"0 2 -f csv":                          "disk,from,to\n1,0,2\n",
		"0 2 -f jsonl":                        "{\"disk\":1,\"from\":0,\"to\":2}\n",
		"0 2 -f wide":                         "\x01\x02",
		"00 11 --start 2":                     "move disk 2 from 0 to 1\nmove disk 1 from 2 to 1\n",
		"00 11 --start 2 --count 1 --numbers": "2: move disk 2 from 0 to 1\n",
		"00 11 --shard 1/3 -f csv --numbers":  "2,2,0,1\n",
		"00 11 --shard 0/3 -f csv --numbers":  "move,disk,from,to\n1,1,0,2\n",
		"00 11 --count 0":                     "",
		"00 00":                               "",
		"00 11 --length --start 2":            "2\n",
		"000 222 --length --shard 1/2":        "4\n",
		strings.Repeat("0", 64) + " " + strings.Repeat("1", 64) + " --length": "18446744073709551615\n",
	} {
		r := hanoigen(t, "path "+line)
		r.expect(t, 0, "")
		if string(r.out) != want {
			t.Errorf("path %s: %q; want %q", line, r.out, want)
		}
	}
	if r := hanoigen(t, "path 100 011 --direct"); strings.Count(string(r.out), "\n") != 7 || strings.Count(string(r.out), "disk 3") != 1 {
		t.Errorf("the direct path is %q; want 7 moves, one of them of disk 3", r.out)
	}
}
