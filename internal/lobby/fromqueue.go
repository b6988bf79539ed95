package lobby

import (
	"encoding/json"
	"errors"
	"slices"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// Unfit is the error that a person in the queue cannot get a seat at all, with the reason.
type Unfit struct {
	Account string
	Why     *game.Error
}

// Error returns the reason in English.
func (e *Unfit) Error() string { return e.Why.Error() }

// Unwrap returns the reason.
func (e *Unfit) Unwrap() error { return e.Why }

// MakeTable creates a game without a master for people from the queue, who are asked to
// confirm, and returns its ID. Its name is made from the ID. The caller has removed them from
// the queue. variants maps numbers of players to variants of the game's scenario, so that the
// game can begin without people who do not confirm. The error is an Unfit if a person cannot
// play at all.
func (l *Lobby) MakeTable(tx *game.Tx, n NewGame, h hosting.Hosting, people []game.Waiting, variants map[int]string) (string, error) {
	h.Muster, h.Listed, h.Rated = true, true, true
	h, err := CleanHosting(h)
	if err != nil {
		return "", err
	}
	if h, err = masterless(h); err != nil {
		return "", err
	}
	n.Name = "x" // a placeholder until the game's ID is known
	r, seats, err := l.draft(n)
	if err != nil {
		return "", err
	}
	r.Name = "Game " + r.ID
	r.Status, r.Number, r.Revision, r.Created = game.Forming, 0, 1, l.base.Now()
	if r.Hosting, err = json.Marshal(h); err != nil {
		return "", err
	}
	if err := ClaimName(tx, r.ID, r.Name); err != nil {
		return "", err
	}
	if err := tx.Games.AddGame(r, seats, game.PhaseRecord{}); err != nil {
		return "", err
	}
	g, err := l.base.Load(tx, r.ID)
	if err != nil {
		return "", err
	}
	m := newMuster(g)
	m.Queue, m.Variants = true, variants
	if err := m.Save(tx, g.ID); err != nil {
		return "", err
	}
	said := message.New("The judge has made this game for {n} people who were waiting in the queue.", message.Number(len(people)))
	if err := gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicForming, Said: said}); err != nil {
		return "", err
	}
	if err := l.seatAll(tx, g, m, people, false); err != nil {
		return "", err
	}
	return g.ID, clock.ScheduleLook(tx, g.ID, g.At.Add(clock.WaitingEvery))
}

// SeatWaiting makes people from the queue players of a forming game, and asks them to confirm.
// The caller has removed them from the queue. The error code is "conflict" if the game has
// begun or does not have enough free seats, and "forbidden" if it does not admit one of them;
// it is an Unfit for a person who cannot play at all.
func (l *Lobby) SeatWaiting(tx *game.Tx, gameID string, people []game.Waiting) error {
	if err := tx.Games.Lock(gameID); errors.Is(err, game.ErrNoRecord) {
		return game.ErrNoGame
	} else if err != nil {
		return err
	}
	g, err := l.base.Load(tx, gameID)
	if err != nil {
		return err
	}
	if g.Status != game.Forming || g.Hosting.Links {
		return l.errBegun(tx, g)
	}
	m, err := gamestate.ReadMuster(tx, g.ID)
	if err != nil {
		return err
	}
	if m == nil {
		m = newMuster(g)
	}
	return l.seatAll(tx, g, m, people, true)
}

// seatAll makes people from the queue players of a game.
func (l *Lobby) seatAll(tx *game.Tx, g *gamestate.State, m *gamestate.Muster, people []game.Waiting, announced bool) error {
	var asked []string
	for i := range people {
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		missing := len(g.Seats) - len(gamestate.OfKind(parts, game.Player))
		if missing == 0 {
			return errFull
		}
		id := people[i].Account
		a, err := l.base.Accounts.Able(tx, id)
		if err != nil {
			return unfit(id, err)
		}
		if err := l.mayPlay(tx, a, g.At); err != nil {
			return unfit(id, err)
		}
		if gamestate.Part(parts, id).Takes() {
			return game.Refuse(game.Conflict, message.New("You take part in this game already."))
		}
		if err := l.admit(tx, g, a); err != nil {
			return err
		}
		if err := notEjected(tx, g, a); err != nil {
			return err
		}
		p, err := joining(tx, g, a, game.Player, game.MemberData{})
		if err != nil {
			return err
		}
		if err := tx.Members.SaveMember(p); err != nil {
			return err
		}
		from := people[i]
		x := &gamestate.Mustered{Until: g.At.Add(g.Hosting.MusterLasts()), From: &from}
		if !from.Confirmed.IsZero() && g.At.Before(from.Confirmed.Add(confirmedLasts(g.Hosting))) {
			x.Confirmed = from.Confirmed // the confirmation was given while waiting
		} else {
			asked = append(asked, id)
		}
		m.Players[id] = x
		if announced {
			if err := logJoined(g, tx, a, "", missing-1); err != nil {
				return err
			}
		}
	}
	if err := m.Save(tx, g.ID); err != nil {
		return err
	}
	if err := l.ask(tx, g, m, asked); err != nil {
		return err
	}
	return l.filled(tx, g)
}

