// Package testfile is for tests that compare files, or start programs that read files.
package testfile

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hanoigen/hanoi/internal/must"
)

// Compare compares a file with what a test has made. With update, it rewrites the file.
func Compare(t *testing.T, update bool, name, got string) {
	t.Helper()
	if update {
		must.Do(os.WriteFile(name, []byte(got), 0o666))
	} else if changes := Changes(name, string(must.Get(os.ReadFile(name))), got); changes != "" {
		t.Error(changes)
	}
}

// Changes returns a message that names -update, and shows how two versions of a file differ.
// It is empty if they are the same.
func Changes(name, want, got string) string {
	if want == got {
		return ""
	}
	return "go test -update rewrites " + name + ":\n" + string(diff.Diff("as it is", []byte(want), "now", []byte(got)))
}

// Watch lists folders. Then Go's test cache notices changes of their files, which child processes
// read. It works only in tests, not in TestMain, and for folders of the test's own module.
func Watch(folders ...string) {
	for _, folder := range folders {
		must.Get(os.ReadDir(folder))
	}
}
