package main

import (
	"regexp"
	"strings"
	"testing"
)

// The page has the usual sections, and the help of every command.
func TestMan(t *testing.T) {
	r := hanoigen(t, "man")
	r.expect(t, exitDone, "")
	page := string(r.out)
	if !strings.HasPrefix(page, `.TH "HANOIGEN" "1" `) {
		t.Errorf("the page begins %.80q", page)
	}
	for _, name := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "FORMATS", "NUMBERS", "STATES", "EXIT STATUS", "ENVIRONMENT"} {
		if !strings.Contains(page, ".SH \""+name+"\"\n") {
			t.Errorf("no section %s", name)
		}
	}
	text := regexp.MustCompile(`(?m)^\.(B "(.*)"|.*)$`).ReplaceAllString(page, "$2:")
	text = strings.NewReplacer(`\&`, "", `\-`, "-", `\(ha`, "^", `\(ti`, "~", `\(ga`, "`", `\e`, `\`, ":", "").Replace(text)
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for _, c := range commandsOf(newRoot(nil, []string{"help"})) {
		for paragraph := range strings.SplitSeq(helpOf(c, 72), "\n\n") {
			if want := words(strings.ReplaceAll(paragraph, ":", "")); !strings.Contains(words(text), want) {
				t.Errorf("%s: the page does not say %q", c.CommandPath(), want)
			}
		}
	}
	if regexp.MustCompile(`[^\\]-`).MatchString(page) {
		t.Error("a - would become a hyphen")
	}
	for line := range strings.SplitSeq(page, "\n") {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !regexp.MustCompile(`^\.(TH|SH|PP|B|br|nf|fi)\b`).MatchString(line) {
			t.Errorf("%q is not a request that the page uses", line)
		}
	}
}
