package pegs

import (
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"A,B,C":                    "A B C",
		" left , Middle,right,x_1": "left Middle right x_1",
		"0,10,99":                  "0 10 99",
		"Ä,中,αβγδεζηθικλμνξοπ":   "Ä 中 αβγδεζηθικλμνξοπ",
		"0,1,2,3,4,5,6,7,8,9":    "0 1 2 3 4 5 6 7 8 9",
		"0,1,2,3,4,5,6,7,8,9,10": "",
		"A,B":                    "",
		"A,B,a":                  "",
		"σ,ς,Σ":                  "",
		"A,B,":                   "",
		"01,02,03":               "",
		"1,2,100":                "",
		"1,2,3a":                 "",
		"a b,c,d":                "",
		"a,b,_c":                 "",
		"a,b,abcdefghijklmnopq":  "",
	} {
		names, err := Parse(text)
		if !slices.Equal(names, strings.Fields(want)) || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v; want %s", text, names, err, want)
		}
		if err != nil && !strings.Contains(err.Error(), text+`"; give 3 to 10 different names`) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestFrameStewart(t *testing.T) {
	for n, want := range []uint64{0, 1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81} {
		if got := FrameStewart(n, 4); got != want {
			t.Errorf("%d disks on 4 pegs: %d; want %d", n, got, want)
		}
	}
	if got := FrameStewart(64, 3); got != 1<<64-1 {
		t.Errorf("64 disks on 3 pegs: %d", got)
	}
	if got := FrameStewart(64, 4); got != 18433 {
		t.Errorf("64 disks on 4 pegs: %d", got)
	}
}
