package main

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// fed runs the program with a text on standard input.
func fed(t *testing.T, input, line string) result {
	t.Helper()
	return reading(t, strings.NewReader(input), line)
}

// reading runs the program with an input.
func reading(t *testing.T, input io.Reader, line string) result {
	t.Helper()
	c := exec.Command(command, strings.Fields(line)...)
	c.Stdin = input
	return start(t, c)
}

// running is the program while it runs, to be asked and to answer.
type running struct {
	*exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	err    bytes.Buffer
	hangUp func() error // closes out
}

// dialog starts a command that asks and answers.
func dialog(t *testing.T, started *exec.Cmd) *running {
	t.Helper()
	c := &running{Cmd: started}
	c.Stderr = &c.err
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	must.Do(c.Start())
	bound(t, c.Cmd)
	c.in, c.out, c.hangUp = in, bufio.NewReader(out), out.Close
	return c
}

// complaints checks that each line on standard error names its line of standard
// input, in order, and says a word.
func (r result) complaints(t *testing.T, want ...string) {
	t.Helper()
	lines := strings.SplitAfter(r.err, "\n")
	if lines = lines[:len(lines)-1]; len(lines) != len(want) {
		t.Fatalf("standard error is %q; want %d lines", r.err, len(want))
	}
	for i, line := range lines {
		number, word, _ := strings.Cut(want[i], " ")
		if !strings.HasPrefix(line, "hanoigen: standard input: line "+number+": ") || !strings.Contains(line, word) {
			t.Errorf("line %d of standard error is %q; want line %s and %q", i+1, line, number, word)
		}
	}
}

const off2011 = "off the path: state 2011 is not in the solution from peg 0 to peg 1: disk 4 leaves it; the state is at distance 15 from the start and 11 from the end\n"

func TestRankLines(t *testing.T) {
	windows := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	for _, test := range []struct {
		name, input, out string
		status           int
		complaints       []string
	}{
		{"no last line end", "0000\n1221", "0\n9\n", 0, nil},
		{"all forms", "1221\n" + lines9 + "|4 1|3 2\n" + lines9, "9\n9\n9\n9\n", 0, nil},
		{"Windows", windows("1221\n" + lines9 + "|4 1|3 2\n0000\n"), "9\n9\n9\n0\n", 0, nil},
		{"Windows, with a byte order mark", "\ufeff" + windows(lines9+"1221\n"), "9\n9\n", 0, nil},
		{"off the path", "1221\n2011\n1221\n", "9\n" + off2011 + "9\n", 1, nil},
		{"no state", "1221\n0x\n\n2013\n1221\n", "9\n9\n", 2, []string{"2 'x'", "3 disks", "4 '3'"}},
		{"both", "2011\n0x\n", off2011, 2, []string{"2 'x'"}},
		{"three lines, cut off", "1221\n0| 3\n1| 2\n", "9\n", 2, []string{"2 2| is missing"}},
		{"three lines, others between", "0|\n1221\n" + lines9 + "0| 1\n" + lines9, "9\n9\n9\n", 2, []string{"1 1| is missing", "6 1| is missing"}},
		{"three lines of no state", "0| 5\n1| 4\n2|\n1221\n", "9\n", 2, []string{"1 no disk 1"}},
		{"long", "1221\n" + strings.Repeat("0", 4095) + "\n" + strings.Repeat("0", 4096) + "\n" + strings.Repeat("0", 1<<20) + "\r\n1221\n", "9\n9\n", 2,
			[]string{"2 4095; give 1 to 64", "3 longer than 4096 bytes", "4 longer than 4096 bytes"}},
		{"long at the end", "1221\n1221" + strings.Repeat(" ", 5000), "9\n", 2, []string{"2 longer than 4096 bytes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := fed(t, test.input, "rank -")
			if string(r.out) != test.out || r.status != test.status {
				t.Errorf("%q, status %d; want %q, %d", r.out, r.status, test.out, test.status)
			}
			r.complaints(t, test.complaints...)
		})
	}
	// What cannot be read is no state of anybody's.
	for _, line := range []string{"rank -", "path - -"} {
		reading(t, openFile(t, t.TempDir()), line).expect(t, 1, "standard input: line 1: .*is a directory")
	}
}

