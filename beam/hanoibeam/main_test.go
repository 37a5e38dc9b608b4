package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/beam/hanoiio"
	"github.com/hanoigen/hanoi/internal/must"
)

// The test program is the program, where it is told so, or signals itself.
func TestMain(m *testing.M) {
	switch os.Getenv("HANOIBEAM") {
	case "":
		os.Exit(m.Run())
	case "signals":
		untilSignal(context.Background())
		for range 3000 {
			self, _ := os.FindProcess(os.Getpid())
			self.Signal(syscall.SIGTERM)
			time.Sleep(10 * time.Millisecond)
		}
	default:
		main()
	}
}

// program returns the program, with a folder of its own for temporary files. In the end
// that is empty.
func program(t *testing.T, args ...string) (c *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	self := must.Get(os.Executable())
	temp := t.TempDir()
	t.Cleanup(func() {
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("%q left %v (%v)", args, left, err)
		}
	})
	c, stdout, stderr = exec.Command(self, args...), new(bytes.Buffer), new(bytes.Buffer)
	c.Env = append(os.Environ(), "HANOIBEAM=1", "TMPDIR="+temp)
	c.Stdout, c.Stderr = stdout, stderr
	return c, stdout, stderr
}

// start runs the program, and returns what it prints and its status.
func start(t *testing.T, args ...string) (out, complaint string, status int) {
	t.Helper()
	c, stdout, stderr := program(t, args...)
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String(), c.ProcessState.ExitCode()
}

// A signal ends a run after one line. No temporary file is left, even if it is killed.
func TestSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	for signal, want := range map[os.Signal]string{
		os.Kill:         "",
		syscall.SIGTERM: "hanoibeam: stopped by a signal; give --force to begin again\n",
	} {
		folder := t.TempDir()
		c, _, complaint := program(t, "write", "-n", "40", "--output", folder)
		must.Do(c.Start())
		for range 6000 {
			if names, _ := filepath.Glob(folder + "/*"); len(names) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		c.Process.Signal(signal)
		c.Wait()
		if complains := c.ProcessState.ExitCode() == 1; complains != (want != "") || complaint.String() != want {
			t.Errorf("%v: %v, %q; want %q", signal, c.ProcessState, complaint, want)
		}
	}
}

// The first signal asks a run to end, the next one ends it.
func TestSecondSignal(t *testing.T) {
	c, _, _ := program(t)
	c.Env = append(c.Env, "HANOIBEAM=signals")
	if err := c.Run(); c.ProcessState == nil || c.ProcessState.Success() {
		t.Errorf("signals do not end it (%v)", err)
	}
}

// read returns what the files that fit a pattern have, together.
func read(t *testing.T, pattern string) (text string) {
	t.Helper()
	for _, name := range must.Get(filepath.Glob(pattern)) {
		text += string(must.Get(os.ReadFile(name)))
	}
	return text
}

// lines returns the lines of the files that fit a pattern, sorted.
func lines(t *testing.T, pattern string) []string {
	t.Helper()
	return slices.Sorted(strings.Lines(read(t, pattern)))
}

// Each flag of write by itself.
func TestWrite(t *testing.T) {
	for _, test := range []struct {
		args  string
		want  hanoiio.Stream
		parts int
	}{
		{"", hanoiio.Stream{}, 1},
		{"--parts 3", hanoiio.Stream{}, 3},
		{"--from 1", hanoiio.Stream{Naming: 1}, 1}, // 0→1, 1→2, 2→0
		{"--to 1", hanoiio.Stream{Naming: 3}, 1},   // 0→0, 1→2, 2→1
		{"--from 2 --to 0", hanoiio.Stream{Naming: 5}, 1},
		{"--start 2^4", hanoiio.Stream{Start: 16, Count: 16}, 1},
		{"--count 7", hanoiio.Stream{Start: 1, Count: 7}, 1},
		{"-f text", hanoiio.Stream{Format: hanoi.Text}, 1},
		{"-f text --numbers", hanoiio.Stream{Format: hanoi.Text, Numbers: true}, 1},
	} {
		folder := filepath.Join(t.TempDir(), "out")
		args := append([]string{"write", "-n", "5", "--output", folder}, strings.Fields(test.args)...)
		if out, complaint, status := start(t, args...); out != "" || complaint != "" || status != 0 {
			t.Fatalf("%s: status %d, %q, %q", test.args, status, out, complaint)
		}
		test.want.Disks = 5
		want := must.Get(io.ReadAll(must.Get(test.want.Reader())))
		parts, _ := filepath.Glob(folder + "/part.*")
		if got := read(t, folder+"/part.*"); len(parts) != test.parts || got != string(want) {
			t.Errorf("%s: %q have %q; want %q in %d", test.args, parts, got, want, test.parts)
		}
	}
}

