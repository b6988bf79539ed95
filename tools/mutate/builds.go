package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"

	"golang.org/x/tools/go/packages"
)

// imports resolves imports with the packages that a loaded package imports.
type imports map[string]*packages.Package

func (im imports) Import(path string) (*types.Package, error) {
	if p := im[path]; p != nil && p.Types != nil {
		return p.Types, nil
	}
	return nil, errors.New("not imported: " + path)
}

// edited returns the text of a file in which mutants replace the original code.
// No mutant may contain another.
func edited(src *source, list []*mutant) []byte {
	var text []byte
	from := 0
	for _, m := range list { // in order of position
		text = append(text, src.text[from:m.from]...)
		text = append(text, m.with...)
		from = m.to
	}
	return append(text, src.text[from:]...)
}

// dropUnbuilt removes the mutants that do not build. It tries one mutant of
// each declaration at a time, and finds the faulty ones by the positions of the
// errors.
func dropUnbuilt(p *packages.Package, sources []*source) error {
	bad := map[*mutant]bool{}
	// left[i][k] contains the mutants of declaration k of file i.
	left := make([]map[int][]*mutant, len(sources))
	for i, src := range sources {
		left[i] = map[int][]*mutant{}
		for _, s := range src.sites {
			for _, m := range s.mutants {
				left[i][m.decl] = append(left[i][m.decl], m)
			}
		}
	}
	for {
		trial := make([][]*mutant, len(sources))
		some := false
		for i, src := range sources {
			for k := range src.tree.Decls {
				if list := left[i][k]; len(list) > 0 {
					trial[i] = append(trial[i], list[0])
					left[i][k] = list[1:]
					some = true
				}
			}
		}
		if !some {
			break
		}
		faults, err := faulty(p, sources, trial)
		if err != nil {
			return err
		}
		for _, m := range faults {
			bad[m] = true
		}
	}
	for _, src := range sources {
		for _, s := range src.sites {
			var good []*mutant
			for _, m := range s.mutants {
				if !bad[m] {
					good = append(good, m)
				}
			}
			s.mutants = good
		}
	}
	return nil
}

// faulty returns the mutants of a trial that do not build.
func faulty(p *packages.Package, sources []*source, trial [][]*mutant) ([]*mutant, error) {
	fset := token.NewFileSet()
	files := make([]*ast.File, len(sources))
	var bad []*mutant
	whole := map[int]bool{} // files with an error outside the changed declarations
	for i, src := range sources {
		if len(trial[i]) == 0 {
			tree, err := parser.ParseFile(fset, src.path, src.text, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			files[i] = tree
			continue
		}
		tree, err := parser.ParseFile(fset, src.path, edited(src, trial[i]), parser.SkipObjectResolution)
		if err != nil {
			whole[i] = true
			if tree, err = parser.ParseFile(fset, src.path, src.text, parser.SkipObjectResolution); err != nil {
				return nil, err
			}
		}
		files[i] = tree
	}
	index := map[string]int{}
	for i, src := range sources {
		index[src.name] = i
	}
	conf := types.Config{Importer: imports(p.Imports), Sizes: p.TypesSizes, Error: func(err error) {
		var te types.Error
		if !errors.As(err, &te) {
			return
		}
		i := index[filepath.Base(fset.Position(te.Pos).Filename)]
		for k, d := range files[i].Decls {
			if d.Pos() <= te.Pos && te.Pos <= d.End() {
				for _, m := range trial[i] {
					if m.decl == k {
						bad = append(bad, m)
						return
					}
				}
			}
		}
		whole[i] = true
	}}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	_, _ = conf.Check(p.PkgPath, fset, files, nil) // errors go to conf.Error
	for i := range whole {
		if len(trial[i]) == 1 {
			bad = append(bad, trial[i][0])
			continue
		}
		for _, m := range trial[i] {
			alone := make([][]*mutant, len(sources))
			alone[i] = []*mutant{m}
			faults, err := faulty(p, sources, alone)
			if err != nil {
				return nil, err
			}
			bad = append(bad, faults...)
		}
	}
	return bad, nil
}
