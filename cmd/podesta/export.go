package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"podesta/internal/archive"
	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/store"
)

// runExport writes a whole game of the judge's database to a file. The exit status is 0 on success,
// 1 if there is no such game or the file cannot be written, and 2 if the arguments are wrong.
func runExport(e env, args []string) int {
	s := newSettings(e, "export", "GAME",
		"Writes a whole game to one file, to keep it or to continue it on another judge. GAME is the game's ID or name.",
		"To move a game, pause it first, and then run podesta import on the other judge.",
		"The file contains secrets: the orders and messages of all players, and the seed of the dice.")
	to := s.flags.String("o", "", "write to this new `FILE` instead of the standard output")
	seedless := s.flags.Bool("without-seed", false, "leave out the seed of the dice; a game in progress cannot be continued from such a file")
	if status, done := s.parse(args); done {
		return status
	}
	if s.flags.NArg() != 1 || s.flags.Arg(0) == "" {
		s.flags.Usage()
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	err := export(e, c, s.flags.Arg(0), *to, archive.PackOptions{Seed: !*seedless})
	if err != nil {
		fmt.Fprintf(e.err, "podesta export: %v\n", err)
		return 1
	}
	return 0
}

func export(e env, c *config.Config, gameID, to string, o archive.PackOptions) error {
	return withGame(c, gameID, func(ctx context.Context, j *judge.Judge, g *game.Game) error {
		data, err := j.Archive.Pack(ctx, g.ID, o)
		if err != nil {
			return err
		}
		return writeNew(e, to, data, fmt.Sprintf("%s at %s, %d KB", g.Name, standing(g), (len(data)+1023)/1024))
	})
}

// withGame runs do for a game of the judge's database, even while the judge is
// running. It does not create a database.
func withGame(c *config.Config, name string, do func(context.Context, *judge.Judge, *game.Game) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if found, err := store.Inspect(ctx, c.DatabaseURL()); errors.Is(err, store.ErrNoDatabase) {
		return fmt.Errorf("%s: %w", found.Name, err)
	}
	j, done, err := openJudge(c)
	if err != nil {
		return err
	}
	defer done()
	g, err := j.Base.FindGame(ctx, name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return do(ctx, j, g)
}

// writeNew writes a file that only its owner can read, and describes its content on the
// standard output. It does not overwrite a file. Without a name it writes the data to the
// standard output.
func writeNew(e env, name string, data []byte, what string) error {
	if name == "" {
		_, err := e.out.Write(data)
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.out, "%s: %s\n", name, what)
	return err
}

// openJudge opens the judge on its database, even while another one is running.
func openJudge(c *config.Config) (j *judge.Judge, done func(), err error) {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, nil, fmt.Errorf("data: %w", err)
	}
	secret, err := judgeSecret(c)
	if err != nil {
		return nil, nil, err
	}
	st, err := openStore(c, store.Options{})
	if err != nil {
		return nil, nil, err
	}
	clock, err := st.NewClock(context.Background(), time.Now)
	if err != nil {
		_ = st.Close()
		return nil, nil, err
	}
	if j, err = configuredJudge(c, st, clock, secret, nil); err != nil {
		_ = st.Close()
		return nil, nil, err
	}
	return j, func() { _ = st.Close() }, nil
}

// standing describes the state of a game.
func standing(g *game.Game) string {
	switch {
	case g.Number == 0:
		return "its beginning"
	case g.Finished:
		return "its end"
	}
	return g.Phase.Title()
}

// runImport imports a game from an exported file. The exit status is 0 on success, 1 if the file
// cannot be used, and 2 if the arguments are wrong.
func runImport(e env, args []string) int {
	s := newSettings(e, "import", "FILE",
		"Imports a game that podesta export has written. FILE - is the standard input. The command first resolves all phases",
		"of the game again: their results must be the same as in the file. The game then continues where it stopped.",
		"If its players have accounts, it is paused until its master resumes it, and its future dice change, so that nobody\nwho has seen the file knows them.")
	running := s.flags.Bool("running", false, "do not pause the game")
	master := s.flags.String("master", "", "e-mail `ADDRESS` of the account that becomes a master of the game, if its players have accounts")
	if status, done := s.parse(args); done {
		return status
	}
	if s.flags.NArg() != 1 || s.flags.Arg(0) == "" {
		s.flags.Usage()
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	if err := takeIn(e, c, s.flags.Arg(0), *master, *running); err != nil {
		fmt.Fprintf(e.err, "podesta import: %v\n", err)
		return 1
	}
	return 0
}

func takeIn(e env, c *config.Config, from, master string, running bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	in := e.in
	if from != "-" {
		f, err := os.Open(from)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, archive.MaxTransfer+1))
	if err != nil {
		return err
	}
	j, done, err := openJudge(c)
	if err != nil {
		return err
	}
	defer done()
	g, err := takeInAs(ctx, j, data, master, running)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%s is imported, at %s; its ID is %s\n", g.Name, standing(g), g.ID)
	if g.Status == game.Paused {
		fmt.Fprintln(e.out, "It is paused. When the players have taken their seats, its master can resume it.")
	}
	if !g.Hosting.Links {
		return nil
	}
	k, err := j.Lobby.Keys(ctx, g.ID)
	if err != nil {
		return err
	}
	front := c.PublicURL(c.Listen) + "/g/" + g.ID + "?key="
	fmt.Fprintf(e.out, "master: %s%s\n", front, k.Master)
	seats, err := j.Base.Seats(ctx, g.ID)
	if err != nil || g.Solitaire {
		return err
	}
	for i, seat := range seats {
		name := seat.Player
		if name == "" {
			name = fmt.Sprintf("seat %d", seat.Number)
		}
		fmt.Fprintf(e.out, "%s: %s%s\n", name, front, k.Seats[i])
	}
	return nil
}

// takeInAs imports a game with the account registered under the address master as its master, or
// without a new master if master is empty.
func takeInAs(ctx context.Context, j *judge.Judge, data []byte, master string, running bool) (*game.Game, error) {
	var how []archive.ImportOption
	if running {
		how = append(how, archive.Running)
	}
	if master == "" {
		return j.Archive.Unpack(ctx, data, how...)
	}
	a, err := j.Users.AccountByEmail(ctx, master)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", master, err)
	}
	return j.Archive.UnpackFor(ctx, a.ID, data, how...)
}
