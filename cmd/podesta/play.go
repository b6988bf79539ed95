package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"podesta/internal/terminal"
	"podesta/internal/words"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/rules"
)

// play plays a game at the terminal, or from a script. The exit status is 0 on success, 1 if a line
// was refused with -strict or the input cannot be read, and 2 if the arguments are wrong.
func play(e env, args []string) int {
	c := terminal.Config{Options: map[string]string{}, Language: words.Local(os.Getenv)}
	fs := flag.NewFlagSet("play", flag.ContinueOnError)
	fs.SetOutput(e.err)
	fs.StringVar(&c.Scenario, "scenario", "B", "`ID` or slug of the scenario, or your own file: FILE.yaml or FILE.yaml#ID")
	fs.StringVar(&c.Variant, "variant", "", "`ID` of the variant; without it, each player has one power")
	fs.StringVar(&c.Preset, "preset", rules.DefaultPreset, "`ID` of the edition of the rules")
	fs.StringVar(&c.Name, "name", "game", "the game's `name` in the reports")
	fs.StringVar(&c.Seed, "seed", "", "`text` that decides the dice: the same text gives the same dice")
	fs.StringVar(&c.Bots, "bots", "", "`kind` of computer player that plays the other powers: "+strings.Join(bot.Levels(), ", "))
	fs.StringVar(&c.Play, "as", "", "with -bots: the `powers` that you play, separated by commas, or none to watch (default the scenario's first)")
	optionFlag(fs, c.Options)
	strict := fs.Bool("strict", false, "exit with status 1 if any line was refused")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta play [FLAGS] [SCRIPT]")
		fmt.Fprintln(e.err, "Plays a game in the terminal: type orders and commands, and read the answers and reports. Type help to see them all.")
		fmt.Fprintln(e.err, "With a SCRIPT, reads the lines from that file. You give the orders of all powers, unless -bots names computer players.")
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	if fs.NArg() > 1 {
		fmt.Fprintf(e.err, "podesta play: unexpected argument %q\n", fs.Arg(1))
		return 2
	}
	var err error
	if c.Library, c.Scenario, err = findLibrary(e, c.Scenario); err != nil {
		fmt.Fprintf(e.err, "podesta play: %v\n", err)
		return 2
	}
	s, err := terminal.New(c)
	if err != nil {
		fmt.Fprintf(e.err, "podesta play: %v\n", err)
		return 2
	}
	in, prompt := e.in, isTerminal(e.in)
	if name := fs.Arg(0); name != "" && name != "-" {
		f, err := os.Open(name)
		if err != nil {
			fmt.Fprintf(e.err, "podesta play: %v\n", err)
			return 2
		}
		defer f.Close()
		in, prompt = f, false
	}
	refused, err := s.Run(in, e.out, prompt)
	if err != nil {
		fmt.Fprintf(e.err, "podesta play: %v\n", err)
		return 1
	}
	if *strict && refused > 0 {
		return 1
	}
	return 0
}

// isTerminal reports whether r is a terminal.
func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
