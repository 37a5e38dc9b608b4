package sink

import "os"

// Writer is a file with the way to write to it. The WriteTo method of a
// hanoi.Reader gives it to Emit.
type Writer struct {
	*os.File
	Options
}
