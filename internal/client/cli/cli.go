// Package cli has the commands of podesta client: they play, watch and run games on a
// remote judge, over its API.
package cli

import (
	"flag"
	"io"
)

// Options are what the commands get from the program.
type Options struct {
	Version   string
	ShowFlags func(*flag.FlagSet) // called with the flags of a command before they are parsed
}

// env is where a command reads and writes.
type env struct {
	in       io.Reader
	out, err io.Writer
	Options
}

// Run carries out a command, and returns the exit status.
func Run(in io.Reader, out, err io.Writer, o Options, args []string) int {
	return runClient(env{in, out, err, o}, args)
}

// Summaries lists the commands in the order of help, each with what it does.
func Summaries() (all [][2]string) {
	for _, c := range clientCommands() {
		all = append(all, [2]string{c.name, c.summary})
	}
	return all
}
