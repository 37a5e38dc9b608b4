package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"
)

// Every section of help.txt is shown by one screen, which begins with it. All screens fit 80
// columns, and those of commands begin with examples and list every flag.
func TestHelpScreens(t *testing.T) {
	root := newGenerate()
	addCommands(root)
	shown := append(commandsOf(root), root.Commands()...)
	screens := map[string]string{}
	for _, c := range shown {
		path := c.CommandPath()
		screen := string(hanoigen(t, "help "+strings.TrimPrefix(path, "hanoigen")).out)
		screens[path] = screen
		if text := helpText(path); text == "" || !strings.HasPrefix(screen, text+"\n") {
			t.Errorf("the help of %s is\n%s; it does not begin with\n%s", path, screen, text)
		}
		for line := range strings.SplitSeq(screen, "\n") {
			if utf8.RuneCountInString(line) > 80 || strings.TrimRight(line, " ") != line {
				t.Errorf("%s: a line of more than 80 columns, or with spaces at its end: %q", path, line)
			}
		}
		if !c.IsAvailableCommand() {
			continue
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(screen, "--"+f.Name) {
				t.Errorf("%s does not list --%s", path, f.Name)
			}
		})
		if !strings.HasPrefix(path, "hanoigen completion") && !strings.HasPrefix(screen, "Examples:\n  ") {
			t.Errorf("%s begins without examples:\n%s", path, screen)
		}
	}
	if sections := strings.Count(helpTexts, "\n== "); sections != len(screens) {
		t.Errorf("help.txt has %d sections; there are %d screens", sections, len(screens))
	}
}
