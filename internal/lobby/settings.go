package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"podesta/internal/account"
	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// checkSettable returns an error if a role may not change the settings of a
// game. Its masters may, and in a game without moderation its players.
func checkSettable(g *gamestate.State, role game.Role) error {
	switch {
	case !role.Master && !(g.Hosting.Unmoderated && role.Player):
		return game.ErrMaster
	case g.Status == game.Terminated:
		return gamestate.ErrStopped
	case g.Finished:
		return game.ErrOver
	}
	return nil
}

// SetHosting replaces the settings of a game. It returns what changed, with remarks on
// surprising consequences ("Note: ..."). New timings apply from the next phase on. The error
// code is "forbidden", "invalid", or "conflict" for settings that can no longer be changed.
func (l *Lobby) SetHosting(ctx context.Context, gameID string, role game.Role, h hosting.Hosting) ([]message.Message, error) {
	h, err := CleanHosting(h)
	if err != nil {
		return nil, err
	}
	var out []message.Message
	err = l.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := checkSettable(g, role); err != nil {
			return err
		}
		old := *g.Hosting
		h.Irregular, h.Links, h.OnReady, h.Tournament = old.Irregular, old.Links, old.OnReady, old.Tournament
		if h, err = CleanHosting(h); err != nil {
			return err
		}
		changes := h.Changes(&old)
		if out = journal.SayChanges(changes); len(out) == 0 {
			return nil
		}
		if err := l.errChange(tx, g, role, &old, &h); err != nil {
			return err
		}
		if g.Record.Hosting, err = json.Marshal(h); err != nil {
			return err
		}
		if err := tx.Games.SaveGame(g.Record); err != nil {
			return err
		}
		who, err := gamestate.AccountName(tx, role.Account)
		if err != nil {
			return err
		}
		n := journal.Notice{Topic: journal.TopicParameters, Said: message.New("The settings of the game have changed."), Settings: changes, Who: who}
		if err := gamestate.Notice(tx, g, journal.Everybody, n); err != nil {
			return err
		}
		for _, t := range h.Timing {
			for _, r := range t.Remarks(h.NMR) {
				if r = remark(r); !slices.ContainsFunc(out, r.Equal) {
					out = append(out, r)
				}
			}
		}
		out = append(out, newOddities(&h, &old)...)
		return l.resettle(tx, g, &old, &h)
	})
	return out, err
}

// errChange returns an error if a change of the settings would break a promise to players, or if
// the role may not make it.
func (l *Lobby) errChange(tx *game.Tx, g *gamestate.State, role game.Role, old, h *hosting.Hosting) error {
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	joined := g.Status != game.Forming || len(gamestate.OfKind(parts, game.Player)) > 0
	switch {
	case joined && h.Gunboat != old.Gunboat:
		return game.Refuse(game.Conflict, message.New("Players have joined: whether their names are hidden (gunboat) cannot be changed any more."))
	case joined && h.Gunboat && h.Reveal && !old.Reveal:
		return game.Refuse(game.Conflict, message.New("The players of this game were promised that their names would never be shown; that can no longer be changed."))
	case g.Status != game.Forming && h.Preferences != old.Preferences:
		return game.Refuse(game.Conflict, message.New("The powers have been dealt: how they are dealt cannot be changed any more."))
	}
	if h.MinReliability <= old.MinReliability || role.Account == "" {
		return nil
	}
	a, err := l.base.Accounts.AccountIn(tx, role.Account)
	if err != nil {
		return err
	}
	return account.CheckReliability(a, l.base.Now(), h.MinReliability)
}

// resettle performs what follows from new settings: it deletes votes whose
// meaning has changed, checks the clock, and begins a full game whose start no
// longer waits for the master.
func (l *Lobby) resettle(tx *game.Tx, g *gamestate.State, old, h *hosting.Hosting) error {
	now, err := l.admin.Reopen(tx, g)
	if err != nil {
		return err
	}
	if now.Status == game.Forming {
		parts, err := now.Members(tx)
		if err != nil {
			return err
		}
		full := len(gamestate.OfKind(parts, game.Player)) == len(now.Seats)
		switch {
		case full && old.Muster && !h.Muster:
			if err := dropMuster(tx, now); err != nil {
				return err
			}
			return l.filled(tx, now)
		case full && old.ManualStart && !h.ManualStart:
			return l.filled(tx, now)
		}
		return nil
	}
	// Players who voted while votes were hidden have not agreed to show them.
	if old.Dias != h.Dias || old.Concessions != h.Concessions || old.HideVotes && !h.HideVotes {
		c, err := l.clock.Course(tx, now)
		if err != nil {
			return err
		}
		if err := c.ClearVotes(); err != nil {
			return err
		}
	}
	return l.clock.ResetClock(tx, g.ID)
}

