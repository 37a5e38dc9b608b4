// Package pegs reads the names of three to ten pegs, and counts the moves of a solution.
package pegs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Most is the largest number of pegs.
const Most = 10

// name matches the name of a peg. A number has no leading zero, because 01 is read as 1.
var name = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\pL[\pL0-9_]{0,15}|0|[1-9][0-9]?)$`)
})

// Parse returns the names in a list separated by commas. They must differ in more than case.
func Parse(text string) ([]string, error) {
	names := strings.Split(text, ",")
	valid := len(names) >= 3 && len(names) <= Most
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
		same := func(other string) bool { return strings.EqualFold(other, names[i]) }
		valid = valid && name().MatchString(names[i]) && !slices.ContainsFunc(names[:i], same)
	}
	if !valid {
		return nil, fmt.Errorf("pegs %.80q; give 3 to %d different names, each a word of at most 16 letters or a number up to 99, such as A,B,C,D or 1,2,3", text, Most)
	}
	return names, nil
}

// FrameStewart returns the fewest known moves from one perfect state of n disks, 1 … 64, to
// another. They are optimal with three pegs and with four (Bousch 2014), and presumed to be with
// more. With p pegs, C(t+p−3, t) disks take 2^t moves each.
func FrameStewart(n, pegs int) (moves uint64) {
	disks := 1
	for t := 0; n > 0; t++ {
		moves += uint64(min(disks, n)) << t
		n -= disks
		disks = disks * (t + pegs - 2) / (t + 1)
	}
	return moves
}
