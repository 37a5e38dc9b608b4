package main

import (
	"math"
	"testing"
	"time"
)

// A line has what is done, how fast and how long it still takes.
func TestLine(t *testing.T) {
	for _, test := range []struct {
		s       state
		elapsed time.Duration
		want    string
	}{
		{state{done: "some", part: 0.625, before: 0.5, bytes: 1 << 30}, 2 * time.Second, "62%, some, 512.0 MiB/s, 6s left"},
		{state{done: "some", part: 0.999, bytes: 1 << 40}, 10 * time.Second, "99%, some, 102.4 GiB/s, 0s left"},
		{state{bytes: 100, part: 1e-12}, time.Second, "0%, , 100 B/s, 31688 years left"},
		{state{bytes: math.MaxInt64, part: 0.5}, time.Second / 4, "50%, , 32.0 EiB/s, 0s left"},
		{state{part: 0.5}, 8766 * time.Hour, "50%, , 0 B/s, 8766h0m0s left"}, // a year
		{state{part: 0.5}, 8767 * time.Hour, "50%, , 0 B/s, 1 years left"},
		{state{}, 0, "0%, , 0 B/s, time left unknown"},
		{state{bytes: 1 << 20, part: 1, syncing: true}, time.Second, "100%, , 1.0 MiB/s, syncing"},
	} {
		if got := test.s.line(test.elapsed, true); got != test.want {
			t.Errorf("%+v after %v: %s; want %s", test.s, test.elapsed, got, test.want)
		}
	}
}
