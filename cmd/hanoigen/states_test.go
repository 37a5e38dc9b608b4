package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// States of all sizes are read back from each form, with digits and letters, however they arrive.
func TestStateReader(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, pegs := range []letters{false, true} {
		var text strings.Builder
		var want []hanoi.State
		lines := []int{0} // the number of lines up to each state
		for n := 1; n <= 64; n++ {
			s := must.Get(hanoi.StateAt(n, random.Uint64()>>(64-n), hanoi.Naming(random.IntN(6))))
			var disks [3]string
			for disk := n; disk > 0; disk-- {
				disks[s.Peg(disk)] += fmt.Sprint(" ", disk)
			}
			end := []string{"\n", "\r\n"}[n%2]
			text.WriteString(pegs.text(s) + end + strings.Join(disks[:], "|") + end)
			for p := range uint8(3) {
				text.WriteString(pegs.text(p) + "|" + disks[p] + end)
			}
			want = append(want, s, s, s)
			last := lines[len(lines)-1]
			lines = append(lines, last+1, last+2, last+5)
		}
		for name, in := range map[string]io.Reader{
			"whole":        strings.NewReader(text.String()),
			"byte by byte": iotest.OneByteReader(strings.NewReader(text.String())),
			"no last end":  iotest.DataErrReader(strings.NewReader(strings.TrimSpace(text.String()))),
		} {
			r := newStateReader(in, pegs)
			for i, s := range want {
				if got, err := r.next(); got != s || err != nil || r.line != lines[i+1] {
					t.Fatalf("%s: line %d is %v, %v; want line %d, %v", name, r.line, got, err, lines[i+1], s)
				}
			}
			if _, err := r.next(); err != io.EOF {
				t.Errorf("%s: at the end: %v", name, err)
			}
		}
	}
}

// A line that is no state is an error, and the next line is read. Other errors are the input's.
func TestStateReaderErrors(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("x\n"+strings.Repeat("0", 1<<20)+"\n0|\n1| 1\nyes\n02\n"), iotest.ErrReader(broken))
	r := newStateReader(in, false)
	for _, line := range []int{1, 2, 5} {
		if _, err := r.next(); !errors.Is(err, hanoi.ErrState) || r.line != line {
			t.Errorf("line %d: %v; want ErrState in line %d", r.line, err, line)
		}
	}
	if s, err := r.next(); s.String() != "02" || err != nil {
		t.Errorf("after them: %v, %v", s, err)
	}
	if _, err := r.next(); err != broken {
		t.Errorf("%v; want the error of the input", err)
	}
}
