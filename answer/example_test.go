package answer_test

import (
	"fmt"

	"github.com/hanoigen/hanoi/answer"
)

func ExampleJudge() {
	judge, err := answer.New(answer.Problem{N: 2, To: "2"}, answer.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(judge.Text([]byte("1. Move disk 1 from A to B\n2. Move disk 2 from A to C\n3. Move disk 1 from B to C")))
	fmt.Println(judge.Text([]byte("X → Y, X → Z, Y → Z")))
	// Output:
	// Solved in 3 moves, the fewest possible.
	// Ambiguous: its pegs are called X, Y, Z; give --pegs NAME,NAME,NAME in the order of pegs 0, 1 and 2.
}
