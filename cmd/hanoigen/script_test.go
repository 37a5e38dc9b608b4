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

// The sessions of testdata/script show all that a user sees. -update rewrites them.
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

// session runs each line of a file that begins with "$ " in a new shell, and prints the line
// and its output. The status, in brackets, and standard error follow, unless the status is 0 and
// standard error is empty. Comments begin with "# ". Loops over what is refused end with the sum
// of the statuses.
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

// ended returns text, with a note if its last line lacks a newline.
func ended(text string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "[no newline]\n"
	}
	return text
}
