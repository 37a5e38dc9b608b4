package kernel

import (
	"bytes"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/must"
)

// guarded returns n bytes, a multiple of the page size, between inaccessible pages.
func guarded(t *testing.T, n int) []byte {
	page := os.Getpagesize()
	b := must.Get(unix.Mmap(-1, 0, n+2*page, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON))
	t.Cleanup(func() { must.Do(unix.Munmap(b)) })
	inner := b[page : page+n : page+n]
	must.Do(unix.Mprotect(inner, unix.PROT_READ|unix.PROT_WRITE))
	return inner
}

// No kernel reads or writes memory before or after dst.
func TestGuardPages(t *testing.T) {
	page := os.Getpagesize()
	size := (4096 + page - 1) / page * page
	step := either(1, 31)
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		buf := guarded(t, size)
		for _, k := range []uint64{1, 1<<40 - 777} {
			want := o.want(size/o.size, k, 4)
			for n := 0; n <= 4096/o.size; n += step {
				length := n * o.size
				for _, off := range []int{0, size - length} {
					dst := buf[off : off+length : off+length]
					copy(buf, canaries)
					if o.fill(tier, dst, k, 4); !bytes.Equal(dst, want[:length]) {
						t.Fatalf("%d records at %d differ", n, off)
					}
					checkAround(t, buf, off, length)
				}
			}
		}
	})
}
