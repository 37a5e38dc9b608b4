package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// stream is a stream that flags ask for.
type stream struct {
	n            int
	format       string // ends in "#" for numbers, "@" for letters
	from, to     int    // -1 if not given
	start, count uint64
	shard, of    uint64
}

// whole returns all moves of n disks.
func whole(n int, format string) stream {
	return stream{n: n, format: format, from: -1, to: -1, start: 1, count: 1<<n - 1, of: 1}
}

func (s stream) flags() string {
	line := fmt.Sprintf("-n %d -f %s --start %d --count %d --shard %d/%d", s.n, strings.TrimRight(s.format, "@#"), s.start, s.count, s.shard, s.of)
	pegs := []string{"0", "1", "2"}
	if strings.Contains(s.format, "@") {
		pegs = []string{"A", "B", "C"}
		line += " --letters"
	}
	if strings.Contains(s.format, "#") {
		line += " --numbers"
	}
	if s.from >= 0 {
		line += " --from " + pegs[s.from]
	}
	if s.to >= 0 {
		line += " --to " + pegs[s.to]
	}
	return line
}

// bytes returns what the library, which has its own tests, writes.
func (s stream) bytes() []byte {
	from, to := max(0, s.from), s.to
	if to < 0 {
		to = (from + 1 + s.n%2) % 3
	}
	var format hanoi.Format
	must.Do(format.UnmarshalText([]byte(strings.TrimRight(s.format, "@#"))))
	options := []hanoi.Option{hanoi.Range(s.start, s.count), hanoi.Shard(s.shard, s.of)}
	if strings.Contains(s.format, "#") {
		options = append(options, hanoi.Numbers())
	}
	if strings.Contains(s.format, "@") {
		options = append(options, hanoi.Letters())
	}
	naming := must.Get(hanoi.NamingFor(s.n, uint8(from), uint8(to)))
	return must.Get(io.ReadAll(must.Get(hanoi.NewReader(s.n, format, naming, options...))))
}

// formats are all formats, also with numbers and letters.
var formats = func() (all []string) {
	for _, f := range hanoi.Formats() {
		all = append(all, f.String())
		if !f.Binary() {
			all = append(all, f.String()+"#", f.String()+"@", f.String()+"@#")
		}
	}
	return all
}()

// Every flag has its effect, and verify takes the same flags.
func TestStreams(t *testing.T) {
	var streams []stream
	for i, format := range formats {
		streams = append(streams, whole(1, format), whole(17, format))
		s := whole(10, format)
		s.start, s.count, s.from = 500, 524, i%3
		streams = append(streams, s)
		s.shard, s.of = 1<<63, 1<<64-1
		streams = append(streams, s)
		s = whole(64, format)
		s.start, s.count, s.from, s.to = 1<<64-3000, 3000, 2, 0
		streams = append(streams, s)
		for shard := range uint64(3) {
			s := whole(6, format)
			s.start, s.count, s.shard, s.of = 4, 60, shard, 3
			streams = append(streams, s)
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
		flags := s.flags()
		t.Run(flags, func(t *testing.T) {
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