// unfit returns an error about a person as an Unfit, if its message is meant for people.
func unfit(id string, err error) error {
	var e *game.Error
	if errors.As(err, &e) {
		return &Unfit{id, e}
	}
	return err
}

// FormingGame is a forming game with a free seat for people from the queue.
type FormingGame struct {
	*game.Game
	Seats, Missing int
	Muster         bool     // whether its players have been asked to confirm and further players are sought
	Worst          int      // the lowest reliability among its players who have a score; 100 if none has one
	Among          bool     // whether a program plays in it
	Keep           []string // accounts that take part, answer for programs that do, or were removed by a master
}

// mostOpen is the maximum number of open games that are considered.
const mostOpen = 1000

// OpenGames returns the listed forming games with free seats for people from the queue, the
// oldest first: those that everyone may join, with a built-in scenario and the unchanged rules
// of their edition. It excludes games that hide their players, because who gets a seat there
// and who does not would reveal who plays in them.
func (l *Lobby) OpenGames(tx *game.Tx) ([]FormingGame, error) {
	list, err := tx.Games.ListGames(game.GameQuery{Status: game.Forming, Plain: true, Limit: mostOpen})
	if err != nil {
		return nil, err
	}
	slices.Reverse(list.IDs)
	all, err := l.base.LoadAll(tx, list.IDs)
	if err != nil {
		return nil, err
	}
	var out []FormingGame
	for _, g := range all {
		h := g.Hosting
		if h.Links || g.Play || !g.View(game.Role{}).SeesNames() || len(h.Allow)+len(h.Deny) > 0 || g.Record.Library != "" {
			continue
		}
		o, err := l.openGame(tx, g)
		if err != nil {
			return nil, err
		}
		if o != nil {
			out = append(out, *o)
		}
	}
	return out, nil
}

// openGame returns a game for people from the queue, or nil if it is not suitable.
func (l *Lobby) openGame(tx *game.Tx, g *gamestate.State) (*FormingGame, error) {
	members, err := tx.Members.Members(g.ID)
	if err != nil {
		return nil, err
	}
	o := &FormingGame{Game: g.Game, Seats: len(g.Seats), Worst: 100}
	o.Missing = o.Seats
	var players []string
	for i := range members {
		x := &members[i]
		d, err := x.ReadData()
		if err != nil {
			return nil, err
		}
		if x.Present() || d.Ejected {
			o.Keep = append(o.Keep, x.Account)
		}
		if x.Present() && x.Kind == game.Player {
			players = append(players, x.Account)
			o.Missing--
		}
	}
	if o.Missing <= 0 {
		return nil, nil
	}
	plain, err := plainRules(g)
	if err != nil || !plain {
		return nil, err
	}
	if t, err := typedOf(tx, g.ID); err != nil || t != nil {
		return nil, err
	}
	m, err := gamestate.ReadMuster(tx, g.ID)
	if err != nil {
		return nil, err
	}
	o.Muster = m != nil && !m.Ends.IsZero()
	accounts, err := tx.Accounts.AccountsByID(o.Keep)
	if err != nil {
		return nil, err
	}
	for i := range accounts {
		a := &accounts[i]
		if a.Owner != "" {
			o.Keep = append(o.Keep, a.Owner)
		}
		if !slices.Contains(players, a.ID) {
			continue
		}
		k, err := account.ReadRecord(a, l.base.Now())
		if err != nil {
			return nil, err
		}
		if s := k.Outcomes.Score(); s.Known {
			o.Worst = min(o.Worst, s.Percent)
		}
		o.Among = o.Among || a.Program
	}
	return o, nil
}

// plainRules reports whether a game has the unchanged rules of its edition.
func plainRules(g *gamestate.State) (bool, error) {
	lib, err := gamestate.ReadLibrary("")
	if err != nil {
		return false, err
	}
	info, _, err := gamestate.FindVariant(lib, g.Scenario, g.Variant)
	if err != nil {
		return false, g.WrapError(err)
	}
	set, err := MakeRules(NewGame{Preset: g.Rules.Preset}, lib, info)
	if err != nil {
		return false, g.WrapError(err)
	}
	return len(g.Rules.Diff(set)) == 0, nil
}
