package terminal

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
)

// runWithSignals runs a program. A signal that ends it gives the terminal back first; one
// that pauses it, too, and when it goes on the screen is drawn anew.
func runWithSignals(program *tea.Program) error {
	var handled []os.Signal
	for _, s := range append([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, pauseSignals...) {
		if !signal.Ignored(s) {
			handled = append(handled, s)
		}
	}
	signals := make(chan os.Signal, 8)
	if len(handled) > 0 {
		signal.Notify(signals, handled...)
	}
	ended := make(chan os.Signal, 1)
	go func() { ended <- obey(program, signals) }()
	_, err := program.Run()
	signal.Stop(signals)
	close(signals)
	if s := <-ended; s != nil {
		return dieOf(s)
	}
	return err
}

// obey handles signals until one ends the program, which it returns, or there are no
// more.
func obey(program *tea.Program, signals <-chan os.Signal) os.Signal {
	released := false
	for s := range signals {
		switch {
		case isPause(s):
			released = program.ReleaseTerminal() == nil
			stopSelf()
		case isContinue(s):
			// After SIGSTOP, which no program can handle, the terminal was not released.
			if !released {
				_ = program.ReleaseTerminal() // it has failed if the terminal is gone
			}
			if err := program.RestoreTerminal(); err == nil {
				program.Send(tea.ClearScreen())
			}
			released = false
		default:
			program.Quit()
			return s
		}
	}
	return nil
}

// dieOf ends the process by a signal, now that the terminal is as it was. It returns an
// error where the system cannot do that.
func dieOf(s os.Signal) error {
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second) // the signal may go to another thread
	}
	return fmt.Errorf("stopped by signal %q", s)
}
