// Package must is for calls that fail only if the program has a bug: then it panics.
package must

// Get returns v. It panics if err is not nil.
func Get[T any](v T, err error) T {
	Do(err)
	return v
}

// Do panics if err is not nil.
func Do(err error) {
	if err != nil {
		panic(err)
	}
}
