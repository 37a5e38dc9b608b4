//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs the sessions of testdata/script, and compares all that a user sees.
// -update writes what the program prints now.
func TestScripts(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("NOT RUN: the sessions show the messages of Linux")
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"session": session},
	})
}

// session runs the lines of a file that begin with "$ ", each in a shell of its own, and prints
// them with their output. Standard error follows the status in brackets, which is left out
// if it is 0 and nothing was written there. Comments begin with "# ".
func session(ts *testscript.TestScript, _ bool, args []string) {
	var shown strings.Builder
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if strings.HasPrefix(line, "# ") {
			shown.WriteString(line)
		}
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		status := 0
		if err := ts.Exec("bash", "-c", command); err != nil {
			var exit *exec.ExitError
			if !errors.As(err, &exit) {
				ts.Fatalf("%s: %v", command, err)
			}
			status = exit.ExitCode()
		}
		shown.WriteString(line + ended(ts.ReadFile("stdout")))
		if messages := ended(ts.ReadFile("stderr")); messages != "" {
			fmt.Fprintf(&shown, "[%d] %s", status, messages)
		} else if status != 0 {
			fmt.Fprintf(&shown, "[%d]\n", status)
		}
	}
	io.WriteString(ts.Stdout(), strings.ReplaceAll(shown.String(), ts.Getenv("WORK"), "$WORK"))
}

// ended returns what a command printed, with a note where its last line does not end.
func ended(text string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "[no newline]\n"
	}
	return text
}
