package main

import (
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
)

//go:embed help.txt
var helpTexts string

// helpText returns the section of a command or a topic.
func helpText(path string) string {
	_, text, _ := strings.Cut(helpTexts, "\n== "+path+"\n")
	text, _, _ = strings.Cut(text, "\n== ")
	return strings.Replace(strings.TrimRight(text, "\n"), "RECORDS\n", records(), 1)
}

// records describes the records of each format, on a line each.
func records() string {
	var lines strings.Builder
	for _, f := range hanoi.Formats() {
		fmt.Fprintf(&lines, "  %-6v  %s\n", f, printable(block.Format(f).Example()))
	}
	return lines.String()
}

// topics are the parts of the help and of the manual page that belong to no command.
var topics = []struct {
	name, short string
	main        bool // also part of the main command's help
}{
	{"formats", "What the records of each format are", true},
	{"numbers", "How a number may be written", true},
	{"states", "How a state of the puzzle is written", false},
	{"resume", "How to continue a partial file", true},
	{"status", "The exit statuses", true},
	{"json", "What --json prints", false},
	{"environment", "The environment variables that hanoigen reads", false},
}

// flagGroups are all flags, in the order of the help.
var flagGroups = []struct{ title, names string }{
	{"Puzzle", "n disks from to kind distance seed path direct solution state"},
	{"Moves", "moves start first count shard"},
	{"Answers", "batch notation pattern pegs truncated max-bytes"},
	{"Format", "format numbers letters string length json gif prompt answers"},
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
				title, text := strings.ToUpper(t.name[:1])+t.name[1:]+":\n", helpText("hanoigen "+t.name)
				io.WriteString(w, "\n"+title+regexp.MustCompile("(?m)^.").ReplaceAllString(text, "  $0")+"\n")
			}
		}
	})
}

// helpOf returns the help of a command or topic, with flags in lines of at most the given columns.
func helpOf(c *cobra.Command, columns int) string {
	var sections []string
	section := func(title, text string) {
		if text = strings.Trim(text, "\n"); text != "" {
			sections = append(sections, title+text+"\n")
		}
	}
	list := func(listed func(*cobra.Command) bool) string {
		var lines strings.Builder
		for _, sub := range c.Commands() {
			if listed(sub) {
				fmt.Fprintf(&lines, "  %-12s  %s\n", sub.Name(), sub.Short)
			}
		}
		return lines.String()
	}
	section("", helpText(c.CommandPath()))
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
		section(name, verbatim(helpText("hanoigen "+t.name)))
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
