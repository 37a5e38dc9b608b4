package answer

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi"
)

// maxPegs is the most pegs that a problem may have, and maxDisks the most disks.
const maxPegs, maxDisks = 10, 64

// state is the set of disks on each peg: bit d−1 is disk d.
type state [maxPegs]uint64

// puzzle is a problem that was understood.
type puzzle struct {
	n, pegs int
	names   map[string]uint8 // of the pegs; nil if the answer's own names decide
	start   state
	goal    state
	open    bool // each perfect state but the start is a goal; goal has all disks on each peg
	optimum uint64
	exact   bool // there is an optimum
	source  int8 // the pegs of start and goal where these are perfect; else −1
	target  int8
}

// understand checks a problem.
func understand(p Problem) (z puzzle, err error) {
	if z.pegs, z.names, err = parsePegs(p.Pegs); err != nil {
		return puzzle{}, err
	}
	if p.N < 0 || p.N > maxDisks {
		return puzzle{}, fmt.Errorf("%w: %d disks; give 1 to %d", ErrProblem, p.N, maxDisks)
	}
	z.n = p.N
	from, err := z.parseState("from", p.From)
	if err != nil {
		return puzzle{}, err
	}
	to, err := z.parseState("to", p.To)
	if err != nil {
		return puzzle{}, err
	}
	if z.n == 0 {
		return puzzle{}, fmt.Errorf("%w: the number of disks is missing; give n, 1 to %d, or a state", ErrProblem, maxDisks)
	}
	if from == nil {
		from = []uint8{0}
	}
	z.open = to == nil
	z.start, z.source = z.place(from)
	z.target = -1
	for peg := range z.pegs {
		z.goal[peg] = z.all()
	}
	if !z.open {
		z.goal, z.target = z.place(to)
	}
	if p.From == "" && !z.open && z.start == z.goal {
		return puzzle{}, fmt.Errorf("%w: to %s is where the disks start; give from, or another goal", ErrProblem, p.To)
	}
	z.optimum, z.exact = z.distance(z.start)
	return z, nil
}

// parsePegs reads the names of pegs.
func parsePegs(text string) (count int, names map[string]uint8, err error) {
	if text == "" {
		return 3, nil, nil
	}
	list := strings.Split(text, ",")
	if len(list) < 3 || len(list) > maxPegs {
		return 0, nil, fmt.Errorf("%w: pegs %.80q has %d names; give 3 to %d, such as 1,2,3", ErrProblem, text, len(list), maxPegs)
	}
	names = map[string]uint8{}
	for i, name := range list {
		name = strings.ToLower(strings.TrimSpace(name))
		if !pegName.MatchString(name) {
			return 0, nil, fmt.Errorf("%w: peg %.40q; give letters or digits, up to 16", ErrProblem, name)
		}
		if _, twice := names[name]; twice {
			return 0, nil, fmt.Errorf("%w: pegs %.80q has %q twice; give different names", ErrProblem, text, name)
		}
		names[name] = uint8(i)
	}
	return len(list), names, nil
}

var pegName = regexp.MustCompile(`^(?:[a-z][a-z0-9_]{0,15}|[0-9]{1,2})$`)

// parseState reads a peg or a state: the peg of each disk, largest first. One digit is a peg.
// It returns nil for "".
func (z *puzzle) parseState(name, text string) (pegs []uint8, err error) {
	if text == "" {
		return nil, nil
	}
	pegs = []uint8(text)
	for i := range pegs {
		pegs[i] -= '0' // what is no digit becomes more than 9
	}
	switch n, highest := len(pegs), slices.Max(pegs); {
	case highest > 9:
		return nil, fmt.Errorf("%w: %s %.80q; give a peg or the peg of each disk, as digits", ErrProblem, name, text)
	case int(highest) >= z.pegs:
		return nil, fmt.Errorf("%w: %s %.80q: peg %d; give pegs 0 to %d", ErrProblem, name, text, highest, z.pegs-1)
	case n > maxDisks:
		return nil, fmt.Errorf("%w: %s has %d disks; give 1 to %d", ErrProblem, name, n, maxDisks)
	case n > 1 && z.n == 0:
		z.n = n
	case n > 1 && z.n != n:
		return nil, fmt.Errorf("%w: %s %.80q has %d disks, not %d; give the peg of each disk, or one peg", ErrProblem, name, text, n, z.n)
	}
	return pegs, nil
}

