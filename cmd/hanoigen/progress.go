package main

import (
	"os"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// progress is the flag --progress.
type progress struct{ when choice }

func (p *progress) addTo(c *cobra.Command) {
	p.when = choice{"auto", []string{"auto", "always", "never"}}
	p.when.addTo(c, "progress", "", "progress on standard error: auto (on a terminal, after a second), always, never")
}

// show shows how far a count of bytes is on the way to a total, which is −1 if
// it is not known, until the function that it returns is called.
func (p *progress) show(total int64, count *atomic.Int64) (end func()) {
	delay := time.Second
	switch {
	case p.when.name == "always":
		delay = 0
	case p.when.name == "never", !term.IsTerminal(int(os.Stderr.Fd())):
		return func() {}
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
		bar := progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(os.Stderr),
			progressbar.OptionShowBytes(true),
			progressbar.OptionShowCount(), // else it waits for the next percent
			progressbar.OptionUseIECUnits(true),
			progressbar.OptionFullWidth(),
		)
		tick := time.NewTicker(time.Second / 5)
		defer tick.Stop()
		for going := true; going; {
			bar.Set64(count.Load())
			select {
			case <-stop:
				going = false
			case <-tick.C:
			}
		}
		bar.Set64(count.Load())
		bar.Exit()
		os.Stderr.WriteString("\n")
	}()
	return func() {
		close(stop)
		<-stopped
	}
}
