package picture_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// towers shows the disks on three pegs as a person sees them, in an SVG file or a GIF.
type towers struct {
	pegs   []float64 // the middle of each
	labels string    // below them
	top    float64   // where the pegs begin
	floor  float64   // on which the disks stand
	disks  map[int]seenDisk
}

type seenDisk struct {
	box
	class string // odd or even, which are the colours
}

// readTowers reads the pegs and disks among some shapes.
func readTowers(t testing.TB, all []shape) towers {
	w := towers{disks: map[int]seenDisk{}}
	for i, s := range all {
		class := s.class[strings.LastIndex(s.class, " ")+1:]
		switch {
		case class == "rod":
			for _, line := range s.parts[:3] {
				w.pegs = append(w.pegs, line[0].x)
			}
			w.top, w.floor = s.low.y-s.stroke/2, s.parts[3][0].y-s.stroke/2
		case class == "odd" || class == "even":
			disk, at := int(float(all[i+1].text)), all[i+1].low
			if w.disks[disk].class != "" || !near(at.x, s.center().x, 0.02) || at.y < s.low.y || at.y > s.high.y {
				t.Errorf("the disk at %v is numbered %d at %v", s.box, disk, at)
			}
			w.disks[disk] = seenDisk{s.box, class}
		case s.is("peg"):
			if !near(s.low.x, w.pegs[len(w.labels)], 0.02) || s.low.y < w.floor {
				t.Errorf("peg %q is labelled at %v", s.text, s.low)
			}
			w.labels += s.text
		}
	}
	return w
}

// on returns the peg of a disk, -1 if it is between pegs.
func (w towers) on(disk int) int {
	return slices.IndexFunc(w.pegs, func(x float64) bool { return near(x, w.disks[disk].center().x, 1) })
}

// state returns the state that is seen, in which a disk in flight is "-". It fails the test
// unless the disks stand on each other or the floor, the smaller on the larger, in their
// colours, all below the tops of the pegs.
func (w towers) state(t testing.TB, flying int) string {
	if len(w.pegs) != 3 || !near(w.pegs[1]-w.pegs[0], w.pegs[2]-w.pegs[1], 0.001) {
		t.Fatalf("the pegs are at %v", w.pegs)
	}
	text := ""
	below := []seenDisk{{}, {}, {}} // what is on top of each peg
	for disk := len(w.disks); disk > 0; disk-- {
		d, ok := w.disks[disk]
		if !ok {
			t.Fatalf("of %d disks, there is no disk %d", len(w.disks), disk)
		}
		if want := [2]string{"even", "odd"}[disk%2]; d.class != want {
			t.Errorf("disk %d has the colour of %s disks", disk, d.class)
		}
		if d.width() >= w.pegs[1]-w.pegs[0] || !near(d.height(), w.disks[1].height(), 0.001) || disk > 1 && d.width() <= w.disks[disk-1].width() {
			t.Errorf("disk %d is %v by %v", disk, d.width(), d.height())
		}
		if disk == flying {
			text += "-"
			continue
		}
		peg := w.on(disk)
		if peg < 0 {
			t.Fatalf("disk %d is at %v, between the pegs at %v", disk, d.box, w.pegs)
		}
		ground := w.floor
		if below[peg].class != "" {
			ground = below[peg].low.y
		}
		if gap := ground - d.high.y; gap < -0.02 || gap > 3 || d.low.y <= w.top {
			t.Errorf("disk %d ends at %v, %v above what it stands on", disk, d.high.y, gap)
		}
		below[peg] = d
		text += strconv.Itoa(peg)
	}
	return text
}

// draw draws a line for each disk, the largest first: odd disks in =, even ones in -.
func (w towers) draw() (text string) {
	for disk := len(w.disks); disk > 0; disk-- {
		d := w.disks[disk]
		bar := strings.Repeat(map[string]string{"odd": "=", "even": "-"}[d.class], int(d.width()/5))
		text += fmt.Sprintf("%d%*s\n", disk, int(d.high.x/5), bar)
	}
	return text
}
