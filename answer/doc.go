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
// each as a whole, and no other English. docs/evaluation.md lists the rules. These files follow
// them:
//
//  1. reader.go finds the part of the answer that counts, and divides it into lines.
//  2. clean.go and line.go read a line, by the forms in forms.go, bracket.go and table.go. list.go
//     reads a list in brackets, which may be longer than a line.
//  3. runs.go picks the list that counts, and finds the unread lines in it and next to it that
//     look like moves.
//  4. names.go decides which peg each name is.
//  5. replay.go plays the moves until one is illegal.
//  6. other.go tries other readings of a list that does not solve the puzzle.
package answer
