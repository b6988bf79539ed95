package layout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ourModule is the prefix of the import paths of this module.
const ourModule = "podesta/"

// TestDoorsCallCommands checks that the interfaces call only commands of the judge: they use
// none of its methods that take or open a transaction, and do not access its store. They can
// see such methods because the parts of the judge export them for each other. Of the
// interfaces, only mail and chats have records of their own, in a store that is passed to them:
// the queues of e-mail and of messages.
func TestDoorsCallCommands(t *testing.T) {
	t.Parallel()
	text, err := fs.ReadFile(os.DirFS("../.."), table)
	if err != nil {
		t.Fatal(err)
	}
	r, err := readRules(string(text))
	if err != nil {
		t.Fatal(err)
	}
	packages, l := compiled(t)
	checked := 0
	for _, p := range packages {
		if name := strings.TrimPrefix(p.ImportPath, ourModule); r.doors.match(name) {
			checked++
			for _, breach := range l.breaches(t, p, strings.HasPrefix(name, "internal/mail/") || name == "internal/chat") {
				t.Error(breach)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d ways in found", checked)
	}
}

// TestBreaches checks that an interface that uses internals of the judge is reported.
func TestBreaches(t *testing.T) {
	t.Parallel()
	const door = `package door

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/judge"
)

type door struct {
	judge *judge.Judge
	store game.Store
}

func (d door) all(ctx context.Context) {
	_ = d.judge.Base.Read(ctx, func(tx *game.Tx) error {
		_, err := d.judge.Base.Load(tx, "g")
		return err
	})
	_ = d.judge.Base.Store
	_ = d.judge.Base.Accounts.Live
	_ = d.store.Write(ctx, nil)
	_, _ = d.judge.Base.Game(ctx, "g")
	d.judge.Users.TellOwners(nil)
}
`
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "door.go"), []byte(door), 0o600); err != nil {
		t.Fatal(err)
	}
	_, l := compiled(t)
	p := listed{ImportPath: ourModule + "internal/door", Dir: folder, GoFiles: []string{"door.go"}}
	for _, x := range []struct {
		records bool
		want    string
	}{{false, "16 Read, 17 Load, 20 Store, 21 Live, 22 Write"}, {true, "16 Read, 17 Load, 20 Store, 21 Live"}} {
		var got []string
		for _, breach := range l.breaches(t, p, x.records) {
			place, _, _ := strings.Cut(strings.TrimPrefix(breach, filepath.Join(folder, "door.go:")), " is")
			line, _, _ := strings.Cut(place, ":")
			got = append(got, line+place[strings.LastIndex(place, " "):])
		}
		slices.Sort(got)
		if all := strings.Join(got, ", "); all != x.want {
			t.Errorf("found %s, want %s", all, x.want)
		}
	}
}

// listed is a package as listed by "go list".
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// loader loads types from the export data of compiled packages.
type loader struct {
	files    *token.FileSet
	importer types.Importer
}

// compiled lists the packages of this module, and returns a loader for their types.
func compiled(t *testing.T) ([]listed, *loader) {
	t.Helper()
	run := exec.CommandContext(t.Context(), "go", "list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles", "./...")
	run.Dir = filepath.Join("..", "..")
	var wrong bytes.Buffer
	run.Stderr = &wrong
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, wrong.String())
	}
	exports := map[string]string{}
	var ours []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, ourModule) {
			ours = append(ours, p)
		}
	}
	l := &loader{files: token.NewFileSet()}
	l.importer = importer.ForCompiler(l.files, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("%s has not been compiled", path)
		}
		return os.Open(exports[path])
	})
	return ours, l
}

// breaches lists the places where a package uses internals of the judge. records is true if the
// package has its own records in the store.
func (l *loader) breaches(t *testing.T, p listed, records bool) []string {
	t.Helper()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(l.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}
	if _, err := (&types.Config{Importer: l.importer}).Check(p.ImportPath, l.files, files, info); err != nil {
		t.Fatal(err)
	}
	parts := l.parts(t)
	var out []string
	for at, s := range info.Selections {
		inside := isOf(named(s.Obj().Type()), "Store") && parts[fieldOwner(s)]
		if f, ok := s.Obj().(*types.Func); ok {
			of := named(f.Signature().Recv().Type())
			inside = parts[of] && usesTx(f.Signature()) || !records && (isOf(of, "Store") || isGroup(of))
		}
		if inside {
			out = append(out, fmt.Sprintf("%s: %s is for the packages of the judge: call a command of the judge, which takes a context and no transaction", l.files.Position(at.Sel.Pos()), s.Obj().Name()))
		}
	}
	return out
}

// parts returns the types of the parts from which the judge is composed, and the types of their
// fields.
func (l *loader) parts(t *testing.T) map[*types.Named]bool {
	t.Helper()
	p, err := l.importer.Import(ourModule + "internal/judge")
	if err != nil {
		t.Fatal(err)
	}
	out := map[*types.Named]bool{}
	var add func(types.Type)
	add = func(of types.Type) {
		n := named(of)
		if n == nil || out[n] || !strings.HasPrefix(n.Obj().Pkg().Path(), ourModule+"internal/") {
			return
		}
		if s, ok := n.Underlying().(*types.Struct); ok {
			out[n] = true
			for f := range s.Fields() {
				if f.Exported() {
					add(f.Type())
				}
			}
		}
	}
	add(p.Scope().Lookup("Judge").Type())
	if len(out) < 10 {
		t.Fatalf("the judge consists of %d parts only", len(out))
	}
	return out
}

// fieldOwner returns the type that declares a selected field, which may be
// embedded in the type of the expression; nil for a method.
func fieldOwner(s *types.Selection) *types.Named {
	if s.Kind() != types.FieldVal {
		return nil
	}
	of := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		of = structOf(of).Field(i).Type()
	}
	return named(of)
}

// structOf returns the struct type t, or the struct to which t points.
func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.Underlying().(*types.Struct)
}

// named returns the named type t, or the named type to which t points; nil for other types.
func named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	return n
}

// usesTx reports whether a function takes a transaction, or a context and a
// function to call in one.
func usesTx(f *types.Signature) bool {
	context := false
	for v := range f.Params().Variables() {
		if isOf(named(v.Type()), "Tx") {
			return true
		}
		if n := named(v.Type()); n != nil && n.Obj().Pkg().Path() == "context" {
			context = true
		}
		if g, ok := v.Type().Underlying().(*types.Signature); ok && context && usesTx(g) {
			return true
		}
	}
	return false
}

// isOf reports whether a type is the type of package game with the given name.
func isOf(n *types.Named, name string) bool {
	return n != nil && n.Obj().Name() == name && n.Obj().Pkg().Path() == ourModule+"internal/game"
}

// isGroup reports whether a type groups a transaction's methods for one kind of record, such as
// game.PhaseTx.
func isGroup(n *types.Named) bool {
	return n != nil && strings.HasSuffix(n.Obj().Name(), "Tx") && n.Obj().Pkg().Path() == ourModule+"internal/game"
}
