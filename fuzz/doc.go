// Package fuzz has the fuzz tests: the kernels of every tier against Walsh's
// theorem, and the puzzle, its routes and its streams against what can be said
// of them without the code under test. The corpora are in testdata; run one with
//
//	go test -run '^$' -fuzz '^FuzzPath$' ./fuzz
package fuzz
