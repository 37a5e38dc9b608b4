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
		Use:   "man",
		Short: "Print the manual page",
		Args:  arguments(0),

		DisableFlagsInUseLine: true,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := io.WriteString(c.OutOrStdout(), manual(c.Root()))
			return err
		},
	}
}

// manColumns is how many columns the page has at the least: man(1) indents every line by 7.
const manColumns = 72

// manual returns the manual page of the command, in the macros of man(7). It has the text
// of the help of all commands.
func manual(root *cobra.Command) string {
	p := &page{}
	p.WriteString(`.TH "HANOIGEN" "1" "" "hanoigen" "User Commands"
.SH "NAME"
`)
	p.text("hanoigen - " + strings.ToLower(root.Short[:1]) + root.Short[1:])
	p.WriteString(".SH \"SYNOPSIS\"\n.nf\n")
	for _, c := range commandsOf(root) {
		p.text(c.UseLine())
	}
	p.WriteString(".fi\n")
	p.section("DESCRIPTION", helpOf(root, manColumns))
	for _, c := range commandsOf(root)[1:] {
		p.section(c.CommandPath(), helpOf(c, manColumns))
	}
	for _, t := range topics {
		name := t.name
		if name == "status" {
			name = "exit status" // as all pages have it
		}
		p.section(name, helpText(t.name))
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

// text writes text so that man(7) prints it as it is: a bare "-" may become a hyphen, and
// a "." or "'" that begins a line is a macro.
func (p *page) text(text string) {
	escapes := strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "\n.", "\n\\&.", "\n'", "\n\\&'")
	p.WriteString(escapes.Replace("\n" + text)[1:] + "\n")
}

// section writes paragraphs line by line, and their titles in bold. Titles need no escapes.
func (p *page) section(name, text string) {
	fmt.Fprintf(p, ".SH %q\n.nf\n", strings.ToUpper(name))
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if title, lines, found := strings.Cut(paragraph, ":\n  "); found && !strings.Contains(title, "\n") {
			fmt.Fprintf(p, ".B %q\n", title)
			paragraph = "  " + lines
		}
		p.text(strings.TrimSuffix(paragraph, "\n") + "\n")
	}
	p.WriteString(".fi\n")
}
