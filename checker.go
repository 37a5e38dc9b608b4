package hanoi

import "sync"

// This file is for the old package answer alone, and goes with it.

// String returns the name of r.
func (r Reason) String() string { return string(r) }

// Reason returns the first rule that m breaks in s, or Legal.
func (s State) Reason(m Move) Reason {
	r, _ := s.flaw(m)
	return r
}

// AppendText appends what String returns.
func (s State) AppendText(b []byte) ([]byte, error) {
	for disk := s.N(); disk > 0; disk-- {
		b = append(b, '0'+s.peg(disk))
	}
	return b, s.check()
}

// CheckerOutcome is what a sequence of moves came to.
type CheckerOutcome struct {
	Moves   uint64 // all of them
	Legal   uint64 // those before the first illegal one
	Reason  Reason // the rule that move Legal+1 breaks; Legal if all are legal
	State   State  // after the legal moves
	Left    uint64 // the distance from there to the goal
	Optimum uint64 // the distance from the begin to the goal
	Excess  uint64 // Legal + Left − Optimum: the moves that were wasted
	Arrived bool   // the goal stood once, at the begin or after a legal move
	Reached uint64 // after how many moves it first did
	Solved  bool   // all moves are legal, and the goal stands after the last
}

// Checker judges moves one after another, each in the same short time, and
// without allocation. The zero Checker is not valid; see [NewChecker]. A copy is
// independent of the original.
type Checker struct {
	begin    State
	goals    [3]pegSets
	distinct int // how many goals there are; the others repeat the last

	pegSets      // where the disks are after the legal moves
	moves, legal uint64
	reached      uint64
	steps        *[stepCount]step
	arrived      bool
	reason       Reason
}

// pegSets is a state as two sets of disks, bit d−1 for disk d. A disk on peg 0 is
// in none, and a disk that does not exist is in both, so that it is on no peg.
type pegSets struct{ one, two uint64 }

func (s State) pegSets() pegSets {
	absent := ^lowest(s.N())
	return pegSets{s.one | absent, s.two | absent}
}

// NewChecker returns a Checker of moves from one state to another. If the goal is
// the zero State, it is any perfect state but begin: distances are to the nearest.
// The error wraps ErrState if begin is the zero State, or the two have different
// numbers of disks.
func NewChecker(begin, goal State) (Checker, error) {
	c := Checker{begin: begin, pegSets: begin.pegSets(), steps: steps()}
	if err := begin.check(); err != nil {
		return Checker{}, err
	}
	if goal != (State{}) {
		if _, err := cross(begin, goal); err != nil {
			return Checker{}, err
		}
		c.goals[0], c.distinct = goal.pegSets(), 1
	} else {
		for peg := range uint8(3) {
			if s := begin.with(lowest(begin.N()), peg); s != begin {
				c.goals[c.distinct] = s.pegSets()
				c.distinct++
			}
		}
	}
	for i := c.distinct; i < len(c.goals); i++ {
		c.goals[i] = c.goals[i-1]
	}
	if c.isGoal(c.pegSets) {
		c.arrived = true
	}
	return c, nil
}

func (c *Checker) isGoal(p pegSets) bool {
	return p == c.goals[0] || p == c.goals[1] || p == c.goals[2]
}

// hop is a move of any disk from one peg to another, as masks of all disks or none. A
// disk on the source may move if all smaller disks are on the third peg.
type hop struct {
	from  pegSets // the source
	third pegSets // where the smaller disks have to be
}

// hops[from<<2|to] is the hop from one peg to another. If there is no such hop, its
// source is one that no disk can be on.
var hops = func() (all [16]hop) {
	pegs := [4]pegSets{{0, 0}, {^uint64(0), 0}, {0, ^uint64(0)}, {^uint64(0), ^uint64(0)}}
	for i := range all {
		from, to := i>>2, i&3
		all[i] = hop{pegs[3], pegs[3]}
		if from < 3 && to < 3 && from != to {
			all[i] = hop{pegs[from], pegs[3-from-to]}
		}
	}
	return all
}()

