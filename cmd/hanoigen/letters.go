package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/notation"
	"github.com/hanoigen/hanoi/internal/number"
)

// letters is the value of --letters: whether pegs are A, B and C in what is read and printed, or
// 0, 1 and 2. The objects of --json have digits all the same.
type letters bool

func (l *letters) addTo(c *cobra.Command, where string) {
	c.Flags().BoolVar((*bool)(l), "letters", false, "call the pegs A, B and C, not 0, 1 and 2"+where)
}

func (l letters) names() string {
	if l {
		return notation.Letters
	}
	return notation.Digits
}

func (l letters) peg(p uint8) string { return l.names()[p : p+1] }

func (l letters) move(m hanoi.Move) string {
	return fmt.Sprintf("move disk %d from %s to %s", m.Disk, l.peg(m.From), l.peg(m.To))
}

func (l letters) state(s hanoi.State) string {
	if l {
		return strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace(s.String())
	}
	return s.String()
}

// offPath returns the text of an error.
func (l letters) offPath(e *hanoi.OffPathError) string {
	return strings.NewReplacer(
		"state "+e.State.String(), "state "+l.state(e.State),
		fmt.Sprintf("peg %d to peg %d", e.Start, e.End), "peg "+l.peg(e.Start)+" to peg "+l.peg(e.End),
	).Replace(e.Error())
}

// parse parses a state, as hanoi.ParseState does.
func (l letters) parse(text string) (s hanoi.State, err error) {
	n, sets, err := notation.Parse(text, l.names())
	if err == nil {
		s, err = hanoi.StateOf(n, sets)
	}
	if err != nil {
		err = fmt.Errorf("%w: %.80q: %w", hanoi.ErrState, text, err)
	}
	return s, err
}

// setNames sets the value of --pegs, which --letters replaces.
func (l letters) setNames(pegs *string) error {
	switch {
	case !bool(l):
		return nil
	case *pegs != "":
		return usagef("--letters is --pegs A,B,C; give one of them")
	}
	*pegs = "A,B,C"
	return nil
}

// setDigits replaces the letters of a peg or a state, if it is given.
func (l letters) setDigits(text *string) error {
	if !l || *text == "" {
		return nil
	}
	s, err := l.parse(*text)
	*text = s.String()
	return err
}

// pegFlag is a flag whose value is a peg. As --letters may follow it, its value is checked after
// all flags are parsed.
type pegFlag struct {
	pegs  *letters
	text  string
	given bool
	peg   uint8
}

func (f *pegFlag) Set(text string) error {
	f.text, f.given = text, true
	return nil
}

func (f *pegFlag) String() string { return f.text }
func (f *pegFlag) Type() string   { return "peg" }

// check sets the peg, or returns an error that says what to give.
func (f *pegFlag) check() error {
	if *f.pegs {
		i := strings.Index(notation.Letters, f.text)
		if len(f.text) != 1 || i < 0 {
			return errors.New("give A, B or C")
		}
		f.peg = uint8(i)
		return nil
	}
	digit := number.Value{Max: 2}
	err := digit.Set(f.text)
	f.peg = uint8(digit.N)
	return err
}

// completePegs makes shells complete the pegs of --from and --to.
func completePegs(cmd *cobra.Command, pegs *letters) {
	names := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return strings.Split(pegs.names(), ""), cobra.ShellCompDirectiveNoFileComp
	}
	must.Do(cmp.Or(cmd.RegisterFlagCompletionFunc("from", names), cmd.RegisterFlagCompletionFunc("to", names)))
}
