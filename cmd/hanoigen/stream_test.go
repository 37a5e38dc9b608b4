package main

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// naive computes a stream from the formulas of the contract, move by move.
type naive struct {
	n            int
	format       string
	numbers      bool
	from, to     int // -1: not given
	start, count uint64
	shard, of    uint64
}

// args are the flags that ask for the stream.
func (s naive) args() []string {
	a := []string{"-n", fmt.Sprint(s.n), "-f", s.format,
		"--start", fmt.Sprint(s.start), "--count", fmt.Sprint(s.count), "--shard", fmt.Sprintf("%d/%d", s.shard, s.of)}
	if s.numbers {
		a = append(a, "--numbers")
	}
	return append(a, s.ends()...)
}

// ends are the flags that ask for the naming.
func (s naive) ends() (a []string) {
	if s.from >= 0 {
		a = append(a, "--from", fmt.Sprint(s.from))
	}
	if s.to >= 0 {
		a = append(a, "--to", fmt.Sprint(s.to))
	}
	return a
}

// naming returns σ.
func (s naive) naming() (sigma [3]int) {
	end := 1
	for range s.n {
		end = end * 2 % 3
	}
	from, to := max(0, s.from), s.to
	if to < 0 {
		to = (from + end) % 3
	}
	sigma[0], sigma[end], sigma[3-end] = from, to, 3-from-to
	return sigma
}

// move returns move k.
func (s naive) move(k uint64) (disk, from, to int) {
	for disk = 1; k>>(disk-1)&1 == 0; disk++ {
	}
	sigma := s.naming()
	return disk, sigma[(k&(k-1))%3], sigma[((k|(k-1))%3+1)%3]
}

func (s naive) bytes() []byte {
	part := func(i uint64) uint64 {
		x := new(big.Int).SetUint64(i)
		x.Mul(x, new(big.Int).SetUint64(s.count))
		return x.Div(x, new(big.Int).SetUint64(s.of)).Uint64()
	}
	first, end := part(s.shard), part(s.shard+1)
	var b bytes.Buffer
	switch {
	case s.format == "npy":
		head := fmt.Sprintf("{'descr': [('disk', '|u1'), ('from', '|u1'), ('to', '|u1')], 'fortran_order': False, 'shape': (%d,), }", end-first)
		fmt.Fprintf(&b, "\x93NUMPY\x01\x00\x76\x00%-117s\n", head)
	case s.format == "csv" && s.shard == 0 && s.numbers:
		b.WriteString("move,disk,from,to\n")
	case s.format == "csv" && s.shard == 0:
		b.WriteString("disk,from,to\n")
	}
	for i := first; i < end; i++ {
		k := s.start + i
		disk, from, to := s.move(k)
		switch {
		case s.format == "packed":
			b.WriteByte(byte((disk-1)<<2 | from))
		case s.format == "wide":
			b.Write([]byte{byte(disk), byte(from<<4 | to)})
		case s.format == "npy":
			b.Write([]byte{byte(disk), byte(from), byte(to)})
		case s.format == "text" && s.numbers:
			fmt.Fprintf(&b, "%d: move disk %d from %d to %d\n", k, disk, from, to)
		case s.format == "text":
			fmt.Fprintf(&b, "move disk %d from %d to %d\n", disk, from, to)
		case s.format == "csv" && s.numbers:
			fmt.Fprintf(&b, "%d,%d,%d,%d\n", k, disk, from, to)
		case s.format == "csv":
			fmt.Fprintf(&b, "%d,%d,%d\n", disk, from, to)
		case s.format == "jsonl" && s.numbers:
			fmt.Fprintf(&b, "{\"move\":%d,\"disk\":%d,\"from\":%d,\"to\":%d}\n", k, disk, from, to)
		case s.format == "jsonl":
			fmt.Fprintf(&b, "{\"disk\":%d,\"from\":%d,\"to\":%d}\n", disk, from, to)
		}
	}
	return b.Bytes()
}

// whole is all moves of n disks in a format, which ends in "#" for numbers.
func whole(n int, format string) naive {
	name, numbers := strings.CutSuffix(format, "#")
	return naive{n: n, format: name, numbers: numbers, from: -1, to: -1, start: 1, count: 1<<n - 1, of: 1}
}

var formats = []string{"packed", "wide", "text", "csv", "jsonl", "npy", "text#", "csv#", "jsonl#"}

// TestStreams compares the output with the naive computation, and runs verify on it.
func TestStreams(t *testing.T) {
	var streams []naive
	for _, format := range formats {
		for _, n := range []int{1, 4, 5, 17} {
			streams = append(streams, whole(n, format))
		}
		for i, r := range [][2]uint64{{1, 0}, {1, 1}, {9, 91}, {1023, 1}, {500, 524}, {990, 12}} {
			s := whole(10, format)
			s.start, s.count = r[0], r[1]
			s.from = i % 3
			streams = append(streams, s)
			s.of = 1<<64 - 1
			s.shard = s.of / 2
			streams = append(streams, s)
		}
		for _, r := range [][2]uint64{{1<<64 - 1, 1}, {1<<64 - 3000, 3000}, {1<<63 - 100, 200}, {9_999_999_999_999_999_990, 20}} {
			s := whole(64, format)
			s.start, s.count = r[0], r[1]
			s.from, s.to = 2, 0
			streams = append(streams, s)
		}
		for _, of := range []uint64{3, 100} {
			for shard := range uint64(3) {
				s := whole(6, format)
				s.start, s.count, s.shard, s.of = 4, 60, shard, of
				streams = append(streams, s)
			}
		}
	}
	for from := -1; from < 3; from++ {
		for to := -1; to < 3; to++ {
			for n := 6; n <= 7 && max(0, from) != to; n++ {
				s := whole(n, "wide")
				s.from, s.to = from, to
				streams = append(streams, s)
			}
		}
	}
	for _, s := range streams {
		flags := strings.Join(s.args(), " ")
		t.Run(flags, func(t *testing.T) {
			t.Parallel()
			want := s.bytes()
			r := hanoigen(t, flags)
			r.expect(t, 0, "")
			if !bytes.Equal(r.out, want) {
				t.Fatalf("output differs:\n%.400q, want\n%.400q", r.out, want)
			}
			fed(t, string(want), "verify "+flags).expect(t, 0, "")
		})
	}
}

// change returns a copy with byte i changed.
func change(b []byte, i int) []byte {
	b = slices.Clone(b)
	b[i] ^= 1
	return b
}
