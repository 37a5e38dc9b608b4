package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// The commands on docs/pictures.md draw the pictures that it shows.
func TestPictures(t *testing.T) {
	const docs = "../../docs"
	page := string(read(t, filepath.Join(docs, "pictures.md")))
	made := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^    hanoigen (draw .*) -o (pictures/\S+)$`).FindAllStringSubmatch(page, -1) {
		args, name := line[1], line[2]
		made[name] = true
		if !strings.Contains(page, "]("+name+")") {
			t.Errorf("%s is not shown", name)
		}
		r := hanoigen(t, args+" -o -")
		r.expect(t, 0, "")
		file := filepath.Join(docs, name)
		if *update {
			write(t, file, r.out)
		}
		if !bytes.Equal(r.out, read(t, file)) {
			t.Errorf("hanoigen %s: docs/%s differs; look at the new picture, and if it is right run the test with -update", args, name)
		}
	}
	all := must.Get(filepath.Glob(filepath.Join(docs, "pictures", "*")))
	if len(all) != len(made) || len(all) == 0 {
		t.Errorf("docs/pictures has %d files; docs/pictures.md has commands for %d", len(all), len(made))
	}
}
