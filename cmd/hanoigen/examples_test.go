//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// example is a command that the README or a help text shows.
type example struct{ where, line, comment string }

// exampleLine is a command, followed by a comment after two spaces or on the next line.
var exampleLine = regexp.MustCompile(`(?m)^(?:  |    )(\S.*?)(?:(?: {2,}|\n      )(?:# )?(.*))?$`)

func examples(t *testing.T) (all []example) {
	add := func(where, text string) {
		for _, m := range exampleLine.FindAllStringSubmatch(text, -1) {
			all = append(all, example{where, m[1], m[2]})
		}
	}
	for line := range strings.Lines(string(read(t, "../../README.md"))) {
		line = strings.Replace(line, "go run ./cmd/hanoigen", "hanoigen", 1)
		if strings.HasPrefix(line, "    hanoigen ") {
			add("README", strings.TrimSuffix(line, "\n"))
		}
	}
	if len(all) < 9 {
		t.Fatalf("%d commands in the README; want 9 at least", len(all))
	}
	root := newGenerate()
	addCommands(root)
	for _, c := range commandsOf(root) {
		add(c.CommandPath()+" --help", c.Example)
	}
	return all
}

// exampleFiles creates the files that examples read.
const exampleFiles = `
hanoigen -n 20 > moves.bin
for i in 0 1 2 3; do hanoigen -n 20 --shard $i/4 -o part.$i; done
hanoigen -n 7 -f text -o answer.txt
hanoigen instances -n 3..8 --count 100 --answers > answers.jsonl`

// Each example in the README and the help succeeds, in a new folder, and prints what a comment
// like "prints 9" or "prints 9 (the moves made)" says. The test replaces 30 and 40 disks, whose
// moves take 1 GiB and 1 TiB, by 20.
func TestExamples(t *testing.T) {
	all, files := examples(t), t.TempDir()
	t.Chdir(files)
	bash(t, "set -e"+exampleFiles).expect(t, 0, "")
	prints := regexp.MustCompile(`^prints (.*?)(?: \(.*\))?$`)
	fewer := strings.NewReplacer("-n 30", "-n 20", "-n 40", "-n 20")
	compared := 0
	for _, e := range all {
		t.Run(e.where+": "+e.line, func(t *testing.T) {
			t.Chdir(t.TempDir())
			line := fewer.Replace(e.line)
			if strings.Contains(line, "verify") || strings.Contains(line, "check") {
				must.Do(os.CopyFS(".", os.DirFS(files)))
			}
			c := exec.Command("bash", "-c", "set -o pipefail; "+line)
			r := start(t, c)
			if r.status != 0 {
				t.Fatalf("status %d, %s", r.status, r.err)
			}
			if m := prints.FindStringSubmatch(e.comment); m != nil {
				compared++
				if got := strings.TrimSpace(string(r.out)); got != m[1] {
					t.Errorf("it prints %q; %q is shown", got, m[1])
				}
			} else if strings.Contains(e.comment, "print") {
				t.Errorf("%q does not begin with \"prints \"", e.comment)
			}
		})
	}
	if compared < 10 {
		t.Errorf("%d outputs were compared; want 10 at least", compared)
	}
}

// Each command in the README's consoles prints what follows it.
func TestConsole(t *testing.T) {
	t.Chdir("../..")
	consoles := strings.Split(string(read(t, "README.md")), "```console\n")[1:]
	if len(consoles) == 0 {
		t.Error("the README shows no console")
	}
	for _, console := range consoles {
		console, _, _ = strings.Cut(console, "```")
		for _, shown := range strings.Split(console, "$ ")[1:] {
			line, want, _ := strings.Cut(shown, "\n")
			if r := bash(t, line); r.status != 0 || string(r.out) != want {
				t.Errorf("%s prints\n%s and ends with %d; shown is\n%s", line, r.out, r.status, want)
			}
		}
	}
}

// Each command that a message in the sessions suggests, in quotation marks, succeeds.
func TestSuggestions(t *testing.T) {
	suggested := map[string]bool{}
	for _, file := range must.Get(filepath.Glob("testdata/script/*.txtar")) {
		for line := range strings.Lines(string(read(t, file))) {
			if !strings.HasPrefix(line, "$ ") {
				for _, m := range regexp.MustCompile(`'(hanoigen [^']+)'`).FindAllStringSubmatch(line, -1) {
					suggested[m[1]] = true
				}
			}
		}
	}
	for line := range suggested {
		if r := bash(t, line); r.status != 0 {
			t.Errorf("%s: status %d, %s", line, r.status, r.err)
		}
	}
	if len(suggested) < 5 {
		t.Errorf("the messages suggest %d commands; want 5 at least", len(suggested))
	}
}
