package terminal

import "os"

// Windows does not stop a process and let it go on.
var continued os.Signal
