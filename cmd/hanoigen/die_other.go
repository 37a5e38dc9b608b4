//go:build !unix

package main

import "os"

// Elsewhere no process ends by a signal, and the status has to do.

func dieOf(os.Signal) {}

func dieOfBrokenPipe() {}

func outliveBrokenPipes() {}
