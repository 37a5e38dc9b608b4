//go:build linux

package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mutant is a change of some bytes of a file.
type mutant struct {
	pkg  string
	file *file
	place
	decl       *ast.FuncDecl // its function, if it is in one
	begin, end place         // of that function's body
	from, to   int           // of the bytes that are replaced
	with       string

	// What it is called, wherever its lines move to.
	function      string
	before, after string // its line
	number        int    // among those that are called the same, from 1
}

// key is the mutant's name in judged.txt.
func (m mutant) key() string {
	s := fmt.Sprintf("%s: %s: %s -> %s", m.pkg, m.function, m.before, m.after)
	if m.number > 1 {
		s += fmt.Sprintf(" (%d)", m.number)
	}
	return s
}

func (m mutant) String() string {
	path := m.file.path
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, path); err == nil {
			path = rel
		}
	}
	return fmt.Sprintf("%s:%d: %s", path, m.line, m.key())
}

// mutated returns the file's source with the change.
func (m mutant) mutated() []byte {
	return []byte(m.file.text(0, m.from) + m.with + m.file.text(m.to, len(m.file.source)))
}

// operators maps an operator to the one that a mutant has instead.
var operators = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
	token.AND: token.OR, token.OR: token.AND, token.XOR: token.AND, token.AND_NOT: token.AND,
	token.SHL: token.SHR, token.SHR: token.SHL, token.INC: token.DEC, token.DEC: token.INC,
}

// maker collects the mutants of a package.
type maker struct {
	*pkg
	file     *file
	function string
	decl     *ast.FuncDecl // of the function, if it is one
	seen     map[string]int
	ms       []mutant
}

// mutants returns all that compile, in the order of the source.
func (p *pkg) mutants() []mutant {
	mk := &maker{pkg: p, seen: map[string]int{}}
	for _, f := range p.files {
		mk.file = f
		for _, d := range f.syntax.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				mk.function = d.Name.Name
				if d.Recv != nil {
					t := d.Recv.List[0].Type
					if star, ok := t.(*ast.StarExpr); ok {
						t = star.X
					}
					mk.function = mk.text(t) + "." + mk.function
				}
				if mk.decl = d; d.Body != nil {
					ast.Inspect(d.Body, mk.visit)
				}
			case *ast.GenDecl:
				mk.decl = nil
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						mk.function = v.Names[0].Name
						ast.Inspect(v, mk.visit)
					}
				}
			}
		}
	}
	return mk.ms
}

func (mk *maker) place(pos token.Pos) place {
	at := mk.fset.Position(pos)
	return place{at.Line, at.Column}
}

func (mk *maker) text(n ast.Node) string {
	return mk.file.text(mk.offset(n.Pos()), mk.offset(n.End()))
}

// replace adds a mutant that has another text from pos to end: the first of texts that
// compiles.
func (mk *maker) replace(pos, end token.Pos, texts ...string) {
	m := mutant{pkg: mk.name, file: mk.file, place: mk.place(pos), from: mk.offset(pos), to: mk.offset(end), function: mk.function}
	if mk.decl != nil {
		m.decl, m.begin, m.end = mk.decl, mk.place(mk.decl.Body.Pos()), mk.place(mk.decl.Body.End())
	}
	plain := mk.file.plain
	first := strings.LastIndexByte(string(plain[:m.from]), '\n') + 1
	last := m.to + strings.IndexByte(string(plain[m.to:]), '\n')
	line := func(middle string) string {
		s := strings.TrimSpace(string(plain[first:m.from]) + middle + string(plain[m.to:last]))
		s, rest, more := strings.Cut(s, "\n")
		s = strings.Join(strings.Fields(s), " ")
		if more && strings.TrimSpace(rest) != "" {
			s += " …"
		}
		return s
	}
	for _, m.with = range texts {
		m.before, m.after = line(string(plain[m.from:m.to])), line(m.with)
		if m.after == "" {
			m.after = "nothing"
		}
		if !mk.compiles(mk.alone(m)) {
			continue
		}
		mk.seen[m.key()]++
		m.number = mk.seen[m.key()]
		mk.ms = append(mk.ms, m)
		return
	}
}

// operator mistakes the operator at pos for another.
func (mk *maker) operator(pos token.Pos, op token.Token) {
	assigns := token.ADD_ASSIGN <= op && op <= token.AND_NOT_ASSIGN
	to := operators[op]
	if assigns {
		to = operators[op-token.ADD_ASSIGN+token.ADD] - token.ADD + token.ADD_ASSIGN
	}
	mk.replace(pos, pos+token.Pos(len(op.String())), to.String())
}

// negate negates a condition, unless another mutant does: that of ==, != or !.
func (mk *maker) negate(cond ast.Expr) {
	switch c := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		if c.Op == token.EQL || c.Op == token.NEQ {
			return
		}
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return
		}
	}
	mk.replace(cond.Pos(), cond.End(), "!("+mk.text(cond)+")")
}

