package sink

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// Calls that tests replace.
var (
	writev      = unix.Writev
	pwritev     = unix.Pwritev
	splicePages = osfile.Vmsplice
	cloneRange  = unix.IoctlFileCloneRange
	fallocate   = unix.Fallocate
	syncfs      = unix.Syncfs
)

var errReadOnly = errors.New("it is not open for writing")

// ask asks the system about the output. A stream with few bytes left is too short for methods
// that take calls to find out, unless one was asked for.
func (o *Output) ask(left int64) target {
	var t target
	flags, _ := osfile.Fcntl(o.File, unix.F_GETFL, 0)
	readOnly := flags&unix.O_ACCMODE == unix.O_RDONLY
	if _, err := osfile.Fcntl(o.File, unix.F_GETPIPE_SZ, 0); err != nil {
		t.lacks[Splice] = errors.New("it is not a pipe")
	} else if readOnly {
		t.lacks[Splice] = errReadOnly // vmsplice would read from the pipe
	}
	info, err := o.File.Stat()
	var lacks error
	switch {
	case err != nil:
		lacks = err
	case !o.Regular:
		lacks = errors.New("it is not a regular file")
	case flags&unix.O_APPEND != 0:
		lacks = errors.New("it is open for appending")
	case readOnly:
		lacks = errReadOnly
	}
	t.lacks[Clone], t.lacks[Direct] = lacks, lacks
	if err != nil || !o.Regular {
		return t
	}
	t.system = sys.system(o.File)
	if t.offset, err = o.File.Seek(0, io.SeekCurrent); err != nil || flags&unix.O_APPEND != 0 {
		t.offset = info.Size()
	}
	t.held = float64(max(0, osfile.Allocated(info)-min(t.offset, info.Size())))
	m := o.options.Method
	if lacks == nil && (m == Clone || m == Direct || m == Auto && left >= memoryAlign) {
		t.lacks[Clone], t.lacks[Direct] = o.lacksClones(t.offset), o.lacksDirect()
	}
	return t
}

func (o *Output) lacksDirect() error {
	f, err := reopenDirect(o.File)
	if err != nil {
		return fmt.Errorf("its file system has no direct output: %w", err)
	}
	return f.Close()
}

func reopenDirect(f *os.File) (*os.File, error) {
	return osfile.Reopen(f, unix.O_WRONLY|unix.O_DIRECT)
}

func (o *Output) lacksClones(offset int64) error {
	if !o.emptyFrom(offset) {
		return errors.New("it has data where the output goes")
	}
	src, err := osfile.Reopen(o.File, os.O_RDONLY)
	if err != nil {
		return fmt.Errorf("it cannot be read: %w", err)
	}
	defer src.Close()
	// Clone the whole file onto itself. A file system that shares blocks finds nothing to do,
	// or an overlap (EINVAL).
	err = cloneRange(int(o.File.Fd()), &unix.FileCloneRange{Src_fd: int64(src.Fd())})
	if err != nil && !errors.Is(err, unix.EINVAL) {
		return fmt.Errorf("its file system cannot share blocks (FICLONERANGE): %w", err)
	}
	return nil
}

// emptyFrom reports whether the file has no bytes to keep at an offset or after it. The bytes of
// a partial file are the stream's, which may be written again.
func (o *Output) emptyFrom(offset int64) bool {
	info, err := o.File.Stat()
	return err == nil && (o.old == Overwrite || info.Size() <= max(offset, o.partial))
}

// firstHole returns the offset of the first hole in the first size bytes of a file, or size if
// lseek(2) shows none. It moves the file's offset.
func firstHole(f *os.File, size int64) int64 {
	// A hole that was read is in the page cache, and would pass for data.
	_ = unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
	hole, err := f.Seek(0, unix.SEEK_HOLE)
	if err != nil {
		return size
	}
	return min(hole, size)
}

// putPlain writes some of the next bytes by one call.
func (w *writer) putPlain() (int, error) {
	n, err := osfile.Retry(w.File, w.Regular, func(fd int) (int, error) { return writev(fd, w.segments.List) })
	if err == unix.EPIPE {
		// If this is standard output, package os ends the process by SIGPIPE.
		return w.File.Write(w.segments.List[0])
	}
	return n, err
}

