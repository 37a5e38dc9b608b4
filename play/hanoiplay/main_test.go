package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/testfile"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hanoiplay": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"session": session},
		UpdateScripts: *update,
	})
}

// session runs each line of a file that begins with "$ " in a shell, and types the lines after
// it that begin with "> ". It prints them with the output, the errors and a nonzero status.
func session(ts *testscript.TestScript, _ bool, args []string) {
	var shown strings.Builder
	for part := range strings.SplitSeq("\n"+ts.ReadFile(args[0]), "\n$ ") {
		command, rest, _ := strings.Cut(part, "\n")
		if command == "" {
			continue // the text before the first command
		}
		typed := regexp.MustCompile(`(?m)^> .+\n`).FindAllString(rest+"\n", -1)
		var out, errors strings.Builder
		c := exec.Command("bash", "-c", command)
		c.Dir, c.Stdout, c.Stderr = ts.MkAbs("."), &out, &errors
		c.Stdin = strings.NewReader(strings.ReplaceAll(strings.Join(typed, ""), "> ", ""))
		_ = c.Run() // its status is printed
		parts := strings.Split(out.String(), "\n> ")
		fmt.Fprint(&shown, "$ "+command+"\n"+parts[0])
		for i, part := range parts[1:] {
			fmt.Fprint(&shown, "\n"+append(typed, "> ")[i]+part)
		}
		if status := c.ProcessState.ExitCode(); status != 0 {
			fmt.Fprintf(&shown, "[%d] ", status)
		}
		fmt.Fprint(&shown, errors.String())
	}
	if changes := testfile.Changes(ts.Name(), ts.ReadFile(args[0]), shown.String()); changes != "" && !*update {
		ts.Fatalf("%s", changes)
	}
	io.WriteString(ts.Stdout(), shown.String())
}

// TestSuggestions runs each command of the help and README, and each flag that a message in a
// session suggests, but line by line instead of what they would show or serve.
func TestSuggestions(t *testing.T) {
	sessions := ""
	for _, file := range must.Get(filepath.Glob("testdata/script/*")) {
		sessions += string(must.Get(os.ReadFile(file)))
	}
	commands := regexp.MustCompile(`(?m)^ +(?:go run -C play \./)?hanoiplay((?: [^ \n]+)*)`).FindAllStringSubmatch(usage+string(must.Get(os.ReadFile("../README.md"))), -1)
	messages := regexp.MustCompile(`(?:with|as in|or) (--plain|--http \w+:\d+)`).FindAllStringSubmatch(sessions, -1)
	if len(commands) < 14 || len(messages) < 4 {
		t.Fatalf("%d commands and %d messages", len(commands), len(messages))
	}
	null := must.Get(os.OpenFile(os.DevNull, os.O_RDWR, 0))
	for _, suggested := range append(commands, messages...) {
		args := regexp.MustCompile(`--http \S*\b\d+$`).ReplaceAllString(suggested[1], "")
		if err := run(append(strings.Fields(args), "--plain"), null, null); err != nil {
			t.Errorf("%s: %v", suggested[0], err)
		}
	}
}

// TestManual: the manual page has an entry for each flag of the help.
func TestManual(t *testing.T) {
	page := must.Get(os.ReadFile("hanoiplay.6"))
	flags := regexp.MustCompile(`(?m)^  (--?\S+)(?: (\S+))?  `).FindAllStringSubmatch(usage, -1)
	if len(flags) < 10 {
		t.Fatalf("%d flags in %s", len(flags), usage)
	}
	for _, f := range flags {
		entry := `\fB` + strings.ReplaceAll(f[1], "-", `\-`) + `\fR`
		if f[2] != "" {
			entry += ` \fI` + f[2] + `\fR`
		}
		if !strings.Contains(string(page), ".TP\n"+entry+"\n") {
			t.Errorf("no entry %q", entry)
		}
	}
}
