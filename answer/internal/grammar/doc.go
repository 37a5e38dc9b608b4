// Package grammar finds moves in text by the closed grammar that docs/evaluation.md describes. It
// knows no puzzle: it says which moves an answer contains, and which lines may be moves that it
// could not read. Package answer decides what they are worth.
//
// Each file uses only the ones after it:
//
//  1. text.go finds the part of an answer that counts, and reads its lines.
//  2. list.go reads a list in brackets, which may be longer than a line.
//  3. number.go reads the number of a line.
//  4. line.go reads the rest of a line, by table.go, bracket.go, clause.go and forms.go.
//  5. states.go finds brackets, and those that are states. doubt.go says what a line that was not
//     read could be.
//  6. words.go cleans a line. expression.go holds the parts of expressions, names.go the names of
//     pegs, and item.go what is returned.
package grammar
