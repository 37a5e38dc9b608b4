// Package answer judges lists of moves that others wrote: language models, students, planners,
// programs. It finds the list in the answer by its form alone, never by which reading would
// succeed, and plays it by the rules, on three to ten pegs.
//
// A [Judge] takes an answer, and returns a [Result]: the verdict, how many moves are legal, the
// first that is not with its reason and place, and how far from the goal it stopped. [Batch]
// does so for JSON lines on all cores, and [Line] for one of them. A [Sampler] makes puzzles.
//
// # How an answer is read
//
//   - segments.go cuts off the thinking, and finds the last answer element with a list.
//   - lines.go goes from line to line. A line is read by itself, and what it says is kept for the
//     next line of the same text (reading.go). So are the elements of a list in brackets (list.go).
//   - lex.go makes tokens of a line: words by their class (words.go), numbers, marks. A class is
//     one letter, so that a form is a short pattern.
//   - forms.go has a pattern and an example for each way to write a move. [Forms] gives the
//     examples to the help, the documentation and the tests. Fields with names and the columns of
//     tables may come in any order (fields.go).
//   - runs.go gathers moves in one notation that follow each other, and chooses the list that
//     counts. A line in or next to it that looks like a move, and was not understood, is counted.
//   - replay.go settles what the list calls pegs and disks, and plays its moves until one is
//     illegal. The records of packed and wide are played as they are read (stream.go).
package answer
