package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"podesta/internal/game"
)

func awards(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "second", "third")
	hidden, closed := account("c3", "Cia"), account("d4", "Dia")
	hidden.Private, closed.Blocked = true, true
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Accounts.SaveAccount(account("a1", "Ada")), tx.Accounts.SaveAccount(account("b2", "Bo")), tx.Accounts.SaveAccount(hidden), tx.Accounts.SaveAccount(closed))
	})
	award := func(gameID, who, kind string, place int, points int64, hours int) game.Award {
		return game.Award{
			Game: gameID, Account: who, Kind: kind, Powers: "Milan", Players: 5, Place: place, Tied: 1, Cities: 20 - place, Wins: place == 1,
			Rated: points > 0, Points: points * game.PointParts, Ended: at.Add(time.Duration(hours) * time.Hour), Edition: "classic", Fell: place > 3, Listed: place == 2,
		}
	}
	one := []game.Award{award("first", "a1", "balance", 1, 10, 1), award("first", "b2", "balance", 2, 8, 1), award("first", "c3", "balance", 3, 6, 1)}
	two := []game.Award{award("second", "b2", "states", 1, 10, 2), award("second", "a1", "states", 4, 4, 2), award("second", "d4", "states", 2, 8, 2)}
	three := []game.Award{award("third", "a1", "states", 1, 0, 3)}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Awards.SaveAwards("first", []game.Award{award("first", "b2", "x", 1, 10, 9)}), tx.Awards.SaveAwards("first", one), tx.Awards.SaveAwards("second", two), tx.Awards.SaveAwards("third", three))
	})
	same(t, get(t, open(), func(tx *game.Tx) ([]game.Award, error) { return tx.Awards.Awards("first") }), one)
	same(t, get(t, s, func(tx *game.Tx) ([]game.Award, error) { return tx.Awards.AwardsOf("a1") }), []game.Award{three[0], two[1], one[0]})
	for _, c := range []struct {
		q    game.RankingQuery
		want string
	}{
		{game.RankingQuery{}, "Bo 2 1 2 18, Ada 3 2 2 14 of 2"},
		{game.RankingQuery{Limit: 1}, "Bo 2 1 2 18 of 2"},
		{game.RankingQuery{Skip: 1, Limit: 5}, "Ada 3 2 2 14 of 2"},
		{game.RankingQuery{Kind: "states"}, "Bo 1 1 1 10, Ada 2 1 1 4 of 2"},
		{game.RankingQuery{Kind: "none"}, " of 0"},
	} {
		read(t, s, func(tx *game.Tx) error {
			list, total, err := tx.Awards.Rankings(c.q)
			got := ""
			for i, r := range list {
				if i > 0 {
					got += ", "
				}
				got += fmt.Sprintf("%s %d %d %d %d", r.Name, r.Games, r.Wins, r.Rated, r.Points/game.PointParts)
			}
			if got += fmt.Sprintf(" of %d", total); got != c.want {
				t.Errorf("%+v: %s, want %s", c.q, got, c.want)
			}
			return err
		})
	}
	same(t, get(t, s, func(tx *game.Tx) ([]string, error) { return tx.Awards.AwardKinds() }), []string{"balance", "states"})

	// The list of programs does not contain the awards that an account received before it became a
	// program.
	automaton := account("e5", game.ProgramName("Eva"))
	automaton.Program, automaton.Owner = true, "a1"
	asPerson, asProgram := award("first", "e5", "balance", 2, 8, 1), award("third", "e5", "states", 1, 10, 3)
	asProgram.Program = true
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Accounts.SaveAccount(automaton), tx.Awards.SaveAwards("first", append(one, asPerson)), tx.Awards.SaveAwards("third", append(three, asProgram)))
	})
	for program, want := range map[bool]string{false: "Bo Ada", true: game.ProgramName("Eva")} {
		list := get(t, s, func(tx *game.Tx) ([]game.Ranking, error) {
			list, total, err := tx.Awards.Rankings(game.RankingQuery{Program: program})
			if err == nil && total != len(list) {
				t.Errorf("%d rows of %d", len(list), total)
			}
			return list, err
		})
		if got := each(list, func(r game.Ranking) string { return r.Name }); got != want {
			t.Errorf("programs %v: %s, want %s", program, got, want)
		}
	}
	same(t, get(t, s, func(tx *game.Tx) ([]game.Account, error) { return tx.Accounts.Programs("a1") }), []game.Account{automaton})
	if list := get(t, s, func(tx *game.Tx) ([]game.Account, error) { return tx.Accounts.Programs("") }); len(list) != 0 {
		t.Errorf("accounts without an owner: %v", list)
	}
	if list := get(t, s, func(tx *game.Tx) ([]game.AccountRecord, error) { return tx.Accounts.Records("d4", 9) }); len(list) != 0 {
		t.Errorf("a program in the table of reliability: %v", list)
	}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Awards.SaveAwards("first", nil) })
	if list := get(t, s, func(tx *game.Tx) ([]game.Award, error) { return tx.Awards.Awards("first") }); len(list) != 0 {
		t.Errorf("taken away, and still there: %v", list)
	}
}
