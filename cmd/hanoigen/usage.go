package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// flagError says what is wrong with a flag and what to do.
func flagError(c *cobra.Command, err error) error {
	var missing *pflag.ValueRequiredError
	if errors.As(err, &missing) {
		value, usage := pflag.UnquoteUsage(missing.GetFlag())
		return fmt.Errorf("%s needs a %s: %s", flagName(missing.GetFlag()), value, usage)
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		flag, cause := invalid.GetFlag(), errors.Unwrap(invalid)
		if flag.Value.Type() == "bool" {
			cause = errors.New("give true or false")
		}
		return fmt.Errorf("%s %q: %w", flagName(flag), invalid.GetValue(), cause)
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := nearest(unknown.GetSpecifiedName(), names); near != "" {
			return fmt.Errorf("%w; did you mean --%s?", err, near)
		}
	}
	return fmt.Errorf("%w; '%s --help' lists the flags", err, c.CommandPath())
}

// flagName returns how a flag is written: short if it can be.
func flagName(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + f.Name
}

// arguments checks the number of a command's arguments, which are named in its
// usage line.
func arguments(low, high int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < low:
			return fmt.Errorf("too few arguments; usage: %s", c.UseLine())
		case len(args) > high && c.HasSubCommands():
			return unknownCommand(c, args[high])
		case len(args) > high:
			return fmt.Errorf("%q is too many arguments; usage: %s", args[high], c.UseLine())
		}
		return nil
	}
}

// unknownCommand says what a word may have been meant for: a command, a number of
// disks or a format.
func unknownCommand(parent *cobra.Command, name string) error {
	if meant := meantBy(parent, name); meant != "" {
		return fmt.Errorf("unknown command %q; did you mean %s?", name, meant)
	}
	return fmt.Errorf("unknown command %q; '%s --help' lists the commands", name, parent.CommandPath())
}

func meantBy(parent *cobra.Command, name string) string {
	var commands []string
	for _, c := range parent.Commands() {
		commands = append(commands, c.Name())
	}
	if parent.HasParent() {
		return nearest(name, commands)
	}
	n, err := number.Parse(name)
	formats := names(hanoi.Formats())
	format, command := nearest(name, formats), nearest(name, commands)
	switch {
	case err == nil && 1 <= n && n <= kernel.MaxDisks && !parent.Flags().Changed("disks"):
		return "-n " + name
	case format != "" && (command == "" || slices.Contains(formats, name)):
		return "-f " + format
	}
	return command
}

// nearest returns the name that is meant by a word: it begins with it, or differs in one
// or two characters, as the word is short or long. It returns "" if there is none.
func nearest(word string, names []string) (best string) {
	word = strings.ToLower(word)
	least := min(2, (len(word)+1)/3) + 1
	for _, name := range names {
		d := edits(word, name)
		if len(word) > 1 && strings.HasPrefix(name, word) {
			d = 0
		}
		if d < least {
			best, least = name, d
		}
	}
	return best
}

// edits returns how many characters have to be inserted, removed, replaced or swapped
// with the next to make one word of the other.
func edits(a, b string) int {
	d := make([][]int, len(a)+1) // d[i][j] is that of a[:i] and b[:j]
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			if i == 0 || j == 0 {
				d[i][j] = i + j
				continue
			}
			changed := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				changed++
			}
			d[i][j] = min(changed, d[i-1][j]+1, d[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
