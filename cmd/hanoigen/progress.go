package main

import (
	"os"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// progress is the flag --progress.
type progress struct{ when choice }

func (p *progress) addTo(c *cobra.Command) {
	p.when = choice{"auto", []string{"auto", "always", "never"}}
	p.when.addTo(c, "progress", "", "progress on standard error: auto (on a terminal, after a second), always, never")
}

// shown reports whether somebody is there to see it.
func (p *progress) shown() bool {
	return p.when.name == "always" || p.when.name == "auto" && term.IsTerminal(int(os.Stderr.Fd()))
}

// show shows how far a count of bytes is on the way to a total, which is −1 if
// it is not known, until the function that it returns is called.
func (p *progress) show(total int64, count *atomic.Int64) (end func()) {
	if !p.shown() {
		return func() {}
	}
	delay := time.Second
	if p.when.name == "always" {
		delay = 0
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		select {
		case <-stop:
			if delay > 0 {
				return
			}
		case <-time.After(delay):
		}
		const refresh = time.Second / 10
		bars := mpb.New(mpb.WithOutput(os.Stderr), mpb.WithAutoRefresh(), mpb.WithRefreshRate(refresh))
		const counts = "% .1f / % .1f "
		bar := bars.AddBar(max(0, total),
			mpb.BarFillerTrim(),
			mpb.PrependDecorators(decor.Conditional(total < 0,
				decor.CurrentKibiByte("% .1f "), decor.CountersKibiByte(counts))),
			mpb.AppendDecorators(
				decor.OnCondition(decor.NewPercentage(" %d"), total >= 0),
				decor.AverageSpeed(decor.SizeB1024(0), " % .1f"),
				decor.OnCondition(decor.AverageETA(decor.ET_STYLE_GO, decor.WCSyncSpace), total >= 0)),
		)
		tick := time.NewTicker(refresh)
		defer tick.Stop()
		for going := true; going; {
			bar.SetCurrent(count.Load())
			select {
			case <-stop:
				going = false
			case <-tick.C:
			}
		}
		bar.SetCurrent(count.Load())
		bar.Abort(false) // as it stands, if it is not complete
		bars.Wait()
	}()
	return func() {
		close(stop)
		<-stopped
	}
}
