package scenario

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/internal/source"
	"podesta/machiavelli/suggest"
)

// Parse reads a scenario file that needs no other file, because its boards are
// built in or part of it. See Load.
func Parse(text []byte) (*Library, board.Problems) {
	return load(nil, "", text)
}

// Load reads the scenario file with the given name. A board that a scenario
// names as a file, such as "nile.yaml", is read from the same folder. A file
// with only a board produces a library without scenarios. The problems include
// all errors and warnings, with file, line and column. The library is nil if
// there is an error. Load reads only from fsys.
func Load(fsys fs.FS, name string) (*Library, board.Problems) {
	text, err := readFile(fsys, name)
	if err != nil {
		return nil, board.Problems{{File: name, Text: err.Error()}}
	}
	return load(fsys, name, text)
}

// readFile reads a file, unless it is larger than the limit.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > source.MaxBytes {
		return nil, fmt.Errorf("the file has %d bytes; at most %d are read", info.Size(), source.MaxBytes)
	}
	return fs.ReadFile(fsys, name)
}

func load(fsys fs.FS, name string, text []byte) (*Library, board.Problems) {
	var found board.Problems
	l := &Library{powers: map[string]machiavelli.PowerInfo{}}
	for id, p := range BuiltIn().powers {
		l.powers[id] = p
	}
	r := &loader{l: l, fsys: fsys, name: name, found: &found}
	r.read(text)
	if r.f != nil {
		r.boards()
		r.check()
	}
	if !found.Failed() {
		l.text = l.yaml()
		if len(l.text) > source.MaxBytes {
			r.fail(source.Pos{}, "the scenarios and boards have %d bytes together; at most %d can be used", len(l.text), source.MaxBytes)
		}
	}
	found.Sort()
	if found.Failed() {
		return nil, found
	}
	return l, found
}

// loader reads one file into a library.
type loader struct {
	l     *Library
	fsys  fs.FS
	name  string
	f     *file
	found *board.Problems
}

func (r *loader) fail(at source.Pos, format string, args ...any) {
	r.found.Add(board.Problem{File: r.name, Line: at.Line, Column: at.Column, Text: fmt.Sprintf(format, args...)})
}

func (r *loader) warn(at source.Pos, format string, args ...any) {
	r.found.Add(board.Problem{File: r.name, Line: at.Line, Column: at.Column, Text: fmt.Sprintf(format, args...), Warning: true})
}

// refuse reports a fault that prevents new games. Games that have begun can continue.
func (r *loader) refuse(at source.Pos, format string, args ...any) {
	r.found.Add(board.Problem{File: r.name, Line: at.Line, Column: at.Column, Text: fmt.Sprintf(format, args...), Warning: true, New: true})
}

// unknown reports a word that is none of the expected ones.
func (r *loader) unknown(at source.Pos, word string, among []string, format string, args ...any) {
	r.found.Add(board.Problem{
		File: r.name, Line: at.Line, Column: at.Column, Text: fmt.Sprintf(format, args...), Suggestion: suggest.Closest(word, among),
	})
}

// read decodes a file and adds its powers, rows and scenarios.
func (r *loader) read(text []byte) {
	report := func(at source.Pos, text, hint string) {
		r.found.Add(board.Problem{File: r.name, Line: at.Line, Column: at.Column, Text: text, Suggestion: hint})
	}
	n := source.Parse(text, report)
	if n == nil {
		return
	}
	f := &file{}
	if slices.ContainsFunc(n.Fields, func(x source.Field) bool { return x.Name == "areas" }) {
		f.Board, f.At = n, n.Pos
	} else {
		source.Read(n, f, report)
	}
	r.f = f
	for i := range f.Powers {
		r.power(&f.Powers[i])
	}
	rows := r.readRows(f.Rows, map[string]row{})
	for i := range f.Scenarios {
		s := &f.Scenarios[i]
		s.rows = r.readRows(s.Rows, rows)
		s.complete()
		r.l.scenarios = append(r.l.scenarios, s)
	}
}

// complete fills in optional fields.
func (s *fileScenario) complete() {
	if s.Slug.S == "" {
		s.Slug = source.Text{Pos: s.ID.Pos, S: strings.ToLower(s.ID.S)}
	}
	if s.Title.S == "" {
		s.Title = source.Text{Pos: s.ID.Pos, S: s.ID.S}
	}
	if s.Period.S == "" && s.Year.N > 0 {
		s.Period = source.Text{Pos: s.Year.Pos, S: fmt.Sprint(s.Year.N)}
	}
	if len(s.Variants) > 0 {
		return
	}
	v := fileVariant{At: s.At}
	for _, p := range s.Powers {
		if p.HeldBy.S == "" {
			v.Seats = append(v.Seats, source.Words{p.Power})
		}
	}
	v.Players = source.Int{Pos: s.At, N: len(v.Seats)}
	v.ID = source.Text{Pos: s.At, S: fmt.Sprintf("%s-%d", s.ID.S, len(v.Seats))}
	s.Variants = []fileVariant{v}
}

