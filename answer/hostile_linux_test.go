package answer_test

import (
	"encoding/json"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/must"
)

// TestHostile: the time for a text grows in proportion to its length.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: the time of hostile texts")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	// spent returns the processor time of this thread, which other programs hardly change.
	spent := func() time.Duration {
		const thread = 1 // RUSAGE_THREAD
		var usage syscall.Rusage
		if err := syscall.Getrusage(thread, &usage); err != nil {
			t.Fatal(err)
		}
		return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	for _, line := range section(t, "hostile") {
		var texts []string
		if err := json.Unmarshal([]byte(line[0]), &texts); err != nil {
			t.Fatal(line[0], err)
		}
		for _, text := range texts {
			// judging returns the time to judge 64 KiB of text, divided into the given number of
			// answers.
			judging := func(answers int) time.Duration {
				part := []byte(strings.Repeat(text, 64<<10/answers/len(text)))
				begin := spent()
				for range answers {
					must.Get(answer.New(answer.Problem{N: 3, To: "2"}, answer.Options{})).Text(part)
				}
				return spent() - begin
			}
			short, long := time.Hour, time.Hour
			for try := 0; try == 0 || long > 4*max(short, 20*time.Millisecond); try++ { // in quadratic time, long is 16 times short
				if short, long = min(short, judging(16)), min(long, judging(1)); try == 8 {
					t.Fatalf("%q: %v in pieces, and %v at once", text, short, long)
				}
			}
		}
	}
}
