package store

import (
	"fmt"
	"math"

	"podesta/internal/game"
)

// The store holds mu and sigma in whole millionths, and factors in thousandths
// of a millionth.
const (
	skillUnits  = 1e6
	factorUnits = 1e9
)

func units(v, unit float64) int64 { return int64(math.Round(v * unit)) }

// measure scans a column of integer units into a float64.
type measure struct {
	into *float64
	unit float64
}

// Scan implements sql.Scanner.
func (m measure) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("%T for a number", v)
	}
	*m.into = float64(n) / m.unit
	return nil
}

const contestColumns = "game, account, edition, program, place, ended, mu, sigma, own_mu, own_sigma, shown_before, shown"

func scanContest(row row) (c game.Contest, err error) {
	return c, row(&c.Game, &c.Account, &c.Edition, &c.Program, &c.Place, moment{&c.Ended},
		measure{&c.All.Mu, skillUnits}, measure{&c.All.Sigma, factorUnits}, measure{&c.Own.Mu, skillUnits}, measure{&c.Own.Sigma, factorUnits}, &c.Before, &c.After)
}

// SaveContests replaces the contests of a game.
func (x *tx) SaveContests(gameID string, list []game.Contest) error {
	if _, err := x.exec("DELETE FROM contest WHERE game = ?", gameID); err != nil {
		return err
	}
	for _, c := range list {
		if err := x.insert("contest", contestColumns, gameID, c.Account, c.Edition, c.Program, c.Place, c.Ended,
			units(c.All.Mu, skillUnits), units(c.All.Sigma, factorUnits), units(c.Own.Mu, skillUnits), units(c.Own.Sigma, factorUnits), c.Before, c.After); err != nil {
			return err
		}
	}
	return nil
}

// Contests lists the contests of a game, sorted by place.
func (x *tx) Contests(gameID string) ([]game.Contest, error) {
	return all(x, scanContest, "SELECT "+contestColumns+" FROM contest WHERE game = ? ORDER BY place, account", gameID)
}

// AllContests lists the contests of all games, in the order in which the games ended.
func (x *tx) AllContests() ([]game.Contest, error) {
	return all(x, scanContest, "SELECT "+contestColumns+" FROM contest ORDER BY ended, game, place, account")
}

const skillColumns = "account, edition, program, mu, sigma, games, shown"

// skillFields returns pointers to the fields for the columns of a skill.
func skillFields(s *game.Skill) []any {
	return []any{&s.Account, &s.Edition, &s.Program, measure{&s.Mu, skillUnits}, measure{&s.Sigma, skillUnits}, &s.Games, &s.Shown}
}

func scanSkill(row row) (s game.Skill, err error) { return s, row(skillFields(&s)...) }

// SaveSkill adds a skill or replaces it.
func (x *tx) SaveSkill(s game.Skill) error {
	return x.upsert("skill", "account, edition, program", skillColumns, s.Account, s.Edition, s.Program, units(s.Mu, skillUnits), units(s.Sigma, skillUnits), s.Games, s.Shown)
}

// DropSkill removes a skill, if it exists.
func (x *tx) DropSkill(account, edition string, program bool) error {
	_, err := x.exec("DELETE FROM skill WHERE account = ? AND edition = ? AND program = ?", account, edition, program)
	return err
}

// Skills lists the skills of an account, beginning with the skill in all editions.
func (x *tx) Skills(account string) ([]game.Skill, error) {
	return all(x, scanSkill, "SELECT "+skillColumns+" FROM skill WHERE account = ? ORDER BY edition, program", account)
}

// AllSkills lists the skills of all accounts.
func (x *tx) AllSkills() ([]game.Skill, error) {
	return all(x, scanSkill, "SELECT "+skillColumns+" FROM skill ORDER BY account, edition, program")
}

// Ladder returns the rows of a ladder, the best first.
func (x *tx) Ladder(q game.LadderQuery) ([]game.LadderRow, error) {
	return all(x, func(row row) (r game.LadderRow, err error) { return r, row(append(skillFields(&r.Skill), &r.Name)...) },
		`SELECT skill.account, skill.edition, skill.program, skill.mu, skill.sigma, skill.games, skill.shown, account.name
		FROM skill JOIN account ON account.id = skill.account
		WHERE skill.edition = ? AND skill.program = ? AND skill.games >= ?
			AND account.private = 0 AND account.blocked = 0 AND account.verified = 1 AND account.program = ?
		ORDER BY skill.shown DESC, skill.account DESC LIMIT ? OFFSET ?`, q.Edition, q.Program, q.MinGames, q.Program, atMost(q.Limit), q.Skip)
}

// SkillEditions lists the editions in which anyone has a skill.
func (x *tx) SkillEditions() ([]string, error) {
	// As in AwardKinds, the index leads from each edition to the next.
	return all(x, func(row row) (s string, err error) { return s, row(&s) }, `WITH RECURSIVE k (edition) AS (SELECT min(edition) FROM skill WHERE edition > ''
		UNION ALL SELECT (SELECT min(edition) FROM skill WHERE skill.edition > k.edition) FROM k WHERE k.edition IS NOT NULL) SELECT edition FROM k WHERE edition IS NOT NULL ORDER BY edition`)
}
