package botgames

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
)

//go:embed intro/game.txt
var introduction string

// Showcase creates demonstration games in an empty store: the introductory game
// of the rules of 1978, played through with ordinary commands, and a Balance of
// Power in which one person plays all powers. It does nothing if the store
// contains a game.
func (u *BotGames) Showcase(ctx context.Context) error {
	var have game.GameList
	err := u.base.Read(ctx, func(tx *game.Tx) (err error) {
		have, err = tx.Games.ListGames(game.GameQuery{Hidden: true, Limit: 1})
		return err
	})
	if err != nil {
		return fmt.Errorf("the games of the judge: %w", err)
	}
	if len(have.IDs) > 0 {
		return nil
	}
	if err := u.introduce(ctx); err != nil {
		return fmt.Errorf("the introductory game: %w", err)
	}
	_, _, err = u.lobby.CreateMarked(ctx, lobby.NewGame{
		Name: "La vita solitaria", Scenario: "B", Variant: "B-8", Preset: "battleline-1978-basic", Solitaire: true,
	}, shown)
	if err != nil {
		return fmt.Errorf("the solitaire table: %w", err)
	}
	return nil
}

// shown marks a game as one of the judge's own demonstration games.
func shown(_ *game.Tx, r *game.GameRecord, _ *hosting.Hosting, _ []game.SeatRecord) error {
	r.Showcase = true
	return nil
}

// introduce creates the introductory game and plays its known phases. The games of
// the showcase have Italian names, which are the same in every language.
func (u *BotGames) introduce(ctx context.Context) error {
	g, _, err := u.lobby.CreateMarked(ctx, lobby.NewGame{
		Name: "L'arte della guerra", Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic",
		Players: []string{"Gian Galeazzo", "Antonio Venier", "Carlo di Durazzo", "Coluccio Salutati"},
	}, shown)
	if err != nil {
		return err
	}
	seats, err := u.base.Seats(ctx, g.ID)
	if err != nil {
		return err
	}
	seatOf := map[string]int{}
	for _, s := range seats {
		seatOf[g.Setting.Powers[s.Powers[0]].ID] = s.Number
	}
	play := func() error {
		_, err := u.clock.Process(ctx, g.ID, game.Role{Master: true}, g.Revision)
		g.Revision++
		return err
	}
	for _, sheet := range Introduction() {
		for _, power := range sheet.Powers {
			seat := seatOf[power]
			receipt, err := u.clock.SaveOrders(ctx, g.ID, game.Role{Seat: seat}, clock.NewOrders{
				Revision: g.Revision, Sections: []ordertext.Section{{Seat: seat, Text: sheet.Orders[power]}},
			})
			if err != nil {
				return err
			}
			for _, v := range receipt.Verdicts {
				if v.Refused() {
					return fmt.Errorf("%s: %s: %s", power, v.Text, v.Error)
				}
			}
		}
		if err := play(); err != nil {
			return err
		}
	}
	return nil
}

// Sheet is the printed record of a phase of the introductory game.
type Sheet struct {
	Phase  string            // such as "spring 1385 orders"
	Powers []string          // IDs of the powers with orders, in printed order
	Orders map[string]string // orders keyed by power, with one order per line
}

// Introduction returns the phases of the introductory game of the rules of 1978
// with their printed orders. The caller owns the result.
func Introduction() []Sheet {
	var out []Sheet
	for line := range strings.Lines(introduction) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		power, orders, ok := strings.Cut(line, ": ")
		if !ok {
			out = append(out, Sheet{Phase: line, Orders: map[string]string{}})
			continue
		}
		sheet := &out[len(out)-1]
		sheet.Powers = append(sheet.Powers, power)
		sheet.Orders[power] = strings.ReplaceAll(orders, "; ", "\n")
	}
	return out
}
