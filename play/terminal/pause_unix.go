//go:build unix

package terminal

import (
	"os"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

var pauseSignals = []os.Signal{syscall.SIGTSTP, syscall.SIGCONT}

func isPause(s os.Signal) bool    { return s == syscall.SIGTSTP }
func isContinue(s os.Signal) bool { return s == syscall.SIGCONT }

// stopSelf stops the process until the shell lets it go on.
func stopSelf() { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) } // one may always stop oneself

// pause does what Ctrl+Z does where the terminal is not raw.
func pause() tea.Msg {
	_ = syscall.Kill(0, syscall.SIGTSTP)
	return nil
}
