// Command least does the least that a Go program with these kernels has to do: it imports
// cpuid, and writes a line.
package main

import (
	"os"

	_ "github.com/klauspost/cpuid/v2"
)

func main() { os.Stdout.WriteString("move disk 1 from 0 to 2\n") }