// step is a move as masks. It is legal if, where mask has a 1, the sets are as in
// must; it flips the bits in flip.
type step struct {
	mask       uint64
	must, flip pegSets
}

// step returns a hop of a disk, which is legal if the disk is on the source, and all
// smaller ones are on the third peg.
func (h *hop) step(disk uint64) step {
	smaller := disk - 1
	return step{
		mask: disk | smaller,
		must: pegSets{h.from.one&disk | h.third.one&smaller, h.from.two&disk | h.third.two&smaller},
		// A hop changes the sets of its two pegs: all but that of the third.
		flip: pegSets{disk &^ h.third.one, disk &^ h.third.two},
	}
}

// wrong is 0 if a step is legal.
func (p pegSets) wrong(s *step) uint64 {
	return ((p.one ^ s.must.one) | (p.two ^ s.must.two)) & s.mask
}

// after returns the sets after a step.
func (p pegSets) after(s *step) pegSets {
	return pegSets{p.one ^ s.flip.one, p.two ^ s.flip.two}
}

// stepCount is the number of steps.
const stepCount = 1024

// steps has the step of each disk and hop: steps[(disk−1)<<4|from<<2|to].
var steps = sync.OnceValue(func() *[stepCount]step {
	var all [stepCount]step
	for i := range all {
		all[i] = hops[i&15].step(1 << (i >> 4))
	}
	return &all
})

// stepOf returns the number of a move's step. There is none if bad is not 0.
func stepOf(m Move) (number uint16, bad uint8) {
	disk := m.Disk - 1
	return uint16(disk)<<4 | uint16(m.From)<<2 | uint16(m.To), disk&^63 | (m.From|m.To)&^3
}

// packedSteps returns the steps of all records, under namings that are rotations and
// under reflections. Both are made on first use.
var packedSteps = sync.OnceValue(func() *[2][256]step {
	var all [2][256]step
	for i := range all {
		for r := range 256 {
			number, _ := stepOf(packedMove(byte(r), Naming(3*i)))
			all[i][r] = steps()[number]
		}
	}
	return &all
})

// Move judges the next move, and reports whether all have been legal so far.
// After an illegal one, moves are only counted.
func (c *Checker) Move(m Move) bool {
	c.moves++
	if c.reason != Legal {
		return false
	}
	number, bad := stepOf(m)
	if bad != 0 || c.wrong(&c.steps[number]) != 0 {
		c.reason = c.State().Reason(m)
		return false
	}
	c.pegSets = c.after(&c.steps[number])
	c.legal++
	if !c.arrived && c.isGoal(c.pegSets) {
		c.arrived, c.reached = true, c.legal
	}
	return true
}

// MoveAll is Move for many at once.
func (c *Checker) MoveAll(moves []Move) bool {
	var all [chunk]uint16
	for len(moves) > 0 && c.reason == Legal {
		part := moves[:min(len(moves), chunk)]
		none := uint8(0)
		for i, m := range part {
			number, bad := stepOf(m)
			all[i%chunk] = number
			none |= bad
		}
		if none != 0 || !playAll(c, c.steps[:], all[:len(part)]) {
			for _, m := range part {
				c.Move(m)
			}
		}
		moves = moves[len(part):]
	}
	c.moves += uint64(len(moves))
	return c.reason == Legal
}

// Packed judges moves that are given as records of the format [Packed] in a stream
// under a naming, and reports whether all have been legal so far. It panics if p
// is not 0 … 5.
func (c *Checker) Packed(records []byte, p Naming) bool {
	if err := checkNaming(p); err != nil {
		panic("hanoi: " + err.Error())
	}
	steps := packedSteps()[p/3][:]
	for len(records) > 0 && c.reason == Legal {
		part := records[:min(len(records), chunk)]
		if !playAll(c, steps, part) {
			for _, r := range part {
				c.Move(packedMove(r, p))
			}
		}
		records = records[len(part):]
	}
	c.moves += uint64(len(records))
	return c.reason == Legal
}

