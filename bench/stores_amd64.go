//go:build gc

package main

//go:generate go run ./asm -out loops_amd64.s -stubs loops_amd64.go -pkg main

// storeLoops returns the loops of ordinary and of streaming stores that are as wide as a
// tier's, or nil if it has no vectors. Each takes a slice that begins and ends at a
// multiple of 64.
func storeLoops(tier string) (ordinary, streaming func(dst []byte)) {
	switch tier {
	case "avx512":
		return func(dst []byte) { storesAVX512(&dst[0], len(dst)) }, func(dst []byte) { streamsAVX512(&dst[0], len(dst)) }
	case "avx2":
		return func(dst []byte) { storesAVX2(&dst[0], len(dst)) }, func(dst []byte) { streamsAVX2(&dst[0], len(dst)) }
	case "bmi":
		return func(dst []byte) { storesBMI(&dst[0], len(dst)) }, func(dst []byte) { streamsBMI(&dst[0], len(dst)) }
	}
	return nil, nil
}
