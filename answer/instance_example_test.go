package answer_test

import (
	"encoding/json"
	"fmt"

	"github.com/hanoigen/hanoi/answer"
)

func ExampleSampler() {
	s, err := answer.NewSampler(answer.Instances{
		Seed: 7, MinDisks: 6, MaxDisks: 6, Kind: "distance", MinDistance: 3, MaxDistance: 5, Answers: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	x := s.At(1000)
	fmt.Println(x.From, x.To, x.Optimum)
	line, _ := json.Marshal(x)
	fmt.Println(string(line))
	// Output:
	// 000010 000000 3
	// {"id":1000,"n":6,"from":"000010","to":"000000","optimum":3,"answer":[[1,0,2],[2,1,0],[1,2,0]]}
}
