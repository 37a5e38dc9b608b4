package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commandLine is what a run was called with.
type commandLine struct {
	c    *cobra.Command
	args []string
}

// again returns the line of shell that calls the command again, less some flags and
// with more words behind. It returns false if a word cannot be on one line.
func (l commandLine) again(without map[string]bool, more ...string) (line string, ok bool) {
	words := append(strings.Fields(l.c.CommandPath())[1:], l.args...)
	l.c.Flags().VisitAll(func(f *pflag.Flag) {
		// A value given is kept even where it is the default: without --from,
		// --to means something else.
		value := f.Value.String()
		switch isBool := f.Value.Type() == "bool"; {
		case !f.Changed, without[f.Name], isBool && value == "false":
		case isBool:
			words = append(words, flagName(f))
		default:
			words = append(words, flagName(f), value)
		}
	})
	line, ok = program()
	for _, word := range append(words, more...) {
		quoted, can := quote(word)
		line += " " + quoted
		ok = ok && can
	}
	return line, ok
}

// program returns how a shell calls this program. A bare name might be a word of
// the shell itself, or an alias.
func program() (word string, ok bool) {
	name := os.Args[0]
	if name == "hanoigen" {
		return name, true
	}
	if !strings.Contains(name, "/") {
		if path, err := os.Executable(); err == nil {
			name = path
		}
	}
	return quote(name)
}

// quote returns s so that any POSIX shell, and zsh, reads it as one word of printable
// characters. It returns false if s ends with a newline: command substitution drops
// that.
func quote(s string) (string, bool) {
	// No "=": before a command it would assign, and zsh replaces "=word".
	const safe = "+,-./:@_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	if s != "" && strings.Trim(s, safe) == "" {
		return s, true
	}
	if printable(s) == s {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'", true
	}
	var b strings.Builder
	for _, c := range []byte(s) {
		if c == '-' || strings.IndexByte(safe, c) < 0 { // a first "-" would begin an option
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"$(printf '` + b.String() + `')"`, !strings.HasSuffix(s, "\n")
}

// printable returns s with escapes of Go for what is not printable.
func printable(s string) string {
	q := strconv.Quote(s)
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(q[1 : len(q)-1])
}
