package hanoi

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// WriteTo to a file leaves the reader where it ends, or fails.
func TestWriteToFile(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := reader(12, Text, 0)
	size, _ := r.Size()
	if n, err := r.WriteTo(f); n != size || err != nil {
		t.Fatal(n, err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("behind the last byte: %d, %v", n, err)
	}
	if _, err := f.WriteString("more"); err != nil {
		t.Errorf("the file is closed: %v", err)
	}
	f.Close()
	r.Seek(0, io.SeekStart)
	if n, err := r.WriteTo(f); n != 0 || !errors.Is(err, os.ErrClosed) {
		t.Errorf("to a closed file: %d, %v", n, err)
	}
	if at, err := r.Seek(0, io.SeekCurrent); at != 0 || err != nil {
		t.Errorf("the reader is at %d, %v", at, err)
	}
}

// Verify goes on beyond 2⁶³ bytes, and names what is there.
func TestVerifyBeyond(t *testing.T) {
	fresh := func() *Reader {
		r := reader(64, Wide, 0, Range(1, 1<<62+500_000))
		if _, err := r.Seek(math.MaxInt64-999, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		return r
	}
	var b bytes.Buffer
	if n, err := fresh().WriteTo(&b); n != 1_001_000 || err != nil {
		t.Fatal(n, err)
	}
	want := b.Bytes()
	for _, at := range []bool{false, true} {
		verify := func(b []byte) error {
			if at {
				return fresh().VerifyAt(bytes.NewReader(b), int64(len(b)), nil)
			}
			return fresh().Verify(bytes.NewReader(b), nil)
		}
		if err := verify(want); err != nil {
			t.Error(err)
		}
		const move = 1<<62 + 100_000 - 499
		wrong := bytes.Clone(want)
		wrong[200_000] ^= 1
		var d *DifferenceError
		if err := verify(wrong); !errors.As(err, &d) || d.Move != move || d.Offset != math.MaxInt64 || !bytes.Equal(d.Want, want[200_000:200_002]) || d.Got[0] != wrong[200_000] {
			t.Errorf("a difference: %v", err)
		}
		if err := verify(want[:200_000]); !errors.As(err, &d) || d.Move != move || len(d.Got) != 0 {
			t.Errorf("an early end: %v", err)
		}
		if err := verify(append(bytes.Clone(want), 7)); !errors.As(err, &d) || d.Move != 1<<62+500_001 || string(d.Got) != "\x07" {
			t.Errorf("more: %v", err)
		}
	}
	// A writer that takes less.
	r := fresh()
	short := &shortWriter{left: 300_001}
	if n, err := r.WriteTo(short); n != 300_001 || err != io.ErrShortWrite {
		t.Fatal(n, err)
	}
	rest, err := io.ReadAll(r)
	if err != nil || !bytes.Equal(rest, want[300_001:]) {
		t.Errorf("%d bytes come then, %v", len(rest), err)
	}
}
