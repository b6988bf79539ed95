package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// dealItem is the kind of the items that record how a game's powers were dealt. The current
// deal has no key; deals whose start was undone have their number as key.
const dealItem = "deal"

// Deal is how the powers of a game were dealt. It can be verified with the seed
// of the dice, which is published when the game is over.
type Deal struct {
	Players []DealtPlayer `json:"players"` // in the order in which they joined, with empty seats last
	Throws  []dice.Throw  `json:"throws"`
	Round   int           `json:"round,omitempty"` // number of earlier deals that were undone
	Fresh   string        `json:"fresh,omitempty"` // a random text for a game whose dice may have been seen
}

// Salt returns a text that makes the rolls of a deal differ from the rolls of earlier deals.
func (d *Deal) Salt() string {
	if d.Round == 0 && d.Fresh == "" {
		return ""
	}
	return strconv.Itoa(d.Round) + d.Fresh
}

// DealtPlayer is the preference and the result of one player.
type DealtPlayer struct {
	Preferences string `json:"preferences"`
	Seat        int    `json:"seat"`
	Empty       bool   `json:"empty,omitempty"` // whether the seat had no player
}

// Start begins a forming game. It is for masters, and for the creator of a game without a master.
// All seats must be taken; with force, empty seats stay without a player and can be taken over.
func (l *Lobby) Start(ctx context.Context, gameID string, role game.Role, force bool) error {
	return l.base.Write(ctx, func(tx *game.Tx) error { return l.startFor(tx, gameID, role, force, "") })
}

// startFor begins a game for a master, or for the creator of a game without a master. If kind is
// not empty, computer players of that kind hold the empty seats.
func (l *Lobby) startFor(tx *game.Tx, gameID string, role game.Role, force bool, kind string) error {
	g, role, err := l.base.LoadPrivate(tx, gameID, role)
	if err != nil {
		return err
	}
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	if !role.Master && (!role.Player || maker(parts) != role.Account) {
		return game.ErrMaster
	}
	if g.Status != game.Forming {
		return game.Refuse(game.Conflict, message.New("The game has begun already."))
	}
	if kind != "" && !g.Hosting.Bots {
		return errNoBots
	}
	m, err := gamestate.ReadMuster(tx, g.ID)
	switch {
	case err != nil:
		return err
	case m != nil && m.Queue && !role.Master:
		return game.ErrMaster
	case m != nil && m.Missing() > 0 && !force:
		return game.Refuse(game.Conflict, message.Plural(m.Missing(), "{n} player has not confirmed yet. FORCE START begins the game anyway.", "{n} players have not confirmed yet. FORCE START begins the game anyway."))
	}
	switch n := len(gamestate.OfKind(parts, game.Player)); {
	case n == 0:
		return game.Refuse(game.Conflict, message.New("Nobody has joined the game: there is nothing to start."))
	case n < len(g.Seats) && !force:
		return game.Refuse(game.Conflict, message.Plural(len(g.Seats)-n, "The game needs {n} more player. FORCE START begins it without them, and their seats stay open.", "The game needs {n} more players. FORCE START begins it without them, and their seats stay open."))
	}
	return l.start(tx, g, kind)
}

// start deals the powers, opens the game and begins its first phase. Computer
// players of a kind hold the empty seats. An empty kind leaves them open.
func (l *Lobby) start(tx *game.Tx, g *gamestate.State, kind string) error {
	if err := game.DropItems(tx, g.ID, gamestate.MusterItem); err != nil {
		return err
	}
	if err := l.dealOut(tx, g, kind); err != nil {
		return err
	}
	return l.begin(tx, g)
}

// begin opens a game whose powers have been dealt, and begins its first phase.
func (l *Lobby) begin(tx *game.Tx, g *gamestate.State) error {
	lib, err := gamestate.ReadLibrary(g.Record.Library)
	if err != nil {
		return g.WrapError(err)
	}
	start, err := gamestate.StartPosition(lib, g.Scenario, g.Variant, &g.Rules, g.Seats)
	if err != nil {
		return g.WrapError(err)
	}
	r := g.Record
	typed, err := typedOf(tx, g.ID)
	if err != nil {
		return g.WrapError(err)
	}
	board, err := typed.first(tx, &r, start, &g.Rules)
	if err != nil {
		return g.WrapError(err)
	}
	r.Number, r.Status = 1, game.Active
	if err := tx.Games.Remake(r); err != nil {
		return err
	}
	if err := tx.Phases.Advance(r, game.PhaseRecord{}, &game.PhaseRecord{Game: r.ID, Number: 1, Phase: r.Phase, Position: board}); err != nil {
		return err
	}
	now, err := l.base.Load(tx, g.ID)
	if err != nil {
		return err
	}
	now.At, now.Woken = g.At, g.Woken
	times, err := l.clock.StartClock(tx, now)
	if err != nil {
		return err
	}
	n := journal.Notice{
		Topic: journal.TopicStarting, Times: times, Points: now.Playing(),
		Said: message.New("The game {name} begins: {phase}.", message.Name(now.Name), message.Phase(now.Phase)),
	}
	for i := range now.Seats {
		state, err := now.SeatState(i + 1)
		if err != nil {
			return err
		}
		if state.Abandoned {
			n.Seats = append(n.Seats, i+1)
		}
	}
	if len(n.Seats) > 0 {
		n.Said = gamestate.Sentences(n.Said, message.New("Nobody plays {powers:name}: anyone may take over.", now.Called(n.Seats...)))
	}
	return gamestate.Notice(tx, now, journal.Everybody, n)
}

