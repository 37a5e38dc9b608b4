// Package must is for calls that fail only if the program is wrong: it panics then.
package must

// Get returns the value of such a call.
func Get[T any](v T, err error) T {
	Do(err)
	return v
}

// Do is for a call without a value.
func Do(err error) {
	if err != nil {
		panic(err)
	}
}
