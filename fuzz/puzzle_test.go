package fuzz

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/kernel"
)

// disks, naming and number make valid arguments from any values. last returns the number of
// the last move of n disks.
func disks(n uint8) int             { return int(n%kernel.MaxDisks) + 1 }
func naming(p uint8) kernel.Naming  { return kernel.Naming(p % 6) }
func number(k uint64, n int) uint64 { return k & last(n) }
func last(n int) uint64             { return math.MaxUint64 >> (kernel.MaxDisks - n) }

// Rank is the inverse of StateAt, and both agree with package classic.
func FuzzRank(f *testing.F) {
	f.Add(uint8(63), uint64(1)<<63, uint8(0), uint64(5))
	f.Add(uint8(63), uint64(1)<<63, uint8(5), uint64(63))         // the largest disk elsewhere
	f.Add(uint8(63), uint64(math.MaxUint64), uint8(1), uint64(0)) // the end, and the smallest disk elsewhere
	f.Add(uint8(4), uint64(11), uint8(3), uint64(0x25))
	f.Add(uint8(0), uint64(0), uint8(2), uint64(1)<<8) // one disk
	f.Fuzz(func(t *testing.T, n8 uint8, k uint64, p8 uint8, change uint64) {
		n, p := disks(n8), naming(p8)
		k = number(k, n)
		s := must.Get(hanoi.StateAt(n, k, p))
		conf := classic.MoveConf(n, k)
		for d := 1; d <= n; d++ {
			if got, want := s.Peg(d), p.Peg(conf[d-1]); got != want {
				t.Fatalf("%d disks: after %d moves, disk %d is on peg %d, want %d", n, k, d, got, want)
			}
		}
		if got, err := s.Rank(p); got != k || err != nil {
			t.Fatalf("the rank of %v is %d, %v, want %d", s, got, err, k)
		}

		// With another peg for one disk, the state may be off the path.
		d := int(change%uint64(n)) + 1
		conf[d-1] = (conf[d-1] + 1 + uint8(change>>8)%2) % 3
		digits := make([]byte, n)
		for i, peg := range conf {
			digits[n-1-i] = '0' + p.Peg(peg)
		}
		other := must.Get(hanoi.ParseState(string(digits)))
		want, on := classic.MoveNumber(conf)
		got, err := other.Rank(p)
		if on != (err == nil) || on && got != want {
			t.Fatalf("the rank of %v is %d, %v; want %d, %v", other, got, err, want, on)
		}
		if err != nil && !errors.As(err, new(*hanoi.OffPathError)) {
			t.Fatal(err)
		}
	})
}

// The moves of a route are legal, and At and Fill return the same ones.
func FuzzRoute(f *testing.F) {
	f.Add("2101201201201201201201", "0120120120120120121111", uint64(77), uint16(99))
	f.Add("022222", "202222", uint64(0), uint16(99)) // two shortest paths
	f.Add(strings.Repeat("0", 64), strings.Repeat("2", 64), uint64(1)<<63-1023, uint16(2047))
	f.Add(strings.Repeat("01", 32), strings.Repeat("20", 32), uint64(math.MaxUint64), uint16(2047))
	f.Fuzz(func(t *testing.T, from, to string, i uint64, count uint16) {
		a, err := hanoi.ParseState(from)
		if err != nil {
			return
		}
		b, err := hanoi.ParseState(to)
		if err != nil || a.N() != b.N() || a == b {
			return
		}
		r := must.Get(hanoi.Path(a, b))
		if d, _ := hanoi.Distance(a, b); d != r.Len() {
			t.Fatalf("%v to %v: a path of %d moves, but the distance is %d", a, b, r.Len(), d)
		}
		i = 1 + i%r.Len()
		moves := make([]byte, count%2048)
		disks := make([]byte, len(moves))
		n := r.Fill(moves, disks, i)
		if left := r.Len() - i + 1; uint64(n) != min(left, uint64(len(moves))) {
			t.Fatalf("%d moves of %d", n, left)
		}
		state := r.StateAt(i - 1)
		for j := range n {
			m := hanoi.Move{Disk: disks[j], From: moves[j] >> 4, To: moves[j] & 15}
			if at := r.At(i + uint64(j)); at != m {
				t.Fatalf("move %d: Fill gives %v, At %v", i+uint64(j), m, at)
			}
			if state, err = state.Apply(m); err != nil {
				t.Fatalf("move %d: %v", i+uint64(j), err)
			}
		}
		if end := r.StateAt(i + uint64(n) - 1); state != end {
			t.Fatalf("moves %d to %d lead to %v, want %v", i, i+uint64(n)-1, state, end)
		}
		// AnyToAny moves the largest disk once, too.
		direct := must.Get(hanoi.DirectPath(a, b))
		i = 0
		for m := range classic.AnyToAny(pegsOf(a), pegsOf(b)) {
			if i++; i > 2048 {
				break
			}
			if at := direct.At(i); at != hanoi.Move(m) {
				t.Fatalf("%v to %v: move %d is %v, want %v", a, b, i, at, m)
			}
		}
		if i != min(direct.Len(), 2049) {
			t.Fatalf("%v to %v: %d moves, want %d", a, b, direct.Len(), i)
		}
	})
}

// pegsOf returns the peg of each disk d at [d−1].
func pegsOf(s hanoi.State) (pegs []uint8) {
	for disk := 1; disk <= s.N(); disk++ {
		pegs = append(pegs, s.Peg(disk))
	}
	return pegs
}

// A parsed state, printed in each form, parses to the same state.
func FuzzParseState(f *testing.F) {
	for _, s := range []string{
		"2011", "4|1|3 2", "0| 64 3 1\n1|\n2| 2\n", "", "||",
		"1|1|",             // a disk on two pegs
		"0|\b\b\b\n",       // control bytes
		"\xf5\xf5\x8a\xd8", // invalid UTF-8
		strings.Repeat("2", 64),
		strings.Repeat("2", 65), // one disk too many
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := hanoi.ParseState(text)
		if err != nil {
			if !errors.Is(err, hanoi.ErrState) || strings.ContainsAny(err.Error(), "\n") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		var pegs [3][]string
		for d := s.N(); d >= 1; d-- {
			pegs[s.Peg(d)] = append(pegs[s.Peg(d)], strconv.Itoa(d))
		}
		for _, form := range []string{
			s.String(),
			"0|" + strings.Join(pegs[0], " ") + "\n1|" + strings.Join(pegs[1], " ") + "\n2|" + strings.Join(pegs[2], " "),
			strings.Join(pegs[0], " ") + "|" + strings.Join(pegs[1], " ") + "|" + strings.Join(pegs[2], " "),
		} {
			if again, err := hanoi.ParseState(form); again != s || err != nil {
				t.Fatalf("%q is %v, but %q is %v, %v", text, s, form, again, err)
			}
		}
	})
}
