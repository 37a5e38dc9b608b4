// Package hanoiio has Apache Beam transforms for the solution of the Tower of
// Hanoi: [Moves] is a splittable source of its moves, [Write] writes it in any
// format as the parts of a stream, and [Check] judges moves that others made.
package hanoiio
