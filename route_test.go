package hanoi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/kernel"
)

// walk follows a route from a to b, move by move.
func walk(t *testing.T, r *Route, a, b State) {
	t.Helper()
	s, next := a, uint64(1)
	for i, m := range r.All() {
		var err error
		if s, err = s.Apply(m); err != nil || i != next || m != r.At(i) || s != r.StateAt(i) {
			t.Fatalf("from %v to %v: move %d is %v to %v, %v; At gives %v, StateAt %v", a, b, i, m, s, err, r.At(i), r.StateAt(i))
		}
		next++
	}
	if r.StateAt(0) != a || s != b || next != r.Len()+1 {
		t.Fatalf("%d of %d moves lead from %v to %v, want %v to %v", next-1, r.Len(), r.StateAt(0), s, a, b)
	}
	window(t, r, 1, int(r.Len()))
}

// At, Fill and StateAt agree on long routes, at the ends of runs and elsewhere.
func TestRouteRuns(t *testing.T) {
	r := seeded()
	mostRuns, twice := 0, 0
	for i := range either(500, 40) {
		n := 64 - r.IntN(4)
		a, b := randomList(r, n).state(), randomList(r, n).state()
		if i == 0 { // 2⁶⁴−1 moves
			a, b = must.Get(Perfect(64, 0)), must.Get(Perfect(64, 2))
		}
		route, direct := must.Get(Path(a, b)), must.Get(DirectPath(a, b))
		if route.Len() < direct.Len() {
			twice++
		}
		for _, route := range []*Route{route, direct} {
			if start, end := route.StateAt(0), route.StateAt(route.Len()); start != a || end != b {
				t.Fatalf("from %v to %v: the route is from %v to %v", a, b, start, end)
			}
			mostRuns = max(mostRuns, len(route.runs))
			at := slices.Clone(route.ends)
			for range 5 {
				at = append(at, r.Uint64N(max(1, route.Len()))+1)
			}
			for _, i := range at {
				window(t, route, i-min(i-1, 3), 1+r.IntN(300))
			}
		}
	}
	if mostRuns > 127 || mostRuns < 60 || twice == 0 {
		t.Errorf("at most %d runs, want 60 to 127; %d routes with two moves of the largest disk", mostRuns, twice)
	}
}

// window compares the moves that Fill writes from move i on with At and StateAt, and checks
// that it writes nothing else.
func window(t *testing.T, r *Route, i uint64, length int) {
	t.Helper()
	if r.Len() == 0 {
		return
	}
	const mark = 0xee
	moves, disks := bytes.Repeat([]byte{mark}, length+1), bytes.Repeat([]byte{mark}, length+1)
	n := r.Fill(moves[:length], disks[:length], i)
	if left := r.Len() - i + 1; uint64(n) != min(left, uint64(length)) {
		t.Fatalf("Fill of %d from move %d of %d returns %d", length, i, r.Len(), n)
	}
	half := make([]byte, n)
	if r.Fill(half, nil, i) != n || !bytes.Equal(half, moves[:n]) || r.Fill(nil, half, i) != n || !bytes.Equal(half, disks[:n]) {
		t.Fatalf("Fill of %d from move %d: one slice differs from both", n, i)
	}
	s := r.StateAt(i - 1)
	for j := range n {
		at, got := r.At(i+uint64(j)), fromSplit(moves[j], disks[j])
		if at != got {
			t.Fatalf("move %d: At gives %v, Fill from %d gives %v", i+uint64(j), at, i, got)
		}
		var err error
		if s, err = s.Apply(got); err != nil {
			t.Fatalf("move %d: %v", i+uint64(j), err)
		}
	}
	if want := r.StateAt(i + uint64(n) - 1); s != want {
		t.Fatalf("moves %d to %d lead to %v, StateAt gives %v", i, i+uint64(n)-1, s, want)
	}
	for _, rest := range [][]byte{moves[n:], disks[n:]} {
		if !bytes.Equal(rest, bytes.Repeat([]byte{mark}, len(rest))) {
			t.Fatalf("Fill of %d from move %d of %d writes more than %d moves", length, i, r.Len(), n)
		}
	}
}

