package picture_test

import (
	"log"
	"os"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/picture"
)

func ExampleGraph() {
	start, err := hanoi.Perfect(5, 0)
	if err != nil {
		log.Fatal(err)
	}
	goal, err := hanoi.ParseState("20110")
	if err != nil {
		log.Fatal(err)
	}
	path, err := hanoi.Path(start, goal)
	if err != nil {
		log.Fatal(err)
	}
	f, err := os.CreateTemp("", "*.svg")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(f.Name())
	if err := picture.Graph(f, 5, picture.GraphOptions{Path: path}); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
}