// SetRules changes options of the rules and returns what changed.
// Before the start this has no consequences. Afterwards the game becomes
// irregular, its revision increases, and everyone is notified. The error code
// is "forbidden", or "invalid" for options that are unknown, contradict each
// other or cannot be changed during a game.
func (l *Lobby) SetRules(ctx context.Context, gameID string, role game.Role, options map[string]string) ([]message.Message, error) {
	var out []message.Message
	err := l.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := checkSettable(g, role); err != nil {
			return err
		}
		set, err := rulesChange(g, options)
		if err != nil {
			return err
		}
		var changes []hosting.Change
		for _, d := range g.Rules.Diff(set) {
			changes = append(changes, hosting.Change{Name: d.Option, Was: d.Here, Is: d.There})
		}
		if out = journal.SayChanges(changes); len(out) == 0 {
			return nil
		}
		r := g.Record
		if r.Rules, err = writeRules(&set); err != nil {
			return err
		}
		if g.Status == game.Forming {
			return l.newRules(tx, g, r, changes)
		}
		if set.SeveralPowers != g.Rules.SeveralPowers && slices.ContainsFunc(g.Seats, func(s game.SeatRecord) bool { return len(s.Powers) > 1 }) {
			return game.Refuse(game.Invalid, message.New("Whether several powers of a player are one is settled when the game begins; it cannot be changed now."))
		}
		return l.otherRules(tx, g, r, role, changes)
	})
	return out, err
}

// rulesChange returns the game's rules with changed options.
func rulesChange(g *gamestate.State, options map[string]string) (rules.Set, error) {
	set, err := applyRules(g.Rules, options, slices.Sorted(maps.Keys(options)))
	if err != nil {
		return set, err
	}
	lib, err := gamestate.ReadLibrary(g.Record.Library)
	if err != nil {
		return set, g.WrapError(err)
	}
	lib.Suit(g.Scenario, &set, options)
	if bad := set.Check(); len(bad) > 0 {
		return set, game.Refuse(game.Invalid, gamestate.Sentences(bad...))
	}
	if _, err := gamestate.StartPosition(lib, g.Scenario, g.Variant, &set, g.Seats); err != nil {
		return set, game.Wrong(err)
	}
	return set, nil
}

// newRules stores the rules of a game that has not begun.
func (l *Lobby) newRules(tx *game.Tx, g *gamestate.State, r game.GameRecord, changes []hosting.Change) error {
	if err := tx.Games.Remake(r); err != nil {
		return err
	}
	return gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicRules, Said: message.New("The rules have changed before the start of the game."), Settings: changes})
}

// otherRules stores new rules of a running game. The game is irregular from then on, and its
// history keeps the former rules.
func (l *Lobby) otherRules(tx *game.Tx, g *gamestate.State, r game.GameRecord, role game.Role, changes []hosting.Change) error {
	if err := admin.KeepRules(tx, g); err != nil {
		return err
	}
	h := *g.Hosting
	h.Irregular = true
	var err error
	if r.Hosting, err = json.Marshal(h); err != nil {
		return err
	}
	phase, err := tx.Phases.Phase(g.ID, g.Number)
	if err != nil {
		return err
	}
	if err := tx.Games.Remake(r); err != nil {
		return err
	}
	if err := tx.Phases.Amend(r, phase.Position); err != nil {
		return err
	}
	now, err := l.admin.Reopen(tx, g)
	if err != nil {
		return err
	}
	if _, err := l.base.Board(tx, now); err != nil {
		return game.Refuse(game.Invalid, message.New("The position of this game cannot be played on by these rules: {why}.", message.Of(err)))
	}
	if err := l.clock.ResetClock(tx, g.ID); err != nil {
		return err
	}
	act := gamestate.ActRecord{Act: gamestate.Act{
		Topic: journal.TopicRules, Number: g.Number, Phase: g.Phase, Points: journal.SayChanges(changes),
		Said: message.New("The rules have changed in the middle of the game, so the game no longer counts as regular. Your orders stay; check that they are still what you want."),
	}}
	return act.Record(tx, now, role)
}

// Neutralise gives a game a neutral name, removes its description and its house rules, and
// notifies everyone. It is for operators.
func Neutralise(tx *game.Tx, g *gamestate.State, n journal.Notice) error {
	if err := tx.Games.Lock(g.ID); err != nil {
		return err
	}
	name := "Game " + g.ID
	if err := ClaimName(tx, g.ID, name); err != nil {
		return err
	}
	if key := gamestate.NameKey(g.Name); key != gamestate.NameKey(name) {
		owner, err := tx.Items.Get("", gamestate.NameItem, key)
		if err == nil && string(owner) == g.ID {
			err = tx.Items.Drop("", gamestate.NameItem, key)
		}
		if err != nil && !errors.Is(err, game.ErrNoRecord) {
			return err
		}
	}
	h := *g.Hosting
	h.Comment, h.HouseRules = "", ""
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	g.Record.Name, g.Name, g.Record.Hosting = name, name, text
	if err := tx.Games.SaveGame(g.Record); err != nil {
		return err
	}
	return gamestate.Notice(tx, g, journal.Everybody, n)
}

// dropMuster ends a muster that the settings no longer require. People who came from the queue
// must still confirm.
func dropMuster(tx *game.Tx, g *gamestate.State) error {
	m, err := gamestate.ReadMuster(tx, g.ID)
	if err != nil || m == nil {
		return err
	}
	maps.DeleteFunc(m.Players, func(_ string, p *gamestate.Mustered) bool { return p.From == nil })
	if len(m.Players) == 0 && !m.Queue {
		return game.DropItems(tx, g.ID, gamestate.MusterItem)
	}
	return m.Save(tx, g.ID)
}
