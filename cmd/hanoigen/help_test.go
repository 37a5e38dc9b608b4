package main

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi"
)

func TestHelp(t *testing.T) {
	for line, want := range map[string]string{
		"help":            `(?s)Usage:.*-n, --disks.*--shard`,
		"--help":          `(?s)Usage:.*verify.*--resume`,
		"help verify":     `hanoigen verify \(-n N \| --path A B\) \[FILE`,
		"path -h":         `(?s)hanoigen path A B.*--start.*--count.*--shard.*--numbers.*--resume`,
		"help formats":    `(?m)^  wide +two bytes`,
		"help status":     `(?m)^  3  `,
		"help numbers":    `2\^40\+1`,
		"help states":     `(?m)^  3\|2 1\|4`,
		"completion":      `(?s)bash.*fish.*zsh`,
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
}

// TestHelpIsComplete: the main command's help has what the formats are, how
// numbers are written, what --resume looks at, and every exit status.
func TestHelpIsComplete(t *testing.T) {
	help := string(hanoigen(t, "help").out)
	for _, f := range hanoi.Formats() {
		if !regexp.MustCompile(`(?m)^    ` + f.String() + ` +\S`).MatchString(help) {
			t.Errorf("no record of %v", f)
		}
	}
	for _, want := range []string{
		"(disk-1)<<2 | from", `{"disk":1,"from":0,"to":2}`, "move disk 1 from 0 to 2", "from<<4 | to",
		"2^40, 2^40-1, 2^40+1", "above 2^53", "last MiB", "hanoigen verify compares\n  every byte",
		"\n    0  ", "\n    1  ", "\n    2  ", "\n    3  ", "SIGPIPE",
	} {
		if !strings.Contains(help, want) {
			t.Errorf("the help has no %q", want)
		}
	}
	for i := range topics {
		if !strings.Contains(help, "hanoigen "+topics[i].name) {
			t.Errorf("the help does not name the topic %s", topics[i].name)
		}
	}
}

// TestStatesTopic: the examples of the forms are one state.
func TestStatesTopic(t *testing.T) {
	text := string(hanoigen(t, "help states").out)
	for _, form := range []string{"2011", "3|2 1|4", "0| 3\n1| 2 1\n2| 4"} {
		s, err := hanoi.ParseState(form)
		if err != nil || s.String() != "2011" {
			t.Errorf("%q is %v, %v; want 2011", form, s, err)
		}
		for line := range strings.SplitSeq(form, "\n") {
			if !strings.Contains(text, "\n  "+line) {
				t.Errorf("no line %q in\n%s", line, text)
			}
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
	const files, nothing, folders = ":0", ":4", ":16"
	for _, c := range allCommands(newRoot(nil)) {
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
			case "folder":
				want = folders
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
		if test.words == "auto" { // the tiers depend on the machine
			got, _, _ = strings.Cut(got, " ")
		}
		if got != test.words || directive != test.directive {
			t.Errorf("%q is completed to %q %s; want %q %s", test.line, got, directive, test.words, test.directive)
		}
	}
}

// Each flag says what it is for, and no default is a text of that. Only --feed is hidden: it
// is for the program itself.
func TestFlagWords(t *testing.T) {
	for _, c := range allCommands(newRoot(nil)) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if hidden := f.Name == "feed"; f.Hidden != hidden || !strings.Contains(f.Usage, " ") || strings.ContainsAny(f.DefValue, "` ") {
				t.Errorf("%s: --%s: hidden: %v, %q (default %q)", c.CommandPath(), f.Name, f.Hidden, f.Usage, f.DefValue)
			}
		})
	}
}

// Where flags belong together, they are told in that order, not by their names.
func TestFlagsUnsorted(t *testing.T) {
	for _, words := range []string{"", "path", "verify", "check", "instances"} {
		c, _, err := newRoot(nil).Find(strings.Fields(words))
		if err != nil || c.LocalFlags().SortFlags {
			t.Errorf("%q sorts its flags, or %v", words, err)
		}
	}
}

// A usage names no flags where there are none, and that of completion the shells.
func TestUsage(t *testing.T) {
	for line, want := range map[string]string{"completion": "completion bash|fish|powershell|zsh", "man --help": "man"} {
		r := hanoigen(t, line)
		r.expect(t, 0, "")
		if !strings.Contains(string(r.out), "\n  hanoigen "+want+"\n") {
			t.Errorf("%s: %s", line, r.out)
		}
	}
}

// The program's own help has the topics that most need, and the others by name.
func TestMainTopics(t *testing.T) {
	help := string(hanoigen(t, "--help").out)
	_, shown, _ := strings.Cut(help, "Additional help topics:")
	if got, want := regexp.MustCompile(`(?m)^[A-Z]\w+:$`).FindAllString(shown, -1), []string{"Formats:", "Numbers:", "Resume:", "Status:"}; !slices.Equal(got, want) {
		t.Errorf("the help has %q, want %q", got, want)
	}
	if regexp.MustCompile(`(?m) $`).MatchString(help) {
		t.Errorf("lines end with spaces in\n%s", help)
	}
	if of := hanoigen(t, "rank --help").out; strings.Contains(string(of), "Resume:") {
		t.Errorf("the help of a command has the topics of all:\n%s", of)
	}
}
