package hanoiio

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// attemptMark is between the name of a file and the random text of an attempt to write it.
const attemptMark = ".attempt-"

// commit writes a file on any of Beam's file systems. It writes under a name that no other
// attempt has, then renames: the file is complete or missing. If an engine repeats an
// attempt, the last one replaces the others.
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
		r.Remove(context.WithoutCancel(ctx), attempt) // if it exists
	}
	return err
}

// create writes a file and, if the file system can, syncs it. It fails if the context has
// ended.
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
		cancel() // or closing would publish the object
		w.Close()
		return err
	}
	return w.Close()
}

// sweep removes the files of failed attempts from a folder. The regular expression files
// matches the final names of these files. All final files must exist already, because sweep
// would break an attempt that is still running.
func sweep(ctx context.Context, folder, files string) error {
	attempt := regexp.MustCompile(`^(` + files + `)` + attemptMark + `[A-Z2-7]{26}$`) // rand.Text
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
		if ok && attempt.MatchString(path.Base(filepath.ToSlash(name))) {
			if err := r.Remove(ctx, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func inFolder(folder, name string) string { return strings.TrimSuffix(folder, "/") + "/" + name }

// CheckLines checks the arguments of [WriteLines]. It returns an error if m is not
// 1 … MaxParts, or if the program does not support the folder's file system.
func CheckLines(folder string, m int) error {
	if m < 1 || m > MaxParts {
		return fmt.Errorf("%d files; give 1 to %d", m, MaxParts)
	}
	if folder == "" {
		return errors.New("no folder is named; give one, such as out or gs://bucket/out")
	}
	if strings.ContainsAny(folder, `*?[\`) {
		return fmt.Errorf("folder %q contains one of *?[\\, which would make it a pattern; give another name", folder)
	}
	fs, err := filesystem.New(context.Background(), folder)
	if err != nil {
		return err
	}
	return fs.Close()
}
