package store_test

import (
	"testing"

	"podesta/internal/game"
	"podesta/internal/seed"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
)

// mostBytes is the maximum disk space per phase of a game in bytes, including a share of the game's
// other data.
const mostBytes = 5 << 10

// gameTables are the tables that grow with the games and their phases. The other tables hold data
// of people, or are always small.
var gameTables = []string{"game", "seat", "member", "phase", "orders", "entry", "item", "job", "deferred", "note", "award", "ballot", "agreement", "absence", "stamp"}

// TestPhaseSize checks how much disk space a phase needs, in games of eight players with money,
// loans, expenses, orders for all units, and messages.
func TestPhaseSize(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		phaseSize(t, open(t, t.TempDir()))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		// It uses a separate database, because PostgreSQL keeps deleted rows that a transaction
		// of another test in the same database could still see.
		phaseSize(t, open(t, pgtest.Shared(t).Database(t, "sizes")))
	})
}

func phaseSize(t *testing.T, s *store.Store) {
	const games = 12
	empty, err := s.Sizes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	small := map[string]int64{}
	for _, table := range empty.Tables {
		small[table.Name] = table.Bytes
	}
	crowd, err := seed.Make(ctx, s, []byte("secret"), seed.Plan{Games: games, Due: due, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	if s.Numbered() {
		// PostgreSQL reuses the space of deleted rows after a while, but these games were
		// created in seconds.
		s.Compact(t)
	}
	size, err := s.Sizes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var bytes int64
	for _, table := range size.Tables {
		for _, name := range gameTables {
			if table.Name == name {
				bytes += table.Bytes - small[name] // only the growth counts, because empty tables have pages, too
			}
		}
		t.Logf("%-10s %6d rows %8d bytes, %5d a phase: %v", table.Name, table.Rows, table.Bytes, table.Bytes/int64(size.Phases), table.Columns[:min(4, len(table.Columns))])
	}
	each := bytes / int64(size.Phases)
	t.Logf("%d phases, %d bytes each; all tables %d bytes", size.Phases, each, size.Total)
	if size.Phases < games*14 || each > mostBytes {
		t.Errorf("%d phases need %d bytes each, more than %d", size.Phases, each, mostBytes)
	}
	// Check that the size is not small because data are missing.
	g := crowd.Games[0]
	if err := s.Read(ctx, func(tx *game.Tx) error {
		p, err := tx.Phases.Phase(g.ID, 2)
		if err != nil {
			return err
		}
		orders, err := tx.Phases.Orders(g.ID, 2)
		if len(p.Position) < 2000 || len(p.After) < 2000 || len(p.Events) < 2000 || len(orders) != 8 {
			t.Errorf("positions of %d and %d bytes, %d bytes of events, orders of %d", len(p.Position), len(p.After), len(p.Events), len(orders))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
