package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"podesta/internal/program"
	"podesta/machiavelli/arena"
	"podesta/machiavelli/bot"
)

// arenaRun is a run of podesta arena.
type arenaRun struct {
	env
	settings arena.Settings
	players  []string // lineups as written on the command line
	mixes    []string
	patience time.Duration
	games    uint64
	jobs     int
	file     string
	json     bool
}

// runArena plays matches between computer players and prints their results. The exit status is 0 on
// success, 1 if the match could not be finished, and 2 if the arguments are wrong.
func runArena(e env, args []string) int {
	a := arenaRun{env: e, settings: arena.Settings{Options: map[string]string{}, Programs: map[string]string{}}}
	fs := flag.NewFlagSet("arena", flag.ContinueOnError)
	fs.SetOutput(e.err)
	s := &a.settings
	fs.StringVar(&s.Scenario, "scenario", "B", "`ID` or slug of the scenario; diplomacy is standard Diplomacy")
	fs.StringVar(&s.Variant, "variant", "", "`ID` of the variant; without it, each player has one power")
	fs.StringVar(&s.Preset, "preset", "", "`ID` of the edition of the rules (default that of the scenario)")
	optionFlag(fs, s.Options)
	fs.IntVar(&s.Years, "years", 10, "end a game without a winner after this many `years`")
	fs.Uint64Var(&s.Seed, "seed", 1, "`number` that decides the players' choices, the dice and the seats")
	fs.Func("players", "the `players` of a game, one for each seat, separated by commas: name*n for n seats, name* for all that are left; may be repeated, then the games take the lists in turn", func(list string) error {
		a.players = append(a.players, list)
		return nil
	})
	fs.Func("mix", "`players`, separated by commas, among whom the seats of each game are divided at random; may be repeated, and used together with -players", func(list string) error {
		a.mixes = append(a.mixes, list)
		return nil
	})
	fs.Func("player", "a program that plays, as `name=command`: it reads requests as lines of JSON and writes answers; may be repeated", a.program)
	fs.DurationVar(&a.patience, "patience", 10*time.Second, "how long a program may take for an answer, a `duration` like 500ms")
	fs.Uint64Var(&a.games, "games", 100, "`number` of games, which are numbered from 0")
	fs.IntVar(&a.jobs, "jobs", runtime.NumCPU(), "play this `number` of games at the same time")
	fs.StringVar(&a.file, "out", "", "append the results to this `FILE`, and play only games that it does not have yet")
	fs.BoolVar(&a.json, "json", false, "print the tables as JSON")
	table := fs.Bool("table", false, "play nothing, and print the tables of the files that follow")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta arena [FLAGS], or podesta arena -table [-json] FILE...")
		fmt.Fprintln(e.err, "Plays games between computer players, and prints the results of each player with 95 % intervals, and ratings. From")
		fmt.Fprintln(e.err, "game to game, the players move on by one seat. To play one against many, and then many against one:")
		fmt.Fprintln(e.err, "  podesta arena -players 'hard,easy*' -players 'easy,hard*' -games 400 -out hard-easy.jsonl")
		fmt.Fprintln(e.err, "The players are:")
		listPlayers(e.err)
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	switch {
	case *table:
		return a.tables(fs.Args())
	case fs.NArg() > 0:
		return a.fail(2, fmt.Errorf("unexpected argument %q; -table prints the tables of files", fs.Arg(0)))
	case len(a.players)+len(a.mixes) == 0:
		return a.fail(2, errors.New("no players: name them with -players or -mix, as in -players 'hard,easy*'"))
	case a.games < 1:
		return a.fail(2, errors.New("-games 0: at least one game must be played"))
	case a.patience < time.Millisecond:
		return a.fail(2, fmt.Errorf("-patience %s: a program needs a millisecond at least", a.patience))
	case a.jobs < 1:
		return a.fail(2, fmt.Errorf("-jobs %d: at least one game has to be played at a time", a.jobs))
	}
	collectSeldom()
	return a.play()
}

