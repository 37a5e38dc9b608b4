package sink

import (
	"context"
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/internal/block"
)

// On a single processor, too, a full pipe lets other goroutines run, and the order to stop
// arrives.
func TestStoppedOnOneProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	s := newSample(block.Packed, false, 1, 4<<20, 0)
	r, w := pipe(t, 0)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	n, err := emit(ctx, w, s.stream.Cursor(), as{Method: Splice, Progress: func(Progress) {
		time.AfterFunc(20*time.Millisecond, stop)
	}})
	w.Close()
	if err != context.Canceled {
		t.Fatalf("%d bytes, %v; want %v", n, err, context.Canceled)
	}
	got, err := io.ReadAll(r)
	if err != nil || int64(len(got)) != n || n == 0 {
		t.Fatalf("%d bytes written, %d read, %v", n, len(got), err)
	}
	differ(t, got, s.want[:n])
}
