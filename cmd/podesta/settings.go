package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"podesta/internal/config"
)

// settings holds a command's sources of the configuration: the file, and keys on the command
// line.
type settings struct {
	command string
	flags   *flag.FlagSet
	file    string
	given   map[string]string
}

// newSettings returns the flags of a command: -config and one for each key. about describes the
// command, in lines, and arguments describes what follows the flags.
func newSettings(e env, command, arguments string, about ...string) *settings {
	s := &settings{command: command, flags: flag.NewFlagSet(command, flag.ContinueOnError), given: map[string]string{}}
	s.flags.SetOutput(e.err)
	s.flags.StringVar(&s.file, "config", "", "the configuration `FILE`; without it, the one that "+config.FileVariable+" names, if any")
	for i := range config.Keys {
		k := &config.Keys[i]
		if k.Hidden {
			continue
		}
		s.flags.Func(k.Name, k.Doc, func(v string) error {
			s.given[k.Name] = v
			return nil
		})
	}
	for _, name := range config.Withdrawn() {
		s.flags.Func(name, withdrawnFlag, func(v string) error {
			s.given[name] = v
			return nil
		})
	}
	s.flags.Usage = func() {
		usage := "usage: podesta " + command + " [FLAGS]"
		if arguments != "" {
			usage += " " + arguments
		}
		fmt.Fprintln(e.err, usage)
		for _, line := range about {
			fmt.Fprintln(e.err, line)
		}
		s.help(e)
	}
	return s
}

// withdrawnFlag is the usage text of flags for keys that no longer have an effect, and that no
// help shows.
const withdrawnFlag = "(withdrawn)"

// helpedKeys lists the keys of the configuration that the help of commands names.
var helpedKeys = []string{"listen", "data", "database"}

// help prints the command's own flags and the flags for common keys, and says where the other keys
// are documented.
func (s *settings) help(e env) {
	fmt.Fprintln(e.err, "\nFlags:")
	show := func(f *flag.Flag) {
		name, what := flag.UnquoteUsage(f)
		fmt.Fprintf(e.err, "  -%s\n\t%s\n", strings.TrimSpace(f.Name+" "+name), what)
	}
	show(s.flags.Lookup("config"))
	s.flags.VisitAll(func(f *flag.Flag) {
		if f.Name != "config" && f.Usage != withdrawnFlag && config.Find(f.Name) == nil {
			show(f)
		}
	})
	for _, name := range helpedKeys {
		k := config.Find(name)
		fmt.Fprintf(e.err, "  -%s VALUE\n\t%s (%s", k.Name, keyText(k), k.Env())
		if k.Default != "" {
			fmt.Fprintf(e.err, "; default %s", k.Default)
		}
		fmt.Fprintln(e.err, ")")
	}
	fmt.Fprintln(e.err, "  -KEY VALUE\n\tany other key of the configuration, such as -log.level debug; podesta config explains them all")
}

// parse parses the arguments. If done is true, the command must end with the status, because
// help was requested or the arguments are wrong.
func (s *settings) parse(args []string) (status int, done bool) {
	return parseFlags(s.flags, args)
}

// noArguments reports whether there are no arguments after the flags, and
// prints an error if there are.
func (s *settings) noArguments(e env) bool {
	if s.flags.NArg() > 0 {
		fmt.Fprintf(e.err, "podesta %s: unexpected argument %q\n", s.command, s.flags.Arg(0))
		return false
	}
	return true
}

// source returns the sources of the configuration.
func (s *settings) source() config.Source {
	return config.Source{File: s.file, Env: os.Environ(), Flags: s.given}
}

// load loads the configuration. If it is wrong, load prints the problems and
// returns false.
func (s *settings) load(e env) (c *config.Config, warnings []config.Problem, ok bool) {
	c, warnings, err := config.Load(s.source())
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintf(e.err, "podesta %s: %s\n", s.command, strings.TrimSuffix(line, "\n"))
		}
		return nil, nil, false
	}
	return c, warnings, true
}
