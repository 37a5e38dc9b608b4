package answer

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestShapes drops each byte of a list, doubles it, and puts others before it and in its
// place. What comes of it is the same by shapes as record by record.
func TestShapes(t *testing.T) {
	const others = "0123459AbC:;/.,-()[]{}\"\n\r #\x00\xa0\xff"
	p := problem(t, Terms{Begin: "111000000000"})
	var fast, slow Judge
	slow.shapes.off = true
	check := func(text []byte, o Options) {
		t.Helper()
		var results [2]Result
		var shown [2]string
		for i, j := range []*Judge{&fast, &slow} {
			r, err := j.Answer(p, o, text)
			if err != nil {
				t.Fatal(err)
			}
			results[i], shown[i] = r, string(r.AppendJSON(nil, nil))
		}
		if shown[0] != shown[1] || results[0].Move != results[1].Move {
			t.Fatalf("%q gives\n%s with %v, and record by record\n%s with %v",
				text, shown[0], results[0].Move, shown[1], results[1].Move)
		}
	}
	for _, c := range []struct {
		opening, format string
		first           byte // of the pegs
		pegs            string
		convention      Convention
	}{
		{"[", "[%[1]d, %[2]c, %[3]c], ", '0', "", Small1},
		{"[", "[%[1]d,%[2]c,%[3]c],\n", '0', "", Small1},
		{"[", "(%[1]d, %[2]c, %[3]c), # the move of a disk to another peg, and so on\n", '0', "", Small1},
		{"", "{\"disk\":%[1]d,\"from\":%[2]c,\"to\":%[3]c}\n", '0', "", Small1},
		{"", "{\"disk\":%[1]d,\"from\":%[2]c,\"to\":%[3]c}", '0', "", Small1},
		{"", "{\"disk\":%[1]d,\"from\":%[2]c,\"to\":%[3]c}, ", '0', "", Small1},
		{"disk,from,to\n", "%[1]d,%[2]c,%[3]c\n", '0', "", Small1},
		{"", "move disk %[1]d from %[2]c to %[3]c\n", '0', "", Small1},
		{"", "Move disk %[1]d from Peg %[2]c to Peg %[3]c.\n", '1', "", Small1},
		{"", "%[4]d. Move disk %[1]d from %[2]c to %[3]c\n", 'A', "", Small1},
		{"", "%[2]c -> %[3]c\n", 'a', "", Small1},
		{"", "%[2]c %[3]c\n", '1', "", Small1},
		{"", "%[2]c -> %[3]c\n", 'a', "", Large0},
		{"", "%[2]c      ->     %[3]c\n", 'A', "", Small1}, // as long as a window: by shape to the last byte
		{"", "disk %[1]d: %[2]c -> %[3]c\n", 'r', "R,s,T", Small1},
		{"", "disk %[1]d: %[2]c -> %[3]c\n", '4', "4,5,6", Small1},
	} {
		o := Options{Convention: c.convention}
		if err := o.Pegs.UnmarshalText([]byte(c.pegs)); err != nil {
			t.Fatal(err)
		}
		b := bytes.NewBufferString(c.opening)
		for k, m := range []struct {
			disk     int
			from, to byte
		}{
			{1, 0, 1}, {1, 1, 2}, {1, 2, 0}, {10, 1, 2}, {10, 2, 1}, {10, 1, 2}, {1, 0, 1}, {1, 1, 0}, {1, 0, 2}, {1, 2, 0},
			{10, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0},
		} {
			fmt.Fprintf(b, c.format, m.disk, c.first+m.from, c.first+m.to, k+95)
		}
		text := b.Bytes()
		check(text, o)
		if s := fast.shapes.of; s[0].length == 0 || s[1].length == 0 && strings.Contains(c.format, "[1]") {
			t.Errorf("%q: a shape was not learnt", text)
		}
		for i, was := range text {
			for _, c := range []byte(others) {
				text[i] = c
				check(text, o)
			}
			text[i] = was
			check(slices.Delete(slices.Clone(text), i, i+1), o)
			for _, c := range []byte{was, ',', '\n', ' '} {
				check(slices.Insert(slices.Clone(text), i, c), o)
			}
		}
	}
}
