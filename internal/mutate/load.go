//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A pkg is a package of which mutants are made.
type pkg struct {
	name    string // the path from the repository's owner on: hanoi/kernel
	path    string // the import path
	files   []*file
	fset    *token.FileSet
	imports types.Importer
	info    types.Info
}

type file struct {
	path   string
	source []byte
	plain  []byte // source with spaces for comments
	syntax *ast.File
}

// load returns the packages that patterns of the go command match.
func load(patterns []string) ([]*pkg, error) {
	args := append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,DepOnly,Standard", "os", "strconv"}, patterns...) // these for the chooser
	c := exec.Command("go", args...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%v: %w", c, err)
	}
	exports := map[string]string{}
	var ps []*pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var listed struct {
			ImportPath, Dir, Export string
			GoFiles                 []string
			DepOnly, Standard       bool
		}
		if err := d.Decode(&listed); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[listed.ImportPath] = listed.Export
		if listed.DepOnly || listed.Standard {
			continue
		}
		p := &pkg{path: listed.ImportPath, fset: token.NewFileSet()}
		p.name = strings.TrimPrefix(p.path, "github.com/hanoigen/")
		for _, name := range listed.GoFiles {
			f := &file{path: filepath.Join(listed.Dir, name)}
			if f.source, err = os.ReadFile(f.path); err != nil {
				return nil, err
			}
			if f.syntax, err = p.parse(f.path, f.source); err != nil {
				return nil, err
			}
			f.plain = p.withoutComments(f)
			p.files = append(p.files, f)
		}
		ps = append(ps, p)
	}
	for _, p := range ps {
		p.imports = importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
		p.info.Types = map[ast.Expr]types.TypeAndValue{}
		if err := p.check(&p.info, p.syntax()); err != nil {
			return nil, err
		}
	}
	return ps, nil
}

func (p *pkg) parse(path string, source []byte) (*ast.File, error) {
	return parser.ParseFile(p.fset, path, source, parser.ParseComments|parser.SkipObjectResolution)
}

func (p *pkg) syntax() (all []*ast.File) {
	for _, f := range p.files {
		all = append(all, f.syntax)
	}
	return all
}

// check returns the error of type-checking files as the package.
func (p *pkg) check(info *types.Info, files []*ast.File) error {
	c := types.Config{Importer: p.imports, Sizes: types.SizesFor("gc", build.Default.GOARCH)}
	_, err := c.Check(p.path, p.fset, files, info)
	return err
}

// withoutComments returns the source of f with spaces for its comments.
func (p *pkg) withoutComments(f *file) []byte {
	plain := append([]byte(nil), f.source...)
	for _, group := range f.syntax.Comments {
		for _, c := range group.List {
			from, to := p.offset(c.Pos()), p.offset(c.End())
			for i := from; i < to; i++ {
				if plain[i] != '\n' {
					plain[i] = ' '
				}
			}
		}
	}
	return plain
}

// compiles reports whether the package compiles with a planting.
func (p *pkg) compiles(with planting) bool {
	files := p.syntax()
	for path, source := range with {
		syntax, err := p.parse(path, source)
		if err != nil {
			return false
		}
		if i := slices.IndexFunc(p.files, func(f *file) bool { return f.path == path }); i >= 0 {
			files[i] = syntax
		} else {
			files = append(files, syntax)
		}
	}
	return p.check(nil, files) == nil
}

func (p *pkg) offset(pos token.Pos) int { return p.fset.Position(pos).Offset }

// text returns the source between two offsets.
func (f *file) text(from, to int) string { return string(f.source[from:to]) }
