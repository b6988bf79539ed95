package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"podesta/machiavelli/interchange"
)

// adjudicate resolves cases from files, or from the standard input, and writes one result per
// line. The exit status is 1 if any case could not be used, 2 if the input is not JSON or cannot be
// read, and otherwise 0.
func adjudicate(e env, args []string) int {
	fs := flag.NewFlagSet("adjudicate", flag.ContinueOnError)
	fs.SetOutput(e.err)
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta adjudicate [FILE...]")
		fmt.Fprintln(e.err, "Reads cases (positions with their orders) as JSON, resolves them, and prints one result per line, as JSON.")
		fmt.Fprintln(e.err, "A file can hold one case, an array of cases, or one case per line. Without a file, or for -, it reads the standard input.")
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	files := fs.Args()
	if len(files) == 0 {
		files = []string{"-"}
	}
	collectSeldom()
	a := interchange.New()
	status := 0
	for _, name := range files {
		n, err := adjudicateFile(e, a, name)
		if err != nil {
			fmt.Fprintf(e.err, "podesta adjudicate: %s: %v\n", name, err)
			return 2
		}
		if n > 0 {
			status = 1
		}
	}
	return status
}

// adjudicateFile resolves the cases of one file and returns the number of cases that could not be
// used.
func adjudicateFile(e env, a *interchange.Adjudicator, name string) (bad int, err error) {
	in := e.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		in = io.Reader(f)
	}
	t, err := a.Run(in, e.out)
	return t.Errors, err
}
