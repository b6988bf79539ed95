package main

import (
	"flag"
	"slices"
)

// parseFlags parses a command line in which flags and arguments may be in any
// order; after -- everything is an argument. Afterwards the set holds the
// arguments.
func parseFlags(fs *flag.FlagSet, args []string) error {
	showFlags(fs)
	var plain, last []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, last = args[:i], args[i+1:]
	}
	for {
		if err := fs.Parse(args); err != nil {
			return err
		}
		if fs.NArg() == 0 {
			break
		}
		plain = append(plain, fs.Arg(0))
		args = fs.Args()[1:]
	}
	return fs.Parse(slices.Concat([]string{"--"}, plain, last))
}
