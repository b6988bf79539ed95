package tournament

import (
	"context"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// EnterTournament makes an account a player of a tournament or, if reserve is set, one who plays
// only if a player is missing. A player can switch between the two.
func (t *Tournaments) EnterTournament(ctx context.Context, id, accountID string, reserve bool) error {
	return t.base.Write(ctx, func(tx *game.Tx) error {
		x, err := t.load(tx, id, true)
		if err != nil {
			return err
		}
		e := x.entrant(accountID)
		if x.Status == game.TournamentDraft && (e == nil || !e.Organiser) {
			return errNone
		}
		if err := x.running(); err != nil {
			return err
		}
		if e != nil && e.Plays() && e.Reserve == reserve {
			return game.Refuse(game.Conflict, message.New("You have entered this tournament already."))
		}
		if !x.Entry {
			return game.Refuse(game.Conflict, message.New("The entry of this tournament is closed. Write to its organisers if you want to play."))
		}
		return x.enter(accountID, reserve)
	})
}

// enter makes an account a player.
func (x *loaded) enter(accountID string, reserve bool) error {
	a, err := x.t.base.Accounts.Able(x.tx, accountID)
	if err != nil {
		return err
	}
	if err := x.t.lobby.Suits(x.tx, &x.how, a, x.at); err != nil {
		return err
	}
	e := x.entrant(accountID)
	if e == nil {
		last := 0
		for i := range x.entrants {
			last = max(last, x.entrants[i].Number)
		}
		if len(x.entrants) >= maxEntrants {
			return game.Refuse(game.Conflict, message.New("{n} people have entered this tournament, and it cannot have more.", message.Number(maxEntrants)))
		}
		e = &game.Entrant{Tournament: x.ID, Account: accountID, Number: last + 1, Entered: x.at}
	}
	e.Player, e.Reserve, e.Left = true, reserve, time.Time{}
	return x.tx.Tournaments.SaveEntrant(*e)
}

// AddEntrant enters the person with the given name on behalf of an organiser, whether or not
// entry is open. People who have left the tournament must rejoin themselves.
func (t *Tournaments) AddEntrant(ctx context.Context, id, accountID, name string, reserve bool) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		if err := x.running(); err != nil {
			return err
		}
		a, err := account.Named(x.tx, name)
		if err != nil {
			return game.Refuse(game.NotFound, message.New("There is no player with the name {name}. Names are written as on the pages.", message.Name(name)))
		}
		switch e := x.entrant(a.ID); {
		case e != nil && e.Plays():
			return game.Refuse(game.Conflict, message.New("{who} has entered this tournament already.", message.Name(a.Name)))
		case e != nil && !e.Left.IsZero():
			return game.Refuse(game.Conflict, message.New("{who} has withdrawn from this tournament, and must enter it themselves.", message.Name(a.Name)))
		}
		c, err := x.company([]string{accountID, a.ID})
		if err != nil {
			return err
		}
		if c.blocks(a.ID, accountID) || x.enter(a.ID, reserve) != nil {
			return game.Refuse(game.Conflict, message.New("{who} cannot be entered in this tournament.", message.Name(a.Name)))
		}
		return x.tell(a.ID, message.New("{tournament}: you have been entered", x.name()), []message.Message{
			message.New("an organiser has entered you in the tournament {tournament}. If you do not want to play, withdraw on its page.", x.name()),
		})
	})
}

// LeaveTournament withdraws a player from a tournament. Their game in a running round
// continues.
func (t *Tournaments) LeaveTournament(ctx context.Context, id, accountID string) error {
	return t.base.Write(ctx, func(tx *game.Tx) error {
		x, err := t.load(tx, id, true)
		if err != nil {
			return err
		}
		return x.leave(accountID)
	})
}

// RemoveEntrant removes the player with the given name on behalf of an organiser.
func (t *Tournaments) RemoveEntrant(ctx context.Context, id, accountID, name string) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		who, err := x.named(name)
		if err != nil {
			return err
		}
		if err := x.leave(who.Account); err != nil {
			return err
		}
		return x.tell(who.Account, message.New("{tournament}: you have been removed", x.name()), []message.Message{
			message.New("an organiser has removed you from the tournament {tournament}. A game that you play in it goes on.", x.name()),
		})
	})
}

// named returns the player with the given name.
func (x *loaded) named(name string) (*game.Entrant, error) {
	a, err := account.Named(x.tx, name)
	if err == nil {
		if e := x.entrant(a.ID); e != nil && e.Plays() {
			return e, nil
		}
	}
	return nil, game.Refuse(game.NotFound, message.New("No player of this tournament has the name {name}. Names are written as on its page.", message.Name(name)))
}

