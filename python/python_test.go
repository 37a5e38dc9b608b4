//go:build unix

// Package python runs the tests of the module and its wheel, which are written in Python.
package python

import (
	"os"
	"os/exec"
	"testing"

	"github.com/hanoigen/hanoi/internal/testfile"
)

func TestPython(t *testing.T) {
	testfile.Watch(".", "../docs", "../cmd/hanoigen", "../answer", "../answer/internal/grammar", "../instance")
	if out, err := exec.Command("/usr/bin/python3", "-c", "import ensurepip, pandas").CombinedOutput(); err != nil {
		t.Skipf("NOT RUN: the modules ensurepip and pandas (on Debian: python3-venv, python3-pandas): %v\n%s", err, out)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "../cmd/hanoigen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	out, err := exec.Command("/usr/bin/python3", "-m", "unittest", "-v").CombinedOutput()
	if err != nil {
		t.Error(err)
	}
	t.Logf("%s", out)
}
