package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

//go:embed help.txt
var helpTexts string

func helpText(name string) string {
	_, text, _ := strings.Cut(helpTexts, "\n== "+name+"\n")
	text, _, _ = strings.Cut(text, "\n== ")
	return text
}

// topics are the texts of the help and the manual page that belong to no command.
var topics = []struct {
	name, short string
	main        bool // also part of 'hanoigen help'
}{
	{"formats", "What the records of each format are", true},
	{"numbers", "How a number may be written", true},
	{"states", "How a state of the puzzle is written", false},
	{"resume", "How to continue a partial file", true},
	{"status", "The exit statuses", true},
	{"json", "What --json prints", false},
	{"environment", "The environment variables that hanoigen reads", false},
}

// flagGroups lists the flags of all commands in the order of the help.
var flagGroups = []struct{ title, names string }{
	{"Puzzle", "n disks from to kind distance seed path direct solution state"},
	{"Moves", "moves start first count shard"},
	{"Answers", "batch notation pattern pegs truncated max-bytes"},
	{"Format", "format numbers string length json gif prompt answers"},
	{"Output", "output force resume io progress verbose"},
	{"Other", "help no-descriptions version"},
}

func addTopics(root *cobra.Command) {
	for _, t := range topics {
		root.AddCommand(&cobra.Command{Use: t.name, Short: t.short})
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		w := c.OutOrStdout()
		io.WriteString(w, helpOf(c, 80))
		for _, t := range topics {
			if c == root && t.main {
				text := strings.ReplaceAll(fill(helpText(t.name), 78), "\n", "\n  ")
				fmt.Fprintf(w, "\n%s:\n  %s\n", strings.ToUpper(t.name[:1])+t.name[1:], strings.ReplaceAll(text, "\n  \n", "\n\n"))
			}
		}
	})
}

// helpOf returns the help of a command or topic: examples, text, usage, commands, and flags,
// in lines of at most the given columns. Blank lines divide it.
func helpOf(c *cobra.Command, columns int) string {
	var sections []string
	section := func(title, text string) {
		if text = strings.Trim(text, "\n"); text != "" {
			sections = append(sections, title+text+"\n")
		}
	}
	list := func(show func(*cobra.Command) bool) string {
		var lines strings.Builder
		for _, below := range c.Commands() {
			if show(below) {
				fmt.Fprintf(&lines, "  %-12s  %s\n", below.Name(), below.Short)
			}
		}
		return lines.String()
	}
	name := c.CommandPath()
	if c.IsAdditionalHelpTopicCommand() {
		name = c.Name()
	}
	section("", fill(cmp.Or(helpText(name), c.Long), columns))
	if c.Runnable() {
		usage := "  " + c.UseLine()
		if c.HasAvailableSubCommands() {
			usage += "\n  " + c.CommandPath() + " COMMAND"
		}
		section("Usage:\n", usage)
		section("Commands:\n", list((*cobra.Command).IsAvailableCommand))
		flags := c.LocalFlags()
		for _, group := range flagGroups {
			set := pflag.NewFlagSet("", pflag.ContinueOnError)
			set.SortFlags = false
			for name := range strings.FieldsSeq(group.names) {
				if f := flags.Lookup(name); f != nil {
					set.AddFlag(f)
				}
			}
			section(group.title+":\n", set.FlagUsagesWrapped(columns))
		}
	}
	section("Topics of 'hanoigen help':\n", list((*cobra.Command).IsAdditionalHelpTopicCommand))
	return strings.Join(sections, "\n")
}

// fill wraps the paragraphs of a text, except indented ones.
func fill(text string, width int) string {
	paragraphs := strings.Split(strings.ReplaceAll(text, "\t", "  "), "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.HasPrefix(p, "Examples:\n") {
			p = strings.TrimPrefix(p, "#### ") // a heading of cobra's
			paragraphs[i] = wrap(strings.Fields(p), width)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

func wrap(words []string, width int) string {
	text, at := "", 0
	for _, word := range words {
		n := utf8.RuneCountInString(word)
		if at > 0 && at+1+n > width {
			text, at = text+"\n", 0
		} else if at > 0 {
			text, at = text+" ", at+1
		}
		text, at = text+word, at+n
	}
	return text
}

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
