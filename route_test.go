package hanoi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/kernel"
)

// walk follows a route move by move, by each of its methods.
func walk(t *testing.T, r *Route, a, b State) {
	t.Helper()
	n := int(r.Len())
	moves, disks := make([]byte, n), make([]byte, n)
	if got := r.Fill(moves, disks, 1); got != n {
		t.Fatalf("from %v to %v: Fill of %d moves returns %d", a, b, n, got)
	}
	if r.StateAt(0) != a {
		t.Fatalf("from %v to %v: StateAt(0) is %v", a, b, r.StateAt(0))
	}
	half := make([]byte, n)
	if r.Fill(half, nil, 1) != n || !bytes.Equal(half, moves) || r.Fill(nil, half, 1) != n || !bytes.Equal(half, disks) {
		t.Fatalf("from %v to %v: Fill of one slice differs from Fill of both", a, b)
	}
	s, next := a, uint64(1)
	for i, m := range r.All() {
		if i != next {
			t.Fatalf("from %v to %v: All yields move %d, want %d", a, b, i, next)
		}
		if at, filled := r.At(i), fromSplit(moves[i-1], disks[i-1]); at != m || filled != m {
			t.Fatalf("from %v to %v: move %d: All gives %v, At %v, Fill %v", a, b, i, m, at, filled)
		}
		var err error
		if s, err = s.Apply(m); err != nil || s != r.StateAt(i) {
			t.Fatalf("from %v to %v: move %d leads to %v, %v; StateAt gives %v", a, b, i, s, err, r.StateAt(i))
		}
		next++
	}
	if s != b || next != uint64(n)+1 {
		t.Fatalf("from %v to %v: %d of %d moves lead to %v", a, b, next-1, n, s)
	}
}

// At, Fill and StateAt agree on long routes, where runs meet and elsewhere.
func TestRouteRuns(t *testing.T) {
	r := seeded(t)
	mostRuns, twice := 0, 0
	for range 500 {
		n := 64 - r.IntN(4)
		a, b := randomList(r, n).state(), randomList(r, n).state()
		route := must.Get(Path(a, b))
		old := must.Get(DirectPath(a, b))
		if route.Len() < old.Len() {
			twice++
		}
		for _, route := range []*Route{route, old} {
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
	if mostRuns > 127 || mostRuns < 60 || twice < 3 {
		t.Errorf("at most %d runs, %d routes with two moves of the largest disk: a poor choice of states, or routes too long", mostRuns, twice)
	}
}

// window compares Fill from move i on with At and StateAt, and checks that it writes nothing
// more.
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
			t.Fatalf("Fill of %d from move %d of %d writes more than %d", length, i, r.Len(), n)
		}
	}
}

// The longest routes end with move 2⁶⁴−1.
func TestRouteLongest(t *testing.T) {
	a, _ := Perfect(64, 0)
	b, _ := Perfect(64, 2)
	r, err := Path(a, b)
	if err != nil || r.Len() != 1<<64-1 {
		t.Fatalf("Path: %v, length %d", err, r.Len())
	}
	p, _ := kernel.NamingFor(64, 0, 2)
	rnd := seeded(t)
	for range 2000 {
		i := max(1, rnd.Uint64()>>rnd.IntN(64))
		if rnd.IntN(2) == 0 {
			i = ^i
		}
		i = max(1, i)
		if got, want := r.At(i), MoveAt(i, p); got != want {
			t.Fatalf("move %d is %v, want %v", i, got, want)
		}
	}
	for _, i := range []uint64{1, 1<<63 - 5, 1 << 63, 1<<64 - 1000, 1<<64 - 2, 1<<64 - 1} {
		window(t, r, i, 600)
	}
}

func TestRouteEmpty(t *testing.T) {
	s := must.Get(ParseState("2011"))
	same := must.Get(Path(s, s))
	for _, r := range []*Route{same, new(Route)} {
		for i, m := range r.All() {
			t.Errorf("a route from a state to itself has move %d, %v", i, m)
		}
		if n := r.Fill(make([]byte, 9), make([]byte, 9), 1); n != 0 || r.Len() != 0 {
			t.Errorf("a route from a state to itself: Fill = %d, Len = %d", n, r.Len())
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
	rnd := seeded(t)
	a := must.Get(ParseState("0000000000000000"))
	b := must.Get(ParseState("1201201201201210"))
	r := must.Get(Path(a, b))
	for _, f := range Formats() {
		name := f.String()
		for _, numbers := range []bool{false, true} {
			var opts []Option
			if numbers {
				opts = append(opts, Numbers())
			}
			s, err := r.Reader(f, opts...)
			if f == Packed || numbers && f.Binary() {
				if !errors.Is(err, ErrFormat) {
					t.Errorf("%s of a path: %v", name, err)
				}
				continue
			}
			want := bytesOf(f, block.Options{Header: true, Numbers: numbers}, r.runs...)
			if got, err := io.ReadAll(s); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: wrong path", name)
			}
		}
	}
	// Ranges and shards, across runs.
	for range 300 {
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
			t.Fatalf("moves %d to %d in %d shards: wrong path", start, start+count-1, shards)
		}
	}
	s := must.Get(must.Get(Path(a, a)).Reader(Text))
	if got, _ := io.ReadAll(s); len(got) != 0 {
		t.Errorf("no moves are %q", got)
	}
}

// BenchmarkRouteFill fills 1 MiB of moves and 1 MiB of disks at a time, from a long route and
// from the kernel.
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
