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
