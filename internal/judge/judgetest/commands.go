package judgetest

import (
	"context"
	"encoding/json"
	"slices"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// HostNow turns a game made by Create into a hosted game whose seats the players hold, and starts
// its clock.
func (h *House) HostNow(ctx context.Context, gameID string, how hosting.Hosting, players ...string) error {
	how, err := lobby.CleanHosting(how)
	if err != nil {
		return err
	}
	return h.Base.Write(ctx, func(tx *game.Tx) error {
		g, err := h.Base.Load(tx, gameID)
		if err != nil {
			return err
		}
		if g.Record.Hosting, err = json.Marshal(how); err != nil {
			return err
		}
		g.Hosting = &how
		for i, account := range players {
			m := game.Member{Game: gameID, Account: account, Kind: game.Player, Seat: i + 1, Joined: g.At}
			if err := tx.Members.SaveMember(m); err != nil {
				return err
			}
		}
		_, err = h.Judge.Clock.StartClock(tx, g)
		return err
	})
}

// AddMaster makes an account a master of a game made by HostNow.
func (h *House) AddMaster(ctx context.Context, gameID, account string) error {
	return h.Base.Write(ctx, func(tx *game.Tx) error {
		return tx.Members.SaveMember(game.Member{Game: gameID, Account: account, Kind: game.Master, Joined: h.Base.Now()})
	})
}

// TakeSeatOver lets a person without an account take over a seat.
func (h *House) TakeSeatOver(ctx context.Context, gameID string, seat int) error {
	return h.Base.Write(ctx, func(tx *game.Tx) error {
		g, err := h.Base.Load(tx, gameID)
		if err == nil {
			_, _, err = h.Judge.Clock.OccupySeat(tx, g, seat, false)
		}
		return err
	})
}

// Vacate resigns a seat.
func (h *House) Vacate(ctx context.Context, gameID string, seat int) error {
	return h.Base.Write(ctx, func(tx *game.Tx) error {
		g, err := h.Base.Load(tx, gameID)
		if err == nil {
			err = h.Judge.Clock.VacateSeat(tx, g, seat, true)
		}
		return err
	})
}

// Strip removes all units of some powers from the board.
func (h *House) Strip(ctx context.Context, gameID string, powers ...machiavelli.Power) error {
	return h.Base.Write(ctx, func(tx *game.Tx) error {
		g, err := h.Base.Load(tx, gameID)
		if err != nil {
			return err
		}
		t, err := h.Base.Board(tx, g)
		if err != nil {
			return err
		}
		t.Position.Units = slices.DeleteFunc(t.Position.Units, func(u position.Unit) bool { return slices.Contains(powers, u.Owner) })
		board, err := t.Codec.Position(t.Position)
		if err != nil {
			return err
		}
		if err := tx.Phases.Amend(g.Record, board); err != nil {
			return err
		}
		return h.Judge.Clock.ResetClock(tx, gameID)
	})
}

// Submit sends a seat's text and returns the verdicts on it.
func (h *House) Submit(ctx context.Context, id string, role game.Role, seat, revision int, text string) ([]game.Verdict, error) {
	got, err := h.Judge.Clock.SaveOrders(ctx, id, role, clock.NewOrders{Revision: revision, Sections: []ordertext.Section{{Seat: seat, Text: text}}})
	if err != nil {
		return nil, err
	}
	return got.Verdicts, nil
}

// Check returns the verdicts on a seat's text.
func (h *House) Check(ctx context.Context, id string, role game.Role, seat int, text string) ([]game.Verdict, error) {
	found, err := h.Judge.Clock.ReadOrders(ctx, id, role, ordertext.Section{Seat: seat, Text: text})
	if err != nil {
		return nil, err
	}
	return found.Verdicts, nil
}

// Orders returns the text that a seat has sent.
func (h *House) Orders(ctx context.Context, id string, role game.Role, seat int) (string, error) {
	found, err := h.Judge.Clock.StandingOrders(ctx, id, role, seat)
	if err != nil {
		return "", err
	}
	return found.Text, nil
}
