package main

import (
	"bufio"
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hanoigen/hanoi/internal/must"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hanoiplay": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"run": play, "serve": serve},
		UpdateScripts: *update,
	})
}

// play is the command "run STATUS hanoiplay ARGUMENT... [< LINE...]". It appends the
// command, its input at its prompts, its output and its errors to the file session.
func play(ts *testscript.TestScript, _ bool, args []string) {
	want, words, lines := args[0], args[1:], []string(nil)
	if i := slices.Index(words, "<"); i >= 0 {
		words, lines = words[:i], words[i+1:]
	}
	c := exec.Command(words[0], words[1:]...)
	c.Stdin = strings.NewReader(strings.Join(append(lines, ""), "\n"))
	var out, errors bytes.Buffer
	c.Stdout, c.Stderr = &out, &errors
	_ = c.Run() // its status is compared
	said := ""
	for i, part := range strings.SplitAfter(out.String(), "> ") {
		said += part
		if i < len(lines) {
			said += lines[i] + "\n"
		}
	}
	note(ts, words, said+errors.String())
	if got := strconv.Itoa(c.ProcessState.ExitCode()); got != want {
		ts.Fatalf("%q: status %s; want %s", words, got, want)
	}
}

// serve is the command "serve hanoiplay ARGUMENT...". It appends the command, its output
// with PORT for the port, and what its browser wrote, to the file session.
func serve(ts *testscript.TestScript, _ bool, args []string) {
	c := exec.Command(args[0], args[1:]...)
	c.Env = append(os.Environ(), "DISPLAY=", "WAYLAND_DISPLAY=", "BROWSER="+ts.Getenv("BROWSER"))
	c.Dir = ts.MkAbs(".")
	out, err := c.StdoutPipe()
	ts.Check(err)
	ts.Check(c.Start())
	defer func() {
		_ = c.Process.Kill() // it would serve forever
		_ = c.Wait()
	}()
	said, lines := "", bufio.NewReader(out)
	for !strings.Contains(said, "Ctrl-C") {
		line, err := lines.ReadString('\n')
		ts.Check(err)
		said += line
	}
	wait := time.Now().Add(time.Minute)
	for opened := ts.MkAbs("opened"); strings.HasPrefix(ts.Getenv("BROWSER"), "./"); {
		if page, _ := os.ReadFile(opened); bytes.HasSuffix(page, []byte("\n")) {
			said += string(page)
			ts.Check(os.Remove(opened))
			break
		}
		if time.Now().After(wait) {
			ts.Fatalf("%q opens no browser: %s", args, said)
		}
	}
	note(ts, args, regexp.MustCompile(`:\d+/`).ReplaceAllString(said, ":PORT/"))
}

func note(ts *testscript.TestScript, words []string, said string) {
	for i, word := range words {
		if word == "" || strings.ContainsAny(word, " *") {
			words[i] = "'" + word + "'"
		}
	}
	name := ts.MkAbs("session")
	before, _ := os.ReadFile(name) // none before the first command
	ts.Check(os.WriteFile(name, append(before, "$ "+strings.Join(words, " ")+"\n"+said...), 0o600))
}

// TestManual: the help fits 80 columns, and the manual page has an entry for each flag.
func TestManual(t *testing.T) {
	page := must.Get(os.ReadFile("hanoiplay.6"))
	for line := range strings.Lines(usage) {
		if len(line) > 81 {
			t.Errorf("wider than 80 columns: %s", line)
		}
	}
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
