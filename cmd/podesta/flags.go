package main

import (
	"flag"
	"slices"
)

// parseFlags reads a command line in which flags and arguments may stand in any
// order; behind -- everything is an argument. The set holds the arguments
// afterwards.
func parseFlags(fs *flag.FlagSet, args []string) error {
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
