package main

import (
	"regexp"
	"strings"
	"testing"
)

// The page has the usual sections and the help of every command. Each line is text or a request
// of man(7).
func TestMan(t *testing.T) {
	r := hanoigen(t, "man")
	r.expect(t, 0, "")
	page := string(r.out)
	for _, start := range []string{`.TH "HANOIGEN" "1" `, ".SH \"NAME\"\nhanoigen \\- write the ", ".SH \"SYNOPSIS\"\n.nf\nhanoigen \\-n N [flags]\n", `.SH "DESCRIPTION"`, `.SH "FORMATS"`, `.SH "NUMBERS"`,
		`.SH "STATES"`, `.SH "RESUME"`, `.SH "EXIT STATUS"`, `.SH "JSON"`, `.SH "ENVIRONMENT"`} {
		if !strings.Contains("\n"+page, "\n"+start) {
			t.Errorf("the page has no line that begins %s", start)
		}
	}
	text := regexp.MustCompile(`(?m)^\.(B "(.*)"|.*)$`).ReplaceAllString(page, "$2:")
	text = strings.NewReplacer(`\&`, "", `\-`, "-", `\(ha`, "^", `\(ti`, "~", `\(ga`, "`", `\e`, `\`, ":", "").Replace(text)
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	root := newGenerate()
	addCommands(root)
	for _, c := range commandsOf(root) {
		if help := words(strings.ReplaceAll(helpOf(c, manColumns), ":", "")); !strings.Contains(words(text), help) {
			t.Errorf("%s: the page does not say %q", c.CommandPath(), help)
		}
	}
	page = regexp.MustCompile(`(?m)^\.(TH|SH|B|nf|fi)\b`).ReplaceAllString(page, "")
	if wrong := regexp.MustCompile(`(?m)[^\\]-|[\x60^~]|^[.'].*`).FindString(page); wrong != "" {
		t.Errorf("man(7) would not print %q as it is", wrong)
	}
}
