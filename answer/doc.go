// Package answer judges lists of moves that others wrote: language models, students, planners,
// programs. It finds the list in the answer by its form alone, never by which reading would
// succeed, and plays it by the rules, on three to ten pegs. What it cannot read it says, and
// does not blame.
//
// A [Judge] takes an answer, and returns a [Result]: the verdict, how many moves are legal, the
// first that is not with its reason and place, and how far from the goal it stopped. [Batch]
// does so for JSON lines on all cores, and [Line] for one of them. A [Sampler] makes puzzles.
// Moves that need no reading are checked by Check of package hanoi.
//
// # How an answer is read
//
// There are six stages, each of which sees only what the one before it made. docs/evaluation.md
// has their rules.
//
//  1. segments.go cuts off the thinking, and finds the last answer element with a list.
//  2. lines.go goes from line to line, and list.go through a list in brackets. token.go makes tokens
//     of a line by the table in words.go; states.go tells the brackets that say nothing. like.go
//     reads a line like the last without tokens.
//  3. phrases.go gives each phrase its role, record.go those of keys and values. clause.go makes a
//     move of the roles in a clause; table.go reads the rows below a header. What a line says is a
//     reading (reading.go).
//  4. runs.go gathers moves that follow each other, and chooses the list that counts.
//  5. names.go finds out what the names of its pegs and disks mean.
//  6. runs.go counts what was not understood in or next to that list.
//
// Then replay.go plays the moves until one is illegal.
package answer
