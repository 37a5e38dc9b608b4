// Package answer judges lists of moves that others wrote: language models, students, planners,
// programs. It finds the list in the answer by its form alone, never by which reading would
// succeed, and plays it by the rules, on three to ten pegs. What it cannot read it says, and
// does not blame.
//
// A [Judge] takes an answer, and returns a [Result]: the verdict, how many moves are legal, the
// first that is not with its reason and place, and how far from the goal it stopped. [Batch]
// does so for JSON lines on all cores, and [Line] for one of them. Package instance makes puzzles.
// Moves that need no reading are checked by Check of package hanoi.
//
// # How an answer is read
//
// There are six stages, each of which sees only what the one before it made. docs/evaluation.md
// has their rules.
//
//  1. The segment that counts: segments.go.
//  2. Its lines: lines.go, list.go, token.go, words.go, states.go; like.go is a short cut.
//  3. Their moves: phrases.go, clause.go, table.go, reading.go.
//  4. The list that counts: runs.go.
//  5. What its names mean: names.go.
//  6. What was not understood in or next to it: runs.go.
//
// Then replay.go plays the moves until one is illegal.
package answer
