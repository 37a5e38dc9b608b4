package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
)

// The test program is the program, where it is told so.
func TestMain(m *testing.M) {
	if os.Getenv("HANOIBEAM") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// start runs the program, and returns what it prints and its status.
func start(t *testing.T, args ...string) (out, complaint string, status int) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, args...)
	temp := t.TempDir()
	c.Env = append(os.Environ(), "HANOIBEAM=1", "TMPDIR="+temp)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(temp)
	if status = c.ProcessState.ExitCode(); err != nil || len(left) > 0 {
		t.Errorf("%q left %v (%v)", args, left, err)
	}
	return stdout.String(), stderr.String(), status
}

// A signal ends a run after one line, and no folder of ours is left among the temporary
// ones.
func TestSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	temp, folder := t.TempDir(), t.TempDir()
	c := exec.Command(program, "write", "-n", "40", "--output", folder)
	c.Env = append(os.Environ(), "HANOIBEAM=1", "TMPDIR="+temp)
	var complaint bytes.Buffer
	c.Stderr = &complaint
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if names, _ := os.ReadDir(folder); len(names) > 0 {
			break
		}
	}
	c.Process.Signal(syscall.SIGTERM)
	err = c.Wait()
	left, _ := os.ReadDir(temp)
	if want := "hanoibeam: stopped by signal \"terminated\"; give --force to begin again\n"; err == nil || err.Error() != "signal: terminated" ||
		complaint.String() != want || len(left) > 0 {
		t.Errorf("%v, %q, %v are left; want %q", err, &complaint, left, want)
	}
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	out, complaint, status := start(t, "write", "-n", "16", "-f", "text", "--from", "1", "--to", "0", "--start", "2^15", "--count", "1e4", "--numbers", "--parts", "3", "--output", folder)
	if out != "" || complaint != "" || status != 0 {
		t.Fatalf("status %d, %q, %q", status, out, complaint)
	}
	naming, err := hanoi.NamingFor(16, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := hanoi.NewReader(16, hanoi.Text, naming, hanoi.Range(1<<15, 10000), hanoi.Numbers())
	if err != nil {
		t.Fatal(err)
	}
	want, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	var got []byte
	var manifest hanoiio.Manifest
	text, err := os.ReadFile(filepath.Join(folder, hanoiio.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	for _, p := range manifest.Parts {
		part, err := os.ReadFile(filepath.Join(folder, p.Name))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(part); hex.EncodeToString(sum[:]) != p.SHA256 {
			t.Errorf("%s has another SHA-256", p.Name)
		}
		got = append(got, part...)
	}
	if len(manifest.Parts) != 3 || !bytes.Equal(got, want) {
		t.Errorf("%d parts have %d bytes; want the %d of the stream", len(manifest.Parts), len(got), len(want))
	}
	again := []string{"write", "-n", "3", "--output", folder}
	if _, complaint, status := start(t, again...); status != 1 || !strings.HasSuffix(complaint, "/part.0 exists; give --force to write over what an earlier run left, or another folder\n") {
		t.Errorf("the same folder again: status %d, %s", status, complaint)
	}
	if _, complaint, status := start(t, append(again, "--force")...); status != 0 {
		t.Error(complaint)
	}
}

// Given one peg, the other follows as it does for hanoigen.
func TestPegs(t *testing.T) {
	for _, test := range []struct {
		args     string
		from, to uint8
	}{
		{"-n 5", 0, 2}, {"-n 6", 0, 1}, {"-n 5 --from 1", 1, 0}, {"-n 5 --to 1", 0, 1}, {"-n 6 --from 2", 2, 0}, {"-n 5 --to 2", 0, 2}, {"-n 5 --from 2 --to 1", 2, 1},
	} {
		folder := t.TempDir()
		if _, complaint, status := start(t, append([]string{"write", "--output", folder}, strings.Fields(test.args)...)...); status != 0 {
			t.Fatalf("%s: %s", test.args, complaint)
		}
		var manifest hanoiio.Manifest
		text, err := os.ReadFile(filepath.Join(folder, hanoiio.ManifestName))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &manifest); err != nil || manifest.From != test.from || manifest.To != test.to {
			t.Errorf("%s: %v, %s", test.args, err, text)
		}
	}
}

func TestCheck(t *testing.T) {
	folder := t.TempDir()
	for name, lines := range map[string]string{
		"a.jsonl": `{"id":1,"answer":[[1,0,2],[2,0,1],[1,2,1]]}` + "\n" + `{"id":2,"answer":"A B"}` + "\n",
		"b.jsonl": `{"id":3,"answer":[[2,0,1]]}`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, complaint, status := start(t, "check", "--input", folder+"/*.jsonl", "--output", folder+"/out", "-n", "2", "--to", "1")
	if out != "" || complaint != "" || status != 0 {
		t.Fatalf("status %d, %q, %q", status, out, complaint)
	}
	text, err := os.ReadFile(folder + "/out/results.0")
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Sorted(strings.Lines(string(text)))
	if len(got) != 3 || !strings.HasPrefix(got[0], `{"id":1,"verdict":"solved"`) || !strings.HasPrefix(got[1], `{"id":2,"verdict":"unfinished"`) || !strings.HasPrefix(got[2], `{"id":3,"verdict":"illegal"`) {
		t.Errorf("%q", got)
	}
}

func TestCount(t *testing.T) {
	folder := t.TempDir()
	if _, complaint, status := start(t, "count", "-n", "3", "--output", folder); status != 0 {
		t.Fatal(complaint)
	}
	text, err := os.ReadFile(filepath.Join(folder, hanoiio.CountsName))
	if want := `{"1":4,"2":2,"3":1}` + "\n"; err != nil || string(text) != want {
		t.Errorf("%v, %s; want %s", err, text, want)
	}
}

func TestCommandLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	for _, name := range []string{file, filepath.Join(filepath.Dir(file), "results.0")} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args   string
		status int
		want   string // in what it prints, or how its complaint ends
	}{
		{"--help", 0, "--runner flink --endpoint localhost:8099"},
		{"help", 0, "--runner dataflow --project P --region us-central1"},
		{"-h", 0, "--runner spark --endpoint localhost:8099"},
		{"write --help", 0, "-parts many"},
		{"check --help", 0, "--endpoint"},
		{"", 2, "no command; give write, check or count, or --help"},
		{"--worker=false", 1, "--worker is for engines, and is true where they give it"},
		{"wriet", 2, `no command "wriet"; give write, check or count, or --help`},
		{"write --output out", 2, "-n is required: 1 to 64"},
		{"write -n 0 --output out", 2, "out of range; give 1 to 64; 'hanoibeam write --help' has all flags"},
		{"write -n 5", 2, "no folder is named; give one, such as out or gs://bucket/out"},
		{"write -n 5 --output a*", 2, "give another name"},
		{"write -n 5 --output out --parts 0", 2, "0 parts; give 1 to 1048576"},
		{"write -n 5 --output out --start 32", 2, "32; the moves of 5 disks are 1 to 31"},
		{"write -n 5 --output out -f tex", 2, "'hanoibeam write --help' has all flags"},
		{"write -n 5 --output out --numbers", 2, "packed has no place for numbers; give text, csv or jsonl"},
		{"write -n 5 --output out --from 1 --to 1", 2, ""},
		{"write -n 5 --output out 7", 2, `"7" is no flag; 'hanoibeam write --help' has all flags`},
		{"write -n 5 --output nowhere://out", 2, ""},
		{"count -n 64 --output out", 2, "18446744073709551615 moves to count; give a range below 2^63"},
		{"check --output " + filepath.Dir(file) + " --input " + file, 1, "results.0 exists; give --force to write over what an earlier run left, or another folder"},
		{"check --output " + filepath.Dir(file) + " --force --input " + file, 0, ""},
		{"check --output out", 2, "--input is required: the files of JSON lines"},
		{"check --output out --input none*", 1, "--input none*: no such file; give a pattern that fits some"},
		{"check --output out --input " + file + " --to 1 --goal 00", 2, "--to and --goal say the same of the disks; give one of them"},
		{"check --output out --input " + file + " --goal 003", 2, ""},
		{"write -n 5 --output " + file + "/out", 1, "not a directory"},
		{"write -n 5 --output out --runner flink", 2, "--runner flink needs --endpoint, the address of its job server, such as localhost:8099"},
		{"write -n 5 --output out --runner none", 2, `--runner "none": no such engine; give one of prism, flink, spark, dataflow, universal`},
		{"write -n 5 --output out --runner dataflow", 2, "--runner dataflow needs --project, the name of one on Google Cloud"},
		{"write -n 5 --output out --runner dataflow --project p", 2, "--runner dataflow needs --region, such as us-central1"},
		{"write -n 5 --output out --runner dataflow --project p --region r", 2, "--runner dataflow needs --staging_location, such as gs://bucket/staging"},
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
