package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

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
	for _, sub := range c.Commands() {
		addHelp(sub)
	}
}

// records describes the records of each format, on a line each.
func records() string {
	var lines strings.Builder
	for _, f := range hanoi.Formats() {
		fmt.Fprintf(&lines, "  %-6v  %s\n", f, block.Format(f).Example())
	}
	return lines.String()
}
