package main

import (
	"flag"
	"os"
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

func TestSessions(t *testing.T) { testfile.Sessions(t, *update) }

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
