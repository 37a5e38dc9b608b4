//go:build !plan9

package testfile

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

// Sessions runs the scripts in testdata/script, whose command session shows all that a user sees.
// With update, it rewrites them.
func Sessions(t *testing.T, update bool) {
	if runtime.GOOS != "linux" {
		t.Skip("NOT RUN: the sessions show the messages of Linux")
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"session": func(ts *testscript.TestScript, _ bool, args []string) { session(ts, args[0], update) },
		},
	})
}

// session runs each line of a file that begins with "$ " in a new shell, and prints the line
// and its output. The status, in brackets, and standard error follow, unless the status is 0 and
// standard error is empty. Lines after it that begin with "> " are typed at the prompts of the
// command. Comments begin with "# ".
//
// The line "$ each WORD…: COMMAND" runs the command for each word of the shell, which the variable
// word holds, and prints a line for each: the word, a colon, and the command's output.
func session(ts *testscript.TestScript, file string, update bool) {
	var shown strings.Builder
	lines := strings.SplitAfter(ts.ReadFile(file), "\n")
	for i, line := range lines {
		command, ok := strings.CutPrefix(line, "$ ")
		if ok || strings.HasPrefix(line, "# ") {
			shown.WriteString(line)
		}
		if !ok {
			continue
		}
		list, body, _ := strings.Cut(command, ": ")
		list, isLoop := strings.CutPrefix(list, "each ")
		if !isLoop {
			shown.WriteString(inShell(ts, command, typed(lines[i+1:])))
			continue
		}
		for word := range strings.Lines(inShell(ts, `printf '%s\n' `+list, nil)) {
			word = strings.TrimSuffix(word, "\n")
			ts.Setenv("word", word)
			output := strings.Replace(inShell(ts, body, nil), "\n[", " [", 1) // the status
			if strings.Count(output, "\n") > 1 {
				ts.Fatalf("%swith the word %q prints more than a line:\n%s", line, word, output)
			}
			shown.WriteString(strings.TrimSpace(word+": "+output) + "\n")
		}
	}
	got := strings.ReplaceAll(shown.String(), ts.Getenv("WORK"), "$WORK")
	if changes := Changes(ts.Name(), ts.ReadFile(file), got); changes != "" && !update {
		ts.Fatalf("%s", changes)
	}
	io.WriteString(ts.Stdout(), got)
}

// typed returns the lines that are typed before the next command, without their prompts.
func typed(lines []string) (typed []string) {
	for _, line := range lines {
		if strings.HasPrefix(line, "$ ") {
			break
		}
		if text, ok := strings.CutPrefix(line, "> "); ok && text != "\n" { // the last prompt
			typed = append(typed, text)
		}
	}
	return typed
}

// inShell runs a command, and returns what it printed, with the typed lines after its prompts, and
// its status.
func inShell(ts *testscript.TestScript, command string, typed []string) string {
	var stdout, stderr strings.Builder
	c := exec.Command("bash", "-c", command)
	c.Dir, c.Stdout, c.Stderr = ts.MkAbs("."), &stdout, &stderr
	if len(typed) > 0 {
		c.Stdin = strings.NewReader(strings.Join(typed, ""))
	}
	for _, name := range []string{"HOME", "PATH", "TMPDIR", "WORK", "word"} {
		c.Env = append(c.Env, name+"="+ts.Getenv(name))
	}
	if err := c.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		ts.Fatalf("%s: %v", command, err)
	}
	output := stdout.String()
	if len(typed) > 0 {
		answers := strings.Split(output, "\n> ")
		output = answers[0]
		for i, answer := range answers[1:] {
			output += "\n> " + append(typed, "")[i] + answer
		}
	}
	output, messages, status := ended(output), ended(stderr.String()), c.ProcessState.ExitCode()
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
