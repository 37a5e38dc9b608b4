package hanoi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/internal/must"
)

func TestMoves(t *testing.T) {
	for n := 1; n <= 11; n++ {
		for p := range Naming(6) {
			want := slices.Collect(classic.Recursive(n, p.Peg(0), p.Peg(uint8(1+n&1))))
			next := uint64(1)
			for k, m := range Moves(n, p) {
				if k != next || m != Move(want[k-1]) {
					t.Fatalf("Moves(%d, %v) yields %d: %v, want %d: %v", n, p, k, m, next, want[next-1])
				}
				if at := MoveAt(k, p); at != m {
					t.Fatalf("MoveAt(%d, %v) = %v, want %v", k, p, at, m)
				}
				if u, err := Unpack(m.Pack(), p); u != m || err != nil {
					t.Fatalf("Unpack(Pack(%v), %v) = %v, %v", m, p, u, err)
				}
				next++
			}
			if next != uint64(len(want))+1 {
				t.Fatalf("Moves(%d, %v) yields %d moves, want %d", n, p, next-1, len(want))
			}
		}
	}
}

func TestMovesFrom(t *testing.T) {
	for n, first := range map[int]uint64{1: 1, 11: 1025, 64: 1<<64 - 3000} {
		next := first
		for k, m := range MovesFrom(n, first, 4) {
			if k != next || m != MoveAt(k, 4) {
				t.Fatalf("MovesFrom(%d, %d, 4) yields %d: %v, want %d: %v", n, first, k, m, next, MoveAt(next, 4))
			}
			next++
		}
		if next != 1<<n {
			t.Errorf("MovesFrom(%d, %d, 4) ends before move %d", n, first, next)
		}
	}
}

func TestUnpackErrors(t *testing.T) {
	for b := range 256 {
		_, err := Unpack(byte(b), 0)
		if bad := b&3 == 3; bad != errors.Is(err, ErrMove) || !bad && err != nil {
			t.Errorf("Unpack(%#x): %v", b, err)
		}
	}
	if _, err := Unpack(0, 6); !errors.Is(err, ErrPeg) || !strings.Contains(err.Error(), "6") {
		t.Errorf("Unpack under naming 6: %v", err)
	}
}

func TestMoveText(t *testing.T) {
	for disk := uint8(1); disk <= 64; disk++ {
		for from := range uint8(3) {
			for to := range uint8(3) {
				m := Move{disk, from, to}
				text, err := m.MarshalText()
				if from == to {
					if !errors.Is(err, ErrMove) {
						t.Errorf("MarshalText of %v: %v", m, err)
					}
					continue
				}
				var back Move
				if err := errors.Join(err, back.UnmarshalText(text)); err != nil || back != m || string(text) != m.String() {
					t.Errorf("%v is written as %q, and read as %v: %v", m, text, back, err)
				}
			}
		}
	}
	if got := (Move{1, 0, 2}).String(); got != "move disk 1 from 0 to 2" {
		t.Errorf("String() = %q", got)
	}
}

func TestMoveTextErrors(t *testing.T) {
	for _, text := range []string{
		"", "move", "move disk 1 from 0 to", "move disk 1 from 0 to 2\n", " move disk 1 from 0 to 2",
		"move disk 1 from 0 to 2 ", "move disk 1 from 0 to 2x", "move disk 01 from 0 to 2", "move disk +1 from 0 to 2",
		"move  disk 1 from 0 to 2", "Move disk 1 from 0 to 2", "move disk 0x1 from 0 to 2", "move disk 1 from 0 to 256",
		"move disk 0 from 0 to 2", "move disk 65 from 0 to 2", "move disk 1 from 0 to 3", "move disk 1 from 3 to 0",
		"move disk 1 from 1 to 1", "move disk 257 from 0 to 2", "1: move disk 1 from 0 to 2", strings.Repeat("9", 1<<16),
	} {
		m := Move{7, 1, 2}
		err := m.UnmarshalText([]byte(text))
		if !errors.Is(err, ErrMove) || m != (Move{7, 1, 2}) {
			t.Errorf("UnmarshalText(%.80q) = %v, and the move is %v", text, err, m)
			continue
		}
		if msg := err.Error(); len(msg) > 400 || strings.Contains(msg, "\n") {
			t.Errorf("UnmarshalText(%.80q): the error is not one short line: %.500q", text, msg)
		}
	}
	for _, m := range []Move{{}, {0, 0, 1}, {65, 0, 1}, {1, 3, 0}, {1, 0, 3}, {1, 255, 255}} {
		if _, err := m.MarshalText(); !errors.Is(err, ErrMove) {
			t.Errorf("MarshalText of %v: %v", m, err)
		}
	}
}

