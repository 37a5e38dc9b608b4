package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/answer"
)

// checkBatch judges JSON lines to standard output.
func checkBatch(c *cobra.Command, in *os.File, j *judging, p *progress) error {
	if _, err := answer.NewLine(j.problem, j.options); err != nil { // of the flags, and no line's
		return usagef("%w", err)
	}
	var done counter
	total := bytesLeft(in)
	hide := p.show(func() state { return readOf(done.Load(), total) })
	sum, err := answer.Batch(c.Context(), io.TeeReader(in, &done), c.OutOrStdout(), j.problem, j.options, 0)
	hide()
	switch {
	case err != nil: // if it is the output's, run knows
		return unjudged(err)
	case sum.Unjudged > 0:
		return failure{exitUnread, fmt.Errorf(`%d of %d lines could not be judged, and their results have "error"; the first is line %d: %w`,
			sum.Unjudged, sum.Lines, sum.FirstUnjudged, sum.Err)}
	}
	if p.shown() {
		say(fmt.Sprintf("%d of %d solved", sum.Solved, sum.Lines))
	}
	if sum.Solved < sum.Lines {
		return failure{status: exitFailed}
	}
	return nil
}

// bytesLeft returns how many bytes of a file are left to read, or −1 if it is not a
// regular file.
func bytesLeft(file *os.File) int64 {
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	at, _ := file.Seek(0, io.SeekCurrent)
	return max(0, info.Size()-at)
}

// counter is a writer that counts the bytes.
type counter struct{ atomic.Int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.Add(int64(len(p)))
	return len(p), nil
}
