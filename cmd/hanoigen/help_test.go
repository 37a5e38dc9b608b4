package main

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hanoigen/hanoi"
	"github.com/spf13/pflag"
)

// Every help screen fits 80 columns, begins with an example, and lists every flag in a group.
func TestHelpScreens(t *testing.T) {
	var screens []string
	for _, c := range commandsOf(newRoot(nil, []string{"help"})) {
		screens = append(screens, strings.TrimPrefix(c.CommandPath()+" --help", "hanoigen "))
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(helpOf(c, 80), "--"+f.Name) {
				t.Errorf("the help of %s does not have --%s", c.CommandPath(), f.Name)
			}
		})
	}
	for _, f := range hanoi.Formats() {
		if !strings.Contains(helpText("formats"), "\n  "+f.String()+" ") {
			t.Errorf("help.txt does not describe %v", f)
		}
	}
	for _, topic := range topics {
		screens = append(screens, "help "+topic.name)
	}
	title := regexp.MustCompile(`(?m)^(Puzzle|Moves|Answers|Format|Output|Other):$`)
	for _, line := range screens {
		text := string(hanoigen(t, line).out)
		for line := range strings.SplitSeq(text, "\n") {
			if utf8.RuneCountInString(line) > 80 || strings.TrimRight(line, " ") != line {
				t.Errorf("a line of more than 80 columns, or with spaces at its end: %q", line)
			}
		}
		if strings.Contains(text, "\n\n\n") || regexp.MustCompile(`(?m)^.+\n(Usage|Commands|Puzzle|Moves|Answers|Format|Output|Other|Topics.*):$`).MatchString(text) {
			t.Errorf("%s: sections are not divided by a blank line:\n%s", line, text)
		}
		ours := strings.HasSuffix(line, "--help") && !strings.HasPrefix(line, "completion")
		if ours && (!strings.HasPrefix(text, "Examples:\n  ") || !title.MatchString(text)) {
			t.Errorf("%s begins with no example, or has no groups of flags:\n%s", line, text)
		}
	}
}
