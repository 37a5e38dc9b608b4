package hanoiio

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// attemptMark stands between a file's name and the random text of an attempt at it.
const attemptMark = ".attempt-"

// commit writes a file on any of Beam's file systems, so that it is whole or not
// there: it writes under a name that no other attempt has, and renames. Engines may
// repeat an attempt; the last one replaces the others.
func commit(ctx context.Context, name string, write func(io.Writer) error) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	attempt := name + attemptMark + rand.Text()
	err = create(ctx, fs, attempt, write)
	if err == nil {
		err = filesystem.Rename(ctx, fs, attempt, name)
	}
	if r, ok := fs.(filesystem.Remover); ok && err != nil {
		r.Remove(context.WithoutCancel(ctx), attempt) // if there is one
	}
	return err
}

// create writes a file. Where the file system can sync, it is on the disk when create
// returns. It fails if the context has ended.
func create(ctx context.Context, fs filesystem.Interface, name string, write func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	err = write(w)
	if f, ok := w.(interface{ Sync() error }); ok && err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		cancel() // object stores keep what was closed, but for this
		w.Close()
		return err
	}
	return w.Close()
}

// sweep removes from a folder what unfinished attempts left at files whose names a
// regular expression matches. All these files have to be there: it would break an
// attempt that still runs.
func sweep(ctx context.Context, folder, files string) error {
	attempt := regexp.MustCompile(`^(` + files + `)` + attemptMark + `[A-Z2-7]{26}$`) // as rand.Text has it
	fs, err := filesystem.New(ctx, folder)
	if err != nil {
		return err
	}
	defer fs.Close()
	names, err := fs.List(ctx, inFolder(folder, "*"+attemptMark+"*"))
	if err != nil {
		return err
	}
	r, ok := fs.(filesystem.Remover)
	for _, name := range names {
		info, err := os.Lstat(name) // of a local file
		isFile := err != nil || info.Mode().IsRegular()
		if ok && isFile && attempt.MatchString(path.Base(filepath.ToSlash(name))) {
			if err := r.Remove(ctx, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func inFolder(folder, name string) string { return strings.TrimSuffix(folder, "/") + "/" + name }

// checkFolder says what is wrong with the name of a folder.
func checkFolder(folder string) error {
	if folder == "" {
		return errors.New("no folder is named; give one, such as out or gs://bucket/out")
	}
	if strings.ContainsAny(folder, `*?[\`) {
		return fmt.Errorf("folder %q has one of *?[\\, which file systems take for a pattern; give another name", folder)
	}
	fs, err := filesystem.New(context.Background(), folder)
	if err != nil {
		return err
	}
	return fs.Close()
}