// The JSON of a move is its JSONL record; a number in the record is ignored.
func TestMoveJSON(t *testing.T) {
	for _, opts := range [][]Option{nil, {Numbers()}} {
		r := must.Get(NewReader(6, JSONL, 4, opts...))
		in := json.NewDecoder(r)
		for k, m := range Moves(6, 4) {
			var got Move
			if err := in.Decode(&got); err != nil || got != m {
				t.Fatalf("move %d is read as %v, %v, want %v", k, got, err, m)
			}
		}
	}
	r, _ := NewReader(6, JSONL, 4)
	out := new(bytes.Buffer)
	for _, m := range Moves(6, 4) {
		if err := json.NewEncoder(out).Encode(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Verify(out, nil); err != nil {
		t.Error(err)
	}
	for _, text := range []string{
		`{}`, `[]`, `1`, `"move disk 1 from 0 to 2"`, `{"disk":1,"from":0}`, `{"disk":1,"to":0}`, `{"from":1,"to":0}`,
		`{"disk":0,"from":0,"to":2}`, `{"disk":65,"from":0,"to":2}`, `{"disk":1,"from":3,"to":2}`, `{"disk":1,"from":1,"to":1}`,
		`{"disk":257,"from":0,"to":2}`, `{"disk":1.5,"from":0,"to":2}`, `{"disk":null,"from":0,"to":2}`,
	} {
		m := Move{7, 1, 2}
		if err := json.Unmarshal([]byte(text), &m); !errors.Is(err, ErrMove) || m != (Move{7, 1, 2}) {
			t.Errorf("%s is read as %v, %v", text, m, err)
		}
	}
	moves := []Move{{7, 1, 2}}
	if err := json.Unmarshal([]byte("[null]"), &moves); err != nil || moves[0] != (Move{7, 1, 2}) {
		t.Errorf("null is read as %v, %v", moves, err)
	}
	for _, m := range []Move{{}, {0, 0, 1}, {65, 0, 1}, {1, 3, 0}, {1, 0, 3}, {1, 2, 2}} {
		if _, err := json.Marshal(m); !errors.Is(err, ErrMove) {
			t.Errorf("JSON of %v: %v", m, err)
		}
	}
}

// wantPanic fails unless f panics with a text that contains all parts.
func wantPanic(t *testing.T, f func(), parts ...string) {
	t.Helper()
	defer func() {
		t.Helper()
		got := fmt.Sprint(recover())
		for _, part := range parts {
			if !strings.Contains(got, part) {
				t.Errorf("panics with %q, want %q in it", got, part)
			}
		}
	}()
	f()
	t.Error("does not panic")
}

func TestMovePanics(t *testing.T) {
	wantPanic(t, func() { MoveAt(0, 0) }, "move 0", "1")
	wantPanic(t, func() { MoveAt(1, 6) }, "6", "0 to 5")
	wantPanic(t, func() { Moves(0, 0) }, "0", "1 to 64")
	wantPanic(t, func() { Moves(65, 0) }, "65", "1 to 64")
	wantPanic(t, func() { Moves(3, 6) }, "6", "0 to 5")
	wantPanic(t, func() { MovesFrom(3, 0, 0) }, "move 0 of 3 disks", "1 to 7")
	wantPanic(t, func() { MovesFrom(1, 2, 0) }, "move 2 of 1 disk;", "1 to 1")
}

func BenchmarkMoveAt(b *testing.B) {
	k := uint64(1)<<63 + 1
	for b.Loop() {
		k += uint64(MoveAt(k, 0).Disk) // so that the next call waits for this one
	}
}
