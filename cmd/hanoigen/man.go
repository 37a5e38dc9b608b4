//go:build man

package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func init() { subcommands = append(subcommands, newMan) }

// newMan returns the command that a packager calls, in a build of its own: what
// it takes would be a tenth of the time that every run takes to start.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man [COMMAND]",
		Short:   "Print the manual page of a command",
		Example: `  go run -tags man ./cmd/hanoigen man verify > hanoigen-verify.1`,
		Hidden:  true,
		Args:    arguments(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			of, rest, _ := c.Root().Find(args)
			if len(rest) > 0 {
				return usageError{unknownCommand(of, rest[0])}
			}
			of.InitDefaultHelpFlag()
			of.DisableAutoGenTag = true // it has a date
			return doc.GenMan(of, &doc.GenManHeader{Section: "1", Source: "hanoigen", Manual: "User Commands"}, c.OutOrStdout())
		},
	}
}
