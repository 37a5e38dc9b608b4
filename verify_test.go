package hanoi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/hanoigen/hanoi/internal/must"
)

// Verify and VerifyAt find any difference: a bit, an early end, and more bytes.
func TestVerify(t *testing.T) {
	rand := seeded()
	for _, f := range Formats() {
		for i, way := range ways(f) {
			n := []int{either(18, 14), 4, 5, 6}[i]
			want := rangeOf(f, way, 1, 1<<n-1, 5)
			fresh := func() *Reader { return must.Get(NewReader(n, f, 5, way...)) }
			last := int64(0)
			if err := fresh().Verify(iotest.HalfReader(bytes.NewReader(want)), func(n int64) { last = n }); err != nil || last != int64(len(want)) {
				t.Fatalf("%v: %v after %d bytes", f, err, last)
			}
			for range either(100, 10) {
				at := rand.IntN(len(want) + 1)
				got := bytes.Clone(want)
				kind := rand.IntN(3)
				switch {
				case kind == 0 && at < len(want):
					got[at] ^= 1 << rand.IntN(8)
				case kind == 1 && at < len(want):
					got = got[:at]
				default:
					at = len(want)
					got = append(got, "more"...)
				}
				err := fresh().Verify(bytes.NewReader(got), nil)
				if rand.IntN(2) == 0 {
					err = fresh().VerifyAt(bytes.NewReader(got), int64(len(got)), nil)
				}
				number, _ := fresh().Locate(int64(at))
				var d *DifferenceError
				if !errors.As(err, &d) || d.Offset != int64(at) || d.Move != number || !strings.Contains(err.Error(), fmt.Sprintf("byte %d", at)) {
					t.Fatalf("%v: %v, want a difference at byte %d, in move %d", f, err, at, number)
				}
				if number > 0 && at < len(want) {
					if w := rangeOf(f, way, number, 1, 5)[fresh().HeaderLen():]; !bytes.Equal(d.Want, w) {
						t.Fatalf("%v: %q belongs there, want %q", f, d.Want, w)
					}
				}
			}
		}
	}
	// A read error is not the end of the input.
	for _, fail := range []error{errors.New("torn"), io.ErrUnexpectedEOF} {
		for _, count := range []uint64{0, 1, 31} {
			right := rangeOf(Text, nil, 1, count, 0)
			err := must.Get(NewReader(5, Text, 0)).Verify(io.MultiReader(bytes.NewReader(right), iotest.ErrReader(fail)), nil)
			if want := fmt.Sprintf("after %d bytes that are right: %v", len(right), fail); err == nil || err.Error() != want || !errors.Is(err, fail) {
				t.Errorf("a read error: %v, want %q", err, want)
			}
		}
		err := must.Get(NewReader(5, Text, 0)).Verify(io.MultiReader(strings.NewReader("wrong"), iotest.ErrReader(fail)), nil)
		if !errors.As(err, new(*DifferenceError)) {
			t.Errorf("a difference before a read error: %v", err)
		}
	}
}

// longStream returns a stream that VerifyAt divides into several parts, and its bytes.
func longStream() (r *Reader, all []byte) {
	r = must.Get(NewReader(40, Packed, 0, Range(1<<39-5, 24<<20)))
	return r, must.Get(io.ReadAll(r))
}

// VerifyAt compares from the Reader's position on, and finds a difference anywhere. It calls
// progress from one goroutine at a time, with growing numbers.
func TestVerifyAt(t *testing.T) {
	r, all := longStream()
	rand := seeded()
	for _, from := range []int{0, 4<<20 + 1, 1, 5<<20 - 3}[:either(4, 2)] {
		right, size := all[from:], int64(len(all)-from)
		r.Seek(int64(from), io.SeekStart)
		var seen []int64
		var calls atomic.Int32
		err := r.VerifyAt(bytes.NewReader(right), size, func(n int64) {
			if calls.Add(1) != 1 {
				t.Error("two calls of progress at once")
			}
			seen = append(seen, n)
			time.Sleep(100 * time.Microsecond) // time for another call to overlap
			calls.Add(-1)
		})
		if err != nil || !slices.IsSorted(seen) || seen[len(seen)-1] != size {
			t.Errorf("from byte %d of %d: %v, right so far: %v", from, len(all), err, seen)
		}
		if at, _ := r.Seek(0, io.SeekCurrent); at != int64(len(all)) {
			t.Errorf("from byte %d: afterwards at %d, want the end", from, at)
		}
		r.Seek(int64(from), io.SeekStart)
		var d *DifferenceError
		if err := r.VerifyAt(bytes.NewReader(right[:size-1]), size-1, nil); !errors.As(err, &d) || d.Offset != int64(len(all))-1 {
			t.Errorf("from byte %d, one byte short: %v", from, err)
		}
		for _, at := range []int{from + rand.IntN(len(right)), len(all) - 1} {
			all[at] ^= 4
			r.Seek(int64(from), io.SeekStart)
			if err := r.VerifyAt(bytes.NewReader(right), size, nil); !errors.As(err, &d) || d.Offset != int64(at) {
				t.Errorf("from byte %d: %v, want a difference at %d", from, err, at)
			}
			all[at] ^= 4
		}
	}
}

// slowReader waits before it reads some bytes.
type slowReader struct {
	io.ReaderAt
	wait map[int64]time.Duration
}

func (r slowReader) ReadAt(b []byte, off int64) (int, error) {
	for at, wait := range r.wait {
		if off <= at && at < off+int64(len(b)) {
			time.Sleep(wait)
		}
	}
	return r.ReaderAt.ReadAt(b, off)
}

