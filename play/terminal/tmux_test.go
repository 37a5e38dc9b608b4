//go:build e2e

package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/internal/must"
)

// The game in a real terminal: go test -tags e2e, with tmux installed.

// terminal is a window of a tmux server of its own.
type terminal struct {
	t      *testing.T
	socket string
}

var program string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "hanoiplay")
	if err == nil {
		program = filepath.Join(folder, "hanoiplay")
		var out []byte
		if out, err = exec.Command("go", "build", "-o", program, "..").CombinedOutput(); err != nil {
			err = fmt.Errorf("%w: %s", err, out)
		}
	}
	status := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		status = m.Run()
	}
	os.RemoveAll(folder)
	os.Exit(status)
}

// start runs the game with arguments of the shell in a window.
func start(t *testing.T, width, height int, command string) *terminal {
	t.Helper()
	w := &terminal{t, filepath.Join(t.TempDir(), "tmux")}
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", w.socket, "kill-server").Run() }) // it may have ended with the game
	w.tmux("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height), command)
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

// coloured reports whether anything on the screen has a colour (SGR 30 to 37, 40 to
// 47, 90 to 97, and the longer forms 38 and 48).
func (w *terminal) coloured() bool {
	w.t.Helper()
	return regexp.MustCompile(`\x1b\[([0-9;]*;)?([34][0-8]|9[0-7])(;|m)`).MatchString(w.tmux("capture-pane", "-p", "-e"))
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

// TestTmuxSignals: a signal gives the terminal back, and ends the program.
func TestTmuxSignals(t *testing.T) {
	for name, status := range map[string]int{"INT": 130, "TERM": 143, "HUP": 129, "QUIT": 1} {
		pid := filepath.Join(t.TempDir(), "pid")
		w := start(t, 80, 24, "trap : INT; sh -c 'echo $$ >"+pid+"; exec "+program+" -n 3'; echo status $?; stty -a | grep -o ' icanon'; cat")
		w.shows("Moves 0, to go 7, extra 0, fewest possible 7.")
		if out, err := exec.Command("kill", "-"+name, read(t, pid)).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		w.shows(fmt.Sprintf("status %d icanon", status))
		if screen := w.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"); screen != "0 0 1\n" {
			t.Errorf("%s: other screen, mouse and cursor: %s", name, screen)
		}
	}
}

// TestTmuxPause: after a pause the game is drawn again, and obeys.
func TestTmuxPause(t *testing.T) {
	for _, name := range []string{"STOP", "TSTP", "key"} {
		pid := filepath.Join(t.TempDir(), "pid")
		// An interactive shell lets a program pause and go on.
		w := start(t, 80, 24, "bash --norc -i")
		w.keys("-l", "sh -c 'echo $$ >"+pid+"; exec "+program+" -n 3'")
		w.keys("Enter")
		w.shows("Moves 0, to go 7")
		if name == "key" {
			w.keys("C-z")
		} else if out, err := exec.Command("kill", "-"+name, read(t, pid)).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		w.shows("Stopped")
		if screen := w.tmux("display-message", "-p", "#{alternate_on}"); name == "key" && screen != "0\n" {
			t.Errorf("%s: paused on the other screen: %s", name, screen)
		}
		w.keys("-l", "fg")
		w.keys("Enter")
		w.keysUntil("h", "Best: disk 1 from A to C.") // what is typed before the game goes on is lost
		w.keys("1", "3")
		w.shows("Disk 1 from A to C.")
		w.keys("q")
		for deadline := time.Now().Add(30 * time.Second); exec.Command("kill", "-0", read(t, pid)).Run() == nil; {
			if time.Now().After(deadline) {
				t.Fatal("it runs after q")
			}
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content := must.Get(os.ReadFile(path))
	return strings.TrimSpace(string(content))
}

func TestTmuxKeys(t *testing.T) {
	w := start(t, 80, 24, program+" -n 3")
	w.shows("Moves 0, to go 7, extra 0, fewest possible 7.")
	if !w.coloured() {
		t.Error("the screen has no colours")
	}
	w.keys("1", "3")
	w.shows("Disk 1 from A to C.")
	w.keys("Right", "Space", "Right", "Enter")
	w.shows("Disk 2 from A to B.")
	w.keys("?")
	w.shows("copy the result line")
	w.keys("x", "s")
	w.shows("Solved in 7 moves, 5 of them by the computer. Can you do it alone? Tower of Hanoi, A to C, 3 disks: 7 moves, the fewest possible, 5 moves shown")
	w.keys("R")
	w.shows("Moves 0, to go 7,")
	w.keys("q")
	for deadline := time.Now().Add(30 * time.Second); exec.Command("tmux", "-S", w.socket, "has-session").Run() == nil; {
		if time.Now().After(deadline) {
			t.Fatal("q does not end the game")
		}
	}
}

// TestTmuxMouse sends the reports of a mouse (SGR, which xterm calls mode 1006).
func TestTmuxMouse(t *testing.T) {
	w := start(t, 80, 24, program+" -n 3")
	w.shows("Moves 0, to go 7,")
	report := func(x int, end string) { w.keys("-l", fmt.Sprintf("\x1b[<0;%d;12%s", x, end)) }
	report(13, "M") // drag from A to B
	report(39, "m")
	w.shows("Disk 1 from A to B.")
	report(39, "M") // click B, click C
	report(39, "m")
	w.shows("Disk 1 of B is in hand.")
	report(65, "M")
	report(65, "m")
	w.shows("Disk 1 from B to C.")
}

func TestTmuxNoColour(t *testing.T) {
	for _, value := range []string{"1", "yes"} {
		w := start(t, 80, 24, "NO_COLOR="+value+" "+program+" -n 5 --random --seed 3")
		w.shows("Moves 0,")
		if w.coloured() {
			t.Errorf("NO_COLOR=%s: the screen has colours", value)
		}
	}
}
