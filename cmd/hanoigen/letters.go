package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/notation"
)

// letters is the value of --letters: whether pegs are A, B and C in what is printed, or 0, 1 and
// 2. The objects of --json have digits all the same.
type letters bool

func (l *letters) addTo(c *cobra.Command, where string) {
	c.Flags().BoolVar((*bool)(l), "letters", false, "call the pegs A, B and C, not 0, 1 and 2"+where)
}

func (l letters) peg(p uint8) string {
	if l {
		return notation.Letters[p:][:1]
	}
	return notation.Digits[p:][:1]
}

func (l letters) state(s hanoi.State) string {
	if l {
		return strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace(s.String())
	}
	return s.String()
}

func (l letters) move(m hanoi.Move) string {
	return fmt.Sprintf("move disk %d from %s to %s", m.Disk, l.peg(m.From), l.peg(m.To))
}

// parsePeg parses the value of --from or --to. Without a value, it returns 0.
func parsePeg(flag, text string) (uint8, error) {
	if text == "" {
		return 0, nil
	}
	peg, err := notation.Peg(text)
	if err != nil {
		err = usagef("--%s %q: %w", flag, text, err)
	}
	return peg, err
}

// completePegs makes shells complete the pegs of --from and --to.
func completePegs(cmd *cobra.Command) {
	complete(cmd, "from", "0", "1", "2")
	complete(cmd, "to", "0", "1", "2")
}
