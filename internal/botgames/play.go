package botgames

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"strconv"
	"strings"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/scenario"
)

// A first game has three powers, in a scenario made for it. A player with FirstCities cities
// wins, wherever they are, without further conditions. If nobody has them by the end of
// FirstLastYear, the power with the most cities wins. The new player leads FirstPower against
// computer players of the level FirstBot; TestFirstGame measures how difficult this is.
const (
	FirstCities   = 10
	FirstLastYear = 1439
	FirstPower    = "milan"
	FirstBot      = "even"

	// FirstPhases is the length of the median game, and FirstMinutes its duration for someone
	// who takes two minutes per phase.
	FirstPhases  = 10
	FirstMinutes = 2 * FirstPhases
)

// firstRules returns the rule options of a first game.
func firstRules() map[string]string {
	return map[string]string{
		"victory-cities": strconv.Itoa(FirstCities), "victory-homes": "none", "victory-all-own-home-cities": "no", "victory-tie": "shared",
		"last-year": strconv.Itoa(FirstLastYear),
	}
}

// NewPlay describes a game against computer players to create.
type NewPlay struct {
	First   bool // whether to use the scenario of a first game instead of the Balance of Power
	Preset  string
	Power   string // a power's ID; empty for a random power
	Bot     string // kind of the other players (package bot); empty for the strongest
	Account string // the account that keeps the table; empty if no account does

	Language message.Language // language of the table's name; nil for English

	exhibit bool // whether it is the exhibition, in which no person plays
}

// MayPlay reports whether tables against computer players are allowed.
func (u *BotGames) MayPlay() bool { return u.plays > 0 }

var errPlays = game.Refuse(game.TooMany, message.New("This judge cannot hold more games against computer players at present. Come back tomorrow, or try the solitaire game."))

// Play creates a table of the Balance of Power, or of a first game, at which a visitor plays one
// power and computer players the others. It returns the game, the key of the visitor's seat, and
// the seat. The error code is "invalid" for an unknown preset, power or kind, and "too_many" if
// there is no room for more tables.
func (u *BotGames) Play(ctx context.Context, n NewPlay) (g *game.Game, key string, seat int, err error) {
	if u.plays <= 0 {
		return nil, "", 0, game.Refuse(game.Forbidden, message.New("This judge has no games against computer players."))
	}
	kind, err := lobby.CleanBot(n.Bot)
	if err != nil {
		return nil, "", 0, err
	}
	ng := lobby.NewGame{Name: "Against computer players", Scenario: "B", Variant: "B-8", Preset: n.Preset}
	if n.First {
		ng.Scenario, ng.Variant, ng.Options = scenario.First().ID, "", firstRules()
	}
	g, keys, err := u.lobby.CreateMarked(ctx, ng, func(tx *game.Tx, r *game.GameRecord, how *hosting.Hosting, seats []game.SeatRecord) error {
		have, err := tx.Games.ListGames(game.GameQuery{Play: true, Hidden: true, Limit: 1, Count: true})
		if err != nil {
			return err
		}
		if have.Total >= u.plays {
			return errPlays
		}
		if seat, err = u.pickSeat(seats, n.Power); err != nil {
			return err
		}
		r.Play, r.Name = true, playName(seats[seat-1], len(seats)-1).In(cmp.Or(n.Language, message.English))
		if n.exhibit {
			r.Name = "La mandragola"
		}
		how.Listed, how.BotPress, how.Press.Partial = false, true, true
		for i := range seats {
			if s := &seats[i]; s.Number != seat {
				s.Player = clock.BotName(kind)
				if s.State, err = json.Marshal(game.SeatState{Bot: kind}); err != nil {
					return err
				}
			}
		}
		if n.Account != "" {
			if err := keepPlay(tx, n.Account, r.ID, u.base.Now()); err != nil {
				return err
			}
		} else if err := tx.Jobs.Enqueue(game.Job{Kind: clock.PlayJob, Key: r.ID, Game: r.ID, Due: u.base.Now().Add(clock.PlayFirst)}); err != nil {
			return err
		}
		return clock.PutPlay(tx, r.ID, clock.Play{Seat: seat, Account: n.Account})
	})
	if err != nil {
		return nil, "", 0, err
	}
	return g, keys.Seats[seat-1], seat, nil
}

