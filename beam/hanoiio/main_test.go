package hanoiio

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/hanoigen/hanoi"
)

// Beam's runners leave files among the temporary ones.
func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	if !testing.Verbose() { // Init sets another
		slog.SetDefault(slog.New(slog.DiscardHandler))
	}
	temp, err := os.MkdirTemp("", "hanoiio")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(temp)
	os.Setenv("TMPDIR", temp)
	m.Run() // sets the exit status
}

// run runs a pipeline on Prism, in this process.
func run(t testing.TB, build func(beam.Scope)) error {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	build(s)
	return beamx.Run(context.Background(), p)
}

// bytesOf returns a stream as the library gives it.
func bytesOf(t testing.TB, s Stream, opts ...hanoi.Option) []byte {
	t.Helper()
	r, err := s.Reader(opts...)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// command returns hanoigen, built from what is beside this module.
var command = sync.OnceValues(func() (string, error) {
	program := filepath.Join(os.TempDir(), "hanoigen")
	c := exec.Command("go", "build", "-o", program, "./cmd/hanoigen")
	c.Dir = "../.."
	c.Env = append(os.Environ(), "GOWORK=off")
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", c, err, out)
	}
	return program, nil
})

// hanoigen returns what the command writes, and its status.
func hanoigen(t *testing.T, in string, args ...string) ([]byte, int) {
	t.Helper()
	program, err := command()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, args...)
	c.Stderr = os.Stderr
	if in != "" {
		f, err := os.Open(in)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		c.Stdin = f
	}
	out, err := c.Output()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	return out, c.ProcessState.ExitCode()
}

// memory returns a file of Beam's file system in memory.
func memory(t *testing.T, name string) []byte {
	t.Helper()
	all, err := filesystem.Read(t.Context(), memfs.New(t.Context()), name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return all
}

// names returns the files of a folder in memory.
func names(t *testing.T, folder string) []string {
	t.Helper()
	all, err := memfs.New(t.Context()).List(t.Context(), folder+"/*")
	if err != nil {
		t.Fatal(err)
	}
	return all
}
