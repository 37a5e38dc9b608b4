package instance_test

import (
	"fmt"

	"github.com/hanoigen/hanoi/instance"
)

func ExampleSampler() {
	s, err := instance.NewSampler(instance.Options{
		Seed: 7, MinDisks: 6, MaxDisks: 6, Kind: "distance", MinDistance: 3, MaxDistance: 5, Answers: true,
	})
	if err != nil {
		panic(err)
	}
	x := s.At(1000)
	fmt.Println(x.From, x.To, x.Optimum, string(x.Answer))
	// Output: 000010 000000 3 [[1,0,2],[2,1,0],[1,2,0]]
}
