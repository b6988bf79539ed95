package lobby

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"podesta/internal/admin"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/press"
	"podesta/machiavelli/message"
)

// Unstart undoes the start of a game of which no phase has been resolved. The game is forming
// again with its players, who may state new preferences for powers. The next start deals the
// powers with different rolls. Orders, votes, absences and diaries of the first phase are
// deleted. It is for masters. The error code is "conflict" if the game is still forming, or if
// a phase has been resolved, even if it was rolled back.
func (l *Lobby) Unstart(ctx context.Context, gameID string, role game.Role) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadRunningAsMaster(tx, gameID, role)
		switch {
		case err != nil:
			return err
		case g.Status == game.Terminated:
			return gamestate.ErrStopped
		case g.Hosting.Links:
			return game.Refuse(game.Conflict, message.New("This game never formed: its seats are held by links. There is no start to undo."))
		}
		back, err := admin.ReadUndone(tx, g.ID)
		if err != nil {
			return g.WrapError(err)
		}
		if g.Number > 1 || len(back) > 0 {
			return game.Refuse(game.Conflict, message.New("A phase of this game has been resolved: its start can no longer be undone. ROLLBACK returns to an earlier phase, TERMINATE ends the game."))
		}
		return l.unstart(tx, g, role)
	})
}

func (l *Lobby) unstart(tx *game.Tx, g *gamestate.State, role game.Role) error {
	if err := keepDeal(tx, g); err != nil {
		return err
	}
	if err := admin.DropEdits(tx, g, 0); err != nil {
		return err
	}
	if err := dropRules(tx, g); err != nil {
		return err
	}
	for _, kind := range []string{clock.WaitItem, clock.VoteToldItem, clock.PostalItem, clock.BroadcastItem, clock.SteadItem, press.ProposalItem, press.TalkedItem} {
		if err := game.DropItems(tx, g.ID, kind); err != nil {
			return err
		}
	}
	if err := clock.ClearMotions(tx, g.ID); err != nil {
		return err
	}
	for _, drop := range []func(string) error{tx.Votes.DropBallots, tx.Absences.DropAbsences, tx.Deferred.DropAllDeferred} {
		if err := drop(g.ID); err != nil {
			return err
		}
	}
	if err := tx.Diaries.DropNotes(g.ID, 0); err != nil {
		return err
	}
	players, err := unseatAll(g, tx)
	if err != nil {
		return err
	}
	r := g.Record
	r.Status, r.Plan = game.Forming, nil
	r.Opening, r.OpeningThrows = []byte("[]"), nil
	if err := tx.Games.Remake(r); err != nil {
		return err
	}
	if err := tx.Phases.Revert(r, 0); err != nil {
		return err
	}
	if g, err = l.admin.Reopen(tx, g); err != nil {
		return err
	}
	name, err := gamestate.AccountName(tx, role.Account)
	if err != nil {
		return err
	}
	text := message.New("The master has undone the start of the game, so it is waiting for players again. Powers are dealt again when it begins; until then you can say which you would like. Orders, votes, absences and diaries have been deleted.")
	if missing := len(g.Seats) - players; missing > 0 {
		text = gamestate.Sentences(text, needsMore(missing))
	} else {
		text = gamestate.Sentences(text, message.New("All seats are taken; it begins when its master starts it."))
	}
	if err := gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicUnstarted, Said: text, Who: name}); err != nil {
		return err
	}
	return clock.ScheduleLook(tx, g.ID, g.At.Add(clock.WaitingEvery))
}

// unseatAll removes all players of a game from their seats and returns their number. They count
// as new players from now on, so that nobody can read what the former player of their next seat
// received. Their order stays the same. People who wait for a seat are dismissed.
func unseatAll(g *gamestate.State, tx *game.Tx) (int, error) {
	parts, err := g.Members(tx)
	if err != nil {
		return 0, err
	}
	var players []game.Member
	for _, m := range gamestate.OfKind(parts, game.Player) {
		d, err := m.ReadData()
		if err != nil {
			return 0, err
		}
		if d.Wants == 0 {
			players = append(players, m)
		} else if err := g.Leave(tx, &m); err != nil {
			return 0, err
		}
	}
	end, err := tx.Log.LogEnd(g.ID)
	if err != nil {
		return 0, err
	}
	for i, m := range players {
		m.Seat, m.Since, m.Joined = 0, end, g.At.Add(time.Duration(i-len(players))*time.Microsecond)
		if err := tx.Members.SaveMember(m); err != nil {
			return 0, err
		}
	}
	for _, s := range g.Seats {
		if err := tx.Games.SaveSeat(g.ID, game.SeatRecord{Number: s.Number}); err != nil {
			return 0, err
		}
	}
	return len(players), nil
}

// keepDeal stores the record of the current deal under its number, so that the next deal can become
// the current one.
func keepDeal(tx *game.Tx, g *gamestate.State) error {
	d, err := ReadDeal(tx, g.ID)
	if err != nil || d == nil {
		return err
	}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if err := tx.Items.Put(g.ID, dealItem, strconv.Itoa(d.Round+1), text); err != nil {
		return err
	}
	return tx.Items.Drop(g.ID, dealItem, "")
}

// dropRules deletes the record that rules were changed in the first phase, because the game now has
// its current rules from the beginning.
func dropRules(tx *game.Tx, g *gamestate.State) error {
	items, err := tx.Items.List(g.ID, admin.RulesItem)
	if err != nil {
		return err
	}
	for key := range items {
		if err := tx.Items.Drop(g.ID, admin.RulesItem, key); err != nil {
			return err
		}
	}
	return nil
}
