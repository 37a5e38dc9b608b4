package picture_test

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"testing"

	"github.com/hanoigen/hanoi/picture"
)

// towers shows the disks on three pegs as a person sees them, in an SVG file or a GIF.
type towers struct {
	pegs   []float64 // the middle of each peg
	labels string    // the names below the pegs
	top    float64   // the upper end of the pegs
	floor  float64   // the upper edge of the floor
	disks  map[int]seenDisk
}

type seenDisk struct {
	box
	class string // odd or even: each has its colour
}

// add adds a disk with a number at some place.
func (w *towers) add(t testing.TB, number string, at float64, d seenDisk) {
	disk := int(float(number))
	if _, ok := w.disks[disk]; ok || !near(at, d.center().x, 1) || d.class != [2]string{"even", "odd"}[disk%2] {
		t.Errorf("the %s disk at %v is numbered %d at %v", d.class, d.box, disk, at)
	}
	w.disks[disk] = d
}

// readTowers reads the pegs and disks among some shapes.
func readTowers(t testing.TB, all []shape) towers {
	w := towers{disks: map[int]seenDisk{}}
	for i, s := range all {
		switch class := s.attr("class"); {
		case class == "rod":
			for _, line := range s.parts[:3] {
				w.pegs = append(w.pegs, line[0].x)
			}
			w.top, w.floor = s.low.y-s.float("stroke-width")/2, s.parts[3][0].y-s.float("stroke-width")/2
		case class == "odd" || class == "even":
			w.add(t, all[i+1].Text, all[i+1].low.x, seenDisk{s.box, class})
			if y := all[i+1].low.y; y < s.low.y || y > s.high.y {
				t.Errorf("the number of the disk at %v is at %v", s.box, y)
			}
		case s.is("peg"):
			if !near(s.low.x, w.pegs[len(w.labels)], 0.02) || s.low.y < w.floor {
				t.Errorf("peg %q is labelled at %v", s.Text, s.low)
			}
			w.labels += s.Text
		}
	}
	return w
}

// state returns the state that is seen, in which a disk in flight is "-". It fails the test
// unless the other disks stand on each other or the floor, the smaller on the larger, all
// below the tops of the pegs.
func (w towers) state(t testing.TB, flying int) (text string) {
	if len(w.pegs) != 3 || !near(w.pegs[1]-w.pegs[0], w.pegs[2]-w.pegs[1], 0.001) {
		t.Fatalf("the pegs are at %v", w.pegs)
	}
	ground := []float64{w.floor, w.floor, w.floor}
	for disk := len(w.disks); disk > 0; disk-- {
		d := w.disks[disk]
		if d.width() >= w.pegs[1]-w.pegs[0] || !near(d.height(), w.disks[1].height(), 0.001) || disk > 1 && d.width() <= w.disks[disk-1].width() {
			t.Errorf("disk %d is %v by %v", disk, d.width(), d.height())
		}
		if disk == flying {
			text += "-"
			continue
		}
		peg := slices.IndexFunc(w.pegs, func(x float64) bool { return near(x, d.center().x, 1) })
		if peg < 0 {
			t.Fatalf("disk %d is at %v, between the pegs at %v", disk, d.box, w.pegs)
		}
		if gap := ground[peg] - d.high.y; gap < -0.02 || gap > 3 || d.low.y <= w.top {
			t.Errorf("disk %d ends at %v, %v above the disk or floor below it", disk, d.high.y, gap)
		}
		ground[peg] = d.low.y
		text += strconv.Itoa(peg)
	}
	return text
}

// checkState draws a state, reads it back, and compares.
func checkState(t testing.TB, s string, letters bool) (svg string, text []string) {
	svg = draw(func(w io.Writer) error { return picture.State(w, state(s), picture.Options{Letters: letters}) })
	w := readTowers(t, read(t, svg).shapes)
	if got := w.state(t, 0); got != s || w.labels != name(letters, "012") {
		t.Errorf("%s is drawn as %s, with the pegs %q", s, got, w.labels)
	}
	return svg, []string{fmt.Sprintf("disks %v to %v wide", w.disks[1].width(), w.disks[len(s)].width())}
}

func TestState(t *testing.T) {
	r := seeded()
	for n := 1; n <= 64; n++ {
		checkState(t, randomState(r, n), n%3 == 0)
	}
}