// A folder with files of an earlier run is refused, and left as it is, without --force.
func TestForce(t *testing.T) {
	for _, name := range []string{"/part.0", "/manifest.json"} {
		folder := t.TempDir()
		must.Do(os.WriteFile(folder+name, []byte("x"), 0o600))
		args := []string{"write", "-n", "3", "--output", folder}
		want := name + " exists; give --force to overwrite the files of an earlier run, or another folder\n"
		if _, complaint, status := start(t, args...); status != 1 || !strings.HasSuffix(complaint, want) || read(t, folder+"/*") != "x" {
			t.Errorf("status %d, %s", status, complaint)
		}
		if _, complaint, status := start(t, append(args, "--force")...); status != 0 || len(read(t, folder+"/part.0")) != 7 {
			t.Errorf("status %d, %s", status, complaint)
		}
	}
}

// Lines that cannot be judged have an error, and the status says so.
func TestCheck(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"a.jsonl": `{"id":1,"answer":[[1,0,2],[2,0,1],[1,2,1]]}` + "\n" + `{"id":2,"answer":"A B"}` + "\n",
		"b.jsonl": `{"id":3,"answer":[[2,0,1]]}`,
	} {
		must.Do(os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	args := []string{"check", "--input", folder + "/*.jsonl", "-n", "2", "--to", "1", "--output"}
	if out, complaint, status := start(t, append(args, folder+"/out")...); out != "" || complaint != "" || status != 0 {
		t.Fatalf("status %d, %q, %q", status, out, complaint)
	}
	got := lines(t, folder+"/out/results.0")
	if len(got) != 3 || !strings.HasPrefix(got[0], `{"id":1,"verdict":"solved"`) || !strings.HasPrefix(got[1], `{"id":2,"verdict":"unfinished"`) || !strings.HasPrefix(got[2], `{"id":3,"verdict":"illegal"`) {
		t.Errorf("%q", got)
	}
	must.Do(os.WriteFile(folder+"/c.jsonl", []byte("no JSON\n{}\n"), 0o600))
	want := "hanoibeam: 2 lines could not be judged; the results have an error for each\n"
	if _, complaint, status := start(t, append(args, folder+"/again")...); complaint != want || status != 3 || len(lines(t, folder+"/again/*")) != 5 {
		t.Errorf("status %d, %q; want 3, %q", status, complaint, want)
	}
}

// Each flag of check by itself, on an answer that it changes the verdict of.
func TestCheckFlags(t *testing.T) {
	for _, test := range []struct{ flag, line, without, with string }{
		{"-n 1", `{"answer":[[1,0,1]]}`, "error", "solved"},
		{"--from 1", `{"n":1,"answer":[[1,1,0]]}`, "illegal", "solved"},
		{"--to 1", `{"n":1,"answer":[[1,0,2]]}`, "solved", "unfinished"},
		{"--truncated", `{"n":2,"answer":[[1,0,2]]}`, "unfinished", "truncated"},
		{"--pegs 1,2,3", `{"n":1,"answer":"1 -> 2"}`, "ambiguous", "solved"},
		{"--disks large=1", `{"n":2,"answer":[[2,0,1],[1,0,2],[2,1,2]]}`, "illegal", "solved"},
		{"--notation pairs", `{"n":1,"answer":"move disk 1 from 0 to 2"}`, "solved", "unparsed"},
		{"--pick first", `{"n":1,"to":2,"answer":"[[1,0,2]] or rather\n\n[[1,0,1]]"}`, "unfinished", "solved"},
	} {
		folder := t.TempDir()
		must.Do(os.WriteFile(folder+"/in", []byte(test.line), 0o600))
		for _, run := range []struct {
			folder, flag, want string
		}{{"/without", "", test.without}, {"/with", test.flag, test.with}} {
			_, complaint, _ := start(t, append([]string{"check", "--input", folder + "/in", "--output", folder + run.folder}, strings.Fields(run.flag)...)...)
			if got := lines(t, folder+run.folder+"/*"); len(got) != 1 || !strings.Contains(got[0], `"`+run.want+`"`) {
				t.Errorf("%s with %q: %q, %s; want %s", test.line, run.flag, got, complaint, run.want)
			}
		}
	}
}

func TestCommandLine(t *testing.T) {
	file, free := filepath.Join(t.TempDir(), "file"), t.TempDir()
	for _, name := range []string{file, filepath.Join(filepath.Dir(file), "results.0")} {
		must.Do(os.WriteFile(name, nil, 0o600))
	}
	for _, test := range []struct {
		args   string
		status int
		want   string // in what it prints, or how its complaint ends
	}{
		{"--help", 0, "--runner flink --endpoint localhost:8099"},
		{"write --help", 0, "-parts many"},
		{"check --help", 0, "--endpoint"},
		{"", 2, `no command ""; give write or check, or --help`},
		{"--worker=false", 2, "give write or check, or --help"},
		{"-n 5", 2, "not defined: -n; give write or check first, or --help"},
		{"wriet", 2, `no command "wriet"; give write or check, or --help`},
		{"write --output out", 2, "-n is required: 1 to 64"},
		{"write -n 0 --output out", 2, "out of range; give 1 to 64; 'hanoibeam write --help' has all flags"},
		{"write -n 5", 2, "no folder is named; give one, such as out or gs://bucket/out"},
		{"write -n 5 --output a*", 2, "give another name"},
		{"write -n 5 --output out --parts 0", 2, "0 parts; give 1 to 1048576"},
		{"write -n 5 --output out --start 32", 2, "32; the moves of 5 disks are 1 to 31"},
		{"write -n 5 --output out -f tex", 2, "'hanoibeam write --help' has all flags"},
		{"write -n 5 --output out --numbers", 2, "packed has no place for numbers; give one of text, csv, jsonl"},
		{"write -n 5 --output out 7", 2, `"7" is no flag; 'hanoibeam write --help' has all flags`},
		{"check --output " + filepath.Dir(file) + " --input " + file, 1, "results.0 exists; give --force to overwrite the files of an earlier run, or another folder"},
		{"check --output out", 2, "--input is required: the files of JSON lines"},
		{"check --output out --input none*", 1, "--input none*: no such file; give a pattern that matches some"},
		{"check --output out --input " + file + " --to 003", 2, ""},
		{"write -n 5 --output " + file + "/out", 1, "not a directory"},
		{"write -n 5 --output " + free + " --runner flink", 1, "Use --endpoint=<endpoint>"},
		{"write -n 5 --output out --runner none", 2, `--runner "none": no such engine; give one of prism, flink, spark, dataflow, universal`},
	} {
		out, complaint, status := start(t, strings.Fields(test.args)...)
		right := complaint == "" && strings.Contains(out, test.want)
		if test.status > 0 {
			right = out == "" && strings.HasPrefix(complaint, "hanoibeam: ") && strings.Count(complaint, "\n") == 1 && strings.HasSuffix(complaint, test.want+"\n")
		}
		if status != test.status || !right {
			t.Errorf("hanoibeam %s: status %d, %q, %q; want %d and %q", test.args, status, out, complaint, test.status, test.want)
		}
	}
}
