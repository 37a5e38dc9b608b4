//go:build !js

package main

import (
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// bar draws a bar until stop is closed.
func bar(now func() state, begin time.Time, stop <-chan struct{}) {
	const refresh = time.Second / 10
	const whole = 1 << 20
	text := func(of func(s state) string) decor.Decorator {
		return decor.Any(func(decor.Statistics) string { return of(now()) })
	}
	bars := mpb.New(mpb.WithOutput(os.Stderr), mpb.WithAutoRefresh(), mpb.WithRefreshRate(refresh))
	b := bars.AddBar(whole,
		mpb.BarFillerTrim(),
		mpb.PrependDecorators(text(func(s state) string { return s.done + " " })),
		mpb.AppendDecorators(
			decor.NewPercentage(" %d"),
			text(func(s state) string {
				elapsed := time.Since(begin)
				return " " + s.rate(elapsed) + ", " + s.left(elapsed)
			})))
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	for going := true; going; {
		b.SetCurrent(int64(now().part * whole))
		select {
		case <-stop:
			going = false
		case <-tick.C:
		}
	}
	b.SetCurrent(int64(now().part * whole))
	b.Abort(false) // as it stands, if it is not complete
	bars.Wait()
}
