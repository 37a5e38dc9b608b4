package hanoi

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// The moves of a solution lead through its states, and Rank is the inverse of StateAt.
func TestStateAtByMoves(t *testing.T) {
	for n := 1; n <= either(12, 9); n++ {
		for p := range Naming(6) {
			s := must.Get(Perfect(n, p.Peg(0)))
			for k := uint64(0); ; k++ {
				if got := must.Get(StateAt(n, k, p)); got != s {
					t.Fatalf("StateAt(%d, %d, %v) = %v, want %v", n, k, p, got, s)
				}
				if rank, err := s.Rank(p); rank != k || err != nil {
					t.Fatalf("%v: Rank(%v) = %d, %v, want %d", s, p, rank, err, k)
				}
				if k == 1<<n-1 {
					break
				}
				s = must.Get(s.Apply(MoveAt(k+1, p)))
			}
			if end, _ := Perfect(n, p.Peg(uint8(1+n&1))); s != end {
				t.Fatalf("%d disks under %v end in %v, want %v", n, p, s, end)
			}
		}
	}
}

// Functions that fail return the zero State. Errors name the value, the range and the remedy.
func TestStateErrors(t *testing.T) {
	of := func(s State, err error) error {
		if s != (State{}) {
			t.Errorf("state %v with error %v", s, err)
		}
		return err
	}
	second := func(_ any, err error) error { return err }
	two, zero := must.Get(ParseState("00")), State{}
	for _, c := range []struct {
		err, wraps error
		want       string
	}{
		{of(StateAt(0, 0, 0)), ErrDisks, "no such number of disks: 0; give 1 to 64"},
		{of(StateAt(65, 0, 0)), ErrDisks, "no such number of disks: 65; give 1 to 64"},
		{of(StateAt(3, 0, 6)), ErrPeg, "no such naming: 6; give 0 to 5"},
		{of(StateAt(3, 9, 0)), ErrMove, "no such move: 9; the states of 3 disks are numbered 0 to 7"},
		{of(StateAt(63, 1<<63, 0)), ErrMove, "no such move: 9223372036854775808; the states of 63 disks are numbered 0 to 9223372036854775807"},
		{of(Perfect(-1, 0)), ErrDisks, "no such number of disks: -1; give 1 to 64"},
		{of(Perfect(3, 3)), ErrPeg, "no such peg: 3; give 0, 1 or 2"},
		{of(StateOf(0, [3]uint64{})), ErrDisks, "no such number of disks: 0; give 1 to 64"},
		{of(StateOf(65, [3]uint64{})), ErrDisks, "no such number of disks: 65; give 1 to 64"},
		{of(StateOf(3, [3]uint64{1, 2, 0})), ErrState, "no such state: [0x1 0x2 0x0]: disk 3 is on no peg; give each disk 1 to 3 once"},
		{of(StateOf(3, [3]uint64{1, 2, 6})), ErrState, "no such state: [0x1 0x2 0x6]: disk 2 is on two pegs; give each disk 1 to 3 once"},
		{of(StateOf(3, [3]uint64{5, 2, 4})), ErrState, "no such state: [0x5 0x2 0x4]: disk 3 is on two pegs; give each disk 1 to 3 once"},
		{of(StateOf(3, [3]uint64{3, 2, 4})), ErrState, "no such state: [0x3 0x2 0x4]: disk 2 is on two pegs; give each disk 1 to 3 once"},
		{of(StateOf(3, [3]uint64{1, 2, 12})), ErrState, "no such state: [0x1 0x2 0xc]: disk 4 does not exist; give each disk 1 to 3 once"},
		{of(zero.Apply(Move{1, 0, 2})), ErrState, "no such state: the zero State has no disks; get one from StateAt, Perfect or ParseState"},
		{second(zero.Rank(0)), ErrState, "no such state: the zero State has no disks; get one from StateAt, Perfect or ParseState"},
		{second(zero.MarshalText()), ErrState, "no such state: the zero State has no disks; get one from StateAt, Perfect or ParseState"},
		{second(two.Rank(6)), ErrPeg, "no such naming: 6; give 0 to 5"},
		{of(two.Apply(Move{0, 0, 1})), NoDisk, "move disk 0 from 0 to 1 is illegal in state 00: there is no disk 0; give 1 to 2"},
		{of(two.Apply(Move{3, 0, 1})), NoDisk, "move disk 3 from 0 to 1 is illegal in state 00: there is no disk 3; give 1 to 2"},
		{of(two.Apply(Move{1, 0, 3})), NoPeg, "move disk 1 from 0 to 3 is illegal in state 00: there is no peg 3; give 0, 1 or 2"},
		{of(two.Apply(Move{1, 3, 0})), NoPeg, "move disk 1 from 3 to 0 is illegal in state 00: there is no peg 3; give 0, 1 or 2"},
		{of(two.Apply(Move{1, 1, 1})), SamePeg, "move disk 1 from 1 to 1 is illegal in state 00: it does not leave its peg; give two different pegs"},
		{of(two.Apply(Move{1, 2, 1})), EmptySource, "move disk 1 from 2 to 1 is illegal in state 00: peg 2 is empty"},
		{of(must.Get(ParseState("01")).Apply(Move{2, 1, 2})), NotOnTop, "move disk 2 from 1 to 2 is illegal in state 01: disk 2 is on peg 0; take it from there"},
		{of(two.Apply(Move{2, 0, 1})), NotOnTop, "move disk 2 from 0 to 1 is illegal in state 00: disk 1 lies on it; only the top disk of a peg may move"},
		{of(must.Get(ParseState("0100")).Apply(Move{4, 0, 2})), NotOnTop, "move disk 4 from 0 to 2 is illegal in state 0100: disk 2 lies on it; only the top disk of a peg may move"},
		{of(must.Get(ParseState("0111")).Apply(Move{4, 0, 1})), LargerOnSmaller, "move disk 4 from 0 to 1 is illegal in state 0111: it would lie on disk 1, which is smaller"},
		{of(must.Get(ParseState("2011")).Apply(Move{4, 2, 0})), LargerOnSmaller, "move disk 4 from 2 to 0 is illegal in state 2011: it would lie on disk 3, which is smaller"},
	} {
		if !errors.Is(c.err, c.wraps) || c.err.Error() != c.want {
			t.Errorf("%v\nwant %s", c.err, c.want)
		}
	}
	wantPanic(t, func() { two.Peg(0) }, "disk 0", "1 to 2")
	wantPanic(t, func() { two.Peg(3) }, "disk 3", "1 to 2")
	wantPanic(t, func() { zero.Peg(1) }, "disk 1")
	if zero.N() != 0 || zero.String() != "" || zero.Disks(0) != 0 || two.Disks(3) != 0 {
		t.Errorf("the zero State has %d disks, String %q", zero.N(), zero)
	}
}

