package main

import (
	"flag"
	"fmt"

	source "podesta"
	"podesta/internal/handbook"
	"podesta/internal/web/static"
)

// runDocs writes the documentation as a static website. The exit status is 0 on success, 1 if the
// files cannot be written, and 2 if the arguments are wrong.
func runDocs(e env, args []string) int {
	fs := flag.NewFlagSet("docs", flag.ContinueOnError)
	fs.SetOutput(e.err)
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta docs FOLDER")
		fmt.Fprintln(e.err, "Writes the documentation as a website into FOLDER, and creates the folder if needed. The site needs no server:")
		fmt.Fprintln(e.err, "open its index.html in a browser. A judge shows the same documentation at /docs.")
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	if fs.NArg() != 1 {
		fs.Usage()
		return 2
	}
	files, err := handbook.Site(source.Documents, static.Files, programVersion())
	if err == nil {
		err = handbook.WriteSite(fs.Arg(0), files)
	}
	if err != nil {
		fmt.Fprintf(e.err, "podesta docs: %v\n", err)
		return 1
	}
	return 0
}
