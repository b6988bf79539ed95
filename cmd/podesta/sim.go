package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/sim"
)

// runSim plays games with random orders and checks each phase. The exit status is 0 on success, 1
// if a check failed, and 2 if the arguments are wrong.
func runSim(e env, args []string) int {
	var series seriesFlags
	var replay int
	fs := flag.NewFlagSet("sim", flag.ContinueOnError)
	fs.SetOutput(e.err)
	series.define(fs)
	fs.IntVar(&replay, "replay", 50, "resolve the phases of one in this `number` of games twice, and compare; 0: never")
	quiet := fs.Bool("q", false, "leave out the tables of events, orders and expenses")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta sim [FLAGS]")
		fmt.Fprintln(e.err, "Plays whole games with random legal orders and expenses, and checks the position after every phase: one unit in a")
		fmt.Fprintln(e.err, "place, control, rebellions, ducats, chits, loans, and the same results when a phase is resolved twice. With -players,")
		fmt.Fprintln(e.err, "computer players give the orders, and the command prints how each of them did. The kinds of computer players are:")
		listPlayers(e.err)
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	if fs.NArg() > 0 {
		fmt.Fprintf(e.err, "podesta sim: unexpected argument %q\n", fs.Arg(0))
		return 2
	}
	set, err := rules.Make(series.preset, series.options)
	if err != nil {
		fmt.Fprintf(e.err, "podesta sim: %v\n", err)
		return 2
	}
	t, err := sim.New(sim.Config{
		Scenario: series.scenario, Variant: series.variant, Rules: set, Years: series.years, Seed: series.seed,
		ReplayEvery: replay, Players: series.players,
	})
	if err != nil {
		fmt.Fprintf(e.err, "podesta sim: %v\n", err)
		return 2
	}
	collectSeldom()
	status := 0
	begin := time.Now()
	for n := series.first; n < series.first+series.games; n++ {
		if err := t.Play(n); err != nil {
			fmt.Fprintf(e.out, "broken: %v\n", err)
			status = 1
		}
	}
	took := time.Since(begin)
	tally := t.Tally()
	fmt.Fprintf(e.out, "%d %s, %d phases, %d of them resolved twice, %d won, %d powers eliminated\n", tally.Games, map[bool]string{true: "game", false: "games"}[tally.Games == 1], tally.Phases, tally.Replayed, tally.Won, tally.Eliminated)
	fmt.Fprintf(e.out, "%.1f games and %.0f phases per second\n", float64(tally.Games)/took.Seconds(), float64(tally.Phases)/took.Seconds())
	records(e.out, tally)
	if !*quiet {
		tables(e.out, tally)
	}
	return status
}

// parsePlayers parses a list of players such as "condottiere,random*7".
func parsePlayers(s string) ([]string, error) {
	var list []string
	for _, word := range strings.Split(s, ",") {
		name, times, many := strings.Cut(strings.TrimSpace(word), "*")
		n := 1
		if many {
			var err error
			if n, err = strconv.Atoi(times); err != nil || n < 1 || n > machiavelli.MaxPowers {
				return nil, fmt.Errorf("expected a number of players from 1 to %d after the asterisk, not %q", machiavelli.MaxPowers, times)
			}
		}
		if _, err := bot.New(name); err != nil {
			return nil, err
		}
		for range n {
			list = append(list, name)
		}
	}
	return list, nil
}

// records prints the results of the computer players for each seat.
func records(w io.Writer, t *sim.Tally) {
	for _, r := range t.Records {
		if n := float64(r.Seats); n > 0 {
			fmt.Fprintf(w, "%-12s %5d seats: won %.1f%%, most cities %.1f%%, %.1f cities, eliminated %.1f%%\n",
				r.Player, r.Seats, 100*r.Won/n, 100*r.Most/n, float64(r.Cities)/n, 100*float64(r.Eliminated)/n)
		}
	}
}

// tables prints the tables of orders and events.
func tables(w io.Writer, t *sim.Tally) {
	fmt.Fprintln(w, "\nevents:")
	types := slices.SortedFunc(maps.Keys(t.Events), func(a, b string) int { return cmp.Compare(t.Events[b], t.Events[a]) })
	for _, name := range types {
		fmt.Fprintf(w, "  %-20s %9d\n", name, t.Events[name])
	}
	fmt.Fprintln(w, "\norders:")
	for k, n := range t.Orders {
		if n > 0 {
			fmt.Fprintf(w, "  %-20s %9d\n", order.Kind(k), n)
		}
	}
	if len(t.Exchanges) > 0 {
		fmt.Fprintln(w, "\nexchanges:")
		for _, why := range slices.Sorted(maps.Keys(t.Exchanges)) {
			fmt.Fprintf(w, "  %-30s %9d\n", cmp.Or(why, "carried out"), t.Exchanges[why])
		}
	}
	fmt.Fprintln(w, "\nexpenses, and how many succeeded:")
	for k, n := range t.Expenses {
		if n > 0 {
			fmt.Fprintf(w, "  %-20s %9d %9d\n", order.ExpenseKind(k), n, t.Done[k])
		}
	}
}
