package main

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// mutant is one small change to the source.
type mutant struct {
	id       int
	pkg      string // the package's folder, relative to the project
	file     string // the file name
	fn       string // the function that contains it, "" outside functions
	line     int
	reached  token.Position // a position that runs when the mutant does
	text     string         // the line, without surrounding blanks
	change   string         // the change in words: the original and its replacement
	key      string         // identifies the same change of the same function
	decl     int            // the declaration of the file that contains it
	from, to int            // what is replaced, as offsets in the file
	with     string         // the replacement
}

// kind says how a site is instrumented.
type kind int

const (
	expression kind = iota
	statement
	post // the last part of a for clause
	body // of an if, an else or a case
)

// site is a place in the source with the mutants that change it.
type site struct {
	kind     kind
	from, to int
	of       types.Type // the type of an expression
	mutants  []*mutant
}

// source is a file with its sites, in the order of their positions.
type source struct {
	name  string // without the folder
	path  string
	text  []byte
	tree  *ast.File
	sites []*site
}

// finder looks for sites in one file.
type finder struct {
	*source
	pkg   string
	fset  *token.FileSet
	info  *types.Info
	decl  int
	fn    string
	hash  string // of the declaration's text
	above []ast.Node
	seen  map[string]int
}

// find returns the sites of a package's files.
func find(folder string, p *packages.Package, read func(string) ([]byte, error)) ([]*source, error) {
	var list []*source
	for i, tree := range p.Syntax {
		src := &source{path: p.CompiledGoFiles[i], tree: tree}
		src.name = src.path[strings.LastIndexByte(src.path, '/')+1:]
		var err error
		if src.text, err = read(src.path); err != nil {
			return nil, err
		}
		f := finder{source: src, pkg: folder, fset: p.Fset, info: p.TypesInfo, seen: map[string]int{}}
		for k, d := range tree.Decls {
			f.decl, f.fn = k, ""
			sum := sha256.Sum256(src.text[f.at(d.Pos()):f.at(d.End())])
			f.hash = fmt.Sprintf("%x", sum[:6])
			switch d := d.(type) {
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue
				}
			case *ast.FuncDecl:
				f.fn = d.Name.Name
			}
			ast.Inspect(d, f.visit)
		}
		list = append(list, src)
	}
	return list, nil
}

func (f *finder) at(p token.Pos) int { return f.fset.Position(p).Offset }

func (f *finder) src(n ast.Node) string { return string(f.text[f.at(n.Pos()):f.at(n.End())]) }

// parent returns the n-th node above the one that is visited.
func (f *finder) parent(n int) ast.Node {
	if i := len(f.above) - 1 - n; i >= 0 {
		return f.above[i]
	}
	return nil
}

// addSite adds a site for the text between two positions.
func (f *finder) addSite(k kind, from, to token.Pos, of types.Type) *site {
	s := &site{kind: k, from: f.at(from), to: f.at(to), of: of}
	f.sites = append(f.sites, s)
	return s
}

// add adds a mutant to a site. at is the position that is reported for it.
func (f *finder) add(s *site, at token.Pos, with, change string) {
	m := &mutant{
		pkg: f.pkg, file: f.name, fn: f.fn, decl: f.decl, line: f.fset.Position(at).Line, reached: f.fset.Position(f.runs(at)),
		from: s.from, to: s.to, with: with, change: strings.Join(strings.Fields(change), " "),
	}
	start := strings.LastIndexByte(string(f.text[:f.at(at)]), '\n') + 1
	line, _, _ := strings.Cut(string(f.text[start:]), "\n")
	m.text = strings.Join(strings.Fields(line), " ")
	m.key = strings.Join([]string{m.pkg, m.file, m.fn, f.hash, m.text, m.change}, "|")
	f.seen[m.key]++
	if n := f.seen[m.key]; n > 1 {
		m.key += fmt.Sprintf("|%d", n)
	}
	s.mutants = append(s.mutants, m)
}

// runs returns the start of the switch if a position is in the expression of a
// case, since coverage does not include those. Otherwise it returns the
// position.
func (f *finder) runs(at token.Pos) token.Pos {
	for k := range f.above {
		c, ok := f.parent(k).(*ast.CaseClause)
		if ok && at < c.Colon && at >= c.Pos() {
			return f.parent(k + 2).Pos()
		}
	}
	return at
}

// swapped lists the replacements of each operator.
var swapped = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD},
	token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN}, token.REM_ASSIGN: {token.MUL_ASSIGN},
	token.AND_ASSIGN: {token.OR_ASSIGN}, token.OR_ASSIGN: {token.AND_ASSIGN}, token.XOR_ASSIGN: {token.AND_ASSIGN},
	token.AND_NOT_ASSIGN: {token.AND_ASSIGN}, token.SHL_ASSIGN: {token.SHR_ASSIGN}, token.SHR_ASSIGN: {token.SHL_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
	token.BREAK: {token.CONTINUE}, token.CONTINUE: {token.BREAK},
}

