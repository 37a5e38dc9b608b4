package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newGenerate() *cobra.Command {
	var (
		s      stream
		target targetFlags
		how    emission
	)
	c := &cobra.Command{
		Use:   "hanoigen -n N [flags]",
		Short: "Write the moves of the Tower of Hanoi, as fast as the system takes them",
		Long: `Hanoigen writes the moves of the optimal solution of the Tower of Hanoi with N
disks, in one of several formats, from any move on.`,
		Example: `  hanoigen -n 40 > moves.bin            the moves of 40 disks, one byte each
  hanoigen -n 40 -o moves.bin           the same, and at the end it is on the disk
  hanoigen -n 40 -o moves.bin --resume  goes on where that was interrupted
  hanoigen -n 5 -f text                 for people
  hanoigen -n 64 -f csv --numbers --start 2^63 --count 1e6`,
		Args: arguments(0, 0),
	}
	s.addTo(c)
	target.addTo(c.Flags())
	target.addResumeTo(c.Flags())
	how.addTo(c)
	c.RunE = func(*cobra.Command, []string) error {
		r, err := s.reader()
		if err != nil {
			return err
		}
		t, err := target.open(r.Format().Binary())
		if err != nil {
			return err
		}
		t.resumption = func(file string) string { return resumption(c.Flags(), file) }
		if target.resume {
			if err := t.resume(r); err != nil {
				return err
			}
		}
		return how.emit(r, t)
	}
	return c
}

// resumption returns the command that continues a file with the same stream.
func resumption(flags *pflag.FlagSet, file string) string {
	command := []string{quote(os.Args[0])}
	flags.VisitAll(func(f *pflag.Flag) {
		// A value given is kept even where it is the default: without --from,
		// --to means something else.
		value := f.Value.String()
		switch {
		case !f.Changed, value == "false", f.Name == "output", f.Name == "force", f.Name == "resume":
		case value == "true":
			command = append(command, flagName(f))
		default:
			command = append(command, flagName(f), quote(value))
		}
	})
	return strings.Join(append(command, "--resume", "-o", quote(file)), " ")
}

// quote returns s as a shell takes it for one word.
func quote(s string) string {
	const safe = "%+,-./:=@_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	switch {
	case s != "" && strings.Trim(s, safe) == "":
		return s
	case strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }):
		// One line has no place for the characters themselves.
		var b strings.Builder
		for _, c := range []byte(s) {
			switch {
			case c == '\'' || c == '\\':
				b.WriteString(`\` + string(c))
			case c < ' ' || c == 0x7f:
				b.WriteString(`\` + string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7}))
			default:
				b.WriteByte(c)
			}
		}
		return "$'" + b.String() + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
