package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"podesta/machiavelli/dice"
)

// runDice verifies the dice of a finished game. The exit status is 0 if every roll follows from the
// seed, 1 if one does not, and 2 if the book cannot be read or verified.
func runDice(e env, args []string) int {
	fs := flag.NewFlagSet("dice", flag.ContinueOnError)
	fs.SetOutput(e.err)
	quiet := fs.Bool("q", false, "print only what is wrong")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta dice verify [-q] [FILE]")
		fmt.Fprintln(e.err, "Checks every roll of a finished game: that it follows from the seed of the game, and that the seed fits the")
		fmt.Fprintln(e.err, "commitment that was published when the game began. FILE is the game's dice book, dice.json from its page;")
		fmt.Fprintln(e.err, "without it, or for -, the command reads the standard input. Write down the commitment when the game begins,\nand compare it with the one that this command prints.")
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
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
		fmt.Fprintf(e.out, "%d of %d rolls do not follow from the seed.\n", len(found.Wrong), found.Throws)
		return 1
	}
	if *quiet {
		return 0
	}
	for _, f := range found.Set {
		fmt.Fprintln(e.out, "note:", f)
	}
	if found.Throws == 0 {
		fmt.Fprintf(e.out, "Game %s: no dice were rolled. The seed fits the commitment\n%s.\n", book.Game, book.Commitment)
		return 0
	}
	fmt.Fprintf(e.out, "Game %s: all %d rolls follow from the seed, and the seed fits the commitment\n%s.\n",
		book.Game, found.Throws, book.Commitment)
	return 0
}

// readDiceBook reads a dice book from a file, or from in if the name is "" or "-".
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
		return nil, fmt.Errorf("this is not a dice book (dice.json of a game): %w", err)
	}
	return b, nil
}
