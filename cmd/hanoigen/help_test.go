package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commandsOf returns a command and all its subcommands, except help and completion.
func commandsOf(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.Name() != "help" && sub.Name() != "completion" {
			all = append(all, commandsOf(sub)...)
		}
	}
	return all
}

// Every screen has a description, examples and all flags, and fits 80 columns.
func TestHelpScreens(t *testing.T) {
	root := newGenerate()
	addCommands(root)
	commands := commandsOf(root)
	for _, c := range commands {
		path := c.CommandPath()
		screen := string(hanoigen(t, "help "+strings.TrimPrefix(path, "hanoigen")).out)
		for line := range strings.SplitSeq(screen, "\n") {
			if utf8.RuneCountInString(line) > 80 || strings.TrimRight(line, " ") != line {
				t.Errorf("%s: a line of more than 80 columns, or with spaces at its end: %q", path, line)
			}
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(screen, "--"+f.Name) {
				t.Errorf("%s does not list --%s", path, f.Name)
			}
		})
		if c.Long == "" || !strings.HasPrefix(screen, c.Long+"\n") || !strings.Contains(screen, "\nExamples:\n  hanoigen ") {
			t.Errorf("%s has no description, or no examples:\n%s", path, screen)
		}
	}
	if sections := strings.Count(helpTexts, "\n== "); sections != len(commands) {
		t.Errorf("help.txt has %d sections; there are %d commands", sections, len(commands))
	}
}
