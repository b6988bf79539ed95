package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"podesta/machiavelli/bot"
	"podesta/machiavelli/rules"
)

// parseFlags parses a command line in which flags and arguments may be in any order; after --
// everything is an argument. Afterwards fs.Args returns the arguments. If done is true, the
// command must exit with the status, either because help was requested or because a flag is
// wrong, which the flag set has already reported.
func parseFlags(fs *flag.FlagSet, args []string) (status int, done bool) {
	switch err := parseAll(fs, args); {
	case errors.Is(err, flag.ErrHelp):
		return 0, true
	case err != nil:
		return 2, true
	}
	return 0, false
}

// parseAll parses flags and arguments, as parseFlags does, and returns the error from the set.
func parseAll(fs *flag.FlagSet, args []string) error {
	showFlags(fs)
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

// pairsFlag returns the parse function of a flag whose values are name=value.
func pairsFlag(pairs map[string]string) func(string) error {
	return func(text string) error {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return errors.New("expected name=value")
		}
		pairs[name] = value
		return nil
	}
}

// optionFlag defines the flag that sets options of the rules.
func optionFlag(fs *flag.FlagSet, options map[string]string) {
	fs.Func("option", "set an option of the rules, as `name=value`; may be repeated", pairsFlag(options))
}

// seriesFlags are the flags of a series of games between computer players.
type seriesFlags struct {
	scenario, variant, preset string
	options                   map[string]string
	years                     int
	games, first, seed        uint64
	players                   []string // names, one for each seat
}

// define defines the flags, with their defaults.
func (s *seriesFlags) define(fs *flag.FlagSet) {
	s.options = map[string]string{}
	fs.StringVar(&s.scenario, "scenario", "B", "`ID` or slug of the scenario")
	fs.StringVar(&s.variant, "variant", "", "`ID` of the variant; without it, each player has one power")
	fs.StringVar(&s.preset, "preset", rules.DefaultPreset, "`ID` of the edition of the rules")
	optionFlag(fs, s.options)
	fs.IntVar(&s.years, "years", 10, "end each game after this many `years`")
	fs.Uint64Var(&s.games, "games", 100, "`number` of games")
	fs.Uint64Var(&s.first, "from", 0, "`number` of the first game; with the same flags, a game with the same number is always the same")
	fs.Uint64Var(&s.seed, "seed", 1, "`number` that decides the players' choices and the dice")
	fs.Func("players", "computer players for the seats: `names` separated by commas, name*n for n of one kind; they move on by one seat from game to game", func(list string) error {
		var err error
		s.players, err = parsePlayers(list)
		return err
	})
}

// listPlayers writes the names of the computer players, each with a description.
func listPlayers(w io.Writer) {
	for _, name := range bot.Names() {
		fmt.Fprintf(w, "  %-12s %s\n", name, bot.Doc(name))
	}
}
