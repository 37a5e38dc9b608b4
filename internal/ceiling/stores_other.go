//go:build !amd64 || !gc || purego

package ceiling

// Stores returns nil: there is no assembly in this build.
func Stores(int) func(dst []byte, stream bool) { return nil }

// Turns returns nil: there is no assembly in this build.
func Turns(int) func(dst, src []byte, stream bool) { return nil }

// Ors returns nil: there is no assembly in this build.
func Ors(int) func(dst, src []byte, stream bool) { return nil }
