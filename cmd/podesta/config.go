package main

import (
	"fmt"
	"io"

	"podesta/internal/config"
)

// runConfig writes the example file, or the effective configuration. The exit status is 0, 1 if
// the configuration is wrong, 2 if the arguments are wrong.
func runConfig(e env, args []string) int {
	s := newSettings(e, "config", "",
		"Prints a configuration file that explains every key and shows its default. Save it, and change what you need:",
		"  podesta config > podesta.toml",
		"  podesta config -show -config podesta.toml")
	show := s.flags.Bool("show", false, "check the configuration, and print the value of each key and where it was set; secrets are left out")
	table := s.flags.Bool("table", false, "print the keys as a table in Markdown")
	if status, done := s.parse(args); done {
		return status
	}
	if !s.noArguments(e) {
		return 2
	}
	write := func(f func(io.Writer) error) int {
		if err := f(e.out); err != nil {
			fmt.Fprintf(e.err, "podesta config: %v\n", err)
			return 1
		}
		return 0
	}
	switch {
	case *table:
		return write(config.WriteTable)
	case *show:
		c, warnings, ok := s.load(e)
		if !ok {
			return 1
		}
		for _, w := range warnings {
			fmt.Fprintf(e.err, "podesta config: %s\n", w)
		}
		return write(c.WriteEffective)
	}
	return write(config.WriteExample)
}
