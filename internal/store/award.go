package store

import "podesta/internal/game"

const awardColumns = "game, account, kind, powers, players, place, tied, cities, wins, rated, points, ended, program, edition, fell, listed"

func scanAward(row row) (a game.Award, err error) {
	return a, row(&a.Game, &a.Account, &a.Kind, &a.Powers, &a.Players, &a.Place, &a.Tied, &a.Cities, &a.Wins, &a.Rated, &a.Points, moment{&a.Ended}, &a.Program, &a.Edition, &a.Fell, &a.Listed)
}

// SaveAwards replaces the awards of a game.
func (x *tx) SaveAwards(gameID string, awards []game.Award) error {
	if _, err := x.exec("DELETE FROM award WHERE game = ?", gameID); err != nil {
		return err
	}
	for _, a := range awards {
		if err := x.insert("award", awardColumns, gameID, a.Account, a.Kind, a.Powers, a.Players, a.Place, a.Tied, a.Cities, a.Wins, a.Rated, a.Points, a.Ended, a.Program, a.Edition, a.Fell, a.Listed); err != nil {
			return err
		}
	}
	return nil
}

// Awards lists the awards of a game, sorted by place.
func (x *tx) Awards(gameID string) ([]game.Award, error) {
	return all(x, scanAward, "SELECT "+awardColumns+" FROM award WHERE game = ? ORDER BY place, account", gameID)
}

// AwardsOf lists the awards of an account, the latest first.
func (x *tx) AwardsOf(account string) ([]game.Award, error) {
	return all(x, scanAward, "SELECT "+awardColumns+" FROM award WHERE account = ? ORDER BY ended DESC, game", account)
}

// ranked selects the awards of accounts that appear in public lists.
const ranked = ` FROM award JOIN account ON account.id = award.account
	WHERE account.private = 0 AND account.blocked = 0 AND account.verified = 1 AND award.program = ? AND account.program = ? AND (? = '' OR award.kind = ?)`

// Rankings returns lines of the table of ratings, and the number of all its
// lines.
func (x *tx) Rankings(q game.RankingQuery) ([]game.Ranking, int, error) {
	total, err := one(x, func(row row) (n int, err error) { return n, row(&n) }, "SELECT COUNT(DISTINCT award.account)"+ranked, q.Program, q.Program, q.Kind, q.Kind)
	if err != nil {
		return nil, 0, err
	}
	list, err := all(x, func(row row) (r game.Ranking, err error) {
		return r, row(&r.Account, &r.Name, &r.Games, &r.Wins, &r.Rated, &r.Points)
	}, `SELECT account.id, account.name, COUNT(*), SUM(award.wins), SUM(award.rated), CAST(SUM(award.points) AS INTEGER)`+ranked+`
		GROUP BY account.id, account.name
		ORDER BY SUM(award.points) * 1.0 / CASE WHEN SUM(award.rated) = 0 THEN 1 ELSE SUM(award.rated) END DESC, SUM(award.points) DESC, SUM(award.wins) DESC, COUNT(*) DESC, account.name, account.id
		LIMIT ? OFFSET ?`, q.Program, q.Program, q.Kind, q.Kind, atMost(q.Limit), q.Skip)
	return list, total, err
}

// AwardKinds lists the kinds of scenarios for which there are awards.
func (x *tx) AwardKinds() ([]string, error) {
	// For each kind, the index leads to the next one, whereas DISTINCT would read all awards.
	return all(x, func(row row) (s string, err error) { return s, row(&s) }, `WITH RECURSIVE k (kind) AS (SELECT min(kind) FROM award
		UNION ALL SELECT (SELECT min(kind) FROM award WHERE award.kind > k.kind) FROM k WHERE k.kind IS NOT NULL) SELECT kind FROM k WHERE kind IS NOT NULL ORDER BY kind`)
}
