package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/sink"
)

// A line says how much is done, how fast, and how much time is left.
func TestLine(t *testing.T) {
	for _, test := range []struct {
		s       stage
		elapsed time.Duration
		want    string
	}{
		{stage{done: "some", part: 0.625, before: 0.5, bytes: 1 << 30}, 2 * time.Second, "62%, some, 512.0 MiB/s, 6s left"},
		{stage{done: "some", part: 0.999, bytes: 1 << 40}, 10 * time.Second, "99%, some, 102.4 GiB/s, 0s left"},
		{stage{bytes: 100, part: 1e-12}, time.Second, "0%, , 100 B/s, 31688 years left"},
		{stage{bytes: math.MaxInt64, part: 0.5}, time.Second / 4, "50%, , 32.0 EiB/s, 0s left"},
		{stage{part: 0.5}, 8766 * time.Hour, "50%, , 0 B/s, 8766h0m0s left"}, // a year
		{stage{part: 0.5}, 8767 * time.Hour, "50%, , 0 B/s, 1 years left"},
		{stage{}, 0, "0%, , 0 B/s, time left unknown"},
		{stage{bytes: 1 << 20, part: 1, syncing: true}, time.Second, "100%, , 1.0 MiB/s, syncing"},
	} {
		if got := test.s.line(test.elapsed, true); got != test.want {
			t.Errorf("%+v after %v: %s; want %s", test.s, test.elapsed, got, test.want)
		}
	}
}

// A bar and its line fill all columns of a terminal but the last.
func TestBar(t *testing.T) {
	for columns, want := range map[int]string{4: "12%", 17: "12%, some       ", 18: "[-----] 12%, some", 26: "[=------------] 12%, some"} {
		if got := (stage{part: 0.125}).bar("12%, some", columns); got != want {
			t.Errorf("%d columns: %q; want %q", columns, got, want)
		}
	}
}

// The rate and the time left of a resumed run count the bytes of this run alone. While a file is
// compared or synced, and beyond 2^63 bytes, progress says so.
func TestResumedProgress(t *testing.T) {
	w := &writing{moves: must.Get(hanoi.NewReader(40, hanoi.Packed, 0)), out: &output{name: "f"}, took: 10 * time.Second}
	for want, now := range map[string]sink.Progress{
		"25%, 256.0 GiB of 1024.0 GiB compared, 25.6 GiB/s, 30s left": {Kept: 1 << 39, Compared: 1 << 38, Comparing: true},
		"56%, 576.0 GiB of 1024.0 GiB, 6.4 GiB/s, 1m10s left":         {Kept: 1 << 39, Written: 1 << 36},
		"100%, 1024.0 GiB of 1024.0 GiB, 51.2 GiB/s, syncing":         {Kept: 1 << 39, Written: 1<<39 - 1, Syncing: true},
	} {
		w.now.Store(&now)
		if got := w.progress().line(w.took, true); got != want {
			t.Errorf("%s; want %s", got, want)
		}
	}
	w.now.Store(&sink.Progress{Kept: 1 << 39, Compared: 1 << 20, Written: 1 << 36, Method: sink.Write})
	const summary = "f had 549755813888 bytes, of which the last 1048576 were compared; wrote 68719476736 bytes (68719476736 moves) to f by write in 10s, 6.4 GiB/s"
	if got := w.summary(); got != summary {
		t.Errorf("%s; want %s", got, summary)
	}
	if got, want := stageAt(must.Get(hanoi.NewReader(64, hanoi.Packed, 0)), 1<<62).done, "4.0 EiB, 4611686018427387904 of 18446744073709551615 moves"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
}

// By default, progress begins after a second. It prints ten lines, one every second, then one
// every ten seconds, and one at the end.
func TestWatch(t *testing.T) {
	stderr := os.Stderr
	defer func() { os.Stderr = stderr }()
	os.Stderr = must.Get(os.Create(filepath.Join(t.TempDir(), "err")))
	defer os.Stderr.Close()
	for ran, want := range map[time.Duration]int{999 * time.Millisecond: 0, 11500 * time.Millisecond: 11, 32 * time.Second: 13} {
		synctest.Test(t, func(t *testing.T) {
			lines, stop := 0, make(chan struct{})
			go progress("auto").watch(func() stage { lines++; return stage{} }, stop)
			time.Sleep(ran)
			close(stop)
			synctest.Wait()
			if lines != want {
				t.Errorf("%d lines in %v; want %d", lines, ran, want)
			}
		})
	}
}
