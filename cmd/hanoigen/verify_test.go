package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// Parts may be cut anywhere, also within records and headers. A change in any part is found.
func TestVerifyParts(t *testing.T) {
	t.Chdir(t.TempDir())
	random := rand.New(rand.NewPCG(1, 2))
	for _, format := range []string{"packed", "csv#", "npy"} {
		s := whole(9, format)
		s.from = 2
		all := s.bytes()
		for _, cuts := range [][]int{{0}, {1}, {len(all)}, {len(all) - 1}, {7, 7, 300}, {random.IntN(len(all)), len(all)}} {
			var names []string
			from := 0
			for i, to := range append(cuts, len(all)) {
				names = append(names, fmt.Sprintf("part.%d", i))
				write(t, names[i], all[min(from, to):to])
				from = to
			}
			line := "verify " + strings.Join(append(s.args(), names...), " ")
			runHere(t, "", line).expect(t, 0, "")

			from = 0
			for i, to := range append(cuts, len(all)) {
				if from >= to {
					continue
				}
				at := from + random.IntN(to-from)
				write(t, names[i], change(all, at)[from:to])
				runHere(t, "", line).expect(t, 1, fmt.Sprintf(`^hanoigen: %s, from byte %d on(, or .* is too short)?: not the sequence: byte %d[:,]`, names[i], from, at))
				write(t, names[i], all[from:to])
				from = to
			}
			last := len(names) - 1
			write(t, names[last], append(read(t, names[last]), 'x'))
			runHere(t, "", line).expect(t, 1,
				fmt.Sprintf(`^hanoigen: %s, .* byte %d: it continues after the last move`, names[last], len(all)))
			status, message := 0, "" // without the last part
			if end := cuts[last-1]; end < len(all) {
				status, message = 1, fmt.Sprintf(`byte %d: it ends `, end)
			}
			runHere(t, "", strings.TrimSuffix(line, names[last])).expect(t, status, message)
		}
	}
}

// Verify reads files large enough for several goroutines, a pipe, and standard input from an
// offset on.
func TestVerifyManyWays(t *testing.T) {
	t.Chdir(t.TempDir())
	hanoigen(t, "-n 24 -o all").expect(t, 0, "")
	all := read(t, "all")
	cut := 5<<20 + 1
	write(t, "a", all[:cut])
	write(t, "b", all[cut:])
	hanoigen(t, "verify -n 24 a b").expect(t, 0, "")
	c := comparison{want: must.Get(hanoi.NewReader(24, hanoi.Packed, 0)), names: []string{"a", "b"}}
	if err := c.run(); err != nil || c.equal.Load() != int64(len(all)) {
		t.Errorf("%v; progress ends at byte %d", err, c.equal.Load())
	}
	hanoigen(t, "verify -n 24 b a").expect(t, 1, "^hanoigen: b, from byte 0 on: not the sequence: byte ")
	at := cut + 9<<20
	write(t, "b", change(all, at)[cut:])
	hanoigen(t, "verify -n 24 a b").expect(t, 1, fmt.Sprintf("^hanoigen: b, from byte %d on: not the sequence: byte %d, in move %d: ", cut, at, at+1))
	write(t, "b&c", read(t, "b"))
	r := hanoigen(t, "verify -n 24 --json a b&c")
	r.expect(t, 1, "")
	if want := fmt.Sprintf(`{"same":false,"bytes":%d,"moves":%[1]d,"file":"b&c","file_start":%d,"offset":%[1]d,"move":%[3]d,`, at, cut, at+1); !strings.HasPrefix(string(r.out), want) {
		t.Errorf("%s; want %s…", r.out, want)
	}
	fed(t, string(all[cut:]), "verify -n 24 a -").expect(t, 0, "")
	f := must.Get(os.Open("all"))
	defer f.Close()
	must.Get(f.Seek(int64(cut), io.SeekStart))
	reading(t, f, "verify -n 24 a -").expect(t, 0, "")
	must.Get(f.Seek(1<<30, io.SeekStart))
	reading(t, f, "verify -n 24").expect(t, 1, "^hanoigen: standard input: not the sequence: byte 0: it ends before ")
}

// The rates that verify and -v print count only the bytes of this run.
func TestRates(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "f", whole(20, "wide").bytes()[:3<<19+1])
	for _, test := range [][2]string{
		{"-n 20 -f wide -o f --resume -v --io write", `; wrote (524285) bytes \(262143 moves\) to f by write`},
		{"verify -n 20 -f wide f", `^identical: 1048575 moves, (2097150) bytes,`},
	} {
		line := test[0]
		r := hanoigen(t, line)
		said := regexp.MustCompile(test[1] + ` in (\S+), (\S+) (.).*/s\n$`).FindStringSubmatch(string(r.out) + r.err)
		if said == nil {
			t.Fatalf("%s: %s%s", line, r.out, r.err)
		}
		var size, rate float64
		fmt.Sscan(said[1]+" "+said[3], &size, &rate)
		rate *= math.Pow(1024, float64(strings.Index("BKMGT", said[4])))
		if want := size / must.Get(time.ParseDuration(said[2])).Seconds(); math.Abs(rate-want) > want/10 {
			t.Errorf("%s: %q; want %g bytes a second", line, said[0], want)
		}
	}
}
