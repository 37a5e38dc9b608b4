package sink

// Plan 9 describes errors in words.

func cannotSync(error) bool { return true }
func outOfSpace(error) bool { return false }
func brokenPipe(error) bool { return false }

func TooLarge(error) bool { return false }
