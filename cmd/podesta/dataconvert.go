package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"podesta/machiavelli/opendata"
)

// dataForm is the format in which games are written.
type dataForm string

const (
	podestaForm   dataForm = "podesta"   // the format of package opendata
	diplomacyForm dataForm = "diplomacy" // the format of the Python package diplomacy
)

// formFlag defines the flag that chooses the format.
func formFlag(fs *flag.FlagSet) *dataForm {
	form := podestaForm
	fs.Func("form", "`FORM` of the lines: podesta (default), or diplomacy, as the Python package diplomacy saves games of standard Diplomacy", func(s string) error {
		switch f := dataForm(s); f {
		case podestaForm, diplomacyForm:
			form = f
			return nil
		}
		return errors.New("expected podesta or diplomacy")
	})
	return &form
}

// append appends a game as a line. It returns opendata.ErrNotDiplomacy if the game cannot be
// written in that format.
func (f dataForm) append(dst []byte, g *opendata.Game) ([]byte, error) {
	if f != diplomacyForm {
		return opendata.Append(dst, g)
	}
	saved, err := g.Save()
	if err != nil {
		return dst, err
	}
	return opendata.AppendSaved(dst, saved)
}

// lineGame is a line of a file of games. A game saved by the package diplomacy has been replayed,
// and found lists the differences.
type lineGame struct {
	line  int
	game  *opendata.Game // nil if the line cannot be used
	saved bool
	found []opendata.Difference
	err   error
}

// where names the line by its number and, if it can be used, by the game's ID.
func (x *lineGame) where() string {
	if x.game == nil {
		return fmt.Sprintf("line %d", x.line)
	}
	return fmt.Sprintf("line %d, game %s", x.line, x.game.ID)
}

// eachGame calls do with each line of a file of games, in either format, until do returns an
// error.
func eachGame(r *bufio.Reader, do func(x *lineGame) error) error {
	return eachLine(r, func(n int, line []byte, long bool) error {
		x := &lineGame{line: n}
		switch {
		case long:
			x.err = fmt.Errorf("the line has more than %d MB; no game has", opendata.MaxLine>>20)
		case opendata.IsSaved(line):
			x.saved = true
			var g *opendata.SavedGame
			if g, x.err = opendata.ReadSaved(line); x.err == nil {
				x.game, x.found, x.err = g.Replay()
			}
		default:
			x.game, x.err = opendata.Read(line)
		}
		return do(x)
	})
}

// dataConvert writes the games of a file in another format. The exit status is 0 on success, 1 if
// the file or a line of it cannot be used, and 2 if the arguments are wrong. Lines that can be used
// are written even if others cannot.
func dataConvert(e env, args []string) int {
	var form *dataForm
	name := ""
	rest, status, ok := dataGroup().parse(e, "convert", args, 1, 1, func(fs *flag.FlagSet) {
		form = formFlag(fs)
		fs.StringVar(&name, "o", "", "write to this new `FILE` instead of the standard output")
	})
	if !ok {
		return status
	}
	bad, err := convertData(e, rest[0], *form, name)
	if err != nil {
		fmt.Fprintf(e.err, "podesta data convert: %v\n", err)
		return 1
	}
	if bad > 0 {
		return 1
	}
	return 0
}

// convertData writes the games of the file from, in the given format, to a new file or to the
// standard output. It returns the number of lines that cannot be used.
func convertData(e env, from string, form dataForm, name string) (bad int, err error) {
	r, done, err := openLines(e, from)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, done()) }()
	var out io.Writer = e.out
	if name != "" {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return 0, err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		out = f
	}
	w := bufio.NewWriterSize(out, 1<<20)
	games, line := 0, []byte(nil)
	err = eachGame(r, func(x *lineGame) error {
		for _, d := range x.found {
			fmt.Fprintf(e.err, "%s, %s\n", x.where(), d)
		}
		if x.err == nil {
			line, x.err = form.append(line[:0], x.game)
		}
		if x.err != nil {
			bad++
			fmt.Fprintf(e.err, "%s: %v\n", x.where(), x.err)
			return nil
		}
		games++
		_, err := w.Write(line)
		return err
	})
	err = errors.Join(err, w.Flush())
	fmt.Fprintf(e.err, "%s written, %d not\n", count(games, "game"), bad)
	return bad, err
}
