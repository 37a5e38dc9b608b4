package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// A file without read permission is not judged.
func TestVerifyForbidden(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	write(t, name, whole(5, "packed").bytes())
	os.Chmod(name, 0)
	byNobody(t, dir, "verify -n 5 "+name).expect(t, 3, "^hanoigen: "+name+": permission denied; name an input that can be read$")
}

// A complete file needs no permission to be written.
func TestResumeReadOnly(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	for _, test := range []struct {
		bytes, status int
		message       string
	}{
		{31, 0, ""},
		{30, 1, "permission denied$"},
		{0, 1, "permission denied$"},
		{-1, 1, "permission denied; give another file with -o$"}, // no file, in a read-only folder
	} {
		os.Remove(name)
		if test.bytes >= 0 {
			write(t, name, whole(5, "packed").bytes()[:test.bytes])
			os.Chmod(name, 0o444)
		} else {
			os.Chmod(dir, 0o555)
		}
		byNobody(t, dir, "-n 5 -o "+name+" --resume").expect(t, test.status, test.message)
		if test.bytes >= 0 {
			byNobody(t, dir, "-n 5 -o "+name+" --force").expect(t, 1, "permission denied; give another file with -o$")
			holds(t, name, whole(5, "packed").bytes()[:test.bytes])
		}
	}
	os.Chmod(dir, 0o700)
}

// A folder and a file may be write-only.
func TestUnreadable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "box")
	must.Do(os.Mkdir(dir, 0o700))
	name := filepath.Join(dir, "f")
	must.Do(os.Chmod(dir, 0o333))
	byNobody(t, dir, "-n 5 -o "+name).expect(t, 0, "")
	os.Chmod(name, 0o222)
	byNobody(t, dir, "-n 4 --force -o "+name).expect(t, 0, "")
	byNobody(t, dir, "-n 4 --force --io clone -o "+name).expect(t, 1, "clone: it cannot be read: permission denied; ")
	os.Chmod(dir, 0o700)
	os.Chmod(name, 0o600)
	holds(t, name, whole(4, "packed").bytes())
}