// readRows returns the rows in more together with the rows of variable income
// that it reads.
func (r *loader) readRows(named source.Named, more map[string]row) map[string]row {
	rows := maps.Clone(more)
	for _, entry := range named {
		var x row
		words := entry.Value.Words()
		for _, item := range entry.Value.Items {
			words = append(words, item.Words()...)
		}
		if source.FitTitle(entry.Name.S) != entry.Name.S {
			r.refuse(entry.Name.Pos, "row %.20q: a name cannot have <, > or the end of a line", entry.Name.S)
		}
		if len(words) != len(x) {
			r.fail(entry.Value.Pos, "row %s: found %d numbers, expected six, the ducats for each face of the die", entry.Name.S, len(words))
		}
		for i, w := range words {
			n, ok := number(w.S, 0, maxDucats)
			if !ok {
				r.fail(w.Pos, "row %s: %q is no number of ducats; expected 0 to %d", entry.Name.S, w.S, maxDucats)
			} else if i < len(x) {
				x[i] = machiavelli.Ducats(n)
			}
		}
		rows[entry.Name.S] = x
	}
	return rows
}

// boards compiles the file's own boards and assigns each scenario its board.
func (r *loader) boards() {
	nodes := r.f.Boards
	if r.f.Board != nil {
		nodes = append([]*source.Node{r.f.Board}, nodes...)
	}
	failed := false
	for _, n := range nodes {
		b, problems := board.Read(n, r.name)
		failed = failed || b == nil
		r.addBoard(b, problems, n.Pos)
	}
	for i := range r.f.Scenarios {
		s := &r.f.Scenarios[i]
		s.ground = r.groundOf(s)
		if s.ground == nil && !failed {
			r.noBoard(s)
		}
	}
}

// addBoard adds a compiled board. A board that equals a built-in board is
// replaced by the latter.
func (r *loader) addBoard(b *board.Board, problems board.Problems, at source.Pos) *ground {
	for _, p := range problems {
		r.found.Add(p)
	}
	if b == nil {
		return nil
	}
	g := ownGround(b)
	if slices.Contains(board.Slugs(), b.Slug) {
		if known, err := board.Get(b.Slug, true); err == nil && known.YAML(0) == b.YAML(0) {
			g = builtInGround(b.Slug)
		} else {
			r.warn(at, "board %s has the slug of a built-in board but is another; give it a slug of its own", b.Slug)
		}
	}
	if i := slices.IndexFunc(r.l.boards, func(x *ground) bool { return x.slug == b.Slug }); i >= 0 {
		r.fail(at, "two boards have the slug %s", b.Slug)
		return r.l.boards[i]
	}
	if n := len(b.Areas) - 1 + b.Fortified.Len() + b.Fortresses.Len(); n > maxSpaces {
		r.fail(at, "board %s: areas, fortified cities and fortresses are %d together; at most %d can be played", b.Slug, n, maxSpaces)
	}
	r.l.boards = append(r.l.boards, g)
	return g
}

// groundOf returns the board that a scenario names. This is a board of the
// file, a built-in board, or a board file in the same folder. If a scenario
// names none, it has the file's only board.
func (r *loader) groundOf(s *fileScenario) *ground {
	name := s.Board.S
	if name == "" && len(r.l.boards) == 1 {
		return r.l.boards[0]
	}
	for _, g := range r.l.boards {
		if g.slug == name {
			return g
		}
	}
	if slices.Contains(board.Slugs(), name) {
		return builtInGround(name)
	}
	if !isFile(name) || r.fsys == nil {
		return nil
	}
	beside := path.Join(path.Dir(r.name), name)
	for i := range r.f.Scenarios {
		if t := &r.f.Scenarios[i]; t.Board.S == name && t.ground != nil {
			return t.ground
		}
	}
	text, err := readFile(r.fsys, beside)
	if err != nil {
		r.fail(s.Board.Pos, "scenario %s: the board file cannot be read: %v", s.ID.S, err)
		return &ground{}
	}
	b, problems := board.Check(beside, text)
	if g := r.addBoard(b, problems, s.Board.Pos); g != nil {
		return g
	}
	return &ground{}
}

// isFile reports whether the name of a board is the name of a file.
func isFile(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// noBoard reports that a scenario's board does not exist.
func (r *loader) noBoard(s *fileScenario) {
	known := board.Slugs()
	for _, g := range r.l.boards {
		known = append(known, g.slug)
	}
	switch {
	case s.Board.S == "":
		r.fail(s.At, "scenario %s: no board; expected board: with one of %s, or a board in this file", s.ID.S, strings.Join(known, ", "))
	case isFile(s.Board.S):
		r.fail(s.Board.Pos, "scenario %s: the board is in another file, and there is only this one; put it in here under board:", s.ID.S)
	default:
		r.unknown(s.Board.Pos, s.Board.S, known, "scenario %s: no board %q; expected one of %s, or a file beside this one", s.ID.S, s.Board.S, strings.Join(known, ", "))
	}
}
