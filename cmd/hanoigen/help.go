package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
)

//go:embed help.txt
var helpTexts string

func helpText(name string) string {
	_, text, _ := strings.Cut(helpTexts, "\n== "+name+"\n")
	text, _, _ = strings.Cut(text, "\n== ")
	return strings.Replace(text, "RECORDS\n", records(), 1)
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
				text := strings.ReplaceAll(fill(helpText(t.name), 78), "\n", "\n  ")
				fmt.Fprintf(w, "\n%s:\n  %s\n", strings.ToUpper(t.name[:1])+t.name[1:], strings.ReplaceAll(text, "\n  \n", "\n\n"))
			}
		}
	})
}

// helpOf returns the help of a command or topic, in lines of at most the given columns.
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

// fill wraps the paragraphs of a text, except examples and indented paragraphs.
func fill(text string, columns int) string {
	paragraphs := strings.Split(strings.ReplaceAll(text, "\t", "  "), "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.HasPrefix(p, "Examples:\n") {
			p = strings.TrimPrefix(p, "#### ") // cobra's mark of a heading
			paragraphs[i] = wrap(strings.Fields(p), columns)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

func wrap(words []string, columns int) string {
	text, at := "", 0
	for _, word := range words {
		n := utf8.RuneCountInString(word)
		switch {
		case at == 0:
		case at+1+n > columns:
			text, at = text+"\n", 0
		default:
			text, at = text+" ", at+1
		}
		text, at = text+word, at+n
	}
	return text
}
