package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi"
)

// The main command's help has the formats, the exit statuses, where a solution ends and
// the names of all topics.
func TestHelp(t *testing.T) {
	for line, want := range map[string]string{
		"help":            `(?s)Usage:.*-n, --disks.*--shard`,
		"help verify":     `hanoigen verify \(-n N \| --path A B\) \[FILE`,
		"path -h":         `(?s)hanoigen path A B.*--start.*--count.*--shard.*--numbers.*--resume`,
		"help formats":    `(?m)^  wide +two bytes`,
		"help numbers":    `2\^40\+1`,
		"completion":      `(?s)completion bash\|fish\|powershell\|zsh.*bash.*fish.*zsh`,
		"completion bash": `complete .*hanoigen`,
		"completion fish": `complete -c hanoigen`,
		"completion zsh":  `#compdef hanoigen`,
		"--version":       `^hanoigen \S+, commit \S+, go1\S+ \S+/\S+, tier (avx512|avx2|bmi|generic)\n$`,
		"info":            `(?m)^tiers: ((avx512 )?avx2 )?(bmi )?generic$`,
	} {
		r := hanoigen(t, line)
		if r.status != 0 || !regexp.MustCompile(want).Match(r.out) {
			t.Errorf("hanoigen %s: status %d, %q; want a match of %q", line, r.status, r.out, want)
		}
	}
	help := string(hanoigen(t, "--help").out)
	want := []string{"an even number on peg 1", "last MiB", "\n    3  ", "SIGPIPE"}
	for _, f := range hanoi.Formats() {
		want = append(want, "\n    "+f.String()+" ")
	}
	for _, topic := range topics {
		want = append(want, "\n  "+topic.name+" ")
	}
	for _, words := range want {
		if !strings.Contains(help, words) {
			t.Errorf("the help does not say %q", words)
		}
	}
}

// Every help screen fits 80 columns and begins with an example, and has all flags in
// groups.
func TestHelpScreens(t *testing.T) {
	var screens []string
	for _, c := range commandsOf(newRoot(nil)) {
		screens = append(screens, strings.TrimPrefix(c.CommandPath()+" --help", "hanoigen "))
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(helpOf(c, 80), "--"+f.Name) {
				t.Errorf("the help of %s does not have --%s", c.CommandPath(), f.Name)
			}
		})
	}
	for _, topic := range topics {
		screens = append(screens, "help "+topic.name)
	}
	title := regexp.MustCompile(`(?m)^(Puzzle|Moves|Answers|Format|Output|Other):$`)
	for _, line := range screens {
		text := string(hanoigen(t, line).out)
		for line := range strings.SplitSeq(text, "\n") {
			if utf8.RuneCountInString(line) > 80 || strings.TrimRight(line, " ") != line {
				t.Errorf("a line of more than 80 columns, or with spaces behind it: %q", line)
			}
		}
		ours := strings.HasSuffix(line, "--help") && !strings.HasPrefix(line, "completion")
		if ours && (!strings.HasPrefix(text, "Examples:\n  ") || !title.MatchString(text)) {
			t.Errorf("%s begins with no example, or has no groups of flags:\n%s", line, text)
		}
	}
}

// TestCompletion: shells complete file names where a value or an argument is a
// file, and nowhere else.
func TestCompletion(t *testing.T) {
	complete := func(args ...string) (words []string, directive string) {
		t.Helper()
		r := start(t, exec.Command(command, append([]string{"__complete"}, args...)...))
		lines := strings.Split(strings.TrimSuffix(string(r.out), "\n"), "\n")
		for _, l := range lines[:len(lines)-1] {
			word, _, _ := strings.Cut(l, "\t")
			words = append(words, word)
		}
		return words, lines[len(lines)-1]
	}
	const files, nothing = ":0", ":4"
	for _, c := range commandsOf(newRoot(nil)) {
		path := strings.Fields(c.CommandPath())[1:]
		if !strings.Contains(c.Use, "FILE") {
			if _, directive := complete(append(path, "")...); directive != nothing {
				t.Errorf("%s: an argument is completed by %s", c.CommandPath(), directive)
			}
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			value, _ := pflag.UnquoteUsage(f)
			want, listed := nothing, false
			switch value {
			case "":
				return
			case "file":
				want = files
			case "name", "peg":
				listed = true
			}
			words, directive := complete(append(path, "--"+f.Name, "")...)
			if directive != want || (len(words) > 0) != listed {
				t.Errorf("%s --%s: %q %s; want %s", c.CommandPath(), f.Name, words, directive, want)
			}
		})
	}
	for _, test := range []struct{ line, words, directive string }{
		{"-n 3 -f ", "packed wide text csv jsonl npy", nothing},
		{"--from ", "0 1 2", nothing},
		{"rank 2011 --to ", "0 1 2", nothing},
		{"check --from ", "0 1 2", nothing},
		{"check --batch --to ", "0 1 2", nothing},
		{"-n ", "", nothing},
		{"rank ", "", nothing},
		{"path 000 ", "", nothing},
		{"verify -n 3 ", "", files},
		{"verify -n 3 part.0 ", "", files},
		{"help fo", "formats", nothing},
		{"help rank ", "", nothing},
		{"completion ", "bash fish powershell zsh", nothing},
		{"ra", "rank", nothing},
	} {
		words, directive := complete(strings.Split(test.line, " ")...)
		got := strings.Join(words, " ")
		if got != test.words || directive != test.directive {
			t.Errorf("%q is completed to %q %s; want %q %s", test.line, got, directive, test.words, test.directive)
		}
	}
}
