package archive_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// TestReplayFindsForgeries changes the stored history without the judge's
// knowledge and checks that Replay notices.
func TestReplayFindsForgeries(t *testing.T) {
	t.Parallel()
	for name, forge := range map[string]string{
		"rolls":                 `UPDATE phase SET throws = '[{"name":"famine row","dice":2,"faces":6,"value":7}]' WHERE number = 1`,
		"events":                `UPDATE phase SET events = '[]' WHERE number = 1`,
		"the result":            `UPDATE phase SET after = position WHERE number = 1`,
		"the current position":  `UPDATE phase SET position = (SELECT position FROM phase WHERE number = 1) WHERE number = 2`,
		"the orders":            `UPDATE orders SET text = 'A Pavia - Turin'`,
		"the engine's version":  `UPDATE phase SET engine = '0' WHERE number = 1`,
		"the scenario's start":  `UPDATE phase SET position = after WHERE number = 1`,
		"the rules of the game": `UPDATE game SET scenario = 'C1'`,
	} {
		t.Run(name, func(t *testing.T) {
			h := judgetest.New(t)
			g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-8", Solitaire: true})
			seats, err := h.Seats(ctx, g.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range seats {
				if g.Setting.Powers[s.Powers[0]].ID == "milan" {
					if _, err := h.Submit(ctx, g.ID, master, s.Number, g.Revision, "A Pavia - Montferrat"); err != nil {
						t.Fatal(err)
					}
				}
			}
			if _, err := h.Process(ctx, g.ID, master, g.Revision); err != nil {
				t.Fatal(err)
			}
			if err := h.Replay(ctx, g.ID); err != nil {
				t.Fatal("before the forgery:", err)
			}
			db, err := sql.Open("sqlite", filepath.Join(h.URL, "podesta.db"))
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.Exec(forge); err != nil {
				t.Fatal(err)
			}
			h.Reopen()
			if err := h.Replay(ctx, g.ID); err == nil {
				t.Error("not found")
			}
		})
	}
}