// run writes the stream as planned.
func (w *writer) run(p plan) error {
	if p.method == Splice {
		err := w.writePages()
		switch {
		case !errors.Is(err, errNotSpliced):
			return err
		case w.options.Method == Splice && w.now.Written == 0:
			return fmt.Errorf("%w, %v: %w", ErrMethod, Splice, err)
		}
	}
	left, _ := w.cursor.Left()
	if len(p.steps) == 0 {
		return w.writePlain()
	}
	end, err := w.File.Seek(left, io.SeekCurrent)
	if err != nil { // its offset cannot go that far
		return w.writePlain()
	}
	c := &claim{writer: w, next: end - left, end: end}
	c.align = max(memoryAlign, sys.system(w.File).Block) // no sector is larger than a block
	err = c.carryOut(p)
	if c.direct != nil {
		closed := w.failed("close", errors.Unwrap(c.direct.Close())) // with the file's own name
		err = errors.Join(err, doubtful(closed))
	}
	return err
}

const (
	pipeBytes   = 1 << 20
	spliceBytes = pipeBytes / 2 // the writer fills one half while the reader takes the other
)

var errNotSpliced = errors.New("vmsplice") // a plain write succeeds, or reports the reason

// writePages hands the pages of stable segments to a pipe, without a copy and without
// SPLICE_F_GIFT: they never change, so any process may keep them. Other bytes are copied.
func (w *writer) writePages() error {
	if n, err := osfile.Fcntl(w.File, unix.F_GETPIPE_SZ, 0); err == nil && n < pipeBytes {
		_, _ = osfile.Fcntl(w.File, unix.F_SETPIPE_SZ, pipeBytes) // fails if the user's limit is lower
	}
	return w.pump(func() {
		// Batches end at page boundaries of the stream. If packed or wide moves start at
		// move 1, these are also page boundaries of memory.
		most := spliceBytes - int(w.now.Written%int64(os.Getpagesize()))
		if w.now.Written == 0 && w.options.Method == Auto {
			most = block.Few // the first bytes do not wait until blocks are made
		}
		w.segments.Fill(w.cursor, most)
	}, w.splice)
}

// splice gives the pipe as many of the next bytes as it has room for.
func (w *writer) splice() (int, error) {
	stable := w.segments.List
	if w.segments.Unstable {
		stable = stable[:len(stable)-1]
	}
	if len(stable) == 0 {
		return w.putPlain()
	}
	iovs := make([]unix.Iovec, len(stable))
	for i, s := range stable {
		iovs[i].Base = &s[0]
		iovs[i].SetLen(len(s))
	}
	n, err := osfile.Retry(w.File, false, func(fd int) (int, error) {
		return splicePages(fd, iovs, unix.SPLICE_F_NONBLOCK)
	})
	switch {
	case err == unix.EPIPE:
		return w.putPlain()
	case errors.As(err, new(unix.Errno)):
		err = fmt.Errorf("%w: %w", errNotSpliced, err)
	}
	return n, err
}

const directBytes = 4 << 20 // of one write: enough to keep a disk busy

// A claim is the range of a file that the rest of a stream is written to. No byte that other
// processes write to the file is lost, because
//
//   - The file's offset moves past the range by one lseek. All processes that share the offset
//     write before or after the range.
//   - writeUntil and clone are the only functions of this package that write at an offset of
//     their own. Both write at next. The claim ends where the stream ends.
//   - release returns the rest of the range only if the offset is still where that lseek left it:
//     no other process wrote after the range.
//
// All other writes (see putPlain) are at the file's offset, and move it.
type claim struct {
	*writer
	next, end int64    // the rest of the range
	direct    *os.File // the file opened with O_DIRECT, or nil
	align     int64    // of the offsets and lengths of direct writes
	bounce    []byte   // aligned memory for a direct write
}

// carryOut writes as planned. If a clone is refused, it and all later ones are written.
func (c *claim) carryOut(p plan) (err error) {
	steps := p.steps
	empty := c.emptyFrom(c.next)
	if steps[len(steps)-1].end != c.end || !empty {
		steps = []step{{end: c.end}} // another process may have written since the plan was made
	}
	c.direct, _ = reopenDirect(c.File)
	src, _ := osfile.Reopen(c.File, os.O_RDONLY) // standard output is open for writing only
	defer src.Close()
	if len(steps) > 1 {
		_ = unix.Fadvise(int(src.Fd()), 0, 0, unix.FADV_RANDOM) // cloned reads single pages
		// btrfs clones one extent faster than many.
		_ = fallocate(int(c.File.Fd()), unix.FALLOC_FL_KEEP_SIZE, c.next, max(1, steps[0].end-c.next))
	}
	refused := false
	for _, s := range steps {
		if s.back > 0 && s.end > c.next && !refused {
			if refused, err = c.clone(src, s); err != nil {
				break
			}
		}
		if err = c.writeUntil(s.end, p.method == Direct || s.end-c.next >= directBytes); err != nil {
			break
		}
	}
	if len(steps) > 1 && sys.system(c.File).Btrfs {
		// Syncing only the file, now or later, would log the checksums of a whole block
		// for each of its clones, which takes far longer.
		err = errors.Join(err, doubtful(syncfs(int(c.File.Fd()))))
	}
	if err != nil && empty {
		_ = c.cut() // what a failed write left, and what was allocated for the base
	}
	c.release()
	return err
}