// place makes a state; perfect is the peg of all disks, or −1.
func (z *puzzle) place(pegs []uint8) (s state, perfect int8) {
	if len(pegs) == 1 {
		s[pegs[0]] = z.all()
		return s, int8(pegs[0])
	}
	for i, peg := range pegs {
		s[peg] |= 1 << (z.n - 1 - i)
	}
	if s[pegs[0]] == z.all() {
		return s, int8(pegs[0])
	}
	return s, -1
}

// all returns the set of all disks.
func (z *puzzle) all() uint64 { return 1<<z.n - 1 }

// write returns a state as the peg of each disk, largest first.
func (z *puzzle) write(s state) string {
	text := make([]byte, z.n)
	for peg, set := range s {
		for d := range z.n {
			if set>>d&1 != 0 {
				text[z.n-1-d] = '0' + byte(peg)
			}
		}
	}
	return string(text)
}

// solved reports whether a state is a goal.
func (z *puzzle) solved(s *state) bool {
	if !z.open {
		return *s == z.goal
	}
	for _, set := range s[:z.pegs] {
		if set == z.all() {
			return *s != z.start
		}
	}
	return false
}

// distance returns the fewest moves from a state to a goal, if they are known: for three pegs,
// or between perfect states (Frame and Stewart).
func (z *puzzle) distance(s state) (least uint64, known bool) {
	if z.pegs > 3 {
		if z.source < 0 || !z.open && z.target < 0 {
			return 0, false
		}
		if z.source == z.target {
			return 0, true
		}
		return frameStewart(z.n, z.pegs), true
	}
	goals := []state{z.goal}
	if z.open {
		goals = []state{{z.all()}, {0, z.all()}, {0, 0, z.all()}}
	}
	least = ^uint64(0)
	for _, goal := range goals {
		if !z.open || goal != z.start {
			least = min(least, checked(hanoi.Distance(z.threePegs(s), z.threePegs(goal))))
		}
	}
	return least, true
}

// threePegs returns a state of three pegs as the puzzle's package has it.
func (z *puzzle) threePegs(s state) hanoi.State {
	return checked(hanoi.StateOf(z.n, [3]uint64(s[:])))
}

// checked is a value whose error cannot be: it was checked before.
func checked[T any](v T, err error) T {
	if err != nil {
		panic(err) // what was checked is wrong
	}
	return v
}

// frameStewart returns the fewest moves known between perfect states: optimal for four pegs
// (Bousch 2014), and presumed so for more.
func frameStewart(n, pegs int) uint64 {
	var best [maxPegs + 1][maxDisks + 1]uint64
	for k := 3; k <= pegs; k++ {
		for m := 1; m <= n; m++ {
			best[k][m] = 1<<m - 1
			if k == 3 {
				continue
			}
			for low := 1; low < m; low++ {
				best[k][m] = min(best[k][m], 2*best[k][low]+best[k-1][m-low])
			}
		}
	}
	return best[pegs][n]
}

// needed returns how many moves a list must have to be one by itself: the optimum, or, where
// it is not known, the disks that are not where they have to go.
func (z *puzzle) needed() int {
	if z.exact {
		return int(min(max(z.optimum, 1), mostBytes))
	}
	off := 0
	for peg := range z.start {
		if z.open {
			off = z.n
		} else {
			off += bits.OnesCount64(z.start[peg] &^ z.goal[peg])
		}
	}
	return max(off, 2)
}
