package terminal

import "os"

// Windows has no such signals; Bubble Tea asks its console for the size.
var continued, resized os.Signal