// leave withdraws a player.
func (x *loaded) leave(accountID string) error {
	e := x.entrant(accountID)
	if e == nil || !e.Plays() {
		return game.Refuse(game.Conflict, message.New("You do not play in this tournament."))
	}
	if err := x.running(); err != nil {
		return err
	}
	r := x.current()
	if r != nil {
		r.Confirmed = slices.DeleteFunc(r.Confirmed, func(id string) bool { return id == accountID })
		if err := x.tx.Tournaments.SaveRound(*r); err != nil {
			return err
		}
	}
	switch {
	case x.seated(accountID):
		e.Left = x.at
		if err := x.tx.Tournaments.SaveEntrant(*e); err != nil {
			return err
		}
		if r != nil && r.Status == game.RoundSeeded {
			return x.mend(r)
		}
		return nil
	case e.Organiser:
		e.Player, e.Reserve = false, false
	default:
		return x.tx.Tournaments.DropEntrant(x.ID, accountID)
	}
	return x.tx.Tournaments.SaveEntrant(*e)
}

// ConfirmRound records whether a player will play in the round that has been called.
func (t *Tournaments) ConfirmRound(ctx context.Context, id, accountID string, comes bool) error {
	return t.base.Write(ctx, func(tx *game.Tx) error {
		x, err := t.load(tx, id, true)
		if err != nil {
			return err
		}
		if err := x.running(); err != nil {
			return err
		}
		e, r := x.entrant(accountID), x.current()
		switch {
		case e == nil || !e.Plays():
			return game.Refuse(game.Forbidden, message.New("You do not play in this tournament. Enter it first."))
		case r == nil:
			return errNoRound
		case r.Status == game.RoundPlaying:
			return errBegun
		case comes && r.Status == game.RoundSeeded && slices.Contains(r.Missed, accountID):
			return game.Refuse(game.Conflict, message.New("The tables of the round have been formed without you. If someone drops out, an organiser can give you their place."))
		}
		if comes {
			a, err := t.base.Accounts.Able(tx, accountID)
			if err == nil {
				err = t.lobby.Suits(tx, &x.how, a, x.at)
			}
			if err != nil {
				return err
			}
		}
		r.Confirmed = slices.DeleteFunc(r.Confirmed, func(id string) bool { return id == accountID })
		if comes {
			r.Confirmed = append(r.Confirmed, accountID)
		}
		r.Absent = slices.DeleteFunc(r.Absent, func(id string) bool { return id == accountID })
		if !comes {
			r.Absent = append(r.Absent, accountID)
		}
		if !comes && r.Status == game.RoundSeeded {
			return x.mend(r)
		}
		return tx.Tournaments.SaveRound(*r)
	})
}

// ForgetEntrant removes an account that is being erased from tournaments. Its results stay, under
// the name of a former player.
func (t *Tournaments) ForgetEntrant(tx *game.Tx, accountID string) error {
	list, err := tx.Tournaments.EntriesOf(accountID)
	if err != nil {
		return err
	}
	for i := range list {
		x, err := t.load(tx, list[i].Tournament, true)
		if err != nil {
			return err
		}
		if x.Status == game.TournamentDraft && x.organisers() == 1 && x.organises(accountID) {
			if err := tx.Tournaments.DropTournament(x.ID); err != nil {
				return err
			}
			continue
		}
		if e := x.entrant(accountID); e.Plays() && x.running() == nil {
			if err := x.leave(accountID); err != nil {
				return err
			}
			if x, err = t.load(tx, x.ID, true); err != nil {
				return err
			}
		}
		e := x.entrant(accountID)
		switch {
		case e == nil:
		case !e.Player:
			err = tx.Tournaments.DropEntrant(x.ID, accountID)
		case e.Organiser:
			e.Organiser = false
			err = tx.Tournaments.SaveEntrant(*e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// OrganisesAlone returns an error if an account is the only organiser of a tournament that has
// been announced and is not over.
func (t *Tournaments) OrganisesAlone(tx *game.Tx, accountID string) error {
	list, err := tx.Tournaments.EntriesOf(accountID)
	if err != nil {
		return err
	}
	for i := range list {
		if !list[i].Organiser {
			continue
		}
		x, err := t.load(tx, list[i].Tournament, false)
		if err != nil {
			return err
		}
		if x.Status == game.TournamentAnnounced && x.organisers() == 1 {
			return game.Refuse(game.Conflict, message.New("The tournament {tournament} has no other organiser. Make another person an organiser first, or end or cancel it.", x.name()))
		}
	}
	return nil
}

func (x *loaded) organisers() int {
	n := 0
	for i := range x.entrants {
		if x.entrants[i].Organiser {
			n++
		}
	}
	return n
}
