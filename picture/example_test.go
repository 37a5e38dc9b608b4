package picture_test

import (
	"log"
	"os"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/picture"
)

func ExampleState() {
	s, err := hanoi.ParseState("2011")
	if err != nil {
		log.Fatal(err)
	}
	if err := picture.State(os.Stdout, s); err != nil {
		log.Fatal(err)
	}
}
