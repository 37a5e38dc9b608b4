//go:build !amd64 || !gc

package main

// storeLoops returns nil: there is no assembly in this build.
func storeLoops(string) (ordinary, streaming func(dst []byte)) { return nil, nil }
