package judge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/machiavelli"
)

// A game of one visitor against computer players is a game whose seats are held by
// links, the visitor's by theirs. It has no deadline; a phase in which the visitor has
// nothing to do passes by itself.

// playItem is the item of such a table that holds its play; without a key.
const playItem = "play"

// playJob is the kind of the jobs that remove tables nobody has touched; playsItem
// the kind of the items, of no game, that list an account's tables.
const (
	playJob   = "play"
	playsItem = "plays"
)

// The measures of such tables.
const (
	UsualPlay  = 2000                // how many there may be, unless AllowPlay says otherwise
	playFirst  = 48 * time.Hour      // until one goes at which nothing was ever done
	playTime   = 60 * 24 * time.Hour // until one goes that nobody has touched
	playWatch  = 1500 * time.Millisecond
	playPhases = 400 // the most that are carried out while nobody plays
	playBatch  = 50
	mostPlays  = 20 // of an account
)

// play is what a table against computer players has beside its game.
type play struct {
	Seat    int    `json:"seat"`              // of the visitor
	Account string `json:"account,omitempty"` // that keeps the table
	Until   int    `json:"until,omitempty"`   // the phase up to which computer players go on by themselves
}

// A short game is that of four powers in 1385 with a nearer goal than the
// edition has: ShortCities cities win, wherever they are, and nothing else is
// asked for. If nobody has them by the end of ShortLastYear, whoever has the most
// wins, so that it is over within about an hour.
const (
	shortScenario, shortVariant = "A", "A-4"
	ShortCities                 = 9
	ShortLastYear               = 1388
)

// shortRules are the options of a short game.
func shortRules() map[string]string {
	return map[string]string{
		"victory-cities": strconv.Itoa(ShortCities), "victory-homes": "none", "victory-all-own-home-cities": "no", "victory-tie": "shared",
		"last-year": strconv.Itoa(ShortLastYear),
	}
}

// NewPlay is what somebody wants who plays against computer players.
type NewPlay struct {
	Short   bool // four powers and a near goal, instead of the Balance of Power
	Preset  string
	Power   string // id; empty: drawn
	Bot     string // the kind of the others (package bot); empty: the strongest
	Account string // that keeps the table; may be empty
}

// AllowPlay sets how many tables against computer players there may be at a
// time; 0: none. It must be called before the judge is used.
func (j *Judge) AllowPlay(most int) { j.plays = most }

// MayPlay tells whether there can be tables against computer players at all.
func (j *Judge) MayPlay() bool { return j.plays > 0 }

var errPlays = &game.Error{Code: game.TooMany, Message: "There are as many tables against computer players as this judge can hold. Come back tomorrow, or try the solitaire table."}

// Play makes a table of the Balance of Power, or of a short game, at which a
// visitor plays one power and computer players the others; the key is that of his seat. The errors are
// "invalid" for a preset, a power or a kind that there is not, "too_many" where
// there is no room for more tables.
func (j *Judge) Play(ctx context.Context, n NewPlay) (g *game.Game, key string, seat int, err error) {
	if j.plays <= 0 {
		return nil, "", 0, &game.Error{Code: game.Forbidden, Message: "This judge has no games against computer players."}
	}
	kind, err := cleanBot(n.Bot)
	if err != nil {
		return nil, "", 0, err
	}
	ng := NewGame{Name: "Against computer players", Scenario: "B", Variant: "B-8", Preset: n.Preset}
	if n.Short {
		ng.Scenario, ng.Variant, ng.Options = shortScenario, shortVariant, shortRules()
	}
	g, keys, err := j.create(ctx, ng, func(tx game.Tx, r *game.GameRecord, how *hosting.Hosting, seats []game.SeatRecord) error {
		_, have, err := tx.ListGames(game.GameQuery{Play: true, Hidden: true, Limit: 1})
		if err != nil {
			return err
		}
		if have >= j.plays {
			return errPlays
		}
		if seat, err = j.pickSeat(seats, n.Power); err != nil {
			return err
		}
		r.Play, r.Name = true, playName(seats[seat-1], len(seats)-1)
		how.Listed, how.Press.None = false, true
		for i := range seats {
			if s := &seats[i]; s.Number != seat {
				s.Player = BotName(kind)
				if s.State, err = json.Marshal(game.SeatState{Bot: kind}); err != nil {
					return err
				}
			}
		}
		if n.Account != "" {
			if err := keepPlay(tx, n.Account, r.ID, j.Now()); err != nil {
				return err
			}
		} else if err := tx.Enqueue(game.Job{Kind: playJob, Key: r.ID, Game: r.ID, Due: j.Now().Add(playFirst)}); err != nil {
			return err
		}
		return putPlay(tx, r.ID, play{Seat: seat, Account: n.Account})
	})
	if err != nil {
		return nil, "", 0, err
	}
	return g, keys.Seats[seat-1], seat, nil
}

