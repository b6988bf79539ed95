package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"podesta/machiavelli/dice"
)

// runDice verifies the dice of a finished game. The exit status is 0 if every
// roll follows from the seed, 1 if one does not, 2 if the book cannot be read
// or verified.
func runDice(e env, args []string) int {
	fs := flag.NewFlagSet("dice", flag.ContinueOnError)
	fs.SetOutput(e.err)
	quiet := fs.Bool("q", false, "say only what is wrong")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta dice verify [-q] [FILE]")
		fmt.Fprintln(e.err, "Works out every throw of a finished game again from its seed. The file is the game's dice")
		fmt.Fprintln(e.err, "book, as its page offers it (dice.json); without a file, or for -, the standard input is read.")
		fmt.Fprintln(e.err, "Keep the commitment that was shown when the game began: it must be the one in the book.")
		fs.PrintDefaults()
	}
	if err := parseFlags(fs, args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if fs.Arg(0) != "verify" || fs.NArg() > 2 {
		fs.Usage()
		return 2
	}
	book, err := readDiceBook(e.in, fs.Arg(1))
	var found dice.Report
	if err == nil {
		found, err = book.Verify()
	}
	if err != nil {
		fmt.Fprintf(e.err, "podesta dice verify: %v\n", err)
		return 2
	}
	for _, f := range found.Wrong {
		fmt.Fprintln(e.out, "wrong:", f)
	}
	if len(found.Wrong) > 0 {
		fmt.Fprintf(e.out, "%d of %d throws are not what the seed gives.\n", len(found.Wrong), found.Throws)
		return 1
	}
	if *quiet {
		return 0
	}
	for _, f := range found.Set {
		fmt.Fprintln(e.out, "note:", f)
	}
	if found.Throws == 0 {
		fmt.Fprintf(e.out, "Game %s: no dice were thrown; the seed belongs to the commitment\n%s.\n", book.Game, book.Commitment)
		return 0
	}
	fmt.Fprintf(e.out, "Game %s: all %d throws are what the seed gives, and the seed belongs to the commitment\n%s.\n",
		book.Game, found.Throws, book.Commitment)
	return 0
}

// readDiceBook reads a dice book from a file, or for "" or "-" from in.
func readDiceBook(in io.Reader, name string) (*dice.Book, error) {
	if name != "" && name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	b := new(dice.Book)
	if err := json.NewDecoder(in).Decode(b); err != nil {
		return nil, fmt.Errorf("this is no dice book: %w", err)
	}
	return b, nil
}