// program adds a player program from an argument of the form name=command.
func (a *arenaRun) program(text string) error {
	if err := pairsFlag(a.settings.Programs)(text); err != nil {
		return errors.New("expected name=command")
	}
	name, _, _ := strings.Cut(text, "=")
	if _, err := bot.New(name); err == nil || name != strings.ToLower(strings.TrimSpace(name)) || strings.ContainsAny(name, ",*") {
		return fmt.Errorf("%q cannot be the name of a program: it needs small letters, and no commas, asterisks or blanks around it, and must not be the name of a player of podesta", name)
	}
	return nil
}

// pools returns the process pools of the player programs, keyed by program name.
func (a *arenaRun) pools(ctx context.Context) (map[string]*program.Pool, error) {
	pools, log := map[string]*program.Pool{}, program.NewLog(a.err)
	for name, command := range a.settings.Programs {
		pool, err := program.NewPool(ctx, command, a.patience, log)
		if err != nil {
			return nil, fmt.Errorf("the player %s: %w", name, err)
		}
		pools[name] = pool
	}
	return pools, nil
}

// fail prints an error and returns the exit status.
func (a *arenaRun) fail(status int, err error) int {
	fmt.Fprintf(a.err, "podesta arena: %v\n", err)
	return status
}

// lineups adds the lineups to the settings.
func (a *arenaRun) lineups() error {
	seats, err := a.settings.Seats()
	if err != nil {
		return err
	}
	for _, text := range a.players {
		l, err := arena.ParseLineup(text, seats)
		if err != nil {
			return err
		}
		a.settings.Lineups = append(a.settings.Lineups, l)
	}
	for _, text := range a.mixes {
		l, err := arena.ParseDrawn(text)
		if err != nil {
			return err
		}
		a.settings.Lineups = append(a.settings.Lineups, l)
	}
	return nil
}

// play plays the games that the file does not contain yet, and prints the table of all games.
func (a *arenaRun) play() int {
	if err := a.lineups(); err != nil {
		return a.fail(2, err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	pools, err := a.pools(ctx)
	if err != nil {
		return a.fail(2, err)
	}
	defer func() {
		for _, pool := range pools {
			pool.Close()
		}
	}()
	makes := map[string]arena.Make{}
	for name, pool := range pools {
		makes[name] = pool.Make
	}
	if len(pools) > 0 {
		a.settings.Patience = a.patience.Milliseconds()
	}
	match, err := arena.New(a.settings, makes)
	if err != nil {
		return a.fail(2, err)
	}
	a.settings = match.Settings()
	out, err := openArenaFile(a.file, a.settings)
	if err != nil {
		return a.fail(1, err)
	}
	defer func() { _ = out.close() }() // after an error that has already been reported
	if out.note != "" {
		fmt.Fprintf(a.err, "podesta arena: %s\n", out.note)
	}
	if err := a.playAll(ctx, match, out); err != nil {
		return a.fail(1, err)
	}
	if err := out.close(); err != nil {
		return a.fail(1, err)
	}
	record := arena.Record{Settings: a.settings}
	for _, g := range out.games {
		if g.Number < a.games {
			record.Games = append(record.Games, g)
		}
	}
	return a.print([]arena.Record{record})
}

// played is a game that a worker has played, or its error.
type played struct {
	game arena.Game
	err  error
}

// playAll plays the missing games, a.jobs at a time, and records them in the
// order of their numbers. It returns when the context is done, without waiting
// for the games that are being played.
func (a *arenaRun) playAll(ctx context.Context, match *arena.Match, out *arenaFile) error {
	var missing []uint64
	for n := range a.games {
		if _, ok := out.games[n]; !ok {
			missing = append(missing, n)
		}
	}
	numbers, results := make(chan uint64, len(missing)), make(chan played, len(missing))
	for _, n := range missing {
		numbers <- n
	}
	close(numbers)
	begin := time.Now()
	for range min(a.jobs, len(missing)) {
		go func() {
			for n := range numbers {
				if ctx.Err() != nil {
					return
				}
				g, err := match.Play(n, func() int64 { return time.Since(begin).Microseconds() })
				results <- played{g, err}
			}
		}()
	}
	waiting := map[uint64]arena.Game{}
	progress := time.NewTicker(time.Minute)
	defer progress.Stop()
	for len(missing) > 0 {
		select {
		case <-progress.C:
			fmt.Fprintf(a.err, "podesta arena: %d of %d games have been played\n", a.games-uint64(len(missing)), a.games)
		case <-ctx.Done():
			return a.stopped(len(out.games))
		case r := <-results:
			if r.err != nil {
				return r.err
			}
			waiting[r.game.Number] = r.game
		}
		for len(missing) > 0 {
			g, ok := waiting[missing[0]]
			if !ok {
				break
			}
			if err := out.add(g); err != nil {
				return err
			}
			delete(waiting, g.Number)
			missing = missing[1:]
		}
	}
	return nil
}

// stopped returns the error of a match that was interrupted.
func (a *arenaRun) stopped(games int) error {
	if a.file == "" {
		return errors.New("stopped; with -out, you could continue later with the same command")
	}
	return fmt.Errorf("stopped; %s has %d of %d games; run the same command to continue", a.file, games, a.games)
}

// tables reads files of records and prints their tables.
func (a *arenaRun) tables(files []string) int {
	if len(files) == 0 {
		return a.fail(2, errors.New("-table needs files that podesta arena -out has written"))
	}
	var records []arena.Record
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return a.fail(1, err)
		}
		r, whole, err := arena.Read(text)
		switch {
		case err != nil:
			return a.fail(1, fmt.Errorf("%s: %w", name, err))
		case whole == 0:
			return a.fail(1, fmt.Errorf("%s: %w", name, arena.ErrNoRecord))
		case whole < len(text):
			fmt.Fprintf(a.err, "podesta arena: %s: the last line is damaged, and is left out\n", name)
		}
		records = append(records, r)
	}
	return a.print(records)
}