// pickSeat is the seat of a power, or one that is drawn.
func (j *Judge) pickSeat(seats []game.SeatRecord, power string) (int, error) {
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
	return 0, game.Invalidf("There is no power %q to play.", power)
}

// playName is the name of a table at which the visitor has that seat, against so
// many others.
func playName(s game.SeatRecord, others int) string {
	id := s.Powers[0]
	number := map[int]string{3: "three", 7: "seven"}[others]
	if number == "" {
		number = strconv.Itoa(others)
	}
	return fmt.Sprintf("%s%s against %s", strings.ToUpper(id[:1]), id[1:], number)
}

func putPlay(tx game.Tx, game string, p play) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return tx.Put(game, playItem, "", text)
}

func readPlay(tx game.Tx, game string) (play, error) {
	var p play
	text, err := tx.Get(game, playItem, "")
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(text, &p)
}

// keepPlay notes that an account keeps a table: the newest are listed first.
func keepPlay(tx game.Tx, account, gameID string, now time.Time) error {
	all, err := readPlays(tx, account)
	if err != nil {
		return err
	}
	list := []string{gameID}
	for _, id := range all {
		if id != gameID && len(list) < mostPlays {
			list = append(list, id)
		} else if id != gameID { // an account keeps so many and no more
			if err := tx.Enqueue(game.Job{Kind: playJob, Key: id, Game: id, Due: now.Add(playTime)}); err != nil {
				return err
			}
		}
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return tx.Put("", playsItem, account, text)
}

func readPlays(tx game.Tx, account string) ([]string, error) {
	var out []string
	text, err := tx.Get("", playsItem, account)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(text, &out)
}

// touch notes that a visitor has done something, so that their game stays for a
// while longer.
func (c *course) touch() error {
	if c.play == nil || c.play.Account != "" {
		return nil
	}
	return c.h.Enqueue(game.Job{Kind: playJob, Key: c.ID, Game: c.ID, Due: c.At.Add(playTime)})
}

// dropPlays removes the tables whose time has come.
func (j *Judge) dropPlays(ctx context.Context) error {
	for {
		n := 0
		err := j.Write(ctx, func(tx game.Tx) error {
			jobs, err := tx.Claim(playJob, j.Now(), botLease, playBatch)
			if err != nil {
				return err
			}
			n = len(jobs)
			for _, job := range jobs {
				r, err := tx.Game(job.Game)
				if errors.Is(err, game.ErrNoRecord) || err == nil && !r.Play {
					if err := done(tx, job); err != nil {
						return err
					}
					continue
				}
				if err != nil {
					return err
				}
				if err := tx.DropGame(job.Game); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || n < playBatch {
			return err
		}
	}
}

// botsAt returns when the computer players of a game are asked for the phase; zero:
// not yet. That is at once, as long as somebody plays there. Otherwise they go on
// only as far as whoever watches wants it, and slowly enough to be watched.
func (c *course) botsAt() time.Time {
	switch {
	case c.play == nil || c.playing():
		return c.At
	case c.Number < c.play.Until:
		return c.At.Add(playWatch)
	}
	return time.Time{}
}

// playing reports whether the visitor of a game against computer players has a
// say in it.
func (c *course) playing() bool {
	return c.states[c.play.Seat-1].Bot == "" && !c.Out(c.play.Seat)
}

// rests reports whether a game against computer players waits for the word of
// whoever watches it.
func (c *course) rests() bool {
	return c.play != nil && !c.playing() && c.Number >= c.play.Until
}

// PlayState is where a table against computer players stands.
type PlayState struct {
	Seat     int  // of the visitor
	Playing  bool // he has a say: his power is in the game and he has not left it to a computer player
	Left     bool // he has left his seat to a computer player
	Out      bool // his power is out of the game
	Going    bool // computer players go on by themselves
	Thinking bool // the table waits for computer players, not for the visitor
	Owes     bool // the visitor has something to order
	Kept     bool // an account keeps the table: it stays
}

// PlayState returns where a game against computer players stands; ErrNoGame for
// any other.
func (j *Judge) PlayState(ctx context.Context, id string) (PlayState, error) {
	var out PlayState
	err := j.Read(ctx, func(tx game.Tx) error {
		c, err := j.playCourse(tx, id)
		if err != nil {
			return err
		}
		p, me := c.play, c.Seats[c.play.Seat-1]
		out = PlayState{Seat: p.Seat, Left: me.Bot != "", Out: c.Out(p.Seat), Kept: p.Account != ""}
		out.Playing = c.playing() && !c.Finished
		out.Going = !out.Playing && c.Number < p.Until && !c.Finished
		out.Owes = out.Playing && me.Owes && !me.Ready
		out.Thinking = !c.Finished && (out.Playing && !out.Owes || out.Going)
		return nil
	})
	return out, err
}

// playCourse reads a game against computer players.
func (j *Judge) playCourse(tx game.Tx, id string) (*course, error) {
	g, err := j.Load(tx, id)
	if err == nil && !g.Play {
		err = game.ErrNoGame
	}
	if err != nil {
		return nil, err
	}
	return j.course(tx, g)
}

// playCommand runs a command of the visitor of a game against computer players.
func (j *Judge) playCommand(ctx context.Context, id string, role game.Role, f func(c *course) error) error {
	return j.Write(ctx, func(tx game.Tx) error {
		c, err := j.playCourse(tx, id)
		switch {
		case err != nil:
			return err
		case role.Seat != c.play.Seat && !role.Master:
			return game.ErrPlayer
		}
		if err := f(c); err != nil {
			return err
		}
		if err := putPlay(tx, id, *c.play); err != nil {
			return err
		}
		if err := c.touch(); err != nil {
			return err
		}
		_, err = c.settle()
		return err
	})
}

// LeavePlay leaves the visitor's seat to a computer player. The game rests then
// until WatchPlay.
func (j *Judge) LeavePlay(ctx context.Context, id string, role game.Role) error {
	return j.playCommand(ctx, id, role, func(c *course) error {
		if c.Finished {
			return game.ErrOver
		}
		seat := c.play.Seat
		if c.states[seat-1].Bot != "" {
			return nil
		}
		kind, err := cleanBot("")
		if err != nil {
			return err
		}
		c.hold(seat, kind)
		return nil
	})
}

// hold gives the visitor's seat to a computer player of a kind, or back to the
// visitor with an empty one. The game rests until somebody plays or watches.
func (c *course) hold(seat int, kind string) {
	c.play.Until = 0
	c.states[seat-1] = game.SeatState{Bot: kind}
	c.State.Seats[seat-1].Player, c.Seats[seat-1].Bot = "", kind
	if kind != "" {
		c.State.Seats[seat-1].Player = BotName(kind)
	}
	c.judgeSeat(seat)
	c.timing.Bots = 0
}

// BackToPlay takes the visitor's seat back from the computer player.
func (j *Judge) BackToPlay(ctx context.Context, id string, role game.Role) error {
	return j.playCommand(ctx, id, role, func(c *course) error {
		seat := c.play.Seat
		switch {
		case c.Finished:
			return game.ErrOver
		case c.Out(seat):
			return &game.Error{Code: game.Conflict, Message: c.PowerNames(seat) + " is out of the game."}
		}
		c.hold(seat, "")
		return nil
	})
}

// WatchPlay lets the computer players go on by themselves for so many phases, in
// a game in which nobody plays any more; 0 has them rest.
func (j *Judge) WatchPlay(ctx context.Context, id string, role game.Role, phases int) error {
	return j.playCommand(ctx, id, role, func(c *course) error {
		switch {
		case c.Finished:
			return game.ErrOver
		case c.playing():
			return &game.Error{Code: game.Conflict, Message: "You play " + c.PowerNames(c.play.Seat) + ": the game goes on when you are ready."}
		case phases <= 0:
			c.play.Until = 0
			return nil
		}
		c.play.Until = c.Number + min(phases, playPhases)
		c.timing.Bots = 0
		return nil
	})
}

// KeepPlay has an account keep a table, which is not removed then.
func (j *Judge) KeepPlay(ctx context.Context, id string, role game.Role, account string) error {
	return j.playCommand(ctx, id, role, func(c *course) error {
		if _, err := j.Accounts.Account(c.tx, account); err != nil {
			return err
		}
		c.play.Account = account
		if err := c.h.Enqueue(game.Job{Kind: playJob, Key: id, Game: id}); err != nil { // rests for ever
			return err
		}
		return keepPlay(c.tx, account, id, c.At)
	})
}

// PlaysOf lists the tables against computer players that an account keeps, the
// newest first, each with the key of its seat.
func (j *Judge) PlaysOf(ctx context.Context, account string) ([]PlayTable, error) {
	var out []PlayTable
	err := j.Read(ctx, func(tx game.Tx) error {
		out = nil
		ids, err := readPlays(tx, account)
		if err != nil {
			return err
		}
		for _, id := range ids {
			c, err := j.playCourse(tx, id)
			if errors.Is(err, game.ErrNoGame) || errors.Is(err, game.ErrNoRecord) {
				continue
			}
			if err != nil {
				return err
			}
			if p := c.play; p.Account == account {
				key, err := j.seatLink(tx, c.State, p.Seat)
				if err != nil {
					return err
				}
				out = append(out, PlayTable{Game: c.Game, Power: c.Setting.Seats[p.Seat-1][0], Key: key})
			}
		}
		return nil
	})
	return out, err
}

// PlayTable is a table against computer players that an account keeps.
type PlayTable struct {
	Game  *game.Game
	Power machiavelli.Power
	Key   string
}
