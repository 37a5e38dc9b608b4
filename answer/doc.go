// Package answer judges lists of moves that others wrote: language models, students, planners,
// programs. It finds the list in the answer by its form alone and plays it by the rules, on three
// to ten pegs.
//
// A [Judge] takes an answer and returns a [Result]: the verdict, the number of legal moves, the
// first illegal move with its reason and place, and how far from the goal the list stopped.
// [Batch] judges JSON lines on all cores, and a [Line] judges one of them. Package instance makes
// puzzles, and Check of package hanoi checks moves that need no reading.
//
// # How an answer is read
//
// The grammar is closed: the judge reads the few forms that prompts ask for and programs print,
// each as a whole, and no other English. docs/evaluation.md lists the rules. Package
// internal/grammar finds moves and doubtful lines by it, and knows no puzzle. This package knows
// no text. Each of its files uses only the ones after it:
//
//  1. batch.go judges JSON lines, and answer.go one answer.
//  2. verdict.go gives the verdict, by a table.
//  3. other.go tries other readings, and doubt.go finds the lines in and around the list that counts
//     that may be moves.
//  4. lists.go picks the list that counts, and replay.go plays it until a move is illegal.
//  5. result.go defines what goes out. names.go says which peg each name is, and problem.go defines
//     what comes in.
package answer
