package storetest

import (
	"errors"
	"testing"
	"time"

	"podesta/internal/game"
)

func skills(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "second")
	hidden, automaton := account("c3", "Cia"), account("d4", game.ProgramName("Dia"))
	hidden.Private, automaton.Program = true, true
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Accounts.SaveAccount(account("a1", "Ada")), tx.Accounts.SaveAccount(account("b2", "Bo")), tx.Accounts.SaveAccount(hidden), tx.Accounts.SaveAccount(automaton))
	})
	contest := func(gameID, who, edition string, place, hours int) game.Contest {
		return game.Contest{
			Game: gameID, Account: who, Edition: edition, Place: place, Ended: at.Add(time.Duration(hours) * time.Hour),
			All: game.Shift{Mu: -1.234567, Sigma: 0.987654321}, Own: game.Shift{Mu: 2.5, Sigma: 0.75},
		}
	}
	one := []game.Contest{contest("first", "a1", "classic", 1, 2), contest("first", "b2", "classic", 2, 2)}
	two := []game.Contest{contest("second", "b2", "printed", 1, 1), contest("second", "d4", "printed", 1, 1)}
	two[1].Program = true
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Skills.SaveContests("first", two[:1]), tx.Skills.SaveContests("first", one), tx.Skills.SaveContests("second", two))
	})
	same(t, get(t, open(), func(tx *game.Tx) ([]game.Contest, error) { return tx.Skills.Contests("first") }), one)
	one[0].Before, one[0].After = 1000, 1013
	write(t, s, nil, func(tx *game.Tx) error { return tx.Skills.SaveContests("first", one) })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Contest, error) { return tx.Skills.AllContests() }), append(append([]game.Contest{}, two...), one...))
	write(t, s, nil, func(tx *game.Tx) error { return tx.Skills.SaveContests("second", nil) })
	if list := get(t, s, func(tx *game.Tx) ([]game.Contest, error) { return tx.Skills.Contests("second") }); len(list) != 0 {
		t.Errorf("taken away, and still there: %v", list)
	}

	skill := func(who, edition string, shown, games int) game.Skill {
		return game.Skill{Account: who, Edition: edition, Mu: 25.000001, Sigma: 8.333333, Games: games, Shown: shown}
	}
	machine, before := skill("d4", "", 1800, 9), skill("d4", "", 1700, 3)
	machine.Program = true
	list := []game.Skill{
		skill("a1", "", 1000, 5), skill("a1", "classic", 1200, 5), skill("b2", "", 1500, 1), skill("b2", "printed", 900, 4), skill("c3", "", 2000, 5), before, machine,
	}
	write(t, s, nil, func(tx *game.Tx) error {
		err := tx.Skills.SaveSkill(skill("a1", "", 1, 1))
		for _, x := range list {
			err = errors.Join(err, tx.Skills.SaveSkill(x))
		}
		return errors.Join(err, tx.Skills.SaveSkill(skill("b2", "gone", 1, 1)), tx.Skills.DropSkill("b2", "gone", true), tx.Skills.DropSkill("b2", "gone", false))
	})
	same(t, get(t, open(), func(tx *game.Tx) ([]game.Skill, error) { return tx.Skills.AllSkills() }), list)
	same(t, get(t, s, func(tx *game.Tx) ([]game.Skill, error) { return tx.Skills.Skills("a1") }), list[:2])
	same(t, get(t, s, func(tx *game.Tx) ([]string, error) { return tx.Skills.SkillEditions() }), []string{"classic", "printed"})
	for _, c := range []struct {
		q    game.LadderQuery
		want string
	}{
		{game.LadderQuery{}, "Bo Ada"},
		{game.LadderQuery{MinGames: 5}, "Ada"},
		{game.LadderQuery{Limit: 1}, "Bo"},
		{game.LadderQuery{Skip: 1, Limit: 5}, "Ada"},
		{game.LadderQuery{Edition: "printed"}, "Bo"},
		{game.LadderQuery{Edition: "gone"}, ""},
		{game.LadderQuery{Program: true}, game.ProgramName("Dia")},
	} {
		rows := get(t, s, func(tx *game.Tx) ([]game.LadderRow, error) { return tx.Skills.Ladder(c.q) })
		if got := each(rows, func(r game.LadderRow) string { return r.Name }); got != c.want {
			t.Errorf("%+v: %q, want %q", c.q, got, c.want)
		}
	}
	same(t, get(t, s, func(tx *game.Tx) ([]game.LadderRow, error) { return tx.Skills.Ladder(game.LadderQuery{MinGames: 2}) }), []game.LadderRow{{Skill: list[0], Name: "Ada"}})
}
