package main

import (
	"flag"
	"fmt"
	"slices"
)

// group is a command with subcommands.
type group struct {
	name     string
	about    []string       // lines of help
	commands []groupCommand // subcommands in the order of help
}

// groupCommand is a subcommand of a group.
type groupCommand struct {
	name, arguments, summary string
	run                      func(e env, args []string) int
}

// find returns the subcommand with the given name, or nil.
func (g group) find(name string) *groupCommand {
	i := slices.IndexFunc(g.commands, func(c groupCommand) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &g.commands[i]
}

// run runs a subcommand and returns its exit status, or 2 if no subcommand has that name.
func (g group) run(e env, args []string) int {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	if c := g.find(name); c != nil {
		return c.run(e, args[1:])
	}
	status := 2
	switch name {
	case "-h", "-help", "--help":
		status = 0
	case "":
	default:
		fmt.Fprintf(e.err, "podesta %s: unknown command %q\n", g.name, name)
	}
	fmt.Fprintf(e.err, "usage: podesta %s COMMAND [ARGUMENTS]\n", g.name)
	for _, line := range g.about {
		fmt.Fprintln(e.err, line)
	}
	for _, c := range g.commands {
		fmt.Fprintf(e.err, "  %-24s %s\n", c.name+" "+c.arguments, c.summary)
	}
	return status
}

// parse parses the flags and arguments of a subcommand. The number of arguments must be between
// least and most. define defines the flags; it is nil if the subcommand has no flags. If ok is
// false, the subcommand must exit with the status.
func (g group) parse(e env, name string, args []string, least, most int, define func(fs *flag.FlagSet)) (rest []string, status int, ok bool) {
	fs := flag.NewFlagSet(g.name+" "+name, flag.ContinueOnError)
	fs.SetOutput(e.err)
	if define != nil {
		define(fs)
	}
	fs.Usage = func() {
		c := g.find(name)
		fmt.Fprintf(e.err, "usage: podesta %s %s %s\n%s\n", g.name, c.name, c.arguments, sentence(c.summary))
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return nil, status, false
	}
	if n := fs.NArg(); n < least || n > most {
		fs.Usage()
		return nil, 2, false
	}
	return fs.Args(), 0, true
}

// anyNumber means that a subcommand accepts any number of arguments.
const anyNumber = 1 << 20