// bottomUp lists the disks of each peg from the bottom up.
func bottomUp(s State) (pegs [3]string) {
	for disk := s.N(); disk > 0; disk-- {
		pegs[s.Peg(disk)] += " " + strconv.Itoa(disk)
	}
	return pegs
}

func TestParseState(t *testing.T) {
	r := seeded()
	for n := 1; n <= 64; n++ {
		for range either(50, 5) {
			l := randomList(r, n)
			s := l.state()
			for d, peg := range l {
				if s.Peg(d+1) != peg || s.Disks(peg)>>d&1 != 1 {
					t.Fatalf("%v: disk %d is on %d, want %d", s, d+1, s.Peg(d+1), peg)
				}
			}
			sets := [3]uint64{s.Disks(0), s.Disks(1), s.Disks(2)}
			if same, err := StateOf(n, sets); same != s || err != nil || s.N() != n {
				t.Fatalf("StateOf(%d, %b) = %v, %v, want %v of %d disks", n, sets, same, err, s, s.N())
			}
			pegs := bottomUp(s)
			line := strings.Join(pegs[:], "|")
			lines := fmt.Sprintf("0|%s\n1|%s\n2|%s\n", pegs[0], pegs[1], pegs[2])
			linesABC := fmt.Sprintf("A|%s\nB|%s\nC|%s\n", pegs[0], pegs[1], pegs[2])
			for _, text := range []string{
				s.String(), s.String() + "\n", s.String() + "\r\n", s.String() + "\r",
				line, line + "\n", line + "\r\n", strings.ReplaceAll(line, " ", "   "), strings.TrimPrefix(line, " "),
				lines, strings.TrimSuffix(lines, "\n"), strings.ReplaceAll(lines, "\n", "\r\n"),
				strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace(s.String()), linesABC,
			} {
				if got, err := ParseState(text); got != s || err != nil {
					t.Fatalf("ParseState(%q) = %v, %v, want %v", text, got, err, s)
				}
			}
			text, err := s.MarshalText()
			var back State
			if err := errors.Join(err, back.UnmarshalText(text)); back != s || err != nil {
				t.Fatalf("%v is written as %q and read as %v, %v", s, text, back, err)
			}
		}
	}
	for _, text := range []string{"4|1|3 2", "4|1|3 2" + strings.Repeat(" ", 1017)} {
		if got := must.Get(ParseState(text)); got.String() != "0221" {
			t.Errorf("%.80q is %v, want 0221", text, got)
		}
	}
}

