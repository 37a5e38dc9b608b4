package answer_test

import (
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/answer"
)

// spent returns the time that this thread has had a processor, which other programs hardly change.
func spent(t *testing.T) time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	if err := syscall.Getrusage(thread, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano())
}

// TestHostile: no text takes more than a time in proportion to its length.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: the time of hostile texts")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const size = 8 << 10
	for _, line := range section(t, "hostile") {
		text, err := strconv.Unquote(line[0])
		if err != nil {
			t.Fatal(err)
		}
		judging := func(size int) time.Duration {
			j, err := answer.New(answer.Problem{N: 3, To: "2"}, answer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			begin := spent(t)
			j.Text([]byte(strings.Repeat(text, size/len(text))))
			return spent(t) - begin
		}
		short, long := time.Hour, time.Hour
		for try := 0; ; try++ {
			short, long = min(short, judging(size)), min(long, judging(16*size))
			if long < 100*max(short, 2*time.Millisecond) { // 256 in square time
				break
			}
			if try == 8 {
				t.Errorf("%q: %v for %d bytes, %v for 16 times as many", text, short, size, long)
				break
			}
		}
	}
}
