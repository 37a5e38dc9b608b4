//go:build !linux

package sink

// Only Linux has these methods.
var errPlatform = refuse("this platform does not have it")

func canClone(*emission) error  { return errPlatform }
func canDirect(*emission) error { return errPlatform }
func canSplice(*emission) error { return errPlatform }

func (e *emission) clone() error  { return errPlatform }
func (e *emission) direct() error { return errPlatform }
func (e *emission) splice() error { return errPlatform }

func (e *emission) seekable() error { return errPlatform }

func (e *emission) plan() (p struct{ need int64 }, ok bool) { return p, false }

// Nothing is claimed here.
func (e *emission) release() bool               { return true }
func (e *emission) writeCached(end int64) error { return errPlatform }

func (e *emission) writev(segments [][]byte) (int, error) { return e.file.Write(segments[0]) }
