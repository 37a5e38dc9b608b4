package hanoiio

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
)

// faulty is an object store with a fault, in memory: closing an object publishes it, unless
// the context with which it was opened has ended.
type faulty struct{ filesystem.Interface }

// planned is where and how the next use of some files fails, and the calls so far.
var planned struct {
	sync.Mutex
	file, at string
	fault    func() error
	calls    []string
}

func plan(file, at string, fault func() error) {
	planned.Lock()
	defer planned.Unlock()
	planned.file, planned.at, planned.fault, planned.calls = file, at, fault, nil
}

func fail() error { return errors.New("planted") }

func strike(name, at string) error {
	planned.Lock()
	defer planned.Unlock()
	planned.calls = append(planned.calls, at)
	if planned.at == at && strings.Contains(name, planned.file) {
		return planned.fault()
	}
	return nil
}

func init() {
	filesystem.Register("faulty", func(ctx context.Context) filesystem.Interface { return faulty{memfs.New(ctx)} })
}

func inMemory(name string) string { return strings.Replace(name, "faulty://", "memfs://", 1) }

func (f faulty) List(ctx context.Context, glob string) ([]string, error) {
	return f.Interface.List(ctx, inMemory(glob))
}

func (f faulty) OpenWrite(ctx context.Context, name string) (io.WriteCloser, error) {
	return &object{ctx: ctx, name: name}, strike(name, "open")
}

func (f faulty) Rename(ctx context.Context, from, to string) error {
	if err := errors.Join(strike(to, "rename"), ctx.Err()); err != nil {
		return err
	}
	return filesystem.Rename(ctx, f.Interface, inMemory(from), inMemory(to))
}

func (f faulty) Remove(ctx context.Context, name string) error {
	if err := errors.Join(strike(name, "remove"), ctx.Err()); err != nil {
		return err
	}
	return f.Interface.(filesystem.Remover).Remove(ctx, inMemory(name))
}

// object is a file that is being written.
type object struct {
	ctx  context.Context
	name string
	bytes.Buffer
}

func (o *object) Write(p []byte) (int, error) {
	if err := strike(o.name, "write"); err != nil {
		n, _ := o.Buffer.Write(p[:len(p)/2])
		return n, err
	}
	return o.Buffer.Write(p)
}

func (o *object) Sync() error { return strike(o.name, "sync") }

func (o *object) Close() error {
	if err := errors.Join(o.ctx.Err(), strike(o.name, "close")); err != nil {
		return err
	}
	memfs.Write(inMemory(o.name), o.Bytes())
	return nil
}

// writers are the uses of commit, by the file that each writes.
var writers = map[string]func(ctx context.Context, folder string) error{
	"part.0": func(ctx context.Context, folder string) error {
		return (&writeFn{Stream{Disks: 9}, folder, 1}).ProcessElement(ctx, 0, func(Part) {})
	},
	ManifestName: func(ctx context.Context, folder string) error {
		return (&manifestFn{Stream{Disks: 9}, folder, 1}).ProcessElement(ctx, 0, once(Part{}), func(string) {})
	},
	"results.0": func(ctx context.Context, folder string) error {
		return (&linesFn{folder, 1}).ProcessElement(ctx, 0, once("a line"), func(string) {})
	},
}

// once returns an iterator of one element, such as engines pass.
func once[T any](v T) func(*T) bool {
	left := 1
	return func(next *T) bool {
		*next = v
		left--
		return left >= 0
	}
}

// A file is complete and synced, or nothing is left of it: a failed attempt is not published,
// even where it cannot be removed.
func TestCommit(t *testing.T) {
	for file, write := range writers {
		for _, at := range []string{"open", "write", "sync", "close", "rename"} {
			plan("", at, fail)
			err := write(t.Context(), "faulty://commit")
			if err == nil || !strings.Contains(err.Error(), "planted") {
				t.Errorf("%s, fault at %s: %v", file, at, err)
			}
			if left := names(t, "memfs://commit"); len(left) > 0 {
				t.Fatalf("%s, fault at %s: %q are left", file, at, left)
			}
		}
		for _, at := range []string{"write", "sync"} {
			plan("", at, func() error { planned.at = "remove"; return fail() })
			if err := write(t.Context(), "faulty://lost-"+file); err == nil || len(names(t, "memfs://lost-"+file)) > 0 {
				t.Errorf("%s, faults at %s and at removing: %v, %q are left", file, at, err, names(t, "memfs://lost-"+file))
			}
		}
		plan("", "", nil)
		if err := write(t.Context(), "faulty://commit-"+file); err != nil {
			t.Error(err)
		}
		if got := slices.Compact(planned.calls); !slices.Equal(got, []string{"open", "write", "sync", "close", "rename"}) {
			t.Errorf("%s: %q", file, got)
		}
		if there := names(t, "memfs://commit-"+file); len(there) != 1 || filepath.Base(there[0]) != file {
			t.Errorf("%s: %q are there", file, there)
		}
	}
}

// An attempt that an engine cancels leaves nothing.
func TestCancel(t *testing.T) {
	plan("", "", nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, folder := range []string{"faulty://cancel", t.TempDir()} {
		err := commit(ctx, folder+"/part.0", func(w io.Writer) error {
			cancel()
			_, err := io.WriteString(w, "all of it")
			return err
		})
		left, _ := filepath.Glob(folder + "/*")
		if !errors.Is(err, context.Canceled) || len(left)+len(names(t, "memfs://cancel")) > 0 {
			t.Errorf("%v, %q are left", err, left)
		}
	}
	ctx, end := context.WithCancel(t.Context())
	defer end()
	plan("", "rename", func() error { end(); return nil })
	if err := writers["part.0"](ctx, "faulty://cancel"); !errors.Is(err, context.Canceled) || len(names(t, "memfs://cancel")) > 0 {
		t.Errorf("%v, %q are left before the rename", err, names(t, "memfs://cancel"))
	}
}

// The manifest is not written while attempts are left.
func TestSweepFails(t *testing.T) {
	others := plant(t, "memfs://sweep", "part.0")
	plan("part.0", "remove", fail)
	if err := writers[ManifestName](t.Context(), "faulty://sweep"); err == nil || len(names(t, "memfs://sweep")) != 1+others {
		t.Errorf("%v, and %q are there", err, names(t, "memfs://sweep"))
	}
}

// Of local files and folders that have the names of attempts, only the files are removed.
func TestSweepLocal(t *testing.T) {
	folder := t.TempDir()
	file, sub := "part.1"+attemptMark+rand.Text(), "part.0"+attemptMark+rand.Text()
	err := errors.Join(os.WriteFile(filepath.Join(folder, file), nil, 0o600), os.Mkdir(filepath.Join(folder, sub), 0o700),
		sweep(t.Context(), folder, `part\.[0-9]+`))
	left, _ := filepath.Glob(folder + "/*")
	if err != nil || len(left) != 1 || filepath.Base(left[0]) != sub {
		t.Errorf("%q are left, %v", left, err)
	}
}
