package terminal

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
)

// runWithSignals plays until the player quits or a signal ends the program, which gives
// the terminal back first. Around a pause the program ends too, and a new one goes on
// with the same model: it finds the terminal as the shell left it.
func runWithSignals(m *model, options []tea.ProgramOption) error {
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
	defer signal.Stop(signals)
	for {
		program := tea.NewProgram(m, options...)
		quit, ended := make(chan struct{}), make(chan os.Signal, 1)
		go func() {
			select {
			case s := <-signals:
				program.Quit()
				ended <- s
			case <-quit:
				ended <- nil
			}
		}()
		_, err := program.Run()
		close(quit)
		switch s := <-ended; {
		case s == nil:
			return err
		case isPause(s):
			stopSelf()
		case !isContinue(s):
			return dieOf(s)
		}
		// What was to be drawn or shown next went with the program.
		m.interrupt()
		m.stale = false
	}
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
