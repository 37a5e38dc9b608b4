//go:build !linux

package block

// pages returns n bytes. Only Linux has pipes that take whole pages.
func pages(n int) []byte { return make([]byte, n) }

func seal([]byte) {}
