package answer_test

import (
	"fmt"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"
)

// A Judge judges a text. Check of package hanoi judges moves that need no reading, such as those of a Route.
func ExampleJudge() {
	judge, err := answer.New(answer.Problem{N: 2, To: "2"}, answer.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(judge.Text([]byte("1. Move disk 1 from A to B\n2. Move disk 2 from A to C\n3. Move disk 1 from B to C")))
	fmt.Println(judge.Text([]byte("X → Y, X → Z, Y → Z")))

	start, _ := hanoi.ParseState("00")
	goal, _ := hanoi.ParseState("22")
	route, err := hanoi.Path(start, goal)
	if err != nil {
		panic(err)
	}
	outcome, err := hanoi.Check(start, goal, route.Moves())
	fmt.Println(outcome.Solved, outcome.Legal, err)
	// Output:
	// Solved: the goal stands after 3 moves, the fewest possible.
	// Ambiguous: its pegs are called X, Y, Z; give --pegs NAME,NAME,NAME in the order of pegs 0, 1 and 2.
	// true 3 <nil>
}
