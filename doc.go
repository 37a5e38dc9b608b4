// Package hanoi computes the Tower of Hanoi with up to 64 disks: any move of the optimal
// solution, any of its states, the number of moves to a state, a shortest path between any
// two states, and streams of moves in several formats. It computes each directly, without
// playing the moves before it.
//
// # The puzzle
//
// Disks are numbered from 1 (smallest) to n, pegs from 0 to 2. A [Move] takes the top disk of
// one peg to another peg, never onto a smaller disk. A [State] is a peg for each disk: there
// are 3ⁿ states, each reachable from any other. [ParseState] parses the pegs of the disks,
// largest disk first: in "2011", disk 4 is on peg 2, disk 3 on peg 0, and disks 2 and 1 on
// peg 1. [Perfect] returns a state with all disks on one peg. [State.Apply] makes a move, or
// returns the rule that it breaks.
//
// # The solution
//
// Moving n disks from one peg to another takes 2ⁿ−1 moves, and the shortest solution is
// unique. Its move k = 1 … 2ⁿ−1 is
//
//	disk  tz(k) + 1                   tz: number of trailing zero bits
//	from  (k & (k−1))       mod 3
//	to    ((k | (k−1)) + 1) mod 3
//
// (Rhoads). This is the canonical solution: it starts on peg 0 and ends on peg 2 if n is
// odd, on peg 1 if n is even. The solution for n disks is the beginning of the solution for
// n+1 disks. A [Naming] relabels the pegs: it is one of their six permutations, and
// [NamingFor] returns the naming for a start and a goal:
//
//	p, err := hanoi.NamingFor(64, 0, 2)
//
// # A move, a state, a rank
//
// [MoveAt] returns move k, [Moves] yields all moves in order, and [MovesFrom] the moves from k
// on. [StateAt] returns the state after k moves by Walsh's theorem (1982): round k to the
// nearest multiple of 2^d, halves up; the result modulo 3 is the peg of disk d. [State.Rank] is
// the inverse: it returns the number of moves after which the solution reaches a state. The
// solution contains only 2ⁿ of the 3ⁿ states; for any other state, the error is an
// [*OffPathError]. MoveAt, StateAt and Rank take constant time.
//
// # A route
//
// [Distance] returns the fewest moves between two states, [Path] a [Route] of that length,
// and [Next] the one or two moves that begin a shortest path. On a shortest path, the
// largest disk that has to move does so once or twice, depending on the smaller disks (Hinz
// et al., 2018, ch. 2; Romik 2006): from 100 to 011, it takes 5 moves if disk 3 moves twice,
// and 7 if it moves once. [DirectPath] moves it once. A Route takes only a few kilobytes.
//
// # A stream
//
// [NewReader] returns a solution as bytes, in one of the formats [Packed], [Wide],
// [Text], [CSV], [JSONL] and [NPY]. It supports reading, seeking and copying:
//
//	r, err := hanoi.NewReader(40, hanoi.Text, p, hanoi.Range(1<<39, 1000))
//	_, err = io.Copy(os.Stdout, r)
//
// [Route.Reader] does the same for a route. [Reader.Verify] compares any io.Reader with the
// stream. Package [kernel] writes moves to memory, at the speed of memory.
//
// # Moves from elsewhere
//
// [Check] plays moves from one state to another. It reports how many are legal, which rule
// the first illegal one breaks, and the distance that is left. Package answer finds the moves
// in text that a person or a program wrote.
//
// # Errors
//
// The error for an invalid argument wraps [ErrDisks], [ErrPeg], [ErrMove], [ErrState] or
// [ErrFormat], and the error for an illegal move wraps its [Reason]. Each text names the value,
// the allowed range and the remedy. Functions without an error result panic with such a text.
//
// Comments cite the works listed in docs/references.md of the module.
package hanoi
