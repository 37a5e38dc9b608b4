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

	"github.com/hanoigen/hanoi/internal/testfile"
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
// standard error is empty. Comments begin with "# ".
//
// The line "$ each WORD…: COMMAND" runs the command for each word of the shell, which the variable
// word holds, and prints a line for each: the word, a colon, and the command's output.
func session(ts *testscript.TestScript, _ bool, args []string) {
	var shown strings.Builder
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		command, ok := strings.CutPrefix(line, "$ ")
		if ok || strings.HasPrefix(line, "# ") {
			shown.WriteString(line)
		}
		if !ok {
			continue
		}
		list, body, _ := strings.Cut(command, ": ")
		list, loop := strings.CutPrefix(list, "each ")
		if !loop {
			shown.WriteString(inShell(ts, command))
			continue
		}
		words := inShell(ts, `printf '%s\n' `+list)
		for word := range strings.Lines(words) {
			word = strings.TrimSuffix(word, "\n")
			ts.Setenv("word", word)
			output := strings.Replace(inShell(ts, body), "\n[", " [", 1) // the status
			if strings.Count(output, "\n") > 1 {
				ts.Fatalf("%swith the word %q prints more than a line:\n%s", line, word, output)
			}
			shown.WriteString(strings.TrimSpace(word+": "+output) + "\n")
		}
	}
	got := strings.ReplaceAll(shown.String(), ts.Getenv("WORK"), "$WORK")
	if changes := testfile.Changes(ts.Name(), ts.ReadFile(args[0]), got); changes != "" && !*update {
		ts.Fatalf("%s", changes)
	}
	io.WriteString(ts.Stdout(), got)
}

// inShell runs a command, and returns what it printed and its status.
func inShell(ts *testscript.TestScript, command string) string {
	var stdout, stderr strings.Builder
	c := exec.Command("bash", "-c", command)
	c.Dir, c.Stdout, c.Stderr = ts.MkAbs("."), &stdout, &stderr
	for _, name := range []string{"HOME", "PATH", "TMPDIR", "WORK", "word"} {
		c.Env = append(c.Env, name+"="+ts.Getenv(name))
	}
	if err := c.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		ts.Fatalf("%s: %v", command, err)
	}
	output, messages, status := ended(stdout.String()), ended(stderr.String()), c.ProcessState.ExitCode()
	if status != 0 || messages != "" {
		output += strings.TrimSpace(fmt.Sprintf("[%d] %s", status, messages)) + "\n"
	}
	return output
}

// ended returns text, with a note if its last line lacks a newline.
func ended(text string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "[no newline]\n"
	}
	return text
}
