package storetest

import (
	"fmt"
	"testing"
	"time"

	"podesta/internal/game"
)

// tournaments checks tournaments, their entrants and their rounds.
func tournaments(t *testing.T, open func() Store) {
	s := open()
	cup := func(n int) game.Tournament {
		return game.Tournament{
			ID: fmt.Sprint("t", n), Name: "\"Cup\" ü", Status: game.TournamentAnnounced, Made: at.Add(time.Duration(n) * time.Second),
			TournamentData: game.TournamentData{About: "line\nline", Entry: true, Scoring: "places", Best: 2, Variants: []string{"B-8"}, New: []byte(`{"Scenario":"B"}`), Hosting: []byte(`{}`)},
		}
	}
	for n := range 3 {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.SaveTournament(cup(n)) })
	}
	draft := cup(3)
	draft.Status = game.TournamentDraft
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.SaveTournament(draft) })
	same(t, get(t, s, func(tx *game.Tx) (game.Tournament, error) { return tx.Tournaments.Tournament("t3") }), draft)
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { _, err := tx.Tournaments.Tournament("t9"); return err })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Tournaments.LockTournament("t9") })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.LockTournament("t1") })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Tournament, error) { return tx.Tournaments.Tournaments(time.Time{}, 2) }), []game.Tournament{cup(2), cup(1)})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Tournament, error) { return tx.Tournaments.Tournaments(cup(1).Made, 0) }), []game.Tournament{cup(0)})

	first := game.Entrant{Tournament: "t1", Account: "b", Number: 1, Organiser: true, Entered: at}
	second := game.Entrant{Tournament: "t1", Account: "a", Number: 2, Player: true, Reserve: true, Entered: at.Add(time.Second)}
	other := game.Entrant{Tournament: "t2", Account: "a", Number: 1, Player: true, Entered: at.Add(time.Minute)}
	for _, e := range []game.Entrant{other, second, first} {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.SaveEntrant(e) })
	}
	second.Left, second.Reserve = at.Add(time.Hour), false
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.SaveEntrant(second) })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Entrant, error) { return tx.Tournaments.Entrants("t1") }), []game.Entrant{first, second})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Entrant, error) { return tx.Tournaments.EntriesOf("a") }), []game.Entrant{other, second})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.DropEntrant("t1", "b") })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Tournaments.DropEntrant("t1", "b") })

	round := func(n int) game.Round {
		return game.Round{Tournament: "t1", Number: n, Status: game.RoundPlaying, RoundData: game.RoundData{
			Called: at, ConfirmBy: at, Starts: at.Add(time.Hour), Confirmed: []string{"a"}, Seed: 1<<63 + 1,
			Tables: []game.RoundTable{{Variant: "B-8", Game: "g1", Seats: []game.RoundSeat{{Account: "a", Powers: []string{"milan"}, Points: 12500}}}},
		}}
	}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.SaveRound(round(2)) })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.SaveRound(round(1)) })
	over := round(2)
	over.Status, over.Tables[0].Over = game.RoundOver, true
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.SaveRound(over) })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Round, error) { return tx.Tournaments.Rounds("t1") }), []game.Round{round(1), over})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.DropRound("t1", 1) })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Tournaments.DropRound("t1", 1) })

	write(t, s, nil, func(tx *game.Tx) error { return tx.Tournaments.DropTournament("t1") })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Tournaments.DropTournament("t1") })
	same(t, len(get(t, s, func(tx *game.Tx) ([]game.Round, error) { return tx.Tournaments.Rounds("t1") })), 0)
	same(t, get(t, s, func(tx *game.Tx) ([]game.Entrant, error) { return tx.Tournaments.EntriesOf("a") }), []game.Entrant{other})
}
