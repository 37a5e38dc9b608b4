package main

import (
	"bytes"
	"errors"
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
	if err := errors.Join(os.CopyFS(copied, os.DirFS(".")), os.Mkdir(filepath.Join(copied, "../kernel"), 0o777)); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("go", "run", ".", "-out", kernel+".s", "-stubs", kernel+".go", "-pkg", "kernel")
	c.Dir = copied
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", c, err, out)
	}
	for _, ext := range []string{".s", ".go"} {
		made, errMade := os.ReadFile(filepath.Join(copied, kernel+ext))
		committed, err := os.ReadFile(kernel + ext)
		if errMade != nil || err != nil || !bytes.Equal(made, committed) {
			t.Errorf("%s is out of date; run go generate ./... at the root (%v, %v)", kernel+ext, errMade, err)
		}
	}
}
