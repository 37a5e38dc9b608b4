package main

import (
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// newMan returns the command man, which packagers run.
func newMan() *cobra.Command {
	c := newCommand("man", "Print the manual page", arguments(0))
	c.DisableFlagsInUseLine = true
	c.RunE = func(c *cobra.Command, _ []string) error {
		_, err := io.WriteString(c.OutOrStdout(), manual(c.Root()))
		return err
	}
	return c
}

// manColumns is how many columns the page has at the least: man(1) indents every line by 7.
const manColumns = 72

// manual returns the manual page in the macros of man(7): the help of all commands.
func manual(root *cobra.Command) string {
	var page, usage strings.Builder
	section := func(name, text string) { fmt.Fprintf(&page, ".SH %q\n%s", strings.ToUpper(name), text) }
	commands := commandsOf(root)
	for _, c := range commands {
		usage.WriteString(c.UseLine() + "\n")
	}
	page.WriteString(`.TH "HANOIGEN" "1" "" "hanoigen" "User Commands"` + "\n")
	section("NAME", escaped("hanoigen - "+strings.ToLower(root.Short[:1])+root.Short[1:]))
	section("SYNOPSIS", verbatim(usage.String()))
	section("DESCRIPTION", verbatim(helpOf(root, manColumns)))
	for _, c := range commands[1:] {
		section(c.CommandPath(), verbatim(helpOf(c, manColumns)))
	}
	for _, t := range topics {
		name := t.name
		if name == "status" {
			name = "exit status" // as in all manual pages
		}
		section(name, verbatim(fill(helpText(t.name), manColumns)))
	}
	return page.String()
}

// commandsOf returns a command and all its subcommands, each before its own, without help and
// its topics.
func commandsOf(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() && below.Name() != "help" {
			all = append(all, commandsOf(below)...)
		}
	}
	return all
}

// verbatim returns text that man(7) prints line by line, with the titles of lists in bold.
func verbatim(text string) string {
	titles := regexp.MustCompile(`(?m)^([A-Z].*):\n  `)
	return ".nf\n" + titles.ReplaceAllString(escaped(text), ".B \"$1\"\n  ") + ".fi\n"
}

// escaped returns a line or lines that man(7) prints unchanged: a bare "-" may become a hyphen,
// and "." or "'" at the beginning of a line starts a macro.
func escaped(text string) string {
	escapes := strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "\n.", "\n\\&.", "\n'", "\n\\&'")
	return escapes.Replace("\n" + text)[1:] + "\n"
}
