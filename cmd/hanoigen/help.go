package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
)

//go:embed help.txt
var helpTexts string

// addHelp gives a command and its subcommands the descriptions and examples of help.txt.
func addHelp(c *cobra.Command) {
	_, text, ok := strings.Cut(helpTexts, "\n== "+c.CommandPath()+"\n")
	text, _, _ = strings.Cut(text, "\n== ")
	if examples, after, _ := strings.Cut(text, "\n\n"); strings.HasPrefix(examples, "Examples:\n") {
		c.Example = strings.TrimRight(strings.TrimPrefix(examples, "Examples:\n"), "\n")
		text = after
	}
	if ok {
		c.Long = strings.Replace(strings.TrimSpace(text), "RECORDS\n", records(), 1)
	}
	c.Flags().SortFlags = false
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = wrap(f) })
	for _, sub := range c.Commands() {
		addHelp(sub)
	}
}

// wrap breaks the usage of a flag into lines that leave the names of flags room in 80 columns, and
// the last word room for the default that cobra may add.
func wrap(f *pflag.Flag) string {
	const columns = 54
	var lines strings.Builder
	at := 0
	words := strings.Fields(f.Usage)
	for i, word := range words {
		room := columns
		if zero := f.DefValue == "" || f.DefValue == "0" || f.DefValue == "false"; i == len(words)-1 && !zero {
			room -= len(" (default )") + len(f.DefValue)
		}
		switch {
		case at > 0 && at+len(" ")+len(word) > room:
			lines.WriteString("\n")
			at = 0
		case at > 0:
			lines.WriteString(" ")
			at++
		}
		lines.WriteString(word)
		at += len(word)
	}
	return lines.String()
}

// records describes the records of each format, on a line each.
func records() string {
	var lines strings.Builder
	for _, f := range hanoi.Formats() {
		fmt.Fprintf(&lines, "  %-6v  %s\n", f, block.Format(f).Example())
	}
	return lines.String()
}
