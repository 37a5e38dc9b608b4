package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi"
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
		return fmt.Errorf("%s needs %s: %s", flagName(missing.GetFlag()), value, usage)
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag, cause := invalid.GetFlag(), errors.Unwrap(invalid)
		if flag.Value.Type() == "bool" {
			cause = errors.New("give true or false")
		}
		return fmt.Errorf("%s %q: %w", flagName(flag), invalid.GetValue(), cause)
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if near := nearFlags(c, unknown.GetSpecifiedName()); len(near) > 0 {
			return fmt.Errorf("%w; did you mean --%s?", err, strings.Join(near, " or --"))
		}
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

// unknownCommand returns the error of a word that is not a command. It suggests a command, a
// number of disks or a format.
func unknownCommand(parent *cobra.Command, name string) error {
	remedy := fmt.Sprintf("'%s --help' lists the commands", parent.CommandPath())
	n, err := number.Parse(name)
	parent.SuggestionsMinimumDistance = min(2, len(name)/3) // in characters
	near := parent.SuggestionsFor(name)
	switch {
	case name == "":
		near = nil // cobra would suggest any command
	case parent.HasParent():
	case name == "version":
		near = []string{"--version"}
	case err == nil && 1 <= n && n <= kernel.MaxDisks && !parent.Flags().Changed("disks"):
		near = []string{"-n " + name}
	case new(hanoi.Format).UnmarshalText([]byte(name)) == nil:
		near = []string{"-f " + name}
	}
	if len(near) > 0 {
		remedy = "did you mean " + near[0] + "?"
	}
	return fmt.Errorf("unknown command %q; %s", name, remedy)
}

// nearFlags returns the flags whose names are similar to word. It compares them as cobra compares
// commands.
func nearFlags(c *cobra.Command, word string) []string {
	if len(word) < 2 {
		return nil
	}
	flags := cobra.Command{SuggestionsMinimumDistance: 2} // each flag as a command
	c.Flags().VisitAll(func(f *pflag.Flag) {
		flags.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	return flags.SuggestionsFor(word)
}
