package main

import (
	"fmt"
	"io"

	"podesta/internal/config"
)

// runConfig writes the example file, or the effective configuration. The exit
// status is 0, 1 if the configuration is wrong, 2 if the arguments are.
func runConfig(e env, args []string) int {
	s := newSettings(e, "config", "",
		"Writes a configuration file in which every key is explained and has its default.")
	show := s.flags.Bool("show", false, "check the configuration and write what each key has come to, and by what; no secrets")
	table := s.flags.Bool("table", false, "write the keys as a table in Markdown")
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
