package hanoiio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
)

// faulty is an object store in memory. Closing an object publishes it, unless the context
// with which it was opened has ended.
type faulty struct{ filesystem.Interface }

func init() {
	plant("")
	filesystem.Register("faulty", func(ctx context.Context) filesystem.Interface { return faulty{memfs.New(ctx)} })
}

// fault is called at each use of a file of the store.
var fault atomic.Value

func strike(name, use string) error { return fault.Load().(func(string, string) error)(name, use) }

// plant makes the given uses fail for files whose names contain a text.
func plant(text string, uses ...string) {
	fault.Store(func(name, use string) error {
		if slices.Contains(uses, use) && strings.Contains(name, text) {
			return errors.New("planted")
		}
		return nil
	})
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

// writers write the files of a run.
var writers = map[string]func(ctx context.Context, folder string) error{
	"part.0": func(ctx context.Context, folder string) error {
		return (&writeFn{Stream{Disks: 9}, folder, 1}).ProcessElement(ctx, 0, func(Part) {})
	},
	ManifestName: func(ctx context.Context, folder string) error {
		return (&manifestFn{Stream{Disks: 9}, folder, 1}).ProcessElement(ctx, 0, elements(Part{}), func(string) {})
	},
	"results.0": func(ctx context.Context, folder string) error {
		return (&linesFn{folder, 1}).ProcessElement(ctx, 0, elements("a line"), func(string) {})
	},
}

// elements returns an iterator such as engines pass.
func elements[T any](all ...T) func(*T) bool {
	return func(next *T) bool {
		if len(all) == 0 {
			return false
		}
		*next, all = all[0], all[1:]
		return true
	}
}

// A file is complete and synced, or nothing is left of it: a failed attempt is not published,
// even if it cannot be removed.
func TestCommit(t *testing.T) {
	defer plant("")
	for file, write := range writers {
		for _, uses := range []string{"open", "write", "sync", "close", "rename", "write remove", "sync remove"} {
			plant("", strings.Fields(uses)...)
			if err := write(t.Context(), "faulty://commit"); err == nil || !strings.Contains(err.Error(), "planted") {
				t.Errorf("%s, fault at %s: %v", file, uses, err)
			}
			if left := names(t, "memfs://commit"); len(left) > 0 {
				t.Fatalf("%s, fault at %s: %q are left", file, uses, left)
			}
		}
		plant("")
		err := write(t.Context(), "faulty://commit-"+file)
		if there := names(t, "memfs://commit-"+file); err != nil || len(there) != 1 || filepath.Base(there[0]) != file {
			t.Errorf("%s: %v, and %q are there", file, err, there)
		}
	}
}

// An attempt that an engine cancels leaves nothing.
func TestCancel(t *testing.T) {
	defer plant("")
	local := t.TempDir()
	for _, test := range []struct{ folder, use string }{{local, "write"}, {"faulty://cancel", "write"}, {"faulty://cancel", "rename"}} {
		ctx, cancel := context.WithCancel(t.Context())
		at := func(_, use string) error {
			if use == test.use {
				cancel()
			}
			return nil
		}
		fault.Store(at)
		err := commit(ctx, test.folder+"/part.0", func(w io.Writer) error {
			at("", "write")
			_, err := io.WriteString(w, "all of it")
			return err
		})
		left, _ := filepath.Glob(local + "/*")
		if left = append(left, names(t, "memfs://cancel")...); !errors.Is(err, context.Canceled) || len(left) > 0 {
			t.Errorf("%v: %v, %q are left", test, err, left)
		}
	}
}

// The manifest is not written while attempts are left.
func TestSweepFails(t *testing.T) {
	defer plant("")
	others := leave(t, "memfs://sweep", "part.0")
	plant("part.0", "remove")
	if err := writers[ManifestName](t.Context(), "faulty://sweep"); err == nil || len(names(t, "memfs://sweep")) != 1+others {
		t.Errorf("%v, and %q are there", err, names(t, "memfs://sweep"))
	}
}
