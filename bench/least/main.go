// Command least does what any Go program with these kernels must do: it imports cpuid and
// writes a line.
package main

import (
	"os"

	_ "github.com/klauspost/cpuid/v2"
)

func main() { os.Stdout.WriteString("move disk 1 from 0 to 2\n") }
