// Proxy makes a folder for GOPROXY=file://…, with the modules of a commit as the
// public proxy would serve them once they are tagged. So installing a version can be
// tried before it is published. It prints the lines that a go.sum has for them.
//
//	go run -C .ci/proxy . -repo ../.. -out DIR -version v0.1.0 . play
package main

import (
	"archive/zip"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	modzip "golang.org/x/mod/zip"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("proxy: ")
	repo := flag.String("repo", "", "the repository's root `folder`")
	commit := flag.String("commit", "HEAD", "the `commit` to take")
	out := flag.String("out", "", "the `folder` to write")
	version := flag.String("version", "", "the `version` of all modules")
	flag.Parse()
	if *repo == "" || *out == "" || *version == "" || flag.NArg() == 0 {
		log.Fatal("give -repo, -out, -version and the folders of modules")
	}
	for _, folder := range flag.Args() {
		if err := publish(*repo, *commit, folder, *version, *out); err != nil {
			log.Fatalf("%s: %v", folder, err)
		}
	}
}

// publish writes the files of one module, by the protocol of go.dev/ref/mod.
func publish(repo, commit, folder, version, out string) error {
	mod, err := os.ReadFile(filepath.Join(repo, folder, "go.mod"))
	if err != nil {
		return err
	}
	m := module.Version{Path: modfile.ModulePath(mod), Version: version}
	escaped, err := module.EscapePath(m.Path)
	if err != nil {
		return err
	}
	at := filepath.Join(out, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(at, 0o777); err != nil {
		return err
	}

	name := filepath.Join(at, version+".zip")
	w, err := os.Create(name)
	if err != nil {
		return err
	}
	if folder = path.Clean(folder); folder == "." {
		folder = ""
	}
	if err := modzip.CreateFromVCS(w, m, repo, commit, folder); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}

	// The commit's go.mod, not the work tree's.
	if mod, err = fileOf(name, m.String()+"/go.mod"); err != nil {
		return err
	}
	f, err := modfile.Parse("go.mod", mod, nil)
	if err != nil {
		return err
	}
	if len(f.Replace) > 0 {
		return fmt.Errorf("go.mod replaces %s: 'go install %s' would refuse it", f.Replace[0].Old.Path, m)
	}
	for ending, content := range map[string][]byte{
		".mod":  mod,
		".info": fmt.Appendf(nil, `{"Version":%q}`, version),
	} {
		if err := os.WriteFile(filepath.Join(at, version+ending), content, 0o666); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(at, "list"), []byte(version+"\n"), 0o666); err != nil {
		return err
	}

	hash, err := dirhash.HashZip(name, dirhash.Hash1)
	if err != nil {
		return err
	}
	modHash, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(at, version+".mod"))
	})
	if err != nil {
		return err
	}
	fmt.Printf("%s %s %s\n%[1]s %[2]s/go.mod %[4]s\n", m.Path, version, hash, modHash)
	return nil
}

// fileOf returns a file of a zip.
func fileOf(name, file string) ([]byte, error) {
	z, err := zip.OpenReader(name)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	f, err := z.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
