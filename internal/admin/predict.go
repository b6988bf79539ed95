package admin

import (
	"context"
	"errors"
	"math"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/whatif"
	"podesta/view"
)

// Limits of a prediction.
const (
	predictedWorlds  = 1024
	predictedSamples = 400
)

// Predict returns the expected result of the phase. For a master (seat 0) it
// considers all orders that were sent; for a player, and for a master who names
// a seat, only the orders of that seat, as if nobody else had sent any. If dice
// decide, it returns the chances: it never uses the game's own dice.
func (u *Admin) Predict(ctx context.Context, gameID string, role game.Role, seat int) ([]message.Message, error) {
	var q whatif.Question
	var g *gamestate.State
	var eyes view.View
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		var err error
		if g, err = u.base.Load(tx, gameID); err != nil {
			return err
		}
		if role, err = u.base.Confirm(tx, g, role); err != nil {
			return err
		}
		switch {
		case seat == 0 && !role.Master:
			return game.ErrMaster
		case seat != 0:
			err = g.CheckReader(seat, g.View(role).SeesOrders)
		}
		if err != nil {
			return err
		}
		if g.Finished {
			return game.ErrOver
		}
		t, err := u.base.Board(tx, g)
		if err != nil {
			return err
		}
		lines := t.Lines()
		eyes = g.View(game.Role{Master: true})
		if seat > 0 {
			lines = nil
			for _, l := range t.Read(seat, t.Texts[seat]) {
				lines = append(lines, l.Line)
			}
			eyes = g.View(game.Role{Seat: seat})
		}
		pos := t.Position
		if seat > 0 {
			// The result must not depend on the ducats of others, because it would reveal them.
			pos = eyes.Position(pos, true)
		}
		q = whatif.Question{Position: pos, Rules: &g.Rules, Lines: lines, Rolls: t.Given, Limit: predictedWorlds, Samples: predictedSamples}
		return nil
	})
	if err != nil {
		return nil, err
	}
	a, err := whatif.Ask(q)
	switch {
	case errors.Is(err, turn.ErrGameOver):
		return nil, game.ErrOver
	case err != nil:
		return nil, g.WrapError(err)
	}
	for i := range a.Worlds {
		a.Worlds[i].Result.Events = eyes.Events(a.Worlds[i].Result.Events)
	}
	return predicted(g, &q, a, seat), nil
}

// predicted describes a prediction, one message per line.
func predicted(g *gamestate.State, q *whatif.Question, a whatif.Answer, seat int) []message.Message {
	phase := message.Phase(g.Phase)
	first := message.New("{phase}, by all orders that are in. Others may order otherwise until the phase is resolved; famine, plague, storms and income are left out.", phase)
	if seat > 0 {
		var powers []message.Power
		for _, p := range g.PowersAt(seat) {
			powers = append(powers, message.PowerOf(g.Setting.Powers, p))
		}
		first = message.New("{phase}, by the orders of {powers} alone. Others may order otherwise until the phase is resolved; famine, plague, storms and income are left out.", phase, message.ListOf(message.And, powers))
	}
	out := []message.Message{first}
	if !a.Exact {
		out = append(out, message.New("There are too many ways for the dice to fall; chances are estimated from {n} throws.", message.Number(len(a.Worlds))))
	}
	s := a.Summary(q)
	out = append(out, s.Always...)
	for _, c := range s.Cases {
		for _, f := range c.Facts {
			out = append(out, message.New("{fact} (chance: {n}%)", f.Message, message.Number(math.Round(100*f.Chance))))
		}
	}
	if len(s.Always) == 0 && len(s.Cases) == 0 {
		switch q.Position.Phase.Step {
		case machiavelli.Retreats:
			out = append(out, message.New("Nobody retreats."))
		default:
			out = append(out, message.New("Nothing happens."))
		}
	}
	return out
}