func TestParseStateErrors(t *testing.T) {
	for text, part := range map[string]string{
		"":                                    "0; give 1 to 64",
		"||":                                  "0; give 1 to 64",
		strings.Repeat("0", 65):               "65; give 1 to 64",
		strings.Repeat("0", 1e5):              "100000; give 1 to 64",
		"65||":                                "65; give 1 to 64",
		"20113":                               "character 5 is '3'",
		"2 11":                                "character 2 is ' '",
		"20é1":                                "character 3 is 'é'",
		"1|2":                                 "2 pegs",
		"1|2|3|4":                             "4 pegs",
		"0| 1\n1|\n2|\n3|\n":                  "4 pegs",
		"0| 1\n2|\n1|\n":                      "line 2",
		"2011\n\n":                            "line 1",
		"1|1|1":                               "3 disks, but no disk 2",
		"1 1||":                               "disk 1 lies on disk 1",
		"1 2||":                               "disk 2 lies on disk 1",
		"0|1|2":                               "no disk \"0\"",
		"-1||":                                "no disk \"-1\"",
		"01||":                                "no disk \"01\"",
		"x||":                                 "no disk \"x\"",
		"1,2||":                               "no disk",
		"20\r11":                              "character 3",
		"20A1":                                "character 3 is 'A'; give digits 0, 1, 2 or letters A, B, C, not both",
		"A0":                                  "character 2 is '0'; give digits 0, 1, 2 or letters A, B, C, not both",
		"ABD":                                 "character 3 is 'D'",
		"ab":                                  "character 1 is 'a'",
		"A| 1\n1|\n2|\n":                      "line 2 does not begin with \"B|\"",
		"\r\n":                                "0; give 1 to 64",
		strings.Repeat("|", 1e5):              "100000 bytes; give at most 1024",
		strings.Repeat("\n", 1e5):             "99999 bytes; give at most 1024",
		"4|1|3 2" + strings.Repeat(" ", 1018): "1025 bytes; give at most 1024",
	} {
		old := must.Get(ParseState("012"))
		s := old
		err := s.UnmarshalText([]byte(text))
		if !errors.Is(err, ErrState) || s != old {
			t.Errorf("UnmarshalText(%.80q) = %v, and the state is %v", text, err, s)
			continue
		}
		msg := err.Error()
		if !strings.Contains(msg, part) || len(msg) > 500 || strings.Contains(msg, "\n") {
			t.Errorf("UnmarshalText(%.80q): %.600q is not one short line with %q", text, msg, part)
		}
		if strings.Contains(part, "1 to 64") != errors.Is(err, ErrDisks) {
			t.Errorf("UnmarshalText(%.80q): %v must wrap ErrDisks if and only if the number of disks is wrong", text, err)
		}
	}
}

// Apply makes a legal move, or names the first rule that an illegal move breaks. The test tries
// every move in every state of few disks, and random moves of 64 disks.
func TestApply(t *testing.T) {
	check := func(l pegList, m Move) {
		t.Helper()
		s, want := l.state(), l.reason(m)
		got, err := s.Apply(m)
		if want != "" {
			if !errors.Is(err, want) || got != (State{}) {
				t.Fatalf("%v: %v gives %v, %v; want %v", s, m, got, err, want)
			}
			return
		}
		after := slices.Clone(l)
		after[m.Disk-1] = m.To
		if err != nil || got != after.state() {
			t.Fatalf("%v: %v gives %v, %v", s, m, got, err)
		}
	}
	for n := 1; n <= 4; n++ {
		for code := 0; listOfCode(n, code).code() == code; code++ {
			for disk := range uint8(6) {
				for from := range uint8(4) {
					for to := range uint8(4) {
						check(listOfCode(n, code), Move{disk, from, to})
					}
				}
			}
		}
	}
	r := seeded()
	for range either(20_000, 2_000) {
		l := randomList(r, 64)
		disk := uint8(r.IntN(3))
		if r.IntN(3) == 0 {
			disk = uint8(r.IntN(256))
		}
		from := uint8(r.IntN(3))
		if disk >= 1 && disk <= 64 {
			from = l[disk-1]
		}
		check(l, Move{disk, from, uint8(r.IntN(3))})
	}
}

// Functions that compute numbers, moves and states do not allocate.
func TestAllocs(t *testing.T) {
	race := debug.BuildSetting{Key: "-race", Value: "true"}
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, race) {
		t.Skip("NOT RUN: with the race detector, arguments of the kernel escape")
	}
	a, b := must.Get(StateAt(64, 0x123456789abcdef, 0)), must.Get(StateAt(64, 0xfedcba9876543210, 2))
	route := must.Get(Path(a, b))
	moves, disks := make([]byte, 4096), make([]byte, 4096)
	for name, f := range map[string]func(){
		"MoveAt":     func() { MoveAt(1<<40, 3) },
		"Unpack":     func() { Unpack(17, 3) },
		"StateAt":    func() { StateAt(64, 1<<40, 3) },
		"Rank":       func() { a.Rank(0) },
		"Distance":   func() { Distance(a, b) },
		"Next":       func() { Next(a, b) },
		"Apply":      func() { a.Apply(MoveAt(0x123456789abcdf0, 0)) },
		"Route.At":   func() { route.At(1 << 40) },
		"StateOf":    func() { StateOf(64, [3]uint64{1<<64 - 1}) },
		"StateAt(i)": func() { route.StateAt(1 << 40) },
		"Route.Fill": func() { route.Fill(moves, disks, 1<<20) },
		"Route.All": func() {
			for range route.All() {
				break
			}
		},
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func BenchmarkStateAt(b *testing.B) {
	k := uint64(0x9249_2492_4924_9249)
	for b.Loop() {
		s, _ := StateAt(64, k, 0)
		k ^= s.Disks(0)
	}
}
