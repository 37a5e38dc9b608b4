package terminal

import (
	"os"

	tea "charm.land/bubbletea/v2"
)

// Windows cannot pause a program.
var pauseSignals []os.Signal

func isPause(os.Signal) bool    { return false }
func isContinue(os.Signal) bool { return false }
func stopSelf()                 {}
func pause() tea.Msg            { return nil }
