package osfile

// CannotSync returns true: Plan 9 describes errors in words.
func CannotSync(error) bool { return true }