// visit looks for mutants of a node. It is a function for ast.Inspect.
func (f *finder) visit(n ast.Node) bool {
	if n == nil {
		f.above = f.above[:len(f.above)-1]
		return true
	}
	if d, ok := n.(*ast.GenDecl); ok && d.Tok != token.VAR {
		return false // constants and types must be constant
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			f.change(n, f.src(n.X))
		}
	case *ast.BasicLit:
		f.literal(n)
	case *ast.Ident:
		if c, ok := f.info.Uses[n].(*types.Const); ok && c.Parent() == types.Universe && (n.Name == "true" || n.Name == "false") {
			f.change(n, map[string]string{"true": "false", "false": "true"}[n.Name])
		}
		f.negate(n)
	case *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr:
		f.negate(n.(ast.Expr))
	case *ast.ReturnStmt:
		f.results(n)
	case *ast.IfStmt:
		f.block(n.Body, n.Pos())
		if e, ok := n.Else.(*ast.BlockStmt); ok {
			f.block(e, e.Pos())
		}
	case *ast.CaseClause:
		f.clause(n)
	}
	if s, ok := n.(ast.Stmt); ok {
		f.statement(s)
	}
	f.above = append(f.above, n)
	return true
}

// change adds a mutant of an expression that is not constant.
func (f *finder) change(e ast.Expr, with string) {
	tv := f.info.Types[e]
	if tv.Type == nil || f.mustBeConstant(e) {
		return
	}
	s := f.addSite(expression, e.Pos(), e.End(), f.constantType(e))
	f.add(s, e.Pos(), "("+with+")", f.src(e)+" => "+with)
}

// binary adds the mutants that replace an operator.
func (f *finder) binary(n *ast.BinaryExpr) {
	tv := f.info.Types[n]
	if basic, ok := tv.Type.Underlying().(*types.Basic); !ok || basic.Info()&types.IsString != 0 || tv.Value != nil || len(swapped[n.Op]) == 0 || f.inCapacity(n) {
		return
	}
	s := f.addSite(expression, n.Pos(), n.End(), types.Default(tv.Type))
	for _, op := range swapped[n.Op] {
		x, between := f.src(n.X), string(f.text[f.at(n.X.End()):f.at(n.OpPos)])
		rest := string(f.text[f.at(n.OpPos)+len(n.Op.String()) : f.at(n.End())])
		with := x + between + op.String() + rest
		f.add(s, n.OpPos, "("+with+")", f.src(n)+" => "+with)
	}
}

// literal adds the mutants that increase and decrease a number by one.
func (f *finder) literal(n *ast.BasicLit) {
	tv := f.info.Types[n]
	if n.Kind != token.INT || tv.Type == nil || tv.Value == nil || f.mustBeConstant(n) || f.inCapacity(n) {
		return
	}
	s := f.addSite(expression, n.Pos(), n.End(), f.constantType(n))
	for _, op := range []token.Token{token.ADD, token.SUB} {
		with := constant.BinaryOp(constant.ToInt(tv.Value), op, constant.MakeInt64(1)).ExactString()
		f.add(s, n.Pos(), "("+with+")", n.Value+" => "+with)
	}
}

// constantType returns the type of an expression. For a part of a constant
// expression, it is the type of the whole expression.
func (f *finder) constantType(e ast.Expr) types.Type {
	of := f.info.Types[e].Type
	child := ast.Node(e)
	for k := range f.above {
		p, ok := f.parent(k).(ast.Expr)
		if !ok || f.info.Types[p].Value == nil {
			break
		}
		if b, ok := p.(*ast.BinaryExpr); ok && (b.Op == token.SHL || b.Op == token.SHR) && b.Y == child {
			break
		}
		if _, ok := p.(*ast.CallExpr); ok { // a conversion has its own type
			break
		}
		of, child = f.info.Types[p].Type, p
	}
	return types.Default(of)
}

// mustBeConstant reports whether an expression is the length of an array type
// or an index in an array literal.
func (f *finder) mustBeConstant(e ast.Expr) bool {
	child := ast.Node(e)
	for k := range f.above {
		switch p := f.parent(k).(type) {
		case *ast.ArrayType:
			return p.Len == child
		case *ast.KeyValueExpr:
			if p.Key != child {
				return false
			}
			lit, ok := f.parent(k + 1).(*ast.CompositeLit)
			if !ok || f.info.Types[lit].Type == nil {
				return false
			}
			switch f.info.Types[lit].Type.Underlying().(type) {
			case *types.Array, *types.Slice:
				return true
			}
			return false
		case ast.Stmt:
			return false
		default:
			child = p
		}
	}
	return false
}

// inCapacity reports whether an expression is part of the capacity argument of
// make, which no test can notice.
func (f *finder) inCapacity(e ast.Expr) bool {
	child := ast.Node(e)
	for k := range f.above {
		switch p := f.parent(k).(type) {
		case *ast.CallExpr:
			if id, ok := p.Fun.(*ast.Ident); ok && id.Name == "make" {
				_, isMap := f.info.Types[p].Type.Underlying().(*types.Map)
				return len(p.Args) == 3 && p.Args[2] == child || isMap
			}
		case *ast.SliceExpr:
			if p.Max == child {
				return true
			}
		case ast.Stmt:
			return false
		}
		child = f.parent(k)
	}
	return false
}

