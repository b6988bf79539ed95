package archive

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/machiavelli/opendata"
	"podesta/view"
)

// Withheld is the reason why a game is not in the open data.
type Withheld string

// The reasons. A game whose replayed history differs is withheld as Unlike, with all its
// phases, because it would be useless.
const (
	Unlisted  Withheld = "not public, or played against computer players only"
	Unwilling Withheld = "somebody who played has not agreed"
	OldEngine Withheld = "resolved by another version of the engine"
	Unlike    Withheld = "its history does not come out again"
)

// OpenData selects games for the open data.
type OpenData struct {
	From, To time.Time // finished at or after From, and before To; a zero time sets no limit
	Secret   []byte    // pseudonyms are derived from it; nobody else may know it
}

// EachOpen calls the function each with every finished public game whose players have all agreed
// that it may be in the open data, and that can be reproduced from its seed. Names are replaced by
// pseudonyms. An account has the same pseudonym in all games; only in games that do not reveal who
// has played does it have a new one each time. Players whose replacement the game hides are left
// out, and so are messages, diaries, votes and drafts. EachOpen returns how many games in the time
// range were withheld, keyed by reason.
func (z *Archive) EachOpen(ctx context.Context, o OpenData, each func(*opendata.Game) error) (map[Withheld]int, error) {
	var ids []string
	err := z.base.Read(ctx, func(tx *game.Tx) error {
		all, err := tx.Games.Games()
		ids = nil
		for i := range all {
			if all[i].Finished {
				ids = append(ids, all[i].ID)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	withheld := map[Withheld]int{}
	for _, id := range ids {
		var out *opendata.Game
		var why Withheld
		err := z.base.Read(ctx, func(tx *game.Tx) error {
			var err error
			out, why, err = z.openGame(tx, id, o)
			return err
		})
		if z.base.LeaveOut(id, err) {
			continue
		}
		if err != nil {
			return withheld, err
		}
		if why != "" {
			withheld[why]++
		}
		if out == nil {
			continue
		}
		if err := each(out); err != nil {
			return withheld, err
		}
	}
	return withheld, nil
}

// openGame returns a game for the open data. The game is nil if it is withheld, for the returned
// reason, or if it did not end in the time range.
func (z *Archive) openGame(tx *game.Tx, id string, o OpenData) (*opendata.Game, Withheld, error) {
	g, err := z.base.Load(tx, id)
	if err != nil {
		return nil, "", err
	}
	last, err := lastDone(tx, g)
	if err != nil {
		return nil, "", g.WrapError(err)
	}
	if last.Before(o.From) || !o.To.IsZero() && !last.Before(o.To) {
		return nil, "", nil
	}
	if !g.Hosting.Listed || g.Record.Play || g.Record.Showcase || g.Solitaire {
		return nil, Unlisted, nil
	}
	out := &opendata.Game{
		Source: opendata.Played, ID: g.ID, Scenario: g.Record.Scenario, Variant: g.Record.Variant, Library: g.Record.Library,
		Finished: last.UTC().Format(time.DateOnly),
		Dice:     opendata.Dice{Seed: hex.EncodeToString(g.Record.Seed), Commitment: g.Commitment},
	}
	agreed, err := openSeats(tx, g, out, o.Secret)
	if err != nil {
		return nil, "", g.WrapError(err)
	}
	if !agreed {
		return nil, Unwilling, nil
	}
	whole, err := z.openPhases(tx, g, out)
	if err != nil {
		return nil, "", g.WrapError(err)
	}
	if !whole {
		return nil, OldEngine, nil
	}
	if err := out.Conclude(); err != nil {
		return nil, Unlike, nil
	}
	if found, err := opendata.Verify(out); err != nil || len(found) > 0 {
		return nil, Unlike, nil
	}
	return out, "", nil
}

// lastDone returns when the last phase of a game was resolved.
func lastDone(tx *game.Tx, g *gamestate.State) (time.Time, error) {
	for n := g.Number; n > 0; n-- {
		p, err := tx.Phases.Phase(g.ID, n)
		if err != nil {
			return time.Time{}, err
		}
		if p.After != nil {
			return p.Done, nil
		}
	}
	return g.Record.Created, nil
}

// openSeats adds the seats with their players, and reports whether all people who played agree.
// If the player of a seat is unknown, nobody can agree for it.
func openSeats(tx *game.Tx, g *gamestate.State, out *opendata.Game, secret []byte) (bool, error) {
	members, err := tx.Members.Members(g.ID)
	if err != nil {
		return false, err
	}
	slices.SortStableFunc(members, func(a, b game.Member) int { return a.Joined.Compare(b.Joined) })
	public := g.View(game.Role{})
	// A pseudonym that the player also has in other games would reveal who played here.
	alone := ""
	if !public.SeesNames() {
		alone = g.ID
	}
	people := 0
	for i := range g.Seats {
		seat := opendata.Seat{Powers: g.Seats[i].Powers}
		for _, m := range members {
			if m.Kind != game.Player || m.Seat != i+1 {
				continue
			}
			ok, program, err := agrees(tx, m.Account)
			if err != nil || !ok {
				return false, err
			}
			people++
			if seen, _ := public.SeesMember(view.Member{Account: m.Account, Player: true, Seat: m.Seat, Former: !m.Present()}); !seen {
				continue // the seat has changed hands, and the game hides it
			}
			p := opendata.Player{Kind: opendata.Person, Name: pseudonym(secret, m.Account, alone)}
			if program {
				p.Kind = opendata.Program
			}
			if !slices.Contains(seat.Players, p) {
				seat.Players = append(seat.Players, p)
			}
		}
		if kind := g.BotAt(i + 1); kind != "" {
			seat.Players = append(seat.Players, opendata.Player{Kind: opendata.Computer, Name: kind})
		}
		if len(seat.Players) == 0 {
			return false, nil
		}
		out.Seats = append(out.Seats, seat)
	}
	return people > 0, nil
}

// agrees reports whether the games of an account may be in the open data, and whether the account
// belongs to a program. The owner of a program decides for it.
func agrees(tx *game.Tx, id string) (ok, program bool, err error) {
	a, err := tx.Accounts.Account(id)
	if err != nil {
		return false, false, err
	}
	program = a.Program
	if program && a.Owner != "" {
		if a, err = tx.Accounts.Account(a.Owner); err != nil {
			return false, false, err
		}
	}
	c, err := account.ReadWishes(&a)
	return c.OpenData && !a.Blocked, program, err
}

// pseudonym returns the name of an account in the open data. If gameID is not empty, the name is
// for that game only. Without the secret, nobody can derive the account from the name.
func pseudonym(secret []byte, account, gameID string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("podesta open data\x00" + account))
	if gameID != "" {
		mac.Write([]byte("\x00" + gameID))
	}
	return "player-" + hex.EncodeToString(mac.Sum(nil)[:8])
}

// openPhases adds the rules, the opening and the phases. It returns false if
// another version of the engine resolved one of them.
func (z *Archive) openPhases(tx *game.Tx, g *gamestate.State, out *opendata.Game) (bool, error) {
	now, err := admin.RulesAt(tx, &g.Record, 0)
	if err != nil {
		return false, err
	}
	out.Rules = now
	typed, err := lobby.ReadOrigin(tx, g.ID)
	if err != nil {
		return false, err
	}
	if typed != nil {
		out.Opening.Typed = true
	} else {
		out.Opening.Throws = g.Record.OpeningThrows
		if out.Opening.Events, err = opendata.Compact(g.Record.Opening); err != nil {
			return false, err
		}
	}
	var before []byte
	for n := 1; n <= g.Number; n++ {
		p, err := tx.Phases.Phase(g.ID, n)
		if err != nil {
			return false, err
		}
		if n == 1 {
			if before, err = admin.Uncorrected(tx, g.ID, &p); err != nil {
				return false, err
			}
			if out.Opening.Position, err = opendata.Compact(before); err != nil {
				return false, err
			}
		}
		if p.After == nil {
			break
		}
		if out.Engine == "" {
			out.Engine = p.Engine
		}
		if p.Engine != out.Engine {
			return false, nil
		}
		ph := opendata.Phase{Phase: p.Phase.String(), Salt: p.Salt, Given: p.Given, Throws: p.Throws}
		rules, err := admin.RulesAt(tx, &g.Record, n)
		if err != nil {
			return false, err
		}
		if !bytes.Equal(rules, now) {
			now, ph.Rules = rules, rules
		}
		if !bytes.Equal(before, p.Position) {
			if ph.Corrected, err = opendata.Compact(p.Position); err != nil {
				return false, err
			}
		}
		if ph.Events, err = opendata.Compact(p.Events); err != nil {
			return false, err
		}
		if ph.After, err = opendata.Compact(p.After); err != nil {
			return false, err
		}
		if ph.Orders, err = z.openOrders(tx, g, &p, rules); err != nil {
			return false, err
		}
		out.Phases, before = append(out.Phases, ph), p.After
	}
	return len(out.Phases) > 0, nil
}

// openOrders returns the orders with which a phase was resolved, keyed by power. If the players
// agreed to end the game in that phase, their orders were not executed and are left out.
func (z *Archive) openOrders(tx *game.Tx, g *gamestate.State, p *game.PhaseRecord, rules json.RawMessage) (map[string][]opendata.Line, error) {
	rec := g.Record
	rec.Number, rec.Phase, rec.Finished, rec.Rules = p.Number, p.Phase, false, rules
	past, err := z.base.Open(tx, rec)
	if err != nil {
		return nil, err
	}
	t, err := z.base.Board(tx, past)
	if err != nil {
		return nil, err
	}
	if t.EndsByAgreement(p) {
		return nil, nil
	}
	return opendata.LinesOf(t.Position.Setting, t.Lines()), nil
}
