package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"
)

// Every help screen shows its section of help.txt: all words in order, and indented lines
// unchanged. It fits 80 columns, begins with an example, and lists every flag in a group.
func TestHelpScreens(t *testing.T) {
	shown := map[string]string{}
	for section := range strings.SplitSeq("\n"+string(read(t, "help.txt")), "\n== ") {
		if name, text, ok := strings.Cut(section, "\n"); ok {
			shown[name] = strings.Replace(text, "RECORDS\n", records(), 1)
		}
	}
	lines := map[string]string{} // the command lines that show the sections
	for _, topic := range topics {
		lines[topic.name] = "help " + topic.name
	}
	title := regexp.MustCompile(`(?m)^(Puzzle|Moves|Answers|Format|Output|Other):$`)
	undivided := regexp.MustCompile(`(?m)\n\n\n|^.+\n(Usage|Commands|Puzzle|Moves|Answers|Format|Output|Other|Topics.*):$`)
	for _, c := range commandsOf(newRoot(nil, false)) {
		line := strings.TrimPrefix(c.CommandPath()+" --help", "hanoigen ")
		lines[c.CommandPath()] = line
		screen := string(hanoigen(t, line).out)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(screen, "--"+f.Name) {
				t.Errorf("%s does not list --%s", line, f.Name)
			}
		})
		ours := !strings.HasPrefix(line, "completion")
		if ours && (!strings.HasPrefix(screen, "Examples:\n  ") || !title.MatchString(screen)) || undivided.MatchString(screen) {
			t.Errorf("%s lacks examples, groups of flags or blank lines:\n%s", line, screen)
		}
	}
	for name, line := range lines {
		screen := string(hanoigen(t, line).out)
		for line := range strings.SplitSeq(screen, "\n") {
			if utf8.RuneCountInString(line) > 80 || strings.TrimRight(line, " ") != line {
				t.Errorf("a line of more than 80 columns, or with spaces at its end: %q", line)
			}
		}
		text, ok := shown[name]
		if !ok && strings.HasPrefix(line, "completion") {
			continue // the text is cobra's
		}
		got, _, _ := strings.Cut(screen, "\nUsage:\n")
		if !slices.Equal(strings.Fields(got), strings.Fields(text)) {
			t.Errorf("%s shows\n%s; want\n%s", line, got, text)
		}
		for want := range strings.Lines(text) {
			if strings.HasPrefix(want, " ") && !strings.Contains("\n"+screen, "\n"+want) {
				t.Errorf("%s has no line %q", line, want)
			}
		}
	}
}
