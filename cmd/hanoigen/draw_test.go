package main

import (
	"bytes"
	"image/gif"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPictures makes the pictures of docs/pictures.md again, by the commands that it
// shows, and compares.
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
			t.Errorf("hanoigen %s: not what docs/%s has; look at it, and if it is right run the test with -update", args, name)
		}
	}
	all, err := filepath.Glob(filepath.Join(docs, "pictures", "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(made) || len(all) == 0 {
		t.Errorf("docs/pictures has %d files, and docs/pictures.md the commands for %d", len(all), len(made))
	}
}

func TestDraw(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"state 2011":                "<title id=\"title\">Tower of Hanoi: state 2011</title>",
		"state 4|1|":                "", // no such state
		"path 00 21":                "from 00 to 21 in 2 moves",
		"path 100 011":              "in 5 moves",
		"path 100 011 --direct":     "in 7 moves",
		"graph -n 2":                "9 states of 2 disks",
		"graph -n 3 --path 100 011": "shortest path: 5 moves",
		"graph -n 3 --solution":     "from peg 0 to peg 2, 7 moves",
		"graph -n 3 --solution --state 022 --from 0 --to 2": "3 moves from its start",
		"graph -n 3 --path 100 011 --direct":                "the shortest has 5 moves",
	} {
		r := hanoigen(t, "draw "+line)
		if want == "" {
			r.expect(t, 2, "no such state")
			continue
		}
		r.expect(t, 0, "")
		if !strings.HasPrefix(string(r.out), "<svg ") || !strings.HasSuffix(string(r.out), "</svg>\n") || !strings.Contains(string(r.out), want) {
			t.Errorf("draw %s: %.300q…; want an SVG with %q", line, r.out, want)
		}
	}
	r := hanoigen(t, "draw path 00 22 --gif -o a.gif")
	r.expect(t, 0, "")
	if _, err := gif.DecodeAll(bytes.NewReader(read(t, "a.gif"))); err != nil {
		t.Error(err)
	}
	hanoigen(t, "draw state 0 -o a.gif").expect(t, 1, "a.gif: file already exists .*--force to overwrite it, or another file$")
	hanoigen(t, "draw state 0 -o a.gif --force").expect(t, 0, "")
	if got := read(t, "a.gif"); !bytes.HasPrefix(got, []byte("<svg ")) || !bytes.HasSuffix(got, []byte("</svg>\n")) {
		t.Errorf("the file has %.80q…", got)
	}
}

func TestDrawErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct{ line, message string }{
		{"", `draw needs state, path or graph; 'hanoigen draw --help' shows examples$`},
		{"tree", `unknown command "tree"`},
		{"path 000000000 111111111 -o f", `511 moves; an animation has at most 255: draw the path in the graph \(hanoigen draw graph --path\)$`},
		{"path 000000000 000000001 --gif -o f", `9 disks; a GIF has at most 8`},
		{"graph -n 3 000", `"000" is too many arguments; usage: hanoigen draw graph -n N`},
		{"graph -n 3 --path 000", `too few arguments; usage: hanoigen draw graph -n N \[--path A B\]`},
		{"graph -n 3 --path 00 22 -o f", `no such state in the graph of 3 disks: 00 has 2; give a state of as many$`},
		{"graph -n 3 --direct -o f", `--direct is a kind of path; give --path A B too$`},
		{"graph -n 3 --from 1 -o f", `--from and --to say which solution is drawn; give --solution too$`},
	} {
		r := hanoigen(t, "draw "+test.line)
		r.expect(t, 2, test.message)
		if len(r.out) > 0 {
			t.Errorf("draw %s: standard output is %.80q; want nothing", test.line, r.out)
		}
	}
	if left, _ := filepath.Glob("*"); len(left) > 0 {
		t.Errorf("the runs left %q; want no files", left)
	}
}
