package main

import (
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// A program may wait for each result before it asks again.
func TestCheckBatchByLine(t *testing.T) {
	c := dialog(t, exec.Command(command, "check", "--batch"))
	for i := range 100 {
		fmt.Fprintf(c.in, `{"id":%d,"n":1,"answer":[[1,0,2]]}`+"\n", i)
		line, err := c.out.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, fmt.Sprintf(`{"id":%d,"verdict":"solved",`, i)) {
			t.Fatalf("result %d is %q (%v)", i, line, err)
		}
	}
	c.in.Close()
	if rest, err := io.ReadAll(c.out); err != nil || len(rest) > 0 {
		t.Errorf("after the last result: %q, %v", rest, err)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

// A reader of the results that goes away ends the run quietly, though its input continues.
func TestCheckBatchClosed(t *testing.T) {
	c := dialog(t, exec.Command(command, "check", "--batch"))
	line := []byte(`{"id":1,"n":1,"answer":[[1,0,2]]}` + "\n")
	must.Get(c.in.Write(line))
	must.Get(c.out.ReadByte())
	c.hangUp()
	for { // until it has noticed
		if _, err := c.in.Write(line); err != nil {
			break
		}
	}
	if err := c.Wait(); err == nil || c.err.Len() > 0 {
		t.Errorf("%v, %q; want a signal or a status, and no message", err, c.err.String())
	}
}