// pickSeat returns the seat of a power, or a random seat.
func (u *BotGames) pickSeat(seats []game.SeatRecord, power string) (int, error) {
	if power == "" {
		n := new(big.Int).SetBytes(game.RandomBytes(8))
		return seats[n.Mod(n, big.NewInt(int64(len(seats)))).Int64()].Number, nil
	}
	for _, s := range seats {
		for _, p := range s.Powers {
			if p == power {
				return s.Number, nil
			}
		}
	}
	return 0, game.Refuse(game.Invalid, message.New("There is no power {word} to play.", game.Quoted(power)))
}

// playName returns the name of a table at which the visitor plays seat s against the given number
// of others.
func playName(s game.SeatRecord, others int) message.Message {
	id := s.Powers[0]
	power := message.Power{ID: id, Name: strings.ToUpper(id[:1]) + id[1:]}
	switch others {
	case 2:
		return message.New("{power:name} against two", power)
	case 7:
		return message.New("{power:name} against seven", power)
	}
	return message.New("{power:name} against {n}", power, message.Number(others))
}

// keepPlay records that an account keeps a table. The newest are first in its
// list.
func keepPlay(tx *game.Tx, account, gameID string, now time.Time) error {
	all, err := ReadPlays(tx, account)
	if err != nil {
		return err
	}
	list := []string{gameID}
	for _, id := range all {
		if id != gameID && len(list) < clock.MostPlays {
			list = append(list, id)
		} else if id != gameID { // the number per account is limited
			if err := tx.Jobs.Enqueue(game.Job{Kind: clock.PlayJob, Key: id, Game: id, Due: now.Add(clock.PlayTime)}); err != nil {
				return err
			}
		}
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return tx.Items.Put("", clock.PlaysItem, account, text)
}

// ReadPlays returns the IDs of the games against computer players that an account keeps.
func ReadPlays(tx *game.Tx, account string) ([]string, error) {
	var out []string
	text, err := tx.Items.Get("", clock.PlaysItem, account)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(text, &out)
}

// PlayState is the state of a table against computer players.
type PlayState struct {
	Seat     int    // the visitor's seat
	Playing  bool   // whether the visitor's power is in the game and not left to a computer player
	Left     bool   // whether the visitor has left the seat to a computer player
	Out      bool   // whether the visitor's power is eliminated
	Going    bool   // whether the computer players continue by themselves
	Thinking bool   // whether the table waits for computer players, not for the visitor
	Owes     bool   // whether the visitor has orders to give
	Kept     bool   // whether an account keeps the table, so that it is not deleted
	Bot      string // the kind of computer player that plays the other powers
}

// PlayState returns the state of a game against computer players. For any other game it returns
// ErrNoGame.
func (u *BotGames) PlayState(ctx context.Context, id string) (PlayState, error) {
	var out PlayState
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		c, err := u.playCourse(tx, id)
		if err != nil {
			return err
		}
		p, me := c.Play, c.Seats[c.Play.Seat-1]
		out = PlayState{Seat: p.Seat, Left: me.Bot != "", Out: c.Out(p.Seat), Kept: p.Account != ""}
		for i := range c.Seats {
			if i != c.Play.Seat-1 {
				out.Bot = c.Seats[i].Bot
			}
		}
		out.Playing = c.Playing() && !c.Finished
		out.Going = !out.Playing && c.Number < p.Until && !c.Finished
		out.Owes = out.Playing && me.Owes && !me.Ready
		out.Thinking = !c.Finished && (out.Playing && !out.Owes || out.Going)
		return nil
	})
	return out, err
}

// playCourse reads the course of a game against computer players.
func (u *BotGames) playCourse(tx *game.Tx, id string) (*clock.Course, error) {
	g, err := u.base.Load(tx, id)
	if err == nil && !g.Play {
		err = game.ErrNoGame
	}
	if err != nil {
		return nil, err
	}
	return u.clock.Course(tx, g)
}