// dealOut deals the powers of a game to its players and assigns their seats.
func (l *Lobby) dealOut(tx *game.Tx, g *gamestate.State, kind string) error {
	v, err := g.VariantInfo()
	if err != nil {
		return err
	}
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	players := gamestate.OfKind(parts, game.Player)
	wishes := make([]Preference, len(g.Seats))
	before, err := tx.Items.List(g.ID, dealItem)
	if err != nil {
		return err
	}
	record := Deal{Players: make([]DealtPlayer, len(g.Seats)), Round: len(before)}
	if revived, err := clock.IsRevived(tx, g.ID); err != nil {
		return err
	} else if revived {
		record.Fresh = clock.NewSalt()
	}
	for i := range players {
		d, err := players[i].ReadData()
		if err != nil {
			return err
		}
		// The mode may have changed since the list was written. A preference that it does not
		// allow is ignored.
		wishes[i], err = ParsePreference(d.Preferences, g.Setting.Powers, Chosen(v, g.Setting.Powers), hosting.PreferBoth)
		if err != nil {
			wishes[i] = Preference{}
		}
		switch g.Hosting.Preferences {
		case hosting.PreferList:
			wishes[i].Random = false
		case hosting.PreferRandom:
			wishes[i] = Preference{Random: true}
		}
		record.Players[i].Preferences = wishes[i].Write(g.Setting.Powers)
	}
	d := dice.New(g.Record.Seed, dice.Scope(g.ID, DealScope, record.Salt()), nil)
	out, err := DealPowers(v, g.Setting.Powers, wishes, d)
	if err != nil {
		return g.WrapError(err)
	}
	record.Throws = d.Throws()
	for i, seat := range out.SeatOf {
		s := &g.Seats[seat-1]
		s.Powers = out.Seats[seat-1]
		record.Players[i].Seat, record.Players[i].Empty = seat, i >= len(players)
		state := game.SeatState{Abandoned: i >= len(players) && kind == ""}
		if i >= len(players) && kind != "" {
			state.Bot, s.Player = kind, clock.BotName(kind)
		}
		if i < len(players) {
			m := &players[i]
			m.Seat = seat
			if err := tx.Members.SaveMember(*m); err != nil {
				return err
			}
			if s.Player, err = gamestate.AccountName(tx, m.Account); err != nil {
				return err
			}
		}
		if s.State, err = json.Marshal(state); err != nil {
			return err
		}
		if err := tx.Games.SaveSeat(g.ID, *s); err != nil {
			return err
		}
	}
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return tx.Items.Put(g.ID, dealItem, "", text)
}

// ReadDeal returns how a game's powers were dealt, or nil if they were not
// dealt.
func ReadDeal(tx *game.Tx, gameID string) (*Deal, error) {
	text, err := tx.Items.Get(gameID, dealItem, "")
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	d := &Deal{}
	return d, json.Unmarshal(text, d)
}

// DealDetails reports whether everyone may know how the powers were dealt. They may when the
// game is over, because preferences are secret during play. If players stay hidden they may
// not, because the order in which they joined could identify them.
func DealDetails(g *gamestate.State) bool {
	return g.Status == game.Over && g.View(game.Role{}).SeesNames()
}

// Deal returns how the powers of a game were dealt. It is for masters, and for
// everyone when the game is over, unless its players stay hidden.
func (l *Lobby) Deal(ctx context.Context, gameID string, role game.Role) (*Deal, error) {
	var d *Deal
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if !role.Master && !DealDetails(g) {
			return game.Refuse(game.Forbidden, message.New("How the powers were dealt is revealed when the game is over, unless its players stay hidden."))
		}
		if d, err = ReadDeal(tx, gameID); err == nil && d == nil {
			err = game.Refuse(game.NotFound, message.New("The powers of this game have not been dealt by the judge."))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// VerifyDeal repeats a deal with a game's variant and the seed of its dice, and
// returns an error if the result differs.
func (l *Lobby) VerifyDeal(ctx context.Context, gameID string) error {
	return l.base.Read(ctx, func(tx *game.Tx) error {
		g, err := l.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		d, err := ReadDeal(tx, gameID)
		if err != nil || d == nil {
			return err
		}
		v, err := g.VariantInfo()
		if err != nil {
			return err
		}
		wishes := make([]Preference, len(d.Players))
		for i, p := range d.Players {
			wishes[i], err = ParsePreference(p.Preferences, g.Setting.Powers, Chosen(v, g.Setting.Powers), hosting.PreferBoth)
			if err != nil {
				return g.WrapError(err)
			}
		}
		out, err := DealPowers(v, g.Setting.Powers, wishes, dice.New(g.Record.Seed, dice.Scope(g.ID, DealScope, d.Salt()), nil))
		if err != nil {
			return g.WrapError(err)
		}
		for i, p := range d.Players {
			if out.SeatOf[i] != p.Seat {
				return game.Refuse(game.Conflict, message.New("Dealing the powers again does not give the recorded deal: player {n} has seat {seat} and should have seat {want}.", message.Number(i+1), message.Number(p.Seat), message.Number(out.SeatOf[i])))
			}
		}
		return nil
	})
}

// applyRules returns a set of rules with changed options. It first sets each option together with
// the options that it implies. It then sets the given values once more, because an option may have
// implied another value.
func applyRules(set rules.Set, options map[string]string, names []string) (rules.Set, error) {
	for _, name := range names {
		if err := set.Switch(name, options[name]); err != nil {
			return set, game.Wrong(err)
		}
	}
	for _, name := range names {
		if err := set.Apply(name, options[name]); err != nil {
			return set, game.Wrong(err)
		}
	}
	return set, nil
}
