package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const kernel = "../kernel/kernel_amd64"

// TestCommitted compares the committed files with the generator's output.
func TestCommitted(t *testing.T) {
	// The files contain the generator's command line, so this must be the same. The generator
	// runs in a copy of this folder, so that it does not overwrite the committed files.
	copied := filepath.Join(t.TempDir(), "asm")
	if err := os.CopyFS(copied, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(copied, "../kernel"), 0o777); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("go", "run", ".", "-out", kernel+".s", "-stubs", kernel+".go", "-pkg", "kernel")
	c.Dir = copied
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", c, err, out)
	}
	for _, ext := range []string{".s", ".go"} {
		if !bytes.Equal(read(t, filepath.Join(copied, kernel+ext)), read(t, kernel+ext)) {
			t.Errorf("%s is out of date; run go generate ./... at the root", kernel+ext)
		}
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
