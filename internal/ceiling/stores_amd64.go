//go:build gc && !purego

package ceiling

// Stores returns the loop of stores of a width in bytes, 16, 32 or 64, or nil if
// there is none. It takes a slice that begins and ends at a multiple of the width.
func Stores(width int) func(dst []byte, stream bool) {
	switch width {
	case 64:
		return func(dst []byte, stream bool) { StoresAVX512(&dst[0], len(dst), stream) }
	case 32:
		return func(dst []byte, stream bool) { StoresAVX2(&dst[0], len(dst), stream) }
	case 16:
		return func(dst []byte, stream bool) { StoresBMI(&dst[0], len(dst), stream) }
	}
	return nil
}
