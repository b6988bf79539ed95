// Command podesta is a judge for the board game Machiavelli.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// command is a subcommand of the program. Its function parses the arguments
// after the subcommand's name and returns the exit status.
type command struct {
	name    string
	summary string // summary for help, in one line
	run     func(e env, args []string) int
}

// env is a subcommand's access to its environment: input, output and the like.
type env struct {
	in       io.Reader
	out, err io.Writer
}

// commands lists the subcommands in the order of help.
func commands() []command {
	return []command{
		{"adjudicate", "resolve phases that are given as JSON", adjudicate},
		{"play", "play a game in the terminal, or run a script of orders", play},
		{"setup", "ask for the settings of a judge, write its configuration, and check it", runSetup},
		{"serve", "run the judge: web pages, API and e-mail", serve},
		{"client", "play, watch and run games on a remote judge, over its API", runClient},
		{"mcp", "let an agent play on a judge: a server of the Model Context Protocol", runMCP},
		{"mail", "accept an e-mail from a mail server, or list e-mails that could not be sent", runMail},
		{"config", "write a configuration file that explains every key, or show the settings in effect", runConfig},
		{"doctor", "check the installation: configuration, database, clock, addresses, e-mail, DNS", runDoctor},
		{"health", "ask the running judge whether it can be used, for health checks", runHealth},
		{"account", "show an account, create or close it, make its owner an operator", runAccount},
		{"ratings", "recalculate the ratings from all finished games", runRatings},
		{"backup", "copy the database while the judge is running", runBackup},
		{"export", "write a whole game to a file, to keep it or to move it to another judge", runExport},
		{"import", "import a game that podesta export has written", runImport},
		{"phase", "list the phases of a game, or print one as JSON", runPhase},
		{"storage", "show how much disk space the database uses, by table and column", runStorage},
		{"map", "draw a scenario or a position as a picture, for printing, or as text", runMap},
		{"rules", "print the rulebook of an edition, list its options, compare two editions", runRules},
		{"scenario", "list, show, check, export and import scenarios and boards", runScenario},
		{"case", "write a resolved phase of a game as a case for podesta adjudicate", runCase},
		{"dice", "verify the dice of a finished game", runDice},
		{"sim", "play whole games automatically, and check the position after every phase", runSim},
		{"env", "offer games as an environment for programs that learn or play, over JSON lines", runEnv},
		{"arena", "play matches between computer players, and print tables and ratings", runArena},
		{"data", "write open data of games for research, verify it", runData},
		{"whatif", "show the possible results of a phase while orders or dice are unknown", runWhatIf},
		{"docs", "write the documentation as a website", runDocs},
		{"man", "write the manual pages", runMan},
		{"completion", "write a script that completes commands and flags in your shell", runCompletion},
		{"version", "print the version", version},
		{"licences", "print the licences of podesta and of everything it contains", showLicences},
		{"help", "list the commands, or explain one of them", help},
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
	fmt.Fprintln(w, "For more about a command, run podesta help COMMAND.")
}

func help(e env, args []string) int {
	if len(args) > 0 && args[0] != "help" && !strings.HasPrefix(args[0], "-") {
		return run(e, append(slices.Clone(args), "-h"))
	}
	usage(e.out)
	return 0
}