// TestRankAnswersAtOnce asks line by line.
func TestRankAnswersAtOnce(t *testing.T) {
	c := dialog(t, exec.Command(command, "rank", "-"))
	for range 3 {
		// The beginning of the next line must not hold back the answer.
		for _, ask := range []struct{ question, answer string }{{"1221\n0", "9\n"}, {"|\n1| 4 1\n2| 3 2\n00", "9\n"}, {"00\n", "0\n"}} {
			if _, err := io.WriteString(c.in, ask.question); err != nil {
				t.Fatal(err)
			}
			if got, err := c.out.ReadString('\n'); got != ask.answer || err != nil {
				t.Fatalf("%q is answered by %q, %v; want %q", ask.question, got, err, ask.answer)
			}
		}
	}
	c.in.Close()
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

func TestPathLines(t *testing.T) {
	for _, test := range []struct {
		args, input, out string
		status           int
		complaints       []string
	}{
		{"- 000 --length", "", "", 0, nil},
		{"- 000 --length", "222\n000\r\n|3 2 1|\n0|\n1| 3 2 1\n2|\n", "7\n0\n7\n7\n", 0, nil},
		{"011 - --length --direct", "100\n100\n", "7\n7\n", 0, nil},
		{"- 011 --length", "100\n100", "5\n5\n", 0, nil},
		{"- - --length", "100\n011\n000\n001\n", "5\n1\n", 0, nil},
		{"- - --length", "00\n0x\n00\n01\nx\n00\ny\nz\n01\n00\n", "1\n1\n", 2, []string{"2 'x'", "5 'x'", "7 'y'", "8 'z'"}},
		{"- - --length", "000\n111\n000\n", "7\n", 2, []string{"3 ends after 1 of 2 states"}},
		{"- - --length", "000\n111\nx", "7\n", 2, []string{"3 'x'", "3 ends after 1 of 2 states"}},
		{"- 000 --length", "22\n222\n", "7\n", 2, []string{"1 000 has 3 disks, but 22 has 2"}},
		{"- 000 --length --start 2", "000\n222\n", "6\n", 2, []string{"1 has no moves"}},
	} {
		t.Run(test.args, func(t *testing.T) {
			r := fed(t, test.input, "path "+test.args)
			if string(r.out) != test.out || r.status != test.status {
				t.Errorf("%q: %q, status %d; want %q, %d", test.input, r.out, r.status, test.out, test.status)
			}
			r.complaints(t, test.complaints...)
		})
	}

	// Without --length, one path.
	want := string(hanoigen(t, "path 222 000").out)
	for _, test := range []struct{ args, input string }{
		{"- 000", "222\r\n"}, {"- 000", "222"}, {"222 -", "000\n"}, {"- -", "222\n000\n"}, {"- -", "0|\n1|\n2| 3 2 1\n000"},
	} {
		r := fed(t, test.input, "path "+test.args)
		r.expect(t, 0, "")
		if string(r.out) != want {
			t.Errorf("path %s of %q: %q; want %q", test.args, test.input, r.out, want)
		}
	}
	fed(t, "222\n222\n", "path - 000").expect(t, 2, "line 2: a path takes 1 of it; give --length")
	fed(t, "222\n000\nx", "path - -").expect(t, 2, "line 3: a path takes 2 of it; give --length")
	fed(t, "222\n", "path - -").expect(t, 2, "line 1: .*ends after 1 of 2 states")
	fed(t, "22x\n", "path - 000").expect(t, 2, "line 1: no such state: \"22x\"")
}

func TestNextLines(t *testing.T) {
	for _, test := range []struct {
		args, input, out string
		status           int
		err              string
	}{
		{"0 1", "", "1 move left: move disk 1 from 0 to 1\n", 0, ""},
		{"0 0", "", "0 moves left\n", 0, ""},
		{"02 20 --json", "", `{"left":3,"moves":[[1,2,1],[2,0,1]]}` + "\n", 0, ""},
		{"0 0 --json", "", `{"left":0,"moves":[]}` + "\n", 0, ""},
		{"- 000", "0| 3 2\n1| 1\n2|\n100\n", "1 move left: move disk 1 from 1 to 0\n7 moves left: move disk 1 from 0 to 1\n", 0, ""},
		{"- 0", "1\nx\n2\n", "1 move left: move disk 1 from 1 to 0\n1 move left: move disk 1 from 2 to 0\n", 2, `line 2: no such state`},
		{"00 0", "", "", 2, `0 has 1 disk, but 00 has 2`},
		{strings.Repeat("0", 64) + " " + strings.Repeat("1", 64) + " --json", "", `{"left":18446744073709551615,"moves":[[1,0,2]]}` + "\n", 0, ""},
	} {
		r := fed(t, test.input, "next "+test.args)
		r.expect(t, test.status, test.err)
		if string(r.out) != test.out {
			t.Errorf("next %s of %q: %q; want %q", test.args, test.input, r.out, test.out)
		}
	}
}

func TestJSON(t *testing.T) {
	for _, test := range []struct {
		line, input, out string
		status           int
	}{
		{"state -n 4 -k 9 --json", "", `{"n":4,"move":9,"state":"1221","pegs":[[],[4,1],[3,2]]}`, 0},
		{"state -n 1 -k 0 --json --from 2", "", `{"n":1,"move":0,"state":"2","pegs":[[],[],[1]]}`, 0},
		{"rank 1221 --json", "", `{"n":4,"state":"1221","on_path":true,"move":9}`, 0},
		{"rank 0 --json", "", `{"n":1,"state":"0","on_path":true,"move":0}`, 0},
		{"rank 2011 --json", "", `{"n":4,"state":"2011","on_path":false,"disk":4,"from_start":15,"to_end":11}`, 1},
		{"rank 1 --json", "", `{"n":1,"state":"1","on_path":false,"disk":1,"from_start":1,"to_end":1}`, 1},
		{"rank - --json", "1221\n000\n|1|\n", `{"line":1,"n":4,"state":"1221","on_path":true,"move":9}
{"line":2,"n":3,"state":"000","on_path":true,"move":0}
{"line":3,"n":1,"state":"1","on_path":false,"disk":1,"from_start":1,"to_end":1}`, 1},
		{"verify -n 3 -f text --json", "move disk 1 from 0 to 2\nmove disk 2", `{"same":false,"bytes":35,"moves":1,"file":"-","file_start":0,"offset":35,"move":2,"got":"6d6f7665206469736b2032","want":"6d6f7665206469736b20322066726f6d203020746f20310a"}`, 1},
		{"verify -n 2 --json", "\x00\x04\x02", `{"same":true,"bytes":3,"moves":3}`, 0},
		{"verify -n 2 --json", "\x00\x04\x02\x00", `{"same":false,"bytes":3,"moves":3,"file":"-","file_start":0,"offset":3,"move":4,"got":"00","want":""}`, 1},
		{"verify -n 2 --json", "\x00\x05\x02", `{"same":false,"bytes":1,"moves":1,"file":"-","file_start":0,"offset":1,"move":2,"got":"05","want":"04"}`, 1},
	} {
		r := fed(t, test.input, test.line)
		r.expect(t, test.status, "")
		if string(r.out) != test.out+"\n" {
			t.Errorf("%s: %s; want %s", test.line, r.out, test.out)
		}
	}
	// What has no answer is an error, and no object.
	if r := fed(t, "x\n1221\n", "rank - --json"); string(r.out) != `{"line":2,"n":4,"state":"1221","on_path":true,"move":9}`+"\n" || r.status != 2 {
		t.Errorf("a line that is no state: %s, status %d", r.out, r.status)
	} else {
		r.complaints(t, "1 'x'")
	}
}