// print prints the tables of records.
func (a *arenaRun) print(records []arena.Record) int {
	t := arena.Tabulate(records)
	var err error
	if a.json {
		enc := json.NewEncoder(a.out)
		enc.SetIndent("", "  ")
		err = enc.Encode(t)
	} else {
		err = t.WriteText(a.out)
	}
	if err != nil {
		return a.fail(1, err)
	}
	return 0
}

// arenaFile is the file in which a match is recorded. Without a name it only stores the games
// in memory.
type arenaFile struct {
	file  *os.File
	games map[uint64]arena.Game
	note  string // describes what was repaired
}

// openArenaFile opens the file of a match, reads the games in it, and cuts off a damaged last
// line. It begins a new file with the settings. Without a name there is no file. It returns an
// error if the file belongs to a match with other settings.
func openArenaFile(name string, s arena.Settings) (*arenaFile, error) {
	out := &arenaFile{games: map[uint64]arena.Game{}}
	if name == "" {
		return out, nil
	}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	r, whole, err := arena.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if whole > 0 {
		if other := r.Settings.Differences(&s); len(other) > 0 {
			return nil, fmt.Errorf("%s has other settings: %s; use the same settings or another file", name, strings.Join(other, "; "))
		}
	}
	if out.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
		return nil, err
	}
	if whole < len(text) {
		out.note = name + ": the last line was damaged, and has been removed"
		err = out.file.Truncate(int64(whole))
	}
	if err == nil && whole == 0 {
		var head []byte
		if head, err = s.Header(); err == nil {
			_, err = out.file.Write(head)
		}
	}
	if err != nil {
		return nil, errors.Join(err, out.close())
	}
	for _, g := range r.Games {
		out.games[g.Number] = g
	}
	return out, nil
}

// add appends a game to the file.
func (f *arenaFile) add(g arena.Game) error {
	f.games[g.Number] = g
	if f.file == nil {
		return nil
	}
	line, err := g.Line()
	if err == nil {
		_, err = f.file.Write(line)
	}
	return err
}

// close closes the file. It may be called more than once.
func (f *arenaFile) close() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return err
}
