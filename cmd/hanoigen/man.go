package main

import (
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// newMan returns the command that packagers run.
func newMan() *cobra.Command {
	c := newCommand("man", "Print the manual page", arguments(0))
	c.DisableFlagsInUseLine = true
	c.RunE = func(c *cobra.Command, _ []string) error {
		_, err := io.WriteString(c.OutOrStdout(), manual(c.Root()))
		return err
	}
	return c
}

// manColumns leaves room in 80 columns for the indentation of man(1), which is 7.
const manColumns = 72

// manual returns the manual page, the help of all commands, in the macros of man(7).
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
			name = "exit status" // the usual title
		}
		section(name, verbatim(fill(helpText(t.name), manColumns)))
	}
	return page.String()
}

// commandsOf returns a command and all its subcommands, except help and its topics.
func commandsOf(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			all = append(all, commandsOf(sub)...)
		}
	}
	return all
}

// verbatim returns text that man(1) shows line by line, with the titles of lists in bold.
func verbatim(text string) string {
	titles := regexp.MustCompile(`(?m)^([A-Z].*):\n  `)
	return ".nf\n" + titles.ReplaceAllString(escaped(text), ".B \"$1\"\n  ") + ".fi\n"
}

// escaped returns lines that man(1) shows unchanged. Otherwise "-" could become a hyphen, and
// "." or "'" at the beginning of a line would start a macro.
func escaped(text string) string {
	escapes := strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "\n.", "\n\\&.", "\n'", "\n\\&'")
	return escapes.Replace("\n" + text)[1:] + "\n"
}
