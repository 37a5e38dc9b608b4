package main

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/internal/notation"
)

// letters is the value of --letters: whether pegs are A, B and C in what is printed, or 0, 1 and
// 2. The objects of --json have digits all the same.
type letters bool

func (l *letters) addTo(c *cobra.Command, where string) {
	c.Flags().BoolVar((*bool)(l), "letters", false, "call the pegs A, B and C, not 0, 1 and 2"+where)
}

// pegNames are the names of pegs 0, 1 and 2.
var pegNames = map[letters]string{false: notation.Digits, true: notation.Letters}

// digits matches a state, or pegs and a state in a sentence.
var digits = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[012]+$|\b(peg|state|from|to) [012]+`)
})

// text returns a text in which pegs are digits, such as that of a peg, a state, a move or an
// error, with the names of the pegs.
func (l letters) text(v any) string {
	text := fmt.Sprint(v)
	if l {
		text = digits().ReplaceAllStringFunc(text, strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace)
	}
	return text
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
