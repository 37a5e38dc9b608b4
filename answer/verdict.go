package answer

import (
	"slices"
	"strconv"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

const (
	hintUnread = "write each move in a form of 'hanoigen check --help', or give --pattern"
	hintNames  = "give --pegs NAME,NAME,NAME in the order of pegs 0, 1 and 2"
	hintCount  = "the numbers before its moves do not count up, and may be its disks; " + hintForm
	hintLater  = "another list follows the one that solves the puzzle; ask for one list, in <answer>"
	hintPieces = "its moves are in pieces; ask for one list, with nothing between the moves"
)

// A finding is what is known of an answer when its verdict is given.
type finding struct {
	setting
	many      int    // lists
	played    Result // of the list, if its names are known
	isSolved  bool
	isCut     bool // the list, or the whole answer
	isCutText bool // the whole answer
	isKnown   bool // the names of its pegs are
	doubts    []grammar.Item
	otherwise func() string // a hint to another reading that solves the puzzle, or ""
	other     string        // that hint, if it was asked for
}

// hasOther reports whether another reading solves the puzzle.
func (f *finding) hasOther() bool {
	f.other = f.otherwise()
	return f.other != ""
}

// verdicts are tried in order; the first whose condition holds gives the verdict. Without a
// verdict, it is that of the moves as they were played.
var verdicts = []struct {
	isMet   func(f *finding) bool
	verdict Verdict
	hint    func(f *finding) string
}{
	{func(f *finding) bool { return f.many == 0 && f.IsList && len(f.doubts) == 0 }, "", none},
	{func(f *finding) bool { return f.many == 0 && f.isCutText }, Truncated, none},
	{func(f *finding) bool { return f.many == 0 }, Unparsed, say(hintUnread)},
	{func(f *finding) bool { return !f.isKnown && f.hasOther() }, Ambiguous, other},
	{func(f *finding) bool { return !f.isKnown }, Ambiguous, say(hintNames)},
	{func(f *finding) bool { return len(f.doubts) > 0 }, Unparsed, say(hintUnread)},
	{func(f *finding) bool { return !f.moves[0].Disk.Given() && f.isJoined() && !f.countsUp() }, Ambiguous, say(hintCount)},
	{func(f *finding) bool { return f.isSolved && f.hasLater() }, Ambiguous, say(hintLater)},
	{func(f *finding) bool { return f.isSolved }, "", none},
	{func(f *finding) bool { return f.isJoined() && !f.isCut }, Ambiguous, say(hintPieces)},
	{func(f *finding) bool { return f.isJoined() && f.played.Reason != "" }, Truncated, none},
	{func(f *finding) bool { return f.isJoined() }, "", none},
	{(*finding).hasOther, Ambiguous, other},
	{func(f *finding) bool { return true }, "", none},
}

func none(*finding) string                  { return "" }
func other(f *finding) string               { return f.other }
func say(hint string) func(*finding) string { return func(*finding) string { return hint } }

// countsUp reports whether the numbers of moves count up by one. Moves without a number are
// ignored.
func (f *finding) countsUp() bool {
	last := grammar.Number(0)
	return !slices.ContainsFunc(f.moves, func(m grammar.Item) bool {
		isGap := m.Number.Given() && last.Given() && m.Number != last+1
		if m.Number.Given() {
			last = m.Number
		}
		return isGap
	})
}

// find plays the list that counts, and finds what is in doubt.
func (j *Judge) find(part *grammar.Part) *finding {
	runs := runsOf(part.Items)
	best, many := countedList(part.Items, runs, j.needed(), j.optimum != nil)
	f := &finding{
		setting: setting{Part: part, runs: runs, list: best, doubt: grammar.Doubtful, enough: j.needed()},
		many:    many, isCutText: j.options.Truncated,
	}
	f.played = Result{Lists: many, Optimum: j.fewest(), Unread: part.Unread, anyGoal: len(j.goals) > 1, disks: j.options.Disks, pegNames: j.shown}
	f.otherwise = func() string { return j.otherwise(&f.setting) }
	p := replay{&j.puzzle, &f.played, j.start}
	if many == 0 {
		if f.doubts = f.ofNone(); part.IsList && len(f.doubts) == 0 { // [] alone
			f.played.Lists = 1
			p.finish(j.options.Truncated)
		}
		return f
	}
	f.played.Notation, f.played.Moves = f.moves[0].Notation(), uint64(len(f.moves))
	f.isCut = f.last().isCut || j.options.Truncated
	names := j.settle(f.moves, part.Names)
	if f.isKnown = names.unknown == nil; f.isKnown {
		if _, err := strconv.Atoi(names.set[0][0]); err != nil {
			f.doubt &^= grammar.CouldByNumbers
		}
		if wrong := p.playAll(f.moves, names.pegs, j.disksOf(j.options.Disks)); wrong != nil {
			p.blame(part, wrong)
			f.played.index = f.indexOf(wrong)
		}
		p.finish(f.isCut)
		f.isSolved = f.played.Verdict == Solved
	} else {
		f.played.Names = names.unknown
	}
	f.played.Unread += f.unusedLines()
	if f.isSolved {
		f.doubts = f.ofSolved()
	} else {
		f.doubts = f.ofUnsolved()
	}
	return f
}

// indexOf returns the index of the element of a list in brackets that contains a move.
func (f *finding) indexOf(move *grammar.Item) (index int) {
	for i := f.first() + 1; i < len(f.Items) && f.Items[i].Start <= move.Start; i++ {
		if m := &f.Items[i]; !m.IsMove() || m.Is(grammar.First) {
			index++
		}
	}
	return index
}

// judge gives the verdict.
func (f *finding) judge() Result {
	r := f.played
	if n := len(f.doubts); n > 0 {
		first := slices.MinFunc(f.doubts, func(a, b grammar.Item) int { return int(a.Start) - int(b.Start) })
		r.Skipped, r.SkippedLine, r.skippedAt = n, excerpt(f.Text[first.Start:first.End()]), f.LineOf(int(first.Start))
	} else if f.many == 0 && f.Unread > 0 && !f.isCutText {
		r.SkippedLine, r.skippedAt = excerpt(f.Text[f.First.Start:f.First.End()]), f.LineOf(int(f.First.Start))
	}
	for _, v := range verdicts {
		if !v.isMet(f) {
			continue
		}
		if v.verdict != "" {
			r = Result{
				Verdict: v.verdict, Moves: r.Moves, Optimum: r.Optimum, Notation: r.Notation, Lists: r.Lists, Names: r.Names,
				Hint: v.hint(f), Skipped: r.Skipped, SkippedLine: r.SkippedLine, Unread: r.Unread, skippedAt: r.skippedAt,
			}
		}
		break
	}
	return r
}
