package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/internal/must"
)

// terminal is a window of a tmux server of its own: a real terminal.
type terminal struct {
	t      *testing.T
	socket string
}

var program = sync.OnceValues(func() (string, error) {
	path := filepath.Join(folder, "hanoiplay")
	out, err := exec.Command("go", "build", "-o", path, "..").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return path, err
})

var folder = must.Get(os.MkdirTemp("", "hanoiplay"))

func TestMain(m *testing.M) {
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

// start runs a command of the shell in a window. It calls the game $GAME.
func start(t *testing.T, width, height int, command string) *terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("NOT RUN: tmux isn't installed")
	}
	w := &terminal{t, filepath.Join(t.TempDir(), "tmux")}
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", w.socket, "kill-server").Run() }) // it may have ended with the game
	w.tmux("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height), "-e", "GAME="+must.Get(program()), command)
	return w
}

func (w *terminal) tmux(args ...string) string {
	w.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", w.socket}, args...)...).CombinedOutput()
	if err != nil {
		w.t.Fatalf("tmux %v: %v: %s", args, err, out)
	}
	return string(out)
}

func (w *terminal) keys(keys ...string) {
	w.t.Helper()
	w.tmux(append([]string{"send-keys"}, keys...)...)
}

// shows waits for a text on the screen, whose lines it takes as one.
func (w *terminal) shows(text string) {
	w.t.Helper()
	w.keysUntil("", text)
}

// keysUntil presses a key again and again until a text is on the screen.
func (w *terminal) keysUntil(key, text string) {
	w.t.Helper()
	screen := ""
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		if key != "" {
			w.keys(key)
		}
		screen = w.tmux("capture-pane", "-p")
		if strings.Contains(strings.Join(strings.Fields(screen), " "), text) {
			return
		}
	}
	w.t.Fatalf("never shown: %q\n%s", text, screen)
}

// TestTmuxResize: at most a part of a huge window is drawn in, and a new size is noticed.
func TestTmuxResize(t *testing.T) {
	w := start(t, 600, 160, "$GAME -n 3")
	w.shows("Drawn in 500×150 of the window's 600×160 characters.")
	w.tmux("resize-window", "-x", "80", "-y", "24")
	w.shows("Moves 0, to go 7, extra 0, fewest possible 7. Press 1")
}

// TestTmuxPause: after a pause the game is drawn again and can be played.
func TestTmuxPause(t *testing.T) {
	for _, name := range []string{"STOP", "TSTP", "key"} {
		pid := filepath.Join(t.TempDir(), "pid")
		// An interactive shell can pause a program and continue it.
		w := start(t, 80, 24, "bash --norc -i")
		w.keys("-l", "sh -c 'echo $$ >"+pid+"; exec $GAME -n 3'")
		w.keys("Enter")
		w.shows("Moves 0, to go 7")
		if name == "key" {
			w.keys("C-z")
		} else if out, err := exec.Command("kill", "-"+name, read(pid)).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		w.shows("Stopped")
		if screen := w.tmux("display-message", "-p", "#{alternate_on}"); name == "key" && screen != "0\n" {
			t.Errorf("%s: paused on the other screen: %s", name, screen)
		}
		w.keys("-l", "fg")
		w.keys("Enter")
		w.keysUntil("h", "Best: disk 1 from A to C.") // what is typed before that is lost
		w.keys("1", "3")
		w.shows("Disk 1 from A to C.")
		w.keys("q")
		for deadline := time.Now().Add(30 * time.Second); exec.Command("kill", "-0", read(pid)).Run() == nil; {
			if time.Now().After(deadline) {
				t.Fatal("it still runs after q")
			}
		}
	}
}

func read(path string) string { return strings.TrimSpace(string(must.Get(os.ReadFile(path)))) }