// VerifyAt returns the first difference in the input, even if it finds another one earlier.
func TestVerifyAtFirst(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	r, all := longStream()
	const first, second = 1 << 20, 7 << 20
	all[first] ^= 4
	all[second] ^= 4
	for _, wait := range []map[int64]time.Duration{{first: 50e6}, {first: 20e6, second: 60e6}} {
		r.Seek(0, io.SeekStart)
		var d *DifferenceError
		if err := r.VerifyAt(slowReader{bytes.NewReader(all), wait}, int64(len(all)), nil); !errors.As(err, &d) || d.Offset != first {
			t.Errorf("with waits of %v: %v, want the difference at %d", wait, err, first)
		}
	}
}

// The texts of errors. In a binary header, they show a line of 16 bytes.
func TestVerifyMessages(t *testing.T) {
	csv, npy := "disk,from,to\n1,0,2\n", rangeOf(NPY, nil, 1, 1, 0)
	right := bytes.Clone(npy[32:48])
	npy[37] ^= 1
	for _, c := range []struct {
		f         Format
		got, want string
	}{
		{CSV, "disk,From,to\n1,0,2\n", `byte 5, in the header: "disk,From,to\n" is there, "disk,from,to\n" belongs there`},
		{CSV, "disk", `byte 4: it ends in the header after "disk", where "disk,from,to\n" belongs`},
		{CSV, "", `byte 0: it ends before the header, where "disk,from,to\n" belongs`},
		{CSV, csv[:13], `byte 13: it ends before move 1, where "1,0,2\n" belongs`},
		{CSV, csv[:14], `byte 14: it ends in move 1 after "1", where "1,0,2\n" belongs`},
		{CSV, csv + "1", `byte 19: it continues after the last move with "1", where nothing belongs`},
		{CSV, csv + "12", `byte 19: it continues after the last move with "1", where nothing belongs`},
		{NPY, string(npy), fmt.Sprintf("byte 37, in the header: % #x is there, % #x belongs there", npy[32:48], right)},
		{Packed, "\x01", "byte 0, in move 1: 0x01 is there, 0x00 belongs there"},
	} {
		for method, err := range map[string]error{
			"Verify":   must.Get(NewReader(1, c.f, 0)).Verify(iotest.OneByteReader(strings.NewReader(c.got)), nil),
			"VerifyAt": must.Get(NewReader(1, c.f, 0)).VerifyAt(strings.NewReader(c.got), int64(len(c.got)), nil),
		} {
			if want := "not the sequence: " + c.want; err == nil || err.Error() != want {
				t.Errorf("%s of %v %q:\n%v, want\n%s", method, c.f, c.got, err, want)
			}
		}
	}
	// After move 2⁶⁴−1, the next number wraps to 0, the number of the header.
	long := append(rangeOf(NPY, nil, math.MaxUint64, 1, 0), 7)
	err := must.Get(NewReader(64, NPY, 0, Range(math.MaxUint64, 1))).Verify(bytes.NewReader(long), nil)
	if want := "not the sequence: byte 131: it continues after the last move with 0x07, where nothing belongs"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := must.Get(NewReader(1, CSV, 0)).VerifyAt(strings.NewReader(""), -1, nil); err == nil || !strings.Contains(err.Error(), "verify -1 bytes; give 0 or more") {
		t.Errorf("-1 bytes: %v", err)
	}
}

// A read error is not a difference, also past 2⁶³ bytes.
func TestVerifyAtClosed(t *testing.T) {
	closed := must.Get(os.Open(os.DevNull))
	closed.Close()
	past := must.Get(NewReader(64, Text, 0))
	must.Get(past.Seek(math.MaxInt64, io.SeekStart))
	must.Get(past.Read(make([]byte, 100)))
	for _, r := range []*Reader{must.Get(NewReader(9, Text, 0)), past} {
		err := r.VerifyAt(closed, 10, nil)
		if !errors.Is(err, os.ErrClosed) || errors.As(err, new(*DifferenceError)) || !strings.HasPrefix(err.Error(), "after 0 bytes that are right") {
			t.Errorf("%v", err)
		}
	}
}

// Verify continues past 2⁶³ bytes, and reports the right move there.
func TestVerifyPast63Bits(t *testing.T) {
	fresh := func() *Reader {
		r := must.Get(NewReader(64, Wide, 0, Range(1, 1<<62+500_000)))
		must.Get(r.Seek(math.MaxInt64-999, io.SeekStart))
		return r
	}
	var b bytes.Buffer
	if n := must.Get(fresh().WriteTo(&b)); n != 1_001_000 {
		t.Fatal(n)
	}
	want := b.Bytes()
	for _, at := range []bool{false, true} {
		verify := func(b []byte) error {
			if at {
				return fresh().VerifyAt(bytes.NewReader(b), int64(len(b)), nil)
			}
			return fresh().Verify(bytes.NewReader(b), nil)
		}
		if err := verify(want); err != nil {
			t.Error(err)
		}
		const move = 1<<62 + 100_000 - 499
		wrong := bytes.Clone(want)
		wrong[200_000] ^= 1
		var d *DifferenceError
		if err := verify(wrong); !errors.As(err, &d) || d.Move != move || d.Offset != math.MaxInt64 || !bytes.Equal(d.Want, want[200_000:200_002]) || d.Got[0] != wrong[200_000] {
			t.Errorf("a difference: %v", err)
		}
		if err := verify(want[:200_000]); !errors.As(err, &d) || d.Move != move || len(d.Got) != 0 {
			t.Errorf("an early end: %v", err)
		}
		if err := verify(append(bytes.Clone(want), 7)); !errors.As(err, &d) || d.Move != 1<<62+500_001 || string(d.Got) != "\x07" {
			t.Errorf("another byte: %v", err)
		}
	}
}
