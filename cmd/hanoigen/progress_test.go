package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hanoigen/hanoi"
)

func TestTimeLeft(t *testing.T) {
	for _, test := range []struct {
		s       state
		elapsed time.Duration
		rate    string
		left    string
	}{
		{state{bytes: 1 << 30, work: 0.25}, 2 * time.Second, "512.0 MiB/s", "6s left"},
		{state{bytes: 1 << 40, work: 0.999}, 10 * time.Second, "102.4 GiB/s", "0s left"},
		{state{bytes: 100, work: 1e-12}, time.Second, "100.0 b/s", "31688 years left"},
		{state{bytes: math.MaxInt64, work: 0.5}, time.Second, "8388608.0 TiB/s", "1s left"},
		{state{bytes: math.MaxInt64, work: 0.5}, time.Second / 4, "8388608.0 TiB/s", "0s left"}, // and more
		{state{work: 0.5}, 8766 * time.Hour, "0.0 b/s", "8766h0m0s left"},                       // a year
		{state{work: 0.5}, 8767 * time.Hour, "0.0 b/s", "1 years left"},
		{state{}, time.Second, "0.0 b/s", "time left unknown"},
		{state{bytes: 1 << 20, work: 1, syncing: true}, time.Second, "1.0 MiB/s", "syncing"},
	} {
		if rate, left := test.s.rate(test.elapsed), test.s.left(test.elapsed); !strings.EqualFold(rate, test.rate) || left != test.left {
			t.Errorf("%+v after %v: %s, %s; want %s, %s", test.s, test.elapsed, rate, left, test.rate, test.left)
		}
	}
}

// A resumed run counts what it writes itself; the part done is of all.
func TestProgressState(t *testing.T) {
	r, err := hanoi.NewReader(30, hanoi.Packed, 0)
	if err != nil {
		t.Fatal(err)
	}
	half := &target{resumed: 1 << 29}
	s := emitted(r, half, hanoi.Progress{Written: 1 << 28, Work: 0.5})
	if s.bytes != 1<<28 || s.work != 0.5 || s.part < 0.7499 || s.part > 0.7501 || !strings.HasPrefix(s.done, "768.0 MiB of 1024.0 MiB") {
		t.Errorf("%+v", s)
	}
	// Sizes of 64 disks do not fit.
	if r, err = hanoi.NewReader(64, hanoi.Text, 0); err != nil {
		t.Fatal(err)
	}
	s = at(r, 24<<20)
	if s.part <= 0 || s.part > 1e-12 || !strings.HasSuffix(s.done, "of 18446744073709551615 moves") {
		t.Errorf("%+v", s)
	}
	if r, err = hanoi.NewReader(3, hanoi.Packed, 0, hanoi.Range(1, 0)); err != nil {
		t.Fatal(err)
	}
	if s = at(r, 0); s.part != 0 {
		t.Errorf("%+v", s)
	}
}

// A part is of a total, and of nothing where nobody knows that.
func TestReadOf(t *testing.T) {
	for _, test := range []struct {
		bytes, total int64
		want         state
	}{
		{5, -1, state{done: "5.0 b", bytes: 5}},
		{0, 0, state{done: "0.0 b of 0.0 b"}},
		{1, 1, state{done: "1.0 b of 1.0 b", part: 1, bytes: 1, work: 1}},
		{1 << 10, 1 << 11, state{done: "1.0 KiB of 2.0 KiB", part: 0.5, bytes: 1 << 10, work: 0.5}},
	} {
		if got := readOf(test.bytes, test.total); got != test.want {
			t.Errorf("%d of %d: %+v, want %+v", test.bytes, test.total, got, test.want)
		}
	}
}

// Lines come every second, then every ten, and at the end; the last has no time left.
func TestLines(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	stderr := os.Stderr
	os.Stderr = f
	defer func() { os.Stderr = stderr }()
	var at []int
	synctest.Test(t, func(t *testing.T) {
		begin, stop, done := time.Now(), make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			lines(func() state {
				at = append(at, int(time.Since(begin).Seconds()))
				return state{done: "some", part: 0.567, bytes: 1 << 20, work: 0.5}
			}, begin, stop)
		}()
		time.Sleep(35 * time.Second)
		close(stop)
		<-done
	})
	if want := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 35}; !slices.Equal(at, want) {
		t.Errorf("lines after %v seconds, want %v", at, want)
	}
	got := strings.SplitAfter(string(read(t, f.Name())), "\n")
	if len(got) != 14 || got[0] != "hanoigen: 56%, some, 1.0 MiB/s, 1s left\n" || got[12] != "hanoigen: 56%, some, 29.3 KiB/s\n" {
		t.Errorf("%q", got)
	}
}
