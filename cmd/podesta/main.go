// Command podesta is a judge for the board game Machiavelli.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// command is a subcommand of the program. Its function parses the arguments
// after the subcommand's name and returns the exit status.
type command struct {
	name    string
	summary string // one line for help
	run     func(e env, args []string) int
}

// env is a subcommand's access to the outside.
type env struct {
	in       io.Reader
	out, err io.Writer
}

// commands lists the subcommands in the order of help.
func commands() []command {
	return []command{
		{"adjudicate", "positions and orders in, results out, as JSON", adjudicate},
		{"play", "the game at a terminal, or from a script", play},
		{"serve", "the judge for browsers: games, orders, results and maps on one port", serve},
		{"client", "play, watch and master games of a judge elsewhere, over its API", runClient},
		{"mail", "takes one message from a mail server on standard input; letters that could not be sent", runMail},
		{"config", "a configuration file with every key explained; what a configuration comes to", runConfig},
		{"doctor", "look whether the judge can be run as it is configured: database, clock, mail, DNS", runDoctor},
		{"account", "show somebody's account, close it, make it the keeper's", runAccount},
		{"ratings", "calculate again what finished games count for their players", runRatings},
		{"backup", "a copy of the database, made while the judge goes on", runBackup},
		{"export", "a whole game as one file, to be moved to another judge", runExport},
		{"import", "a game that export has written", runImport},
		{"phase", "a stored phase of a game in plain text: positions, orders, events, rolls", runPhase},
		{"storage", "what the database needs on the disk, by table and column", runStorage},
		{"archive", "move games that have ended to the archive, bring one back, check it", runArchive},
		{"map", "a scenario or a position as a picture, in SVG", runMap},
		{"rules", "the rules of an edition, its options, and what is different in another", runRules},
		{"scenario", "scenarios and boards: list, show, check, export, import", runScenario},
		{"case", "write a phase of a game as a case for adjudicate", runCase},
		{"dice", "check the dice of a finished game", runDice},
		{"sim", "whole games by random orders, checked after every phase", runSim},
		{"whatif", "what a phase could come to while orders and dice are unknown", runWhatIf},
		{"docs", "write the documentation as a web site", runDocs},
		{"man", "write the manual pages", runMan},
		{"completion", "write a script with which a shell completes commands and flags", runCompletion},
		{"version", "say which podesta this is", version},
		{"licences", "show the licences of everything in it", showLicences},
		{"help", "say what podesta can do", help},
	}
}

func main() {
	os.Exit(run(env{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
}

// run runs the subcommand with which args begin.
func run(e env, args []string) int {
	if len(args) == 0 {
		usage(e.err)
		return 2
	}
	name := args[0]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-v", "-version", "--version":
		name = "version"
	}
	for _, c := range commands() {
		if c.name == name {
			return c.run(e, args[1:])
		}
	}
	fmt.Fprintf(e.err, "podesta: unknown command %q\n\n", args[0])
	usage(e.err)
	return 2
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "podesta is a judge for the board game Machiavelli.")
	fmt.Fprintln(w)
	fmt.Fprintln(w, "usage: podesta COMMAND [ARGUMENTS]")
	fmt.Fprintln(w)
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-11s %s\n", c.name, c.summary)
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, "podesta COMMAND -h tells more of a command.")
}

func help(e env, args []string) int {
	if len(args) > 0 && args[0] != "help" && !strings.HasPrefix(args[0], "-") {
		return run(e, []string{args[0], "-h"})
	}
	usage(e.out)
	return 0
}
