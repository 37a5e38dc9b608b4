package classic

import "iter"

// Cyclic yields the canonical solution: odd moves take the smallest disk to the next peg,
// always in the same direction; even moves are the only legal move of another disk. (Schoute
// 1884; Algorithm 4 of Kolar 2000, reconstructed from its description.)
//
// In the listing, the smallest disk goes to the right, and reaches the goal only for every
// second n. Here it goes to the left, 0→2→1, and ends on peg 2ⁿ mod 3.
func Cyclic(n int) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		var pegs [3][]uint8
		for d := uint8(n); d > 0; d-- {
			pegs[0] = append(pegs[0], d)
		}
		top := func(peg uint8) uint8 {
			if len(pegs[peg]) == 0 {
				return uint8(n) + 1 // any disk may go there
			}
			return pegs[peg][len(pegs[peg])-1]
		}
		move := func(from, to uint8) bool {
			disk := top(from)
			pegs[from] = pegs[from][:len(pegs[from])-1]
			pegs[to] = append(pegs[to], disk)
			return yield(Move{disk, from, to})
		}
		for smallest := uint8(0); ; {
			next := (smallest + 2) % 3
			if !move(smallest, next) {
				return
			}
			smallest = next
			from, to := (smallest+1)%3, (smallest+2)%3
			if top(from) > top(to) {
				from, to = to, from
			}
			if top(from) > uint8(n) || !move(from, to) {
				return // both pegs are empty: all disks are on the peg of the smallest
			}
		}
	}
}
