// Package cli implements the commands of podesta client: they play, watch and run games on a
// remote judge, over its API.
package cli

import (
	"flag"
	"io"
)

// Options are what the program passes to the commands.
type Options struct {
	Version   string
	ShowFlags func(*flag.FlagSet) // called with the flags of a command before they are parsed
}

// env is the environment of a command.
type env struct {
	in       io.Reader
	out, err io.Writer
	Options
}

// Run executes a command, and returns the exit status.
func Run(in io.Reader, out, err io.Writer, o Options, args []string) int {
	return runClient(env{in, out, err, o}, args)
}

// Summaries lists the commands in the order of the help, each with a summary.
func Summaries() (all [][2]string) {
	for _, c := range clientCommands() {
		all = append(all, [2]string{c.name, c.summary})
	}
	return all
}
