package hanoi_test

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/testfile"
	"github.com/hanoigen/hanoi/kernel"
)

// The Go code of README.md is in the examples of this file, whose output is tested.
func TestReadmeGo(t *testing.T) {
	code := strings.ReplaceAll(read("docs_test.go"), "\n\t", "\n")
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(read("README.md"), -1)
	if len(blocks) < 2 {
		t.Errorf("%d blocks of Go in README.md", len(blocks))
	}
	for _, block := range blocks {
		if !strings.Contains(code, block[1]) {
			t.Errorf("README.md has code that is not in docs_test.go:\n%s", block[1])
		}
	}
}

func Example_readme() {
	m := hanoi.MoveAt(1<<63, hanoi.Canonical)                  // move disk 64 from 0 to 1
	s, err := hanoi.StateAt(64, 1<<40, hanoi.Canonical)        // where all disks stand after 2⁴⁰ moves
	k, err := s.Rank(hanoi.Canonical)                          // 2⁴⁰ again
	a, err := hanoi.ParseState("100")                          // disk 3 on peg 1, disks 2 and 1 on peg 0
	b, err := hanoi.ParseState("011")                          // disk 3 on peg 0, disks 2 and 1 on peg 1
	d, err := hanoi.Distance(a, b)                             // 5
	route, err := hanoi.Path(a, b)                             // the 5 moves
	next, n, left, err := hanoi.Next(a, b)                     // the one or two moves that begin a shortest path
	r, err := hanoi.NewReader(40, hanoi.Text, hanoi.Canonical) // io.Reader, io.ReaderAt, io.Seeker, io.WriterTo

	fmt.Println(m, k == 1<<40, d, route.Len(), next[:n], left, r.Moves(), err)
	// Output: move disk 64 from 0 to 1 true 5 5 [move disk 3 from 1 to 2] 5 1099511627775 <nil>
}

func Example_readmeKernel() {
	dst, moves, disks := make([]byte, 4096), make([]byte, 4096), make([]byte, 4096)
	states := make([][3]uint64, 4096)

	kernel.Fill(dst, 1, kernel.Canonical)                   // packed moves 1, 2, …
	kernel.FillSplit(moves, disks, 1<<40, kernel.Canonical) // from<<4 | to, and disk numbers, in two slices
	kernel.FillStates(states, 64, 1<<40, kernel.Canonical)  // the set of disks on each peg, state after state

	fmt.Println(dst[:3], moves[0], disks[0], states[0][2] == 1<<40)
	// Output: [0 4 2] 2 41 true
}

// TestImports lists the modules that each package needs, so that a new one is noticed.
func TestImports(t *testing.T) {
	testfile.Watch("answer", "instance", "picture", "cmd/hanoigen", "internal/osfile", "internal/sink")
	const light = "github.com/klauspost/cpuid/v2 golang.org/x/sys"
	for pkg, want := range map[string]string{
		"./kernel":       light,
		".":              light,
		"./answer":       light,
		"./instance":     light,
		"./picture":      light,
		"./cmd/hanoigen": "github.com/klauspost/cpuid/v2 github.com/spf13/cobra github.com/spf13/pflag golang.org/x/sys golang.org/x/term",
	} {
		c := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", pkg)
		c.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=")
		c.Stderr = os.Stderr
		out := must.Get(c.Output())
		modules := slices.Sorted(slices.Values(strings.Fields(string(out))))
		if got := strings.Join(slices.Compact(modules), " "); got != want {
			t.Errorf("%s imports %s; want %s", pkg, got, want)
		}
	}
}

// CONTRIBUTING.md lists the internal packages, and no others. The files that it names exist, and
// contain the names in its table of steps.
func TestContributing(t *testing.T) {
	page := read("CONTRIBUTING.md")
	var folders []string
	for _, pattern := range []string{"internal/*", "*/internal/*"} {
		folders = append(folders, must.Get(filepath.Glob(pattern))...)
	}
	var listed []string
	for _, m := range regexp.MustCompile("`((?:\\w+/)?internal/\\w+)/`").FindAllStringSubmatch(page, -1) {
		listed = append(listed, m[1])
	}
	slices.Sort(folders)
	slices.Sort(listed)
	if !slices.Equal(folders, listed) {
		t.Errorf("CONTRIBUTING.md lists %q; the tree has %q", listed, folders)
	}

	for _, m := range regexp.MustCompile("`([\\w/]+\\.go)`").FindAllStringSubmatch(page, -1) {
		read(m[1])
	}
	steps := regexp.MustCompile("(?m)^\\| \\d+ \\| (.*) \\| `(.*)` \\|$").FindAllStringSubmatch(page, -1)
	for _, step := range steps {
		code := read(step[2])
		for _, name := range regexp.MustCompile("`(?:\\w+\\.)?(\\w+)`").FindAllStringSubmatch(step[1], -1) {
			if !regexp.MustCompile(`\b` + name[1] + `\b`).MatchString(code) {
				t.Errorf("%s: %s is not in %s", step[1], name[1], step[2])
			}
		}
	}
	if len(steps) < 20 {
		t.Errorf("CONTRIBUTING.md has %d steps", len(steps))
	}
}

// TestLinks checks that the files and headings that pages link to exist.
func TestLinks(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md"} {
		pages = append(pages, must.Get(filepath.Glob(pattern))...)
	}
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	links := 0
	for _, page := range pages {
		for _, m := range link.FindAllStringSubmatch(read(page), -1) {
			target, err := url.Parse(m[1])
			if err != nil {
				t.Errorf("%s: %v", page, err)
				continue
			}
			if target.IsAbs() {
				continue
			}
			links++
			file := page
			if target.Path != "" {
				file = filepath.Join(filepath.Dir(page), filepath.FromSlash(target.Path))
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			} else if target.Fragment != "" && !slices.Contains(headings(read(file)), target.Fragment) {
				t.Errorf("%s links to %s: no such heading", page, m[1])
			}
		}
	}
	if links < 20 {
		t.Errorf("%d links in all pages", links)
	}
}

// headings returns the names that GitHub gives a page's headings.
func headings(page string) (names []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		names = append(names, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1]))
	}
	return names
}

func read(file string) string { return string(must.Get(os.ReadFile(file))) }
