package main

import (
	"math"
	"strings"
	"testing"
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
