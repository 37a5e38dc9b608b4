package hanoiio

import (
	"context"
	"flag"
	"io"
	"log/slog"
	"os"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// TestMain gives the tests a TMPDIR of their own, since Beam's runners leave files there.
func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	if !testing.Verbose() { // beam.Init sets another logger
		slog.SetDefault(slog.New(slog.DiscardHandler))
	}
	temp := must.Get(os.MkdirTemp("", "hanoiio"))
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

// bytesOf returns the bytes of a stream.
func bytesOf(s Stream, opts ...hanoi.Option) []byte {
	return must.Get(io.ReadAll(must.Get(s.Reader(opts...))))
}

// memory returns the contents of a file in memory.
func memory(t *testing.T, name string) []byte {
	t.Helper()
	return must.Get(filesystem.Read(t.Context(), memfs.New(t.Context()), name))
}

// names returns the files in a folder in memory.
func names(t *testing.T, folder string) []string {
	t.Helper()
	return must.Get(memfs.New(t.Context()).List(t.Context(), folder+"/*"))
}