// playCommand runs a command of the visitor of a game against computer players.
func (u *BotGames) playCommand(ctx context.Context, id string, role game.Role, f func(c *clock.Course) error) error {
	return u.base.Write(ctx, func(tx *game.Tx) error {
		c, err := u.playCourse(tx, id)
		switch {
		case err != nil:
			return err
		case role.Seat != c.Play.Seat && !role.Master:
			return game.ErrPlayer
		}
		if err := f(c); err != nil {
			return err
		}
		if err := clock.PutPlay(tx, id, *c.Play); err != nil {
			return err
		}
		if err := c.Touch(); err != nil {
			return err
		}
		_, err = c.Settle()
		return err
	})
}

// LeavePlay leaves the visitor's seat to a computer player. The game then stops until WatchPlay
// is called.
func (u *BotGames) LeavePlay(ctx context.Context, id string, role game.Role) error {
	return u.playCommand(ctx, id, role, func(c *clock.Course) error {
		if c.Finished {
			return game.ErrOver
		}
		seat := c.Play.Seat
		if c.States[seat-1].Bot != "" {
			return nil
		}
		kind, err := lobby.CleanBot("")
		if err != nil {
			return err
		}
		c.Hold(seat, kind)
		return nil
	})
}

// BackToPlay returns the seat from the computer player to the visitor.
func (u *BotGames) BackToPlay(ctx context.Context, id string, role game.Role) error {
	return u.playCommand(ctx, id, role, func(c *clock.Course) error {
		seat := c.Play.Seat
		switch {
		case c.Finished:
			return game.ErrOver
		case c.Out(seat):
			return c.ErrOut(seat)
		}
		c.Hold(seat, "")
		return nil
	})
}

// WatchPlay lets the computer players continue by themselves for the given number of phases, in
// a game that no person plays any more. With 0 they stop.
func (u *BotGames) WatchPlay(ctx context.Context, id string, role game.Role, phases int) error {
	return u.playCommand(ctx, id, role, func(c *clock.Course) error {
		switch {
		case c.Finished:
			return game.ErrOver
		case c.Playing():
			return game.Refuse(game.Conflict, message.New("You play {powers:name}: the game goes on when you are ready.", c.Called(c.Play.Seat)))
		case phases <= 0:
			c.Play.Until = 0
			return nil
		}
		c.Play.Until = c.Number + min(phases, clock.PlayPhases)
		c.Timing.Bots = 0
		return nil
	})
}

// KeepPlay makes an account keep a table, which is then not deleted.
func (u *BotGames) KeepPlay(ctx context.Context, id string, role game.Role, account string) error {
	return u.playCommand(ctx, id, role, func(c *clock.Course) error {
		if _, err := u.base.Accounts.AccountIn(c.Tx, account); err != nil {
			return err
		}
		c.Play.Account = account
		// a kept table has no end time
		if err := c.Tx.Jobs.Enqueue(game.Job{Kind: clock.PlayJob, Key: id, Game: id}); err != nil {
			return err
		}
		return keepPlay(c.Tx, account, id, c.At)
	})
}

// PlaysOf returns the tables against computer players that an account keeps, newest first, each
// with the key of its seat. It leaves out tables that no longer exist or cannot be read.
func (u *BotGames) PlaysOf(ctx context.Context, account string) ([]PlayTable, error) {
	var out []PlayTable
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		ids, err := ReadPlays(tx, account)
		if err != nil {
			return err
		}
		for _, id := range ids {
			c, err := u.playCourse(tx, id)
			if errors.Is(err, game.ErrNoGame) || errors.Is(err, game.ErrNoRecord) || u.base.LeaveOut(id, err) {
				continue
			}
			if err != nil {
				return err
			}
			if p := c.Play; p.Account == account {
				key, err := u.lobby.SeatLink(tx, c.State, p.Seat)
				if err != nil {
					return err
				}
				out = append(out, PlayTable{Game: c.Game, Seat: p.Seat, Power: c.Setting.Seats[p.Seat-1][0], Key: key})
			}
		}
		return nil
	})
	return out, err
}

// PlayTable is a table against computer players that an account keeps.
type PlayTable struct {
	Game  *game.Game
	Seat  int
	Power machiavelli.Power
	Key   string
}