func TestRouteEmpty(t *testing.T) {
	s := must.Get(ParseState("2011"))
	same := must.Get(Path(s, s))
	for r, text := range map[*Route]string{same: "0 moves from 2011 to 2011", new(Route): "0 moves"} {
		for i, m := range r.All() {
			t.Errorf("an empty route has move %d, %v", i, m)
		}
		if n := r.Fill(make([]byte, 9), make([]byte, 9), 1); n != 0 || r.Len() != 0 || r.String() != text {
			t.Errorf("an empty route: Fill = %d, Len = %d, String = %q", n, r.Len(), r)
		}
		wantPanic(t, func() { r.At(1) }, "move 1", "no moves")
	}
}

func TestRoutePanics(t *testing.T) {
	r := must.Get(Path(must.Get(ParseState("100")), must.Get(ParseState("011"))))
	wantPanic(t, func() { r.At(0) }, "move 0", "1 to 5")
	wantPanic(t, func() { r.At(6) }, "move 6", "1 to 5")
	wantPanic(t, func() { r.StateAt(6) }, "after 6 moves", "0 to 5")
	wantPanic(t, func() { r.Fill(nil, nil, 0) }, "move 0", "1")
	wantPanic(t, func() { r.Fill(make([]byte, 2), make([]byte, 3), 1) }, "2 moves", "3 disks")
	for _, i := range []uint64{6, 1<<64 - 1} {
		if n := r.Fill(make([]byte, 2), make([]byte, 2), i); n != 0 {
			t.Errorf("Fill from move %d of 5 returns %d", i, n)
		}
	}
	if n := r.Fill(nil, nil, 3); n != 0 {
		t.Errorf("Fill of nothing returns %d", n)
	}
}

func TestRouteReader(t *testing.T) {
	rnd := seeded()
	a := must.Get(ParseState("0000000000000000"))
	b := must.Get(ParseState("1201201201201210"))
	r := must.Get(Path(a, b))
	if _, err := r.Reader(Packed); !errors.Is(err, ErrFormat) {
		t.Errorf("packed moves of a path: %v", err)
	}
	for _, f := range Formats()[1:] {
		for _, way := range ways(f) {
			want := bytesOf(f, way, 1, r.runs...)
			if got, err := io.ReadAll(must.Get(r.Reader(f, way...))); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%v: wrong bytes", f)
			}
		}
	}
	// Ranges and shards, across runs.
	for range either(300, 30) {
		start := 1 + rnd.Uint64N(r.Len())
		count := rnd.Uint64N(min(3000, r.Len()-start+1) + 1)
		shards := 1 + rnd.Uint64N(5)
		var got, want []byte
		for i := range shards {
			s := must.Get(r.Reader(CSV, Numbers(), Range(start, count), Shard(i, shards)))
			part, _ := io.ReadAll(s)
			got = append(got, part...)
		}
		want = append(want, "move,disk,from,to\n"...)
		for i := start; i < start+count; i++ {
			m := r.At(i)
			want = fmt.Appendf(want, "%d,%d,%d,%d\n", i, m.Disk, m.From, m.To)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("moves %d to %d in %d shards: wrong bytes", start, start+count-1, shards)
		}
	}
	s := must.Get(must.Get(Path(a, a)).Reader(Text))
	if got, _ := io.ReadAll(s); len(got) != 0 {
		t.Errorf("a route without moves is written as %q", got)
	}
}

// BenchmarkRouteFill compares Route.Fill with the kernel: 1 MiB of moves and 1 MiB of disks.
func BenchmarkRouteFill(b *testing.B) {
	const size = 1 << 20
	r := must.Get(Path(must.Get(StateAt(44, 0x249_2492_4924, 0)), must.Get(StateAt(44, 0x7ff_f678_9abc, 1))))
	moves, disks := make([]byte, size), make([]byte, size)
	for _, by := range []struct {
		name string
		fill func(i uint64)
	}{
		{"Route.Fill", func(i uint64) { r.Fill(moves, disks, i) }},
		{"FillSplit", func(i uint64) { kernel.FillSplit(moves, disks, i, 0) }},
	} {
		b.Run("by="+by.name, func(b *testing.B) {
			b.SetBytes(2 * size)
			i := uint64(1)
			for b.Loop() {
				by.fill(i)
				i = (i+r.Len()/1000)%(r.Len()-size) + 1
			}
		})
	}
}
