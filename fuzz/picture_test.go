package fuzz

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/picture"
)

// FuzzPicture draws a state, the graph and the path between two states. Each picture is
// well-formed, and only a path of too many moves is refused.
func FuzzPicture(f *testing.F) {
	f.Add("0000", "2011", uint8(0), uint8(0))
	f.Add("022", "202", uint8(3), uint8(4))
	f.Add(strings.Repeat("0", 64), strings.Repeat("1", 64), uint8(7), uint8(1))
	f.Fuzz(func(t *testing.T, from, to string, options, naming uint8) {
		a, err := hanoi.ParseState(from)
		if err != nil {
			return
		}
		b, err := hanoi.ParseState(to)
		if err != nil {
			return
		}
		find := hanoi.Path
		if options&1 != 0 {
			find = hanoi.DirectPath
		}
		r, err := find(a, b)
		if err != nil {
			return
		}
		o := picture.GraphOptions{Path: r, Solution: options&2 != 0, Naming: hanoi.Naming(naming % 6)}
		if options&4 != 0 {
			o.State = b
		}
		wellFormedXML(t, func(w io.Writer) error { return picture.State(w, a) })
		wellFormedXML(t, func(w io.Writer) error { return picture.Graph(w, a.N(), o) })
		if r.Len() < 256 {
			wellFormedXML(t, func(w io.Writer) error { return picture.Path(w, r) })
		} else if err := picture.Path(io.Discard, r); err == nil {
			t.Errorf("a path of %d moves is drawn; want an error", r.Len())
		}
	})
}

func wellFormedXML(t *testing.T, draw func(io.Writer) error) {
	t.Helper()
	var b strings.Builder
	must.Do(draw(&b))
	d := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
	}
}