// packedMove is Unpack, except that a byte which is no record becomes a move from peg 3.
func packedMove(r byte, p Naming) Move {
	m, err := Unpack(r, p)
	if err != nil {
		return Move{Disk: r>>2 + 1, From: 3}
	}
	return m
}

// chunk is how many moves are judged at once.
const chunk = 256

// play is the result of playing moves without regard to the rules.
type play struct {
	pegSets        // after them
	wrong   uint64 // 0 if all are legal
	moved   uint64 // the disks that moved, and all smaller ones
}

// then plays a step.
func (p play) then(s *step) play {
	return play{p.after(s), p.wrong | p.pegSets.wrong(s), p.moved | s.mask}
}

// playAll plays moves given by the numbers of their steps, and reports whether all are
// legal. If not, it leaves c as it was. It judges them without a branch: most moves
// are legal, and most of the time the goal is far.
func playAll[number uint8 | uint16](c *Checker, steps []step, moves []number) bool {
	p := play{pegSets: c.pegSets}
	i := 0
	for ; i < len(moves)-3; i += 4 {
		p = p.then(&steps[moves[i]]).then(&steps[moves[i+1]]).then(&steps[moves[i+2]]).then(&steps[moves[i+3]])
	}
	for _, k := range moves[i:] {
		p = p.then(&steps[k])
	}
	if p.wrong != 0 {
		return false
	}
	if !c.arrived && c.near(p.moved) {
		sets := c.pegSets
		for i, k := range moves {
			if sets = sets.after(&steps[k]); c.isGoal(sets) {
				c.arrived, c.reached = true, c.legal+uint64(i)+1
				break
			}
		}
	}
	c.pegSets = p.pegSets
	c.moves += uint64(len(moves))
	c.legal += uint64(len(moves))
	return true
}

// near reports whether moves of some disks may lead to a goal: these are all that are
// off it.
func (c *Checker) near(moved uint64) bool {
	for _, g := range &c.goals {
		if ((c.one^g.one)|(c.two^g.two))&^moved == 0 {
			return true
		}
	}
	return false
}

// Pair judges the move of the top disk of a peg to another, as Move does. If the
// first peg is empty, that is the reason.
func (c *Checker) Pair(from, to uint8) bool {
	disk := c.State().Top(from)
	return c.Move(Move{max(disk, 1), from, to})
}

// Illegal judges the next move to be illegal for a reason that the caller knows,
// such as the name of a disk that is no number. It returns false.
func (c *Checker) Illegal(r Reason) bool {
	c.moves++
	if c.reason == Legal {
		c.reason = r
	}
	return false
}

// Legal returns how many moves came before the first illegal one.
func (c *Checker) Legal() uint64 { return c.legal }

// State returns the state after the legal moves.
func (c *Checker) State() State {
	all := lowest(c.begin.N())
	return State{c.begin.disks, c.one & all, c.two & all}
}

// Outcome returns what the moves so far came to.
func (c *Checker) Outcome() CheckerOutcome {
	o := CheckerOutcome{
		Moves: c.moves, Legal: c.legal, Reason: c.reason, State: c.State(),
		Arrived: c.arrived, Reached: c.reached,
	}
	o.Left, o.Optimum = c.left(o.State), c.left(c.begin)
	o.Excess = c.legal + o.Left - o.Optimum
	o.Solved = c.reason == Legal && c.isGoal(c.pegSets)
	return o
}

// left returns the distance from s to the nearest goal.
func (c *Checker) left(s State) uint64 {
	all := lowest(s.N())
	left := ^uint64(0)
	for _, g := range c.goals[:c.distinct] {
		crossing, _ := cross(s, State{s.disks, g.one & all, g.two & all})
		left = min(left, crossing.length())
	}
	return left
}
