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

// TestCompletion: shells complete names that flags take, and the names of files where a
// value or an argument is a file, and nowhere else.
func TestCompletion(t *testing.T) {
	const files, nothing = ":0", ":4"
	for _, test := range []struct{ line, words, directive string }{
		{"-n 3 -f ", strings.Join(names(hanoi.Formats()), " "), nothing},
		{"--from ", "0 1 2", nothing},
		{"check --batch --to ", "0 1 2", nothing},
		{"-n ", "", nothing},
		{"-n 3 -o ", "", files},
		{"draw state 0 --output ", "", files},
		{"rank ", "", nothing},
		{"verify -n 3 part.0 ", "", files},
		{"check ", "", files},
		{"help rank ", "", nothing},
		{"completion ", "bash fish powershell zsh", nothing},
	} {
		r := start(t, exec.Command(command, append([]string{"__complete"}, strings.Split(test.line, " ")...)...))
		var got string
		for line := range strings.Lines(string(r.out)) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			got += word + " "
		}
		if want := strings.TrimLeft(strings.TrimSpace(test.words)+" "+test.directive+" ", " "); got != want {
			t.Errorf("%q is completed to %q; want %q", test.line, got, want)
		}
	}
}
