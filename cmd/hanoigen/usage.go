package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// flagError returns the error of a wrong flag with a remedy.
func flagError(c *cobra.Command, err error) error {
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		value, usage := pflag.UnquoteUsage(missing.GetFlag())
		if value == strings.ToLower(value) {
			value = "a " + value
		}
		return fmt.Errorf("%s needs %s: %s", flagName(missing.GetFlag()), value, strings.Join(strings.Fields(usage), " "))
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag, cause := invalid.GetFlag(), errors.Unwrap(invalid)
		if flag.Value.Type() == "bool" {
			cause = errors.New("give true or false")
		}
		return fmt.Errorf("%s %q: %w", flagName(flag), invalid.GetValue(), cause)
	}
	return fmt.Errorf("%w; '%s --help' lists the flags", err, c.CommandPath())
}

// checkFlags returns an error if a flag has an empty value, most likely that of an unset variable.
func checkFlags(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.String() == "" && f.Value.Type() != "func" { // whose String is always empty
			err = usagef("%s is empty; leave it out, or give it a value", flagName(f))
		}
	})
	return err
}

// flagName returns a flag as users write it, in its short form if it has one.
func flagName(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + f.Name
}

// arguments accepts n arguments.
func arguments(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < n:
			return fmt.Errorf("too few arguments; usage: %s", c.UseLine())
		case len(args) > n && c.HasSubCommands():
			return unknownCommand(c, args[n])
		case len(args) > n:
			return fmt.Errorf("%q is too many arguments; usage: %s", args[n], c.UseLine())
		}
		return nil
	}
}

// unknownCommand returns the error of a word that is not a command. It suggests a similar command,
// or -n for a number of disks.
func unknownCommand(parent *cobra.Command, name string) error {
	n, err := number.Parse(name)
	parent.SuggestionsMinimumDistance = min(2, len(name)/3) // in characters
	near := parent.SuggestionsFor(name)
	switch {
	case !parent.HasParent() && err == nil && 1 <= n && n <= kernel.MaxDisks && !parent.Flags().Changed("disks"):
		return fmt.Errorf("unknown command %q; did you mean -n %[1]s?", name)
	case name != "" && len(near) > 0: // cobra suggests any command for ""
		return fmt.Errorf("unknown command %q; did you mean %s?", name, near[0])
	}
	return fmt.Errorf("unknown command %q; '%s --help' lists the commands", name, parent.CommandPath())
}
