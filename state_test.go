package hanoi

import (
	"encoding"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/kernel"
)

var (
	_ fmt.Stringer             = State{}
	_ encoding.TextMarshaler   = State{}
	_ encoding.TextUnmarshaler = (*State)(nil)
)

func mustState(t testing.TB, n int, k uint64, p kernel.Naming) State {
	t.Helper()
	s, err := StateAt(n, k, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustParse(t testing.TB, text string) State {
	t.Helper()
	s, err := ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The states of a solution are those that its moves lead to, and Rank is the
// inverse.
func TestStateAtByMoves(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for p := range kernel.Naming(6) {
			s, err := Perfect(n, p.Peg(0))
			if err != nil {
				t.Fatal(err)
			}
			for k := uint64(0); ; k++ {
				if got := mustState(t, n, k, p); got != s {
					t.Fatalf("StateAt(%d, %d, %v) = %v, want %v", n, k, p, got, s)
				}
				if rank, err := s.Rank(p); rank != k || err != nil {
					t.Fatalf("%v: Rank(%v) = %d, %v, want %d", s, p, rank, err, k)
				}
				if k == 1<<n-1 {
					break
				}
				if s, err = s.Apply(MoveAt(k+1, p)); err != nil {
					t.Fatal(err)
				}
			}
			if end, _ := Perfect(n, p.Peg(uint8(1+n&1))); s != end {
				t.Fatalf("%d disks under %v end in %v, want %v", n, p, s, end)
			}
		}
	}
}

// walsh is where disk d stands after k moves: k rounded to the nearest multiple
// of 2^d, halves up, modulo 3 (Walsh 1982).
func walsh(d int, k uint64) uint8 {
	multiple := new(big.Int).Lsh(big.NewInt(1), uint(d))
	half := new(big.Int).Rsh(multiple, 1)
	x := new(big.Int).SetUint64(k)
	x.Add(x, half).Div(x, multiple).Mul(x, multiple)
	return uint8(x.Mod(x, big.NewInt(3)).Uint64())
}

func TestStateAtWalsh(t *testing.T) {
	r := seeded(t)
	for range 2_000 {
		n := 1 + r.IntN(64)
		k := r.Uint64() >> r.IntN(64)
		switch r.IntN(4) {
		case 0:
			k = ^k
		case 1:
			k = 1<<r.IntN(64) + uint64(r.IntN(7)) - 3
		}
		k &= lowest(n)
		p := kernel.Naming(r.IntN(6))
		s := mustState(t, n, k, p)
		for d := 1; d <= n; d++ {
			if got, want := s.Peg(d), p.Peg(walsh(d, k)); got != want {
				t.Fatalf("StateAt(%d, %d, %v): disk %d on peg %d, want %d", n, k, p, d, got, want)
			}
		}
		if rank, err := s.Rank(p); rank != k || err != nil {
			t.Fatalf("StateAt(%d, %d, %v): Rank = %d, %v", n, k, p, rank, err)
		}
	}
}

// The OEIS solves for an even number of disks from peg 0 to peg 2 and for an odd
// number to peg 1: that is naming 3.
func TestOEIS(t *testing.T) {
	// A055662: the pegs of the disks as digits, largest disk first.
	for k, want := range []int{
		0, 1, 21, 22, 122, 120, 110, 111, 2111, 2112, 2102, 2100, 2200, 2201, 2221, 2222,
		12222, 12220, 12210, 12211, 12011, 12012, 12002, 12000, 11000, 11001, 11021,
		11022, 11122, 11120, 11110, 11111, 211111, 211112, 211102, 211100, 211200,
	} {
		for _, n := range []int{6, 7, 64} {
			if got, err := strconv.Atoi(mustState(t, n, uint64(k), 3).String()); got != want || err != nil {
				t.Errorf("%d disks after %d moves: %d, %v, want %d", n, k, got, err, want)
			}
		}
	}
	// A060571 and A060572: the peg that move k leaves, and the one it reaches.
	leaves := []uint8{
		0, 0, 1, 0, 2, 2, 0, 0, 1, 1, 2, 1, 0, 0, 1, 0, 2, 2, 0, 2, 1, 1, 2, 2, 0, 0, 1, 0, 2, 2, 0, 0, 1, 1, 2,
		1, 0, 0, 1, 1, 2, 2, 0, 2, 1, 1, 2, 1, 0, 0, 1, 0, 2, 2, 0, 0, 1, 1, 2, 1, 0, 0, 1, 0, 2, 2, 0, 2, 1, 1,
		2, 2, 0, 0, 1, 0, 2, 2, 0, 2, 1, 1, 2, 1, 0, 0, 1, 1, 2, 2, 0, 2, 1, 1, 2, 2, 0, 0, 1, 0, 2, 2, 0, 0, 1,
	}
	reaches := []uint8{
		1, 2, 2, 1, 0, 1, 1, 2, 2, 0, 0, 2, 1, 2, 2, 1, 0, 1, 1, 0, 2, 0, 0, 1, 1, 2, 2, 1, 0, 1, 1, 2, 2, 0, 0,
		2, 1, 2, 2, 0, 0, 1, 1, 0, 2, 0, 0, 2, 1, 2, 2, 1, 0, 1, 1, 2, 2, 0, 0, 2, 1, 2, 2, 1, 0, 1, 1, 0, 2, 0,
		0, 1, 1, 2, 2, 1, 0, 1, 1, 0, 2, 0, 0, 2, 1, 2, 2, 0, 0, 1, 1, 0, 2, 0, 0, 1, 1, 2, 2, 1, 0, 1, 1, 2, 2,
	}
	for i := range leaves {
		if m := MoveAt(uint64(i+1), 3); m.From != leaves[i] || m.To != reaches[i] {
			t.Errorf("move %d is %v, want from %d to %d", i+1, m, leaves[i], reaches[i])
		}
	}
}

func TestStateErrors(t *testing.T) {
	get := func(s State, err error) error {
		if s != (State{}) {
			t.Errorf("the state is %v, want the zero State", s)
		}
		return err
	}
	rank := func(p kernel.Naming) error {
		_, err := mustParse(t, "01").Rank(p)
		return err
	}
	_, zeroRank := State{}.Rank(0)
	_, zeroText := State{}.MarshalText()
	appended, zeroAppended := State{}.AppendText([]byte("at "))
	if string(appended) != "at " || (State{}).IsPerfect() {
		t.Errorf("the zero State is appended as %q, or is perfect", appended)
	}
	for _, c := range []struct {
		err   error
		want  error
		parts []string
	}{
		{get(StateAt(0, 0, 0)), ErrDisks, []string{"0", "1 to 64"}},
		{get(StateAt(65, 0, 0)), ErrDisks, []string{"65", "1 to 64"}},
		{get(StateAt(-1, 0, 0)), ErrDisks, []string{"-1", "1 to 64"}},
		{get(StateAt(3, 0, 6)), ErrPeg, []string{"6", "0 to 5"}},
		{get(StateAt(3, 8, 0)), ErrMove, []string{"8", "0 to 7"}},
		{get(StateAt(63, 1<<63, 0)), ErrMove, []string{"9223372036854775808", "0 to 9223372036854775807"}},
		{get(Perfect(0, 0)), ErrDisks, []string{"0", "1 to 64"}},
		{get(Perfect(65, 0)), ErrDisks, []string{"65", "1 to 64"}},
		{get(Perfect(3, 3)), ErrPeg, []string{"3", "0, 1 or 2"}},
		{get(State{}.Apply(Move{1, 0, 2})), ErrState, []string{"zero State"}},
		{zeroRank, ErrState, []string{"zero State"}},
		{zeroText, ErrState, []string{"zero State"}},
		{zeroAppended, ErrState, []string{"zero State"}},
		{rank(6), ErrPeg, []string{"6", "0 to 5"}},
		{rank(255), ErrPeg, []string{"255", "0 to 5"}},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("error %v, want one that wraps %v", c.err, c.want)
			continue
		}
		for _, part := range c.parts {
			if !strings.Contains(c.err.Error(), part) {
				t.Errorf("error %q does not say %q", c.err, part)
			}
		}
	}
	wantPanic(t, func() { mustParse(t, "012").Peg(0) }, "disk 0", "1 to 3")
	wantPanic(t, func() { mustParse(t, "012").Peg(4) }, "disk 4", "1 to 3")
	wantPanic(t, func() { State{}.Peg(1) }, "disk 1")
}

func TestStateParts(t *testing.T) {
	s := mustParse(t, "2011")
	if got := s.N(); got != 4 {
		t.Errorf("N() = %d", got)
	}
	for peg, want := range []uint64{0b0100, 0b0011, 0b1000, 0} {
		if got := s.Disks(uint8(peg)); got != want {
			t.Errorf("Disks(%d) = %#b, want %#b", peg, got, want)
		}
	}
	if got := s.Disks(255); got != 0 {
		t.Errorf("Disks(255) = %#b", got)
	}
	if got, want := s.Display(), "0| 3\n1| 2 1\n2| 4\n"; got != want {
		t.Errorf("Display() = %q, want %q", got, want)
	}
	if s := (State{}); s.N() != 0 || s.String() != "" || s.Display() != "0|\n1|\n2|\n" {
		t.Errorf("the zero State has %d disks, String %q, Display %q", s.N(), s, s.Display())
	}
}

// bottomUp is the form "3|2 1|4".
func bottomUp(s State) string {
	var pegs [3][]string
	for disk := s.N(); disk > 0; disk-- {
		pegs[s.Peg(disk)] = append(pegs[s.Peg(disk)], strconv.Itoa(disk))
	}
	return strings.Join([]string{strings.Join(pegs[0], " "), strings.Join(pegs[1], " "), strings.Join(pegs[2], " ")}, "|")
}

func TestParseState(t *testing.T) {
	r := seeded(t)
	for n := 1; n <= 64; n++ {
		for range 50 {
			l := randomList(r, n)
			s := l.state(t)
			for d, peg := range l {
				if s.Peg(d+1) != peg || s.Disks(peg)>>d&1 != 1 {
					t.Fatalf("%v: disk %d is on %d, want %d", s, d+1, s.Peg(d+1), peg)
				}
			}
			all := s.Disks(0) | s.Disks(1) | s.Disks(2)
			if s.N() != n || all != lowest(n) {
				t.Fatalf("%v has %d disks, %#x", s, s.N(), all)
			}
			var top [3]uint8
			for d := n; d > 0; d-- {
				top[s.Peg(d)] = uint8(d)
			}
			if got := [3]uint8{s.Top(0), s.Top(1), s.Top(2)}; got != top || s.Top(3) != 0 {
				t.Fatalf("%v has the top disks %v, want %v", s, got, top)
			}
			if got, want := s.IsPerfect(), strings.Trim(s.String(), s.String()[:1]) == ""; got != want {
				t.Fatalf("%v is perfect: %v", s, got)
			}
			if got, err := s.AppendText([]byte("at ")); string(got) != "at "+s.String() || err != nil {
				t.Fatalf("%v is appended as %q, %v", s, got, err)
			}
			lines := s.Display()
			for _, text := range []string{
				s.String(), s.String() + "\n", bottomUp(s), bottomUp(s) + "\n",
				lines, strings.TrimSuffix(lines, "\n"), strings.ReplaceAll(lines, "\n", "\r\n"),
				s.String() + "\r\n", s.String() + "\r", bottomUp(s) + "\r\n", strings.ReplaceAll(bottomUp(s), " ", "   "),
			} {
				if got, err := ParseState(text); got != s || err != nil {
					t.Fatalf("ParseState(%q) = %v, %v, want %v", text, got, err, s)
				}
			}
			text, err := s.MarshalText()
			var back State
			if err := errors.Join(err, back.UnmarshalText(text)); back != s || err != nil {
				t.Fatalf("%v as text is %q, and back %v, %v", s, text, back, err)
			}
		}
	}
	for _, text := range []string{"4|1|3 2", "4|1|3 2" + strings.Repeat(" ", 1017)} {
		if got := mustParse(t, text); got.String() != "0221" {
			t.Errorf("%.80q is %v, want 0221", text, got)
		}
	}
}

// What is far longer than any state is refused before it is taken apart.
func TestParseStateLong(t *testing.T) {
	for _, text := range []string{"\n", "|", "0", "0|\n", " |"} {
		text = strings.Repeat(text, 32<<20/len(text))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ParseState(text)
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; err == nil || taken > 64<<10 {
			t.Errorf("32 MiB of %.4q: ParseState takes %d bytes, %v", text, taken, err)
		}
	}
}

func TestParseStateErrors(t *testing.T) {
	for text, part := range map[string]string{
		"":                                    "0; give 1 to 64",
		"\n":                                  "0; give 1 to 64",
		"||":                                  "0; give 1 to 64",
		"0|\n1|\n2|\n":                        "0; give 1 to 64",
		strings.Repeat("0", 65):               "65; give 1 to 64",
		strings.Repeat("0", 1e5):              "100000; give 1 to 64",
		"2|1|65":                              "65; give 1 to 64",
		"20113":                               "character 5 is '3'",
		"2 11":                                "character 2 is ' '",
		"20é1":                                "character 3 is 'é'",
		"1|2":                                 "2 pegs",
		"1|2|3|4":                             "4 pegs",
		"1||2|":                               "4 pegs",
		"0| 1\n1| 2":                          "2 pegs",
		"0| 1\n1|\n2|\n3|\n":                  "4 pegs",
		"0| 1\n2|\n1|\n":                      "line 2",
		"0| 1\n1|\n\n2|\n":                    "line 3",
		"2011\n\n":                            "line 1",
		"1|2|2":                               "no disk 3",
		"1|3|4":                               "no disk 2",
		"2||":                                 "no disk 1",
		"1 1||":                               "disk 1 lies on disk 1",
		"1 2||":                               "disk 2 lies on disk 1",
		"0|1|2":                               "no disk \"0\"",
		"-1||":                                "no disk \"-1\"",
		"+1||":                                "no disk \"+1\"",
		"01||":                                "no disk \"01\"",
		"x||":                                 "no disk \"x\"",
		"99999999999999999999||":              "no disk",
		"1,2||":                               "no disk",
		"2011\r\r":                            "character 5",
		"20\r11":                              "character 3",
		"\r\n":                                "0; give 1 to 64",
		strings.Repeat("|", 1e5):              "100000 bytes; give at most 1024",
		strings.Repeat("\n", 1e5):             "99999 bytes; give at most 1024",
		"4|1|3 2" + strings.Repeat(" ", 1018): "1025 bytes; give at most 1024",
	} {
		old := mustParse(t, "012")
		s := old
		err := s.UnmarshalText([]byte(text))
		if !errors.Is(err, ErrState) || s != old {
			t.Errorf("UnmarshalText(%.80q) = %v, and the state is %v", text, err, s)
			continue
		}
		msg := err.Error()
		if !strings.Contains(msg, part) || len(msg) > 500 || strings.Contains(msg, "\n") {
			t.Errorf("UnmarshalText(%.80q): %.600q is not one short line that says %q", text, msg, part)
		}
		if strings.Contains(part, "1 to 64") != errors.Is(err, ErrDisks) {
			t.Errorf("UnmarshalText(%.80q): %v: wraps ErrDisks if and only if the number of disks is wrong", text, err)
		}
	}
}

// Apply does what the rules allow, for every state and move of few disks, and
// for many of 64.
func TestApply(t *testing.T) {
	check := func(l pegList, m Move) {
		t.Helper()
		s := l.state(t)
		got, err := s.Apply(m)
		if !l.legal(m) {
			var illegal *IllegalError
			if !errors.Is(err, ErrIllegal) || !errors.As(err, &illegal) || illegal.State != s || illegal.Move != m || got != (State{}) {
				t.Fatalf("%v: %v gives %v, %v", s, m, got, err)
			}
			return
		}
		after := append(pegList(nil), l...)
		after[m.Disk-1] = m.To
		if err != nil || got != after.state(t) {
			t.Fatalf("%v: %v gives %v, %v", s, m, got, err)
		}
	}
	for n := 1; n <= 4; n++ {
		for code := range 81 {
			l := listOfCode(n, code)
			for disk := range uint8(6) {
				for from := range uint8(4) {
					for to := range uint8(4) {
						check(l, Move{disk, from, to})
					}
				}
			}
		}
	}
	r := seeded(t)
	for range 20_000 {
		l := randomList(r, 64)
		disk := uint8(r.IntN(3))
		if r.IntN(3) == 0 {
			disk = uint8(r.IntN(66))
		}
		from := uint8(r.IntN(3))
		if disk >= 1 && disk <= 64 {
			from = l[disk-1]
		}
		check(l, Move{disk, from, uint8(r.IntN(3))})
	}
}

func TestIllegalReasons(t *testing.T) {
	s := mustParse(t, "2011")
	for m, part := range map[Move]string{
		{0, 0, 1}:  "there is no disk 0; give 1 to 4",
		{65, 0, 1}: "there is no disk 65; give 1 to 4",
		{5, 0, 1}:  "there is no disk 5; give 1 to 4",
		{1, 3, 0}:  "there is no peg 3; give 0, 1 or 2",
		{1, 1, 1}:  "it does not leave its peg",
		{1, 0, 2}:  "disk 1 is on peg 1",
		{2, 1, 0}:  "disk 1 lies on it",
		{3, 0, 1}:  "it would lie on disk 1, which is smaller",
		{4, 2, 0}:  "it would lie on disk 3, which is smaller",
	} {
		_, err := s.Apply(m)
		if err == nil || !strings.Contains(err.Error(), part) || !strings.Contains(err.Error(), m.String()) ||
			!strings.Contains(err.Error(), "2011") {
			t.Errorf("%v: error %v, want one that says %q", m, err, part)
		}
	}
}

func TestStateOf(t *testing.T) {
	for n := 1; n <= 64; n++ {
		for p := range Naming(6) {
			k := rand.Uint64() >> (64 - n)
			var sets [1][3]uint64
			kernel.FillStates(sets[:], n, k, p)
			if s, err := StateOf(n, sets[0]); err != nil || s != mustState(t, n, k, p) {
				t.Fatalf("StateOf(%d, %b) = %v, %v", n, sets, s, err)
			}
		}
	}
	for _, c := range []struct {
		n    int
		sets [3]uint64
		want error
		text string
	}{
		{0, [3]uint64{}, ErrDisks, "0; give 1 to 64"},
		{65, [3]uint64{}, ErrDisks, "65; give 1 to 64"},
		{3, [3]uint64{1, 2, 0}, ErrState, "disk 3 is on no peg; give each disk 1 to 3 once"},
		{3, [3]uint64{1, 2, 6}, ErrState, "disk 2 is on two pegs"},
		{3, [3]uint64{5, 2, 4}, ErrState, "disk 3 is on two pegs"},
		{3, [3]uint64{3, 2, 4}, ErrState, "disk 2 is on two pegs"},
		{3, [3]uint64{1, 2, 12}, ErrState, "disk 4 does not exist"},
	} {
		if s, err := StateOf(c.n, c.sets); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) || s != (State{}) {
			t.Errorf("StateOf(%d, %v) = %v, %v; want %v with %q", c.n, c.sets, s, err, c.want, c.text)
		}
	}
}
