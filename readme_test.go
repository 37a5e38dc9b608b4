package hanoi_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/kernel"
)

// The Go code of README.md is the code of this file's examples, which compile and
// print what they say.
func TestReadmeGo(t *testing.T) {
	lines := func(name string) []string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Split(string(text), "\n")
		for i := range all {
			all[i] = strings.Join(strings.Fields(all[i]), " ")
		}
		return all
	}
	code := strings.Join(lines("readme_test.go"), "\n")
	blocks := 0
	for rest := strings.Join(lines("README.md"), "\n"); ; {
		_, after, found := strings.Cut(rest, "```go\n")
		if !found {
			break
		}
		block, after, _ := strings.Cut(after, "```")
		if !strings.Contains(code, block) {
			t.Errorf("README.md has code that no example of readme_test.go has:\n%s", block)
		}
		rest = after
		blocks++
	}
	if blocks < 2 {
		t.Errorf("%d blocks of Go in README.md", blocks)
	}
}

func Example_readme() {
	m := hanoi.MoveAt(1<<63, hanoi.Canonical)                  // move disk 64 from 0 to 1
	s, err := hanoi.StateAt(64, 1<<40, hanoi.Canonical)        // where all disks stand after 2⁴⁰ moves
	k, err := s.Rank(hanoi.Canonical)                          // 2⁴⁰ again
	a, err := hanoi.ParseState("100")                          // largest disk first
	b, err := hanoi.ParseState("011")                          //
	d, err := hanoi.Distance(a, b)                             // 5
	route, err := hanoi.Path(a, b)                             // the moves themselves, any of them at once
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

var update = flag.Bool("update", false, "write anew the file that a test compares with")

// What a program takes in with kernel, with this package and with the command is
// in a list, so that nothing heavy comes in unseen.
func TestImports(t *testing.T) {
	var got strings.Builder
	for _, pkg := range []string{"./kernel", ".", "./cmd/hanoigen"} {
		c := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", pkg)
		c.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=")
		c.Stderr = os.Stderr
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString("# " + pkg + "\n")
		got.Write(out)
	}
	list := filepath.Join("testdata", "imports.txt")
	if *update {
		if err := os.WriteFile(list, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the imports are\n%swant those of %s (-update writes it):\n%s", got.String(), list, want)
	}
}
