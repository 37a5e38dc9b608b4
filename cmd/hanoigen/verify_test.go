package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

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
			line := "verify " + s.flags() + " " + strings.Join(names, " ")
			hanoigen(t, line).expect(t, 0, "")

			from = 0
			for i, to := range append(cuts, len(all)) {
				if from >= to {
					continue
				}
				at := from + random.IntN(to-from)
				write(t, names[i], change(all, at)[from:to])
				hanoigen(t, line).expect(t, 1, fmt.Sprintf(`^hanoigen: %s, from byte %d on(, or .* is too short)?: not the sequence: byte %d[:,]`, names[i], from, at))
				write(t, names[i], all[from:to])
				from = to
			}
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
