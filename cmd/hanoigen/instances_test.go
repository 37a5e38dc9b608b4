package main

import (
	"bytes"
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
	c := dialog(t, exec.Command(command, "instances", "-n", "3..8", "--count", "2^64-1"))
	if _, err := io.ReadFull(c.out, make([]byte, 100_000)); err != nil {
		t.Error(err)
	}
	c.hangUp()
	if err := c.Wait(); err == nil || c.err.Len() > 0 {
		t.Errorf("%v, %q; want a signal or a status, and no word", err, c.err.String())
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
		{[]string{"02", "20", "--json"}, "", `{"left":3,"moves":[[1,2,1],[2,0,1]]}` + "\n", 0, ""},
		{[]string{"0", "0", "--json"}, "", `{"left":0,"moves":[]}` + "\n", 0, ""},
		{[]string{"-", "000"}, "0| 3 2\n1| 1\n2|\n100\n", "1 move left: move disk 1 from 1 to 0\n7 moves left: move disk 1 from 0 to 1\n", 0, ""},
		{[]string{"-", "0"}, "1\nx\n2\n", "1 move left: move disk 1 from 1 to 0\n1 move left: move disk 1 from 2 to 0\n", 2, `line 2: no such state`},
		{[]string{"00", "0"}, "", "", 2, `0 has 1 disk, but 00 has 2`},
		{[]string{"0x", "00"}, "", "", 2, `no such state`},
		{[]string{"00"}, "", "", 2, `too few arguments; usage: hanoigen next A B`},
		{[]string{strings.Repeat("0", 64), strings.Repeat("1", 64), "--json"}, "", `{"left":18446744073709551615,"moves":[[1,0,2]]}` + "\n", 0, ""},
	} {
		r := fed(t, test.in, append([]string{"next"}, test.args...)...)
		r.expect(t, test.status, test.err)
		if test.want != "" && string(r.out) != test.want {
			t.Errorf("next %q of %q: %q; want %q", test.args, test.in, r.out, test.want)
		}
	}
}
