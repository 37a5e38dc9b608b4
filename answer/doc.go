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
// Segments: what is behind the last closing tag of thinking; in that, the last answer element
// with a list (segments.go).
//
// Lines: a line, or an element of a list in brackets, becomes tokens (lex.go): words by their
// class, numbers, marks. Phrases make one token of several, such as a disk of "disk" and its
// number (words.go). A token's class is one letter, so that a phrase or a form is a short pattern.
//
// Forms: the table in forms.go has a pattern and an example for each way to write a move. [Forms]
// gives the examples to the help, the documentation and the tests. scan.go tries the patterns along
// a line; what denies a move, or tells of several disks, is none. Fields with names, in objects or
// lines, may come in any order (fields.go); the columns of a table have names, too (tables.go). A
// line that differs from the one before in its numbers or pegs alone is read without tokens
// (template.go).
//
// Runs: moves in one notation that follow each other (runs.go). A run with as many moves as the
// optimum, or in brackets, is a list; shorter ones with nothing but prose between make one list.
// Of the lists as long as the optimum the last counts; where there is none, the longest. A
// line in or next to it that looks like a move, and was not understood, is counted.
//
// Replay: what the names of pegs and disks mean is settled for the list, and its moves are
// played until one is illegal (replay.go). The records of packed and wide are played as they are
// read (stream.go).
package answer
