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

// Turns returns the loop that reads vectors of a width in bytes from src, and stores them
// in turn; nil if there is none. It takes TurnsSource bytes or more of src, at any
// address, and dst as Stores does.
func Turns(width int) func(dst, src []byte, stream bool) {
	switch width {
	case 64:
		return func(dst, src []byte, stream bool) { TurnsAVX512(&dst[0], len(dst), &src[0], stream) }
	case 32:
		return func(dst, src []byte, stream bool) { TurnsAVX2(&dst[0], len(dst), &src[0], stream) }
	case 16:
		return func(dst, src []byte, stream bool) { TurnsBMI(&dst[0], len(dst), &src[0], stream) }
	}
	return nil
}

// Ors returns the loop that reads vectors of a width in bytes from src, and stores each
// ORed with a constant; nil if there is none. It takes OrsSource bytes or more of src,
// and dst as Stores does.
func Ors(width int) func(dst, src []byte, stream bool) {
	switch width {
	case 64:
		return func(dst, src []byte, stream bool) { OrsAVX512(&dst[0], len(dst), &src[0], stream) }
	case 32:
		return func(dst, src []byte, stream bool) { OrsAVX2(&dst[0], len(dst), &src[0], stream) }
	case 16:
		return func(dst, src []byte, stream bool) { OrsBMI(&dst[0], len(dst), &src[0], stream) }
	}
	return nil
}