// drop leaves out a call, but not its operands where those would be unused.
func (mk *maker) drop(n ast.Node, call ast.Expr) {
	kept := ""
	if c, ok := call.(*ast.CallExpr); ok {
		kept = "_ = " + mk.text(c.Fun)
		for _, arg := range c.Args {
			kept += "; _ = " + mk.text(arg)
		}
	}
	mk.replace(n.Pos(), n.End(), "", kept)
}

func (mk *maker) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ArrayType: // one longer shows nothing
		return false
	case *ast.BinaryExpr:
		mk.operator(n.OpPos, n.Op)
	case *ast.UnaryExpr:
		if n.Op == token.SUB || n.Op == token.NOT || n.Op == token.XOR {
			mk.replace(n.OpPos, n.X.Pos(), "")
		}
	case *ast.BasicLit:
		mk.literal(n)
	case *ast.Ident:
		if tv := mk.info.Types[n]; tv.Value != nil && tv.Value.Kind() == constant.Bool && (n.Name == "true" || n.Name == "false") {
			mk.replace(n.Pos(), n.End(), strconv.FormatBool(n.Name == "false"))
		}
	case *ast.CallExpr:
		mk.swap(n)

	case *ast.IfStmt:
		mk.negate(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			mk.negate(n.Cond)
		}
	case *ast.SwitchStmt:
		if n.Tag == nil {
			for _, c := range n.Body.List {
				for _, cond := range c.(*ast.CaseClause).List {
					mk.negate(cond)
				}
			}
		}

	case *ast.ExprStmt:
		mk.drop(n, n.X)
	case *ast.DeferStmt:
		mk.drop(n, n.Call)
	case *ast.GoStmt:
		mk.drop(n, n.Call)
	case *ast.SendStmt, *ast.BranchStmt:
		mk.replace(n.Pos(), n.End(), "")
	case *ast.IncDecStmt:
		mk.operator(n.TokPos, n.Tok)
		mk.replace(n.Pos(), n.End(), "_ = "+mk.text(n.X))
	case *ast.AssignStmt:
		mk.assignment(n)
	case *ast.ReturnStmt:
		mk.returned(n)
	}
	return true
}

// literal changes a number by one.
func (mk *maker) literal(n *ast.BasicLit) {
	value := mk.info.Types[n].Value
	if value == nil || n.Kind != token.INT && n.Kind != token.CHAR {
		return
	}
	for _, op := range []token.Token{token.ADD, token.SUB} {
		changed := constant.BinaryOp(constant.MakeFromLiteral(n.Value, n.Kind, 0), op, constant.MakeInt64(1))
		text := changed.ExactString()
		if i, exact := constant.Int64Val(changed); n.Kind == token.CHAR && exact {
			text = strconv.QuoteRune(rune(i))
		}
		if constant.Sign(changed) < 0 {
			text = "(" + text + ")"
		}
		mk.replace(n.Pos(), n.End(), text)
	}
}

// swap changes the order of two arguments of one type that follow each other.
func (mk *maker) swap(n *ast.CallExpr) {
	if name := mk.text(n.Fun); name == "min" || name == "max" || n.Ellipsis.IsValid() {
		return
	}
	for i := 1; i < len(n.Args); i++ {
		a, b := n.Args[i-1], n.Args[i]
		s, t := mk.info.Types[a], mk.info.Types[b]
		if s.IsType() || t.IsType() || !types.Identical(s.Type, t.Type) || mk.text(a) == mk.text(b) {
			continue
		}
		between := mk.file.text(mk.offset(a.End()), mk.offset(b.Pos()))
		mk.replace(a.Pos(), b.End(), mk.text(b)+between+mk.text(a))
	}
}

// assignment mistakes its operator for another, and leaves it out.
func (mk *maker) assignment(n *ast.AssignStmt) {
	if n.Tok == token.DEFINE {
		return
	}
	if n.Tok != token.ASSIGN {
		mk.operator(n.TokPos, n.Tok)
	}
	left := strings.Repeat("_, ", len(n.Lhs)-1) + "_"
	if !slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return mk.text(e) != "_" }) && len(n.Rhs) == 1 {
		// It is there for what its right side does.
		mk.drop(n, n.Rhs[0])
		return
	}
	right := mk.file.text(mk.offset(n.Rhs[0].Pos()), mk.offset(n.End()))
	mk.replace(n.Pos(), n.End(), left+" = "+right, "")
}

// returned goes on instead of a bare return, and forgets an error.
func (mk *maker) returned(n *ast.ReturnStmt) {
	if len(n.Results) == 0 {
		mk.replace(n.Pos(), n.End(), "")
		return
	}
	last := n.Results[len(n.Results)-1]
	t := mk.info.Types[last]
	failure := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	if t.Type == nil || t.IsNil() || !types.Implements(t.Type, failure) {
		return
	}
	forgetful := mk.file.text(mk.offset(n.Pos()), mk.offset(last.Pos())) + "nil"
	mk.replace(n.Pos(), n.End(), forgetful, "_ = "+mk.text(last)+"; "+forgetful)
}
