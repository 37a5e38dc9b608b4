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
	for pegs, published := range map[int][]uint64{
		4: {1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 129, 161, 193, 225, 257, 289, 321, 385}, // OEIS A007664
		5: {1, 3, 5, 7, 11, 15, 19, 23, 27, 31, 39, 47, 55, 63, 71, 79, 87, 95, 103, 111, 127, 143},      // A007665
		6: {1, 3, 5, 7, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 57, 65, 73, 81, 89, 97, 105},          // A182058
	} {
		for i, want := range published {
			if got := FrameStewart(i+1, pegs); got != want {
				t.Errorf("%d disks on %d pegs: %d; want %d", i+1, pegs, got, want)
			}
		}
	}
	if three, four := FrameStewart(64, 3), FrameStewart(64, 4); three != 1<<64-1 || four != 18433 {
		t.Errorf("64 disks on 3 pegs: %d; on 4 pegs: %d", three, four)
	}
}
