package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"podesta/machiavelli/opendata"
)

// dataGroup returns podesta data with its subcommands.
func dataGroup() group {
	return group{
		name:  "data",
		about: []string{"Works with open data: files with one whole game in each line, for research. docs/open-data.md describes them."},
		commands: []groupCommand{
			{"export", "[FLAGS]", "write the finished public games of a judge whose players agree", dataExport},
			{"verify", "[FLAGS] FILE", "resolve every game of a file again, and report what differs", dataVerify},
			{"convert", "-form FORM FILE", "write the games of a file in another form", dataConvert},
			{"selfplay", "[FLAGS]", "write games that computer players play against each other", dataSelfPlay},
		},
	}
}

// runData runs a subcommand of podesta data. The exit status is 0 on success, 1 if a file cannot be
// used or differs, and 2 if the arguments are wrong.
func runData(e env, args []string) int { return dataGroup().run(e, args) }

// openLines opens a file of games, "-" for the standard input. It may be
// compressed with gzip.
func openLines(e env, name string) (*bufio.Reader, func() error, error) {
	in, done := e.in, func() error { return nil }
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		in, done = f, f.Close
	}
	r := bufio.NewReaderSize(in, 256<<10)
	if head, err := r.Peek(2); err == nil && bytes.Equal(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, nil, errors.Join(err, done())
		}
		r = bufio.NewReaderSize(z, 256<<10)
	}
	return r, done, nil
}

// eachLine calls do with each line of a file of games and its number, until do returns an
// error. If long is true, the line is too long and line contains only its beginning. Empty
// lines are skipped.
func eachLine(r *bufio.Reader, do func(n int, line []byte, long bool) error) error {
	var line []byte
	for n := 1; ; n++ {
		line = line[:0]
		long := false
		var err error
		for {
			var part []byte
			part, err = r.ReadSlice('\n')
			if len(line)+len(part) > opendata.MaxLine+1 {
				long = true
			} else {
				line = append(line, part...)
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("line %d: %w", n, err)
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		if long || len(bytes.TrimSpace(line)) > 0 {
			if err := do(n, line, long); err != nil {
				return err
			}
		}
		if err != nil {
			return nil
		}
	}
}

// dataVerify resolves the games of a file again.
func dataVerify(e env, args []string) int {
	quiet := false
	rest, status, ok := dataGroup().parse(e, "verify", args, 1, 1, func(fs *flag.FlagSet) {
		fs.BoolVar(&quiet, "q", false, "print only the total")
	})
	if !ok {
		return status
	}
	r, done, err := openLines(e, rest[0])
	if err != nil {
		fmt.Fprintf(e.err, "podesta data verify: %v\n", err)
		return 1
	}
	collectSeldom()
	same, bad, phases := 0, 0, 0
	report := func(format string, args ...any) {
		if !quiet {
			fmt.Fprintf(e.out, format+"\n", args...)
		}
	}
	err = eachGame(r, func(x *lineGame) error {
		found, err := x.found, x.err
		if err == nil && !x.saved {
			found, err = opendata.Verify(x.game)
		}
		if err != nil {
			report("%s: %v", x.where(), err)
		}
		for _, d := range found {
			report("%s, %s", x.where(), d)
		}
		if err != nil || len(found) > 0 {
			bad++
			return nil
		}
		same++
		phases += len(x.game.Phases)
		return nil
	})
	if err = errors.Join(err, done()); err != nil {
		fmt.Fprintf(e.err, "podesta data verify: %v\n", err)
		return 1
	}
	fmt.Fprintf(e.out, "%s with %s the same, byte for byte; %d not\n", count(same, "game"), count(phases, "phase"), bad)
	if bad > 0 {
		return 1
	}
	return 0
}
