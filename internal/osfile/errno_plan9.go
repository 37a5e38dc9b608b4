package osfile

// Plan 9 describes errors in words.

func CannotSync(error) bool { return true }
func OutOfSpace(error) bool { return false }
func BrokenPipe(error) bool { return false }
func TooLarge(error) bool   { return false }
