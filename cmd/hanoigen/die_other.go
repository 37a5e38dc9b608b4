//go:build !unix

package main

import "os"

// Elsewhere no process ends by a signal: the exit status alone tells.

func dieOf(os.Signal) {}

func dieOfBrokenPipe() {}

func outliveBrokenPipes() {}
