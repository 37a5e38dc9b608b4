// Package hanoi computes the Tower of Hanoi with up to 64 disks: any move of the
// optimal solution, any state on its way, the number of a state, a shortest path
// between any two states, and streams of moves in several formats. It computes each
// directly, without playing the moves before.
//
// # The puzzle
//
// Disks are numbered from 1, the smallest, to n, and pegs 0, 1, 2. A [Move] takes the
// top disk of a peg to another peg, where no smaller disk may be. A [State] is thus a
// peg for each disk: there are 3ⁿ, each reachable from any other. [ParseState] reads
// the pegs of the disks, largest disk first: in "2011", disk 4 is on peg 2, disk 3 on
// peg 0, and disks 2 and 1 on peg 1. [Perfect] returns a state with all disks on one
// peg. [State.Apply] makes a move, or returns the rule that it breaks.
//
// # The solution
//
// To move n disks from one peg to another takes 2ⁿ−1 moves, and the shortest solution
// is unique. Its move k, from 1 on, is
//
//	disk  tz(k) + 1                   tz: number of trailing zero bits
//	from  (k & (k−1))       mod 3
//	to    ((k | (k−1)) + 1) mod 3
//
// (Rhoads). This is the canonical solution: it starts on peg 0 and ends on peg 2 if n
// is odd, on peg 1 if n is even, so the solution for n disks is the beginning of that
// for n+1. For other pegs, relabel: a [Naming] is one of the six permutations of the
// pegs, and [NamingFor] returns the one for a start and a goal:
//
//	p, err := hanoi.NamingFor(64, 0, 2)
//
// # A move, a state, a rank
//
// [MoveAt] returns move k, and [Moves] yields all of them in order. [StateAt] returns
// the state after k moves: by Walsh's theorem (1982), disk d is then on the peg that k
// rounded to the nearest multiple of 2^d, halves up, leaves modulo 3. [State.Rank] is
// the inverse: the number of moves after which the solution is in a state. The solution
// passes only 2ⁿ of the 3ⁿ states; for another state, the error is an [*OffPathError]
// with the distances from the start and to the end. All but Moves take constant time.
//
// # A route
//
// [Distance] returns the fewest moves between any two states, [Path] a [Route] of that
// length, and [Next] the one or two moves that begin a shortest path. On a shortest
// path, the largest disk that has to move does so once or twice; which is shorter
// depends on the smaller disks (Hinz et al., 2018, ch. 2; Romik 2006): from 100 to 011,
// 5 moves with two of disk 3, 7 with one. [DirectPath] moves it once.
//
// A Route may have up to 2⁶⁴−1 moves, and takes a few kilobytes. [Route.At] returns any
// of its moves, [Route.All] yields all, and [Route.Fill] writes many at once.
//
// # A stream
//
// [NewReader] returns a solution as bytes, in one of the formats [Packed], [Wide],
// [Text], [CSV], [JSONL] and [NPY], to be read, sought in and copied like a file:
//
//	r, err := hanoi.NewReader(40, hanoi.Text, p, hanoi.Range(1<<39, 1000))
//	_, err = io.Copy(os.Stdout, r)
//
// [Route.Reader] returns a route as bytes. [Reader.WriteTo], which io.Copy calls, writes
// to a file or a pipe by the fastest of several methods. [Reader.Verify] compares the
// bytes of a file, or of any io.Reader, with the stream. Package [kernel] writes moves to
// memory, at its speed.
//
// # The moves of others
//
// [Check] plays moves from one state to another: how many are legal, which rule the
// next one breaks, and how far the goal is from there. Package answer finds the moves
// in what a person or a program wrote.
//
// # Errors
//
// The error of a wrong argument wraps one of [ErrDisks], [ErrPeg], [ErrMove],
// [ErrState] and [ErrFormat], that of an illegal move the [Reason] why it is illegal.
// Each names the value, the allowed range and the remedy. Functions without an error
// result panic on wrong arguments with such a text.
//
// The file docs/references.md of the module has the works that comments cite.
package hanoi
