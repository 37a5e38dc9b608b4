package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// newMan returns the command man, which packagers run.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the manual page",
		Long:    `Man prints the manual page, which has all commands, for man(1).`,
		Example: `  hanoigen man > hanoigen.1`,
		Args:    arguments(0, 0),

		DisableFlagsInUseLine: true,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := io.WriteString(c.OutOrStdout(), manual(c.Root()))
			return err
		},
	}
}

// manColumns is how many columns the page has at the least: man(1) indents every line by 7.
const manColumns = 72

// manual returns the manual page of a command and its subcommands, in the macros of
// man(7). It has the text of their help.
func manual(root *cobra.Command) string {
	p := &page{}
	p.macro("TH", strings.ToUpper(root.Name()), "1", "", root.Name(), "User Commands")
	p.macro("SH", "NAME")
	p.text(root.Name() + " - " + strings.ToLower(root.Short[:1]) + root.Short[1:])
	p.macro("SH", "SYNOPSIS")
	p.macro("nf")
	for _, c := range commandsOf(root) {
		p.text(c.UseLine())
	}
	p.macro("fi")
	p.macro("SH", "DESCRIPTION")
	p.lines(helpOf(root, manColumns))
	for _, c := range commandsOf(root)[1:] {
		p.macro("SH", strings.ToUpper(c.CommandPath()))
		p.lines(helpOf(c, manColumns))
	}
	for _, t := range topics {
		name := strings.ToUpper(t.name)
		if t.name == "status" {
			name = "EXIT STATUS" // as all pages have it
		}
		p.macro("SH", name)
		p.lines(t.text)
	}
	return p.String()
}

// commandsOf returns a command and all below it, each before its subcommands, without
// help and its topics.
func commandsOf(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() && below.Name() != "help" {
			all = append(all, commandsOf(below)...)
		}
	}
	return all
}

// page is text with the macros of man(7).
type page struct{ strings.Builder }

// escaped returns text so that man(7) prints it as it is: a bare "-" may become a
// hyphen, and a "." or "'" that begins a line is a macro.
func escaped(text string) string {
	escapes := strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "\n.", "\n\\&.", "\n'", "\n\\&'")
	return escapes.Replace("\n" + text)[1:]
}

func (p *page) text(s string) { p.WriteString(escaped(s) + "\n") }

func (p *page) macro(name string, args ...string) {
	p.WriteString("." + name)
	for _, arg := range args {
		fmt.Fprintf(p, ` "%s"`, strings.ReplaceAll(escaped(arg), `"`, `\(dq`))
	}
	p.WriteString("\n")
}

// lines writes paragraphs line by line, and their titles in bold.
func (p *page) lines(text string) {
	p.macro("nf")
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if title, lines, found := strings.Cut(paragraph, ":\n  "); found && !strings.Contains(title, "\n") {
			p.macro("B", title)
			paragraph = "  " + lines
		}
		p.text(strings.TrimSuffix(paragraph, "\n") + "\n")
	}
	p.macro("fi")
}
