package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

// manual returns the manual page of a command and its subcommands, in the macros
// of man(7).
func manual(root *cobra.Command) string {
	p := &page{}
	commands := commandsOf(root)
	p.macro("TH", strings.ToUpper(root.Name()), "1", "", root.Name(), "User Commands")
	p.macro("SH", "NAME")
	p.text(root.Name() + " - " + strings.ToLower(root.Short[:1]) + root.Short[1:])
	p.macro("SH", "SYNOPSIS")
	for i, c := range commands {
		if i > 0 {
			p.macro("br")
		}
		p.usage(c)
	}
	p.macro("SH", "DESCRIPTION")
	p.paragraphs(root.Long)
	p.macro("SH", "OPTIONS")
	p.flags(root)
	p.macro("SH", "COMMANDS")
	for _, c := range commands[1:] {
		p.macro("SS", strings.TrimPrefix(c.CommandPath(), root.Name()+" "))
		p.usage(c)
		p.macro("PP")
		p.paragraphs(description(c))
		p.flags(c)
		if c.Example != "" {
			p.macro("PP")
			p.verbatim(c.Example)
		}
	}
	for _, t := range topics {
		name := strings.ToUpper(t.name)
		if t.name == "status" {
			name = "EXIT STATUS" // as all pages have it
		}
		p.macro("SH", name)
		p.paragraphs(t.text)
	}
	p.macro("SH", "EXAMPLES")
	p.verbatim(root.Example)
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
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

func (p *page) text(s string) { p.WriteString(escaped(s) + "\n") }

func (p *page) macro(name string, args ...string) {
	p.WriteString("." + name)
	for _, arg := range args {
		fmt.Fprintf(p, ` "%s"`, strings.ReplaceAll(escaped(arg), `"`, `\(dq`))
	}
	p.WriteString("\n")
}

// usage writes a line of the synopsis: the command bold, its arguments as named.
func (p *page) usage(c *cobra.Command) {
	path := c.CommandPath()
	fmt.Fprintf(p, "\\fB%s\\fR%s\n", escaped(path), escaped(strings.TrimPrefix(c.UseLine(), path)))
}

// verbatim writes lines as they are.
func (p *page) verbatim(text string) {
	p.macro("nf")
	p.text(text)
	p.macro("fi")
}

// paragraphs writes paragraphs, which blank lines divide. An indented one stays as it
// is, and a heading of Cobra's loses its marks.
func (p *page) paragraphs(text string) {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			p.macro("PP")
		}
		if strings.HasPrefix(paragraph, " ") || strings.HasPrefix(paragraph, "\t") {
			p.verbatim(paragraph)
		} else {
			p.text(strings.TrimPrefix(paragraph, "#### "))
		}
	}
}

// flags writes the flags of a command. A default that is not in the flag's text comes
// behind it.
func (p *page) flags(c *cobra.Command) {
	for _, f := range slices.Concat(groupsOf(c)...) {
		if f.Name == "help" {
			continue
		}
		value, text := pflag.UnquoteUsage(f)
		names := `\fB` + escaped("--"+f.Name) + `\fR`
		if f.Shorthand != "" {
			names = `\fB` + escaped("-"+f.Shorthand) + `\fR, ` + names
		}
		if value != "" {
			names += ` \fI` + escaped(value) + `\fR`
		}
		switch f.DefValue {
		case "", "false", "0":
		default:
			text += " (default " + f.DefValue + ")"
		}
		p.macro("TP")
		p.WriteString(names + "\n")
		p.text(text)
	}
}
