package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// TestCommandLine runs the program on files, which are no terminal.
func TestCommandLine(t *testing.T) {
	for _, test := range []struct {
		args, in string
		out      string // what it writes, among other things
		err      string // the error, without the words before
		usage    bool   // whether it is one of the command line
	}{
		{"--plain", "q\n", "Tower of Hanoi, 5 disks, A to C.", "", false},
		{"--plain -n 3", "ac\n", "Disk 1 from A to C. A: 2, 3. B: none. C: 1.\nMoves 1, to go 6", "", false},
		{"--plain --from 2011 --to 0000", "", "A: 3. B: 1, 2. C: 4.", "", false},
		{"--plain --to 0120", "", "Goal. A: 1, 4. B: 3. C: 2.", "", false},
		{"--plain --daily 2026-01-31", "", "Tower of Hanoi, 6 disks, daily 2026-01-31.", "", false},
		{"--plain --daily today", "", "daily 2", "", false},
		{"--plain --seed 7 -n 5", "", "12212 to 21111", "", false},
		{"--help", "", "--http localhost:8080", "", false},
		{"", "", "", "standard input or output is no terminal; run with --plain or --http localhost:8080", true},
		{"--plain -n 0", "", "", "give 1 to 64; --help has all flags", true},
		{"--plain -n 5 --to 000", "", "", "000 has 3 disks, not 5; give as many everywhere", true},
		{"--plain --from 2 --to 2", "", "", "from and to are both 22222; give two different states", true},
		{"--plain --daily 2026-02-30", "", "", "no such date: \"2026-02-30\"; give one like 2026-01-31", true},
		{"--plain --daily today -n 3", "", "", "give one of --daily, --random and --from with --to; -n goes with all but --daily", true},
		{"--plain 12", "", "", "\"12\" is no flag; --help has all flags", true},
		{"--jump", "", "", "--help has all flags", true},
		{"--http 80800", "", "", "give one like localhost:8080", true},
		{"--http 192.0.2.1:80", "", "", "or --http localhost:0 for any that is free", false},
		{"--http localhost:0 --plain", "", "", "give one of them", true},
		{"--plain --no-browser", "", "", "--no-browser is for --http; give that, too, or leave it out", true},
		{"--plain -n x", "", "", "give 1 to 64; --help has all flags", true},
	} {
		folder := t.TempDir()
		must.Do(os.WriteFile(filepath.Join(folder, "in"), []byte(test.in), 0o600))
		in, out := must.Get(os.Open(filepath.Join(folder, "in"))), must.Get(os.Create(filepath.Join(folder, "out")))
		err := run(strings.Fields(test.args), in, out)
		in.Close()
		out.Close()
		content := must.Get(os.ReadFile(out.Name()))
		if !strings.Contains(string(content), test.out) {
			t.Errorf("%s: %q; want %q", test.args, content, test.out)
		}
		if (err == nil) != (test.err == "") || err != nil && (!strings.HasSuffix(err.Error(), test.err) || strings.Contains(err.Error(), "\n")) || errors.Is(err, errUsage) != test.usage {
			t.Errorf("%s: %v; want %q", test.args, err, test.err)
		}
	}
}

// TestManual: the help fits 80 columns, and the manual page has each of its flags.
func TestManual(t *testing.T) {
	page := must.Get(os.ReadFile("hanoiplay.6"))
	for line := range strings.Lines(usage) {
		if len(line) > 81 {
			t.Errorf("wider than 80 columns: %s", line)
		}
	}
	flags := regexp.MustCompile(`(?m)^  (--?\S+)(?: (\S+))?  `).FindAllStringSubmatch(usage, -1)
	if len(flags) < 9 {
		t.Fatalf("%d flags in %s", len(flags), usage)
	}
	for _, f := range flags {
		entry := `\fB` + strings.ReplaceAll(f[1], "-", `\-`) + `\fR`
		if f[2] != "" {
			entry += ` \fI` + f[2] + `\fR`
		}
		if !strings.Contains(string(page), ".TP\n"+entry+"\n") {
			t.Errorf("no entry %q", entry)
		}
	}
}

// TestProgram runs the program itself: its statuses, and --no-browser.
func TestProgram(t *testing.T) {
	if args := os.Getenv("HANOIPLAY_ARGS"); args != "" {
		os.Args = append(os.Args[:1], strings.Fields(args)...)
		main()
		os.Exit(0)
	}
	start := func(args string) (*exec.Cmd, *bufio.Reader) {
		t.Helper()
		c := exec.Command(os.Args[0], "-test.run=^TestProgram$")
		c.Env = append(os.Environ(), "HANOIPLAY_ARGS="+args, "BROWSER=/nonexistent/browser")
		out, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		return c, bufio.NewReader(out)
	}
	for args, want := range map[string]int{"--plain": 0, "--help": 0, "--http 192.0.2.1:80": 1, "--plain -n 0": 2} {
		c, out := start(args)
		_, _ = io.Copy(io.Discard, out) // until it ends
		_ = c.Wait()                    // the status is looked at
		if got := c.ProcessState.ExitCode(); got != want {
			t.Errorf("%s: status %d; want %d", args, got, want)
		}
	}
	for args, want := range map[string]bool{"--http localhost:0": true, "--http 0": true, "--http 0.0.0.0:0 --no-browser": false} {
		c, out := start(args)
		said := ""
		for !strings.Contains(said, "Ctrl-C ends it.") {
			line, err := out.ReadString('\n')
			if err != nil {
				t.Fatalf("%s: %q, %v", args, said, err)
			}
			said += line
		}
		if got := strings.Contains(said, "No browser was opened"); got != want || !strings.HasPrefix(said, "The game is at http://localhost:") {
			t.Errorf("%s: %s; want it at localhost, and no browser opened: %t", args, said, want)
		}
		_ = c.Process.Kill() // it would serve forever
		_ = c.Wait()
	}
}
