package ratings

import (
	"cmp"
	"context"
	"math"
	"slices"

	"podesta/internal/game"
	"podesta/machiavelli/rating"
	"podesta/machiavelli/rules"
)

// LadderGames is the number of games after which a player appears in a ladder.
const LadderGames = 3

// SkillKey identifies a skill by account and edition.
type SkillKey struct {
	Account, Edition string
	Program          bool
}

// SkillBook caches the skills that games change.
type SkillBook map[SkillKey]*game.Skill

// of returns the skill with a key, or a new player's skill if there is none.
func (k SkillBook) of(key SkillKey) *game.Skill {
	if k[key] == nil {
		first := rating.Newcomer()
		k[key] = &game.Skill{Account: key.Account, Edition: key.Edition, Program: key.Program, Mu: first.Mu, Sigma: round(first.Sigma, 1e6)}
	}
	return k[key]
}

// round rounds v to a multiple of 1/units, the precision of the store, so that a recomputation
// gives the same result.
func round(v, units float64) float64 { return math.Round(v*units) / units }

// shown returns a skill as the rating that people see.
func shown(s *game.Skill) int { return rating.Skill{Mu: s.Mu, Sigma: s.Sigma}.Shown() }

// keys returns the keys of the two skills that a contest changes: overall and in its edition.
func keys(c *game.Contest) (all, own SkillKey) {
	return SkillKey{c.Account, "", c.Program}, SkillKey{c.Account, c.Edition, c.Program}
}

// Apply computes the changes caused by a game, and changes the skills.
func (k SkillBook) Apply(list []game.Contest) {
	places := make([]int, len(list))
	for i := range list {
		places[i] = list[i].Place
	}
	for own := range 2 {
		before := make([]rating.Skill, len(list))
		skills := make([]*game.Skill, len(list))
		for i := range list {
			key, ownKey := keys(&list[i])
			if own == 1 {
				key = ownKey
			}
			skills[i] = k.of(key)
			before[i] = rating.Skill{Mu: skills[i].Mu, Sigma: skills[i].Sigma}
		}
		for i, b := range rating.Rank(before, places) {
			s := skills[i]
			was := shown(s)
			shift := game.Shift{Mu: round(b.Mu-s.Mu, 1e6), Sigma: round(b.Sigma/s.Sigma, 1e9)}
			s.Mu, s.Sigma, s.Games = round(s.Mu+shift.Mu, 1e6), round(s.Sigma*shift.Sigma, 1e6), s.Games+1
			s.Shown = shown(s)
			if own == 1 {
				list[i].Own = shift
			} else {
				list[i].All, list[i].Before, list[i].After = shift, was, s.Shown
			}
		}
	}
}

// Undo reverses the changes caused by a game.
func (k SkillBook) Undo(list []game.Contest) {
	for i := range list {
		all, own := keys(&list[i])
		for key, shift := range map[SkillKey]game.Shift{all: list[i].All, own: list[i].Own} {
			s := k.of(key)
			if shift.Sigma == 0 || s.Games == 0 {
				continue
			}
			s.Mu, s.Sigma, s.Games = round(s.Mu-shift.Mu, 1e6), round(s.Sigma/shift.Sigma, 1e6), s.Games-1
			s.Shown = shown(s)
		}
	}
}

// save stores all skills in the book.
func (k SkillBook) save(tx *game.Tx) error {
	for key, s := range k {
		err := tx.Skills.SaveSkill(*s)
		if s.Games == 0 {
			err = tx.Skills.DropSkill(key.Account, key.Edition, key.Program)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// contests replaces the contests of a game, and changes the skills of its
// players accordingly.
func contests(tx *game.Tx, gameID string, list []game.Contest) error {
	before, err := tx.Skills.Contests(gameID)
	if err != nil || len(before) == 0 && len(list) == 0 {
		return err
	}
	var who []string
	for _, c := range slices.Concat(before, list) {
		who = append(who, c.Account)
	}
	slices.Sort(who)
	book := SkillBook{}
	for _, id := range slices.Compact(who) {
		if err := tx.Accounts.LockAccount(id); err != nil {
			return err
		}
		have, err := tx.Skills.Skills(id)
		if err != nil {
			return err
		}
		for i := range have {
			s := have[i]
			book[SkillKey{s.Account, s.Edition, s.Program}] = &s
		}
	}
	book.Undo(before)
	book.Apply(list)
	if err := tx.Skills.SaveContests(gameID, list); err != nil {
		return err
	}
	return book.save(tx)
}

// Revoke removes the results of a game that is no longer over.
func Revoke(tx *game.Tx, gameID string) error {
	if err := tx.Awards.SaveAwards(gameID, nil); err != nil {
		return err
	}
	return contests(tx, gameID, nil)
}

// recompute computes the skills of all players from the contests of all games, and stores those
// that have changed.
func recompute(tx *game.Tx) error {
	all, err := tx.Skills.AllContests()
	if err != nil {
		return err
	}
	have, err := tx.Skills.AllSkills()
	if err != nil {
		return err
	}
	book := SkillBook{}
	for len(all) > 0 {
		n := slices.IndexFunc(all, func(c game.Contest) bool { return c.Game != all[0].Game })
		if n < 0 {
			n = len(all)
		}
		list := all[:n]
		stored := slices.Clone(list)
		book.Apply(list)
		if !slices.Equal(stored, list) {
			if err := tx.Skills.SaveContests(list[0].Game, list); err != nil {
				return err
			}
		}
		all = all[n:]
	}
	for i := range have {
		key := SkillKey{have[i].Account, have[i].Edition, have[i].Program}
		switch s := book[key]; {
		case s == nil:
			if err := tx.Skills.DropSkill(key.Account, key.Edition, key.Program); err != nil {
				return err
			}
		case *s == have[i]:
			delete(book, key)
		}
	}
	return book.save(tx)
}

// Ladder returns rows of a ladder of the players with at least LadderGames games, the best
// first.
func (r *Ratings) Ladder(ctx context.Context, q game.LadderQuery) ([]game.LadderRow, error) {
	var out []game.LadderRow
	q.MinGames = LadderGames
	err := r.base.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = tx.Skills.Ladder(q)
		return err
	})
	return out, err
}

// Edition is an edition of the rules that has a ladder.
type Edition struct {
	ID    string // ID of a preset
	Title string
}

// Editions lists the editions whose games have changed skills, in the order of the presets.
func (r *Ratings) Editions(ctx context.Context) ([]Edition, error) {
	var ids []string
	err := r.base.Read(ctx, func(tx *game.Tx) (err error) {
		ids, err = tx.Skills.SkillEditions()
		return err
	})
	presets := rules.Presets()
	at := func(id string) int {
		return slices.IndexFunc(presets, func(p rules.PresetInfo) bool { return p.ID == id })
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(cmp.Compare(at(a), at(b)), cmp.Compare(a, b)) })
	var out []Edition
	for _, id := range ids {
		out = append(out, Edition{id, EditionTitle(id)})
	}
	return out, err
}

// EditionTitle returns the title of an edition.
func EditionTitle(id string) string {
	for _, p := range rules.Presets() {
		if p.ID == id {
			return p.Title
		}
	}
	return id
}
