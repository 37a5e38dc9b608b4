// Command imported imports package kernel, and does nothing.
package main

import _ "github.com/hanoigen/hanoi/kernel"

func main() {}