// release returns the rest of the range, unless another process has moved the offset.
func (c *claim) release() {
	if c.next == c.end {
		return // another process may move the offset before a second call could set it
	}
	if at, err := c.File.Seek(0, io.SeekCurrent); err == nil && at == c.end {
		_, _ = c.File.Seek(c.next, io.SeekStart)
	}
}

// clone appends a clone of the bytes that begin s.back before next. src is the file, open for
// reading. The stream must have the same bytes in both places. If the clone is refused, nothing
// was changed.
func (c *claim) clone(src *os.File, s step) (refused bool, err error) {
	n := s.end - c.next
	err = cloneRange(int(c.File.Fd()), &unix.FileCloneRange{
		Src_fd:      int64(src.Fd()),
		Src_offset:  uint64(c.next - s.back),
		Src_length:  uint64(n),
		Dest_offset: uint64(c.next),
	})
	switch {
	case err == nil && c.cloned(src, n):
		c.next += n
		c.wrote(n)
		return false, nil
	case err == nil: // OpenZFS 2.2 cloned nothing, or a part, and reported success
		return true, c.cut()
	case err == unix.ENOSPC || err == unix.EDQUOT || err == unix.EFBIG || !errors.As(err, new(unix.Errno)):
		return false, c.failed("clone", err)
	}
	return true, nil
}

// cut truncates a named file at next; a partial file keeps the size that it had. In a shared file,
// bytes after next may be from another process, so they stay until they are overwritten.
func (c *claim) cut() error {
	if !c.Named {
		return nil
	}
	return c.File.Truncate(max(c.next, c.partial))
}

// cloned reports whether the first and the last page of a clone of n bytes equal the stream.
func (c *claim) cloned(src *os.File, n int64) bool {
	page := min(n, clonePage)
	want, got := make([]byte, page), make([]byte, page)
	for _, at := range []int64{0, n - page} {
		c.cursor.SeekFrom(c.begin, c.now.Written+at)
		c.cursor.ReadFull(want)
		if _, err := src.ReadAt(got, c.next+at); err != nil || !bytes.Equal(got, want) {
			return false
		}
	}
	return true
}

// writeUntil writes the bytes before an offset. With direct, aligned parts bypass the page cache,
// if that is possible.
func (c *claim) writeUntil(end int64, direct bool) error {
	f := c.File // of the next bytes
	fill := func() {
		n := min(end-c.next, directBytes-c.next%directBytes)
		into := c.next % c.align
		f = c.File
		switch {
		case !direct || c.direct == nil:
			c.segments.Fill(c.cursor, int(n))
		case into > 0 || n < c.align:
			c.segments.Fill(c.cursor, int(min(n, c.align-into)))
		default:
			f = c.direct
			c.fillAligned(int(n / c.align * c.align))
		}
	}
	put := func() (int, error) {
		write := func(fd int) (int, error) { return pwritev(fd, c.segments.List, c.next) }
		n, err := osfile.Retry(f, true, write)
		if err == unix.EINVAL && f != c.File {
			f, direct = c.File, false
			n, err = osfile.Retry(f, true, write)
		}
		c.next += int64(n)
		return n, err
	}
	return c.pump(fill, put)
}

// fillAligned takes the next n bytes of the stream, in aligned memory.
func (c *claim) fillAligned(n int) {
	next := &c.segments
	next.Fill(c.cursor, n)
	if next.Bytes == n && !slices.ContainsFunc(next.List, unaligned) {
		return
	}
	if c.bounce == nil {
		memory := make([]byte, directBytes+memoryAlign)
		c.bounce = memory[-uintptr(unsafe.Pointer(&memory[0]))&(memoryAlign-1):][:directBytes]
	}
	at := 0
	for _, s := range next.List {
		at += copy(c.bounce[at:], s)
	}
	c.cursor.ReadFull(c.bounce[at:n])
	next.List, next.Bytes = [][]byte{c.bounce[:n]}, n
}

func unaligned(b []byte) bool {
	return (uintptr(unsafe.Pointer(&b[0]))|uintptr(len(b)))%memoryAlign != 0
}
