package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hanoigen/hanoi/internal/must"
)

// A line says how much is done, how fast, and how much time is left. The rate and the time of a
// resumed run count the bytes of this run alone.
func TestLine(t *testing.T) {
	for want, s := range map[string]stage{
		"62%, 640.0 MiB of 1.0 GiB, 64.0 MiB/s, 6s left":   {512 << 20, 640 << 20, 1 << 30},
		"99%, 1023.0 GiB of 1.0 TiB, 511.5 GiB/s, 0s left": {0, 1023 << 30, 1 << 40},
		"0%, 0 B of 1.0 TiB, 0 B/s":                        {0, 0, 1 << 40},
		"50%, 512.0 GiB of 1.0 TiB, 0 B/s":                 {1 << 39, 1 << 39, 1 << 40},
		"4.0 EiB, 2.0 EiB/s":                               {0, 1 << 62, math.MaxInt64},
		"100%, 7 B of 7 B, 4 B/s, 0s left":                 {0, 7, 7},
		"0%, 0 B of 0 B, 0 B/s":                            {0, 0, 0},
	} {
		if got := s.line(2 * time.Second); got != want {
			t.Errorf("%+v: %s; want %s", s, got, want)
		}
	}
}

// By default, progress begins after a second. It is one line, which is rewritten ten times a second.
func TestWatch(t *testing.T) {
	stderr := os.Stderr
	defer func() { os.Stderr = stderr }()
	for ran, times := range map[time.Duration]int{999 * time.Millisecond: 0, 1550 * time.Millisecond: 6} {
		os.Stderr = must.Get(os.Create(filepath.Join(t.TempDir(), "err")))
		synctest.Test(t, func(t *testing.T) {
			stop := make(chan struct{})
			go progress("auto").watch(func() stage { return stage{0, 1, 2} }, stop)
			time.Sleep(ran)
			close(stop)
			synctest.Wait()
		})
		got := string(read(t, os.Stderr.Name()))
		if lines, last := strings.Count(got, "\n"), strings.HasSuffix(got, " \n"); (lines == 1 && last) != (times > 0) || strings.Count(got, "\r") != times {
			t.Errorf("after %v: %q", ran, got)
		}
		os.Stderr.Close()
	}
}
