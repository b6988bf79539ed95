package archive_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	packing "podesta/internal/pack"
)

// TestReplayFindsForgeries changes the stored history without the judge's
// knowledge and checks that Replay notices.
func TestReplayFindsForgeries(t *testing.T) {
	t.Parallel()
	statement := func(text string) func(*testing.T, *sql.DB) {
		return func(t *testing.T, db *sql.DB) {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
	}
	// current is the position at the end of phase 1, with which phase 2 begins.
	packed := func(change func(p *packing.Phase, current []byte)) func(*testing.T, *sql.DB) {
		return func(t *testing.T, db *sql.DB) {
			var data, current []byte
			if err := db.QueryRow("SELECT a.packed, b.position FROM phase a, phase b WHERE a.number = 1 AND b.number = 2").Scan(&data, &current); err != nil {
				t.Fatal(err)
			}
			p, err := packing.Unpack(data)
			if err != nil {
				t.Fatal(err)
			}
			change(p, current)
			if _, err := db.Exec("UPDATE phase SET packed = ? WHERE number = 1", p.Pack()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, forge := range map[string]func(*testing.T, *sql.DB){
		"rolls": packed(func(p *packing.Phase, _ []byte) {
			p.Throws = []byte(`[{"name":"famine row","dice":2,"faces":6,"value":7}]`)
		}),
		"events":     packed(func(p *packing.Phase, _ []byte) { p.Events = []byte("[]") }),
		"the result": packed(func(p *packing.Phase, _ []byte) { p.After = p.Position }),
		"the current position": func(t *testing.T, db *sql.DB) {
			var start []byte
			packed(func(p *packing.Phase, _ []byte) { start = p.Position })(t, db)
			if _, err := db.Exec("UPDATE phase SET position = ? WHERE number = 2", string(start)); err != nil {
				t.Fatal(err)
			}
		},
		"the orders": packed(func(p *packing.Phase, _ []byte) {
			for seat := range p.Orders {
				p.Orders[seat] = "A Pavia - Turin"
			}
		}),
		"the engine's version":  statement(`UPDATE phase SET engine = '0' WHERE number = 1`),
		"the scenario's start":  packed(func(p *packing.Phase, current []byte) { p.Position = current }),
		"the rules of the game": statement(`UPDATE game SET scenario = 'C1'`),
	} {
		t.Run(name, func(t *testing.T) {
			h := judgetest.New(t)
			g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-8", Solitaire: true})
			seats, err := h.Base.Seats(ctx, g.ID)
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
			if _, err := h.Judge.Clock.Process(ctx, g.ID, master, g.Revision); err != nil {
				t.Fatal(err)
			}
			if err := h.Archive.Replay(ctx, g.ID); err != nil {
				t.Fatal("before the forgery:", err)
			}
			db, err := sql.Open("sqlite", filepath.Join(h.URL, "podesta.db"))
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			forge(t, db)
			h.Reopen()
			if err := h.Archive.Replay(ctx, g.ID); err == nil {
				t.Error("not found")
			}
		})
	}
}