// negate adds a mutant that negates a condition other than a comparison.
func (f *finder) negate(e ast.Expr) {
	tv := f.info.Types[e]
	if tv.Type == nil || tv.Value != nil || !tv.IsValue() {
		return
	}
	if basic, ok := tv.Type.Underlying().(*types.Basic); !ok || basic.Info()&types.IsBoolean == 0 {
		return
	}
	condition := false
	switch p := f.parent(0).(type) {
	case *ast.IfStmt:
		condition = p.Cond == e
	case *ast.ForStmt:
		condition = p.Cond == e
	case *ast.BinaryExpr:
		condition = p.Op == token.LAND || p.Op == token.LOR
	case *ast.ReturnStmt:
		condition = true
	case *ast.CaseClause:
		sw, ok := f.parent(2).(*ast.SwitchStmt)
		condition = ok && sw.Tag == nil
	}
	if condition {
		s := f.addSite(expression, e.Pos(), e.End(), types.Default(tv.Type))
		f.add(s, e.Pos(), "!"+f.src(e), f.src(e)+" => !"+f.src(e))
	}
}

// results adds mutants that return zero values.
func (f *finder) results(n *ast.ReturnStmt) {
	var sig *types.Signature
	for k := range f.above {
		switch p := f.parent(k).(type) {
		case *ast.FuncDecl:
			sig = f.info.Defs[p.Name].Type().(*types.Signature)
		case *ast.FuncLit:
			sig = f.info.Types[p].Type.(*types.Signature)
		default:
			continue
		}
		break
	}
	if sig == nil || sig.Results().Len() != len(n.Results) {
		return
	}
	for i, e := range n.Results {
		of := sig.Results().At(i).Type()
		if _, generic := of.(*types.TypeParam); generic || f.info.Types[e].IsNil() {
			continue
		}
		zero := ""
		switch t := of.Underlying().(type) {
		case *types.Basic:
			switch {
			case t.Info()&types.IsNumeric != 0:
				zero = "0"
			case t.Info()&types.IsString != 0:
				zero = `""`
			}
		case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Signature:
			zero = "nil"
		}
		if zero == "" || f.src(e) == zero {
			continue
		}
		if v := f.info.Types[e].Value; v != nil {
			if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.INT && v.ExactString() == "1" {
				continue // one less is the same
			}
			if v.ExactString() == zero {
				continue
			}
		}
		s := f.addSite(expression, e.Pos(), e.End(), of)
		f.add(s, e.Pos(), "("+zero+")", "return "+f.src(e)+" => return "+zero)
	}
}

// block adds a mutant that leaves out the body of an if or an else.
func (f *finder) block(b *ast.BlockStmt, at token.Pos) {
	if len(b.List) > 0 {
		s := f.addSite(body, b.Lbrace+1, b.Rbrace, nil)
		f.add(s, at, " ", "body removed")
	}
}

// clause adds a mutant that leaves out the body of a case.
func (f *finder) clause(n *ast.CaseClause) {
	if len(n.Body) == 0 {
		return
	}
	last := n.Body[len(n.Body)-1]
	if b, ok := last.(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
		return
	}
	s := f.addSite(body, n.Body[0].Pos(), last.End(), nil)
	f.add(s, n.Pos(), " ", "body removed")
	s.mutants[0].reached = f.fset.Position(n.Body[0].Pos())
}

// statement adds mutants that leave out a statement or replace it.
func (f *finder) statement(n ast.Stmt) {
	k, alone := statement, false
	switch p := f.parent(0).(type) {
	case *ast.BlockStmt:
		switch f.parent(1).(type) {
		case *ast.IfStmt:
			alone = len(p.List) == 1 // leaving out the body has the same effect
		}
	case *ast.CaseClause:
		alone = len(p.Body) == 1
	case *ast.ForStmt:
		if p.Post != n {
			return
		}
		k = post
	default:
		return
	}
	s := &site{kind: k, from: f.at(n.Pos()), to: f.at(n.End())}
	remove := func() {
		if !alone && k != post {
			f.add(s, n.Pos(), "{}", f.src(n)+" => nothing")
		}
	}
	swap := func(tok token.Token, pos token.Pos) {
		for _, op := range swapped[tok] {
			at := f.at(pos)
			with := string(f.text[s.from:at]) + op.String() + string(f.text[at+len(tok.String()):s.to])
			f.add(s, n.Pos(), with, f.src(n)+" => "+with)
		}
	}
	switch n := n.(type) {
	case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt:
		remove()
	case *ast.IncDecStmt:
		remove()
		swap(n.Tok, n.TokPos)
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			return
		}
		if basic, ok := f.info.Types[n.Lhs[0]].Type.(*types.Basic); !ok || basic.Info()&types.IsString == 0 {
			swap(n.Tok, n.TokPos)
		}
		if id, ok := n.Lhs[0].(*ast.Ident); !ok || id.Name != "_" {
			remove()
		}
	case *ast.BranchStmt:
		swap(n.Tok, n.TokPos)
	}
	if len(s.mutants) > 0 {
		f.sites = append(f.sites, s)
	}
}
