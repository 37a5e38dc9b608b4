package sink

import (
	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/osfile"
)

// Calls and limits that tests replace.
var (
	writev      = unix.Writev
	pwritev     = unix.Pwritev
	splicePages = osfile.Vmsplice
	cloneRange  = unix.IoctlFileCloneRange
	fallocate   = unix.Fallocate
	syncfs      = unix.Syncfs

	cloneFrom   int64 = 64 << 20 // Auto writes fewer bytes
	cloneBlocks int64 = 1 << 12  // one call clones no more blocks, so that a signal is noticed soon
	clonePage   int64 = 4096     // clones are aligned to this, or to a larger block of the file system
)

var methods = [...]method{Clone: planClones, Direct: planDirect, Splice: planPipe, Write: planPlain}

func (w *writer) writeNext() (int, error) {
	return osfile.Retry(w.o.options.Context, w.o.File, func(fd int) (int, error) { return writev(fd, w.next.List) })
}

// pieces returns the pieces of a file between two offsets. If its holes are not known, known is
// false, and all is one piece.
func (o *Output) pieces(from, to int64) (all []osfile.Piece, known bool) {
	if sys.system(o.File).ShowsHoles {
		if o.old == Resume {
			// A hole that was read is in the page cache, and would pass for data.
			_ = unix.Fadvise(int(o.File.Fd()), 0, 0, unix.FADV_DONTNEED)
		}
		all, known = osfile.Pieces(o.File, from, to)
	}
	if !known {
		all = []osfile.Piece{{From: from, To: to}}
	}
	return all, known
}
