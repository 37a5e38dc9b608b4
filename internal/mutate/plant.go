//go:build linux

package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// planting is what stands for files of a package while it is built, by their paths.
type planting map[string][]byte

// alone plants a mutant in place.
func (p *pkg) alone(m mutant) planting { return planting{m.file.path: m.mutated()} }

// choice is the environment variable with the number of the mutant that runs, from 1; 0
// is none, and unchanged is a copy of each function as it is.
const (
	choice    = "HANOIGEN_MUTANT"
	unchanged = -1
)

// chooser declares what has that number. An interface that is called before it is set
// runs no mutant.
const chooser = `package %s

import (
	"os"
	"strconv"
)

var chosenMutant, _ = strconv.Atoi(os.Getenv(%q))
`

// together plants mutants of functions, so that one build has them all. A function gets a
// copy of itself for each of its mutants, and runs the one that is chosen:
//
//	func sign(x int) int {
//		switch chosenMutant {
//		case -1: return func(x int) int { return cmp.Compare(x, 0) }(x)
//		case 7: return func(x int) int { return cmp.Compare(0, x) }(x)
//		}
//		return cmp.Compare(x, 0)
//	}
func (p *pkg) together(ms []mutant) planting {
	first := p.files[0]
	all := planting{filepath.Join(filepath.Dir(first.path), "mutate_choice.go"): fmt.Appendf(nil, chooser, first.syntax.Name.Name, choice)}
	cases := map[*ast.FuncDecl]string{}
	for i, m := range ms {
		if cases[m.decl] == "" {
			same := m
			same.to, same.with = m.from, ""
			cases[m.decl] = p.copied(same, unchanged)
		}
		cases[m.decl] += p.copied(m, i+1)
	}
	for _, f := range p.files {
		source := string(f.source)
		for _, d := range slices.Backward(f.syntax.Decls) { // so that the offsets stay valid
			if d, ok := d.(*ast.FuncDecl); ok && cases[d] != "" {
				at := p.offset(d.Body.Lbrace) + 1
				source = source[:at] + "switch chosenMutant {\n" + cases[d] + "}\n" + source[at:]
			}
		}
		if source != string(f.source) {
			all[f.path] = []byte(source)
		}
	}
	return all
}

// copied returns the case that runs the function of m as m has it. It is a literal with
// the same parameters: in it, := declares what it declares in the function.
func (p *pkg) copied(m mutant, number int) string {
	text := func(n ast.Node) string { return m.file.text(p.offset(n.Pos()), p.offset(n.End())) }
	fields := m.decl.Type.Params.List
	if m.decl.Recv != nil {
		fields = append(slices.Clone(m.decl.Recv.List), fields...)
	}
	var parameters, arguments []string
	for _, field := range fields {
		for _, name := range field.Names {
			if name.Name == "_" {
				continue
			}
			parameters = append(parameters, name.Name+" "+text(field.Type))
			argument := name.Name
			if _, ok := field.Type.(*ast.Ellipsis); ok {
				argument += "..."
			}
			arguments = append(arguments, argument)
		}
	}
	results := ""
	if m.decl.Type.Results != nil {
		results = text(m.decl.Type.Results)
	}
	body := m.file.text(p.offset(m.decl.Body.Pos()), m.from) + m.with + m.file.text(m.to, p.offset(m.decl.Body.End()))
	call := fmt.Sprintf("func(%s) %s %s(%s)", strings.Join(parameters, ", "), results, body, strings.Join(arguments, ", "))
	if results == "" {
		call += "; return"
	} else {
		call = "return " + call
	}
	return fmt.Sprintf("case %d: %s\n", number, call)
}

// parted returns the mutants that can be built together, and the others: those in no
// function; of one whose copy does not compile, as where a parameter hides a type; and
// of one that returns a function, which costs memory where it is not inlined.
func (p *pkg) parted(ms []mutant) (together, alone []mutant) {
	compiles := map[*ast.FuncDecl]bool{nil: false}
	for _, m := range ms {
		ok, known := compiles[m.decl]
		if !known {
			ok = !p.returnsFunction(m.decl) && p.compiles(p.together([]mutant{m}))
			compiles[m.decl] = ok
		}
		if ok {
			together = append(together, m)
		} else {
			alone = append(alone, m)
		}
	}
	return together, alone
}

func (p *pkg) returnsFunction(d *ast.FuncDecl) bool {
	return d.Type.Results != nil && slices.ContainsFunc(d.Type.Results.List, func(f *ast.Field) bool {
		_, ok := p.info.Types[f.Type].Type.Underlying().(*types.Signature)
		return ok
	})
}
