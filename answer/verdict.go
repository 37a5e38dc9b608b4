package answer

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

const (
	hintUnread = "write each move in a form of 'hanoigen check --help', or give --pattern"
	hintNames  = "give --pegs NAME,NAME,NAME in the order of pegs 0, 1 and 2"
	hintMany   = "more names than pegs; say in the prompt what the pegs are called"
	hintCount  = "the numbers before its moves do not count up, and may be its disks; " + hintForm
	hintGap    = "its numbers begin later than 1, or do not run on; ask for the whole list, numbered from 1"
	hintLater  = "another list follows the one that solves the puzzle; ask for one list, in <answer>"
	hintPieces = "its moves are in pieces; ask for one list, with nothing between the moves"
)

// A finding is what is known of an answer when its verdict is given.
type finding struct {
	judge       *Judge
	part        *grammar.Part
	runs        []run
	list        // that counts
	moves       []grammar.Item
	isUncounted bool          // the numbers of the moves do not count up by one
	isCut       bool          // more moves may have followed
	doubt       grammar.Flags // of the lines that could be its moves
	said        Result        // before the moves are played
	played      Result        // after that, if the names of the pegs are known
	doubts      []grammar.Item
	effort      int    // how many more moves may be compared with them, or tried instead
	other       string // a hint to another reading that solves the puzzle, if it was asked for
}

// verdicts are tried in order; the first whose condition holds gives the verdict. Without a
// verdict, it is that of the moves as they were played. Without a hint, it is the one to another
// reading.
var verdicts = []struct {
	isMet   func(f *finding) bool
	verdict Verdict
	hint    string
}{
	{func(f *finding) bool { return f.part.IsEmpty }, "", ""},
	{func(f *finding) bool { return f.said.Lists == 0 && f.judge.options.Truncated }, Truncated, ""},
	{func(f *finding) bool { return f.said.Lists == 0 }, Unparsed, hintUnread},
	{func(f *finding) bool { return f.said.Names != nil && f.hasOther() }, Ambiguous, ""},
	{func(f *finding) bool { return len(f.said.Names) > f.judge.pegs }, Ambiguous, hintMany},
	{func(f *finding) bool { return f.said.Names != nil }, Ambiguous, hintNames},
	{func(f *finding) bool { return len(f.doubts) > 0 }, Unparsed, hintUnread},
	{func(f *finding) bool { return f.hasGap() && f.hasOther() }, Ambiguous, ""},
	{(*finding).hasGap, Ambiguous, hintGap},
	{func(f *finding) bool { return f.isJoined() && f.isUncounted && !f.moves[0].Disk.Given() }, Ambiguous, hintCount},
	{func(f *finding) bool { return f.isSolved() && f.hasLater() }, Ambiguous, hintLater},
	{func(f *finding) bool { return f.isSolved() }, "", ""},
	{func(f *finding) bool { return f.isUncounted && f.moves[0].Number != f.last() }, Ambiguous, hintCount},
	{func(f *finding) bool { return f.isInPieces() && !f.isCut }, Ambiguous, hintPieces},
	{func(f *finding) bool { return f.isInPieces() && f.played.Reason != "" }, Truncated, ""},
	{(*finding).hasOther, Ambiguous, ""},
	{func(f *finding) bool { return true }, "", ""},
}

func (f *finding) isSolved() bool { return f.played.Verdict == Solved }

// isInPieces reports whether several lists that look alike have too few moves each.
func (f *finding) isInPieces() bool {
	looks := f.moves[0].Looks()
	return f.isJoined() || uint64(len(f.moves)) < f.judge.enough && slices.ContainsFunc(f.runs, func(r run) bool {
		return r.from != f.start() && f.part.Items[r.first].Looks() == looks
	})
}

// hasGap reports whether a move in the list's form has a number that does not run on, unless it is
// before a list that solves the puzzle.
func (f *finding) hasGap() bool {
	from := 0
	if f.isSolved() {
		from = f.start()
	}
	return slices.ContainsFunc(f.part.Items[from:], func(m grammar.Item) bool { return m.Is(grammar.Gap) && m.Kind == f.moves[0].Kind })
}

// hasOther reports whether another reading solves the puzzle.
func (f *finding) hasOther() bool {
	f.other = f.otherwise()
	return f.other != ""
}

// find plays the list that counts, and finds what is in doubt.
func (j *Judge) find(part *grammar.Part) *finding {
	f := &j.finding
	*f = finding{judge: j, part: part, runs: runsOf(part.Items), doubt: grammar.Doubtful, effort: 1 << 23}
	f.said = j.result()
	f.said.Unread = part.Unread
	if f.list, f.said.Lists = countedList(part.Items, f.runs, j.enough, j.optimum != nil); f.said.Lists == 0 {
		if f.played, f.doubts = f.said, f.ofNone(); part.IsEmpty {
			f.played.Lists = 1
			p := j.replay(&f.played)
			p.finish(j.options.Truncated)
		}
		return f
	}
	f.isUncounted = f.list.isUncounted(part.Items)
	f.moves, f.isCut = f.list.moves(part.Items), f.list.isCut() || j.options.Truncated
	f.said.Notation, f.said.Moves = f.moves[0].Notation(), uint64(len(f.moves))
	f.said.Unread += linesIn(part.Items) - linesIn(f.moves)
	set, unknown := j.settle(f.moves, part.Names, nil)
	f.said.Names = unknown
	f.played = f.said
	if set != nil {
		if _, err := strconv.Atoi(set[0][0]); err != nil {
			f.doubt &^= grammar.CouldByNumbers
		}
		p := j.replay(&f.played)
		if wrong := p.playAll(f.moves, part.Names, set, j.options.Disks); wrong != nil {
			f.blame(wrong)
		}
		p.finish(f.isCut)
	}
	f.doubts = f.ofList()
	return f
}

// linesIn counts the lines and elements that were read whole, and begin with a move of some items.
func linesIn(items []grammar.Item) (n int) {
	for i := range items {
		if m := &items[i]; m.Is(grammar.First) && !m.Is(grammar.Unread) {
			n++
		}
	}
	return n
}

// blame says which move is illegal, and where.
func (f *finding) blame(wrong *grammar.Item) {
	r := &f.played
	r.Move, r.Line = f.quote(wrong)
	r.Offset = new(int(wrong.Start))
	for i := f.start() + 1; i < f.end() && f.part.Items[i].Start <= wrong.Start; i++ {
		if m := &f.part.Items[i]; !m.IsMove() || m.Is(grammar.First) {
			r.index++
		}
	}
}

// verdict gives the verdict.
func (f *finding) verdict() Result {
	r := f.played
	for _, v := range verdicts {
		if !v.isMet(f) {
			continue
		}
		if v.verdict != "" {
			r = f.said
			r.Verdict, r.Hint = v.verdict, cmp.Or(v.hint, f.other)
		}
		break
	}
	if r.Skipped = len(f.doubts); r.Skipped > 0 {
		r.SkippedLine, r.skippedAt = f.quote(&f.doubts[0])
	} else if f.said.Lists == 0 && f.part.Unread > 0 && !f.judge.options.Truncated {
		r.SkippedLine, r.skippedAt = f.quote(&f.part.First)
	}
	return r
}

// quote returns the text of an item, and its line.
func (f *finding) quote(m *grammar.Item) (text string, line int) {
	return excerpt(f.part.Text[m.Start:m.End()]), f.part.LineOf(int(m.Start))
}
