package ratings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rating"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// OwnScenarios is the kind of all scenarios that masters have uploaded.
const OwnScenarios = "own"

// countsInRatings reports whether a finished game counts for its players, and if not, why: its
// master has excluded it or changed its rules in play, its players stay hidden, computers have
// played, or there were too few players.
func countsInRatings(g *gamestate.State) (bool, message.Message) {
	switch {
	case g.Hosting.Links:
		return false, message.New("it is played without accounts")
	case g.Status != game.Over:
		return false, message.New("it is not over")
	case !g.Hosting.Rated:
		return false, message.New("its master does not let it count")
	case g.Hosting.Irregular:
		return false, message.New("its rules were changed while it was played")
	case !g.View(game.Role{}).SeesNames():
		return false, message.New("its players stay hidden")
	case len(g.Seats) < rating.MinPlayers:
		return false, message.New("it has fewer than {n} players", message.Number(rating.MinPlayers))
	}
	for i := range g.Seats {
		if g.BotAt(i+1) != "" {
			return false, message.New("computers played in it")
		}
	}
	return true, message.Message{}
}

// ratedKind returns the kind of the game's scenario.
func ratedKind(g *gamestate.State) string {
	if g.Record.Library != "" {
		return OwnScenarios
	}
	if sc, ok := scenario.Find(g.Scenario); ok {
		return sc.Slug
	}
	return g.Scenario
}

// Award stores the results of a game that has ended for its players, in place of earlier ones,
// and changes the players' skills. It stores nothing for a game that does not count, and reports
// whether it counts.
func (r *Ratings) Award(tx *game.Tx, g *gamestate.State, end *position.Position, ended time.Time) (bool, error) {
	if err := markPrograms(tx, g.ID); err != nil {
		return false, err
	}
	out, err := r.results(tx, g, end, ended)
	if err != nil {
		return false, err
	}
	if err := tx.Awards.SaveAwards(g.ID, out.awards); err != nil {
		return false, err
	}
	return out.counts, contests(tx, g.ID, out.contests)
}

// results is what a finished game is worth to its players.
type results struct {
	counts   bool // whether the game counts for people, or only for programs if any have played
	awards   []game.Award
	contests []game.Contest
}

// results returns what a finished game is worth to its players. If programs have played, it
// counts only for them.
func (r *Ratings) results(tx *game.Tx, g *gamestate.State, end *position.Position, ended time.Time) (results, error) {
	var none results
	if ok, _ := countsInRatings(g); !ok {
		return none, nil
	}
	cast, err := readCast(tx, g)
	if err != nil {
		return none, err
	}
	var list []rating.Standing
	cities := make([]int, len(g.Seats))
	for i := range g.Seats {
		for _, p := range g.PowersAt(i + 1) {
			n := turn.Cities(end, &g.Rules, p)
			cities[i] += n
			list = append(list, rating.Standing{Player: gamestate.SeatKey(i + 1), Power: g.Setting.Powers[p].ID, Cities: n})
		}
	}
	points, err := r.pointsOf(g, list)
	if err != nil {
		return none, err
	}
	out := results{counts: true}
	for i := range g.Seats {
		holder := cast.holders[i]
		if holder.account == "" || holder.program != cast.programs {
			continue
		}
		a := game.Award{
			Game: g.ID, Account: holder.account, Kind: ratedKind(g), Powers: g.PowerNames(i + 1), Players: len(g.Seats), Cities: cities[i], Ended: ended,
			Program: holder.program, Edition: cmp.Or(g.Rules.Preset, rules.DefaultPreset), Listed: g.Hosting.Listed,
		}
		a.Place, a.Tied = placed(len(g.Seats), i, func(seat int) standing { return standing{wins(g, end, seat+1), cities[seat]} })
		a.Wins, a.Fell = wins(g, end, i+1), fell(g, end, i+1)
		a.Points, a.Rated = points[gamestate.SeatKey(i+1)]
		out.awards = append(out.awards, a)
	}
	out.contests = cast.contests(g, end, cities, ended)
	return out, nil
}

// wins reports whether at least one of a seat's powers is among the victors.
func wins(g *gamestate.State, end *position.Position, seat int) bool {
	return slices.ContainsFunc(g.PowersAt(seat), func(p machiavelli.Power) bool { return end.Victors.Has(p) })
}

// fell reports whether at least one of a seat's powers has been eliminated.
func fell(g *gamestate.State, end *position.Position, seat int) bool {
	return slices.ContainsFunc(g.PowersAt(seat), end.Eliminated.Has)
}

// pointsOf returns the points of seats, in units of 1/game.PointParts of a point. It returns nil
// if the table has no points for the number of players.
func (r *Ratings) pointsOf(g *gamestate.State, list []rating.Standing) (map[string]int64, error) {
	set := g.Rules
	set.Ratings = true // the master's choice has already been considered
	awards, err := rating.Rate(&set, r.PointsTable(), true, list)
	if errors.Is(err, rating.ErrNoTable) || errors.Is(err, rating.ErrFewPlayers) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := map[string]int64{}
	for _, t := range rating.Totals(awards) {
		n, err := parts(t.Points)
		if err != nil {
			return nil, err
		}
		out[t.Player] = n
	}
	return out, nil
}

// parts converts a score to units of 1/game.PointParts of a point, rounded towards zero.
func parts(s rating.Score) (int64, error) {
	r, ok := new(big.Rat).SetString(s.Exact())
	if !ok {
		return 0, fmt.Errorf("a score of %s", s.Exact())
	}
	r.Mul(r, big.NewRat(game.PointParts, 1))
	n := new(big.Int).Quo(r.Num(), r.Denom())
	return n.Int64(), nil
}

// Worth is the result of a finished game for a person.
type Worth struct {
	Counts bool            // whether it counts in the ratings
	Why    message.Message // why it does not count, as a clause
	Award  *game.Award     // nil for those who did not play until the end
}

// Worth returns the result of a finished game for an account.
func (r *Ratings) Worth(ctx context.Context, gameID, account string) (Worth, error) {
	var out Worth
	err := r.base.Read(ctx, func(tx *game.Tx) error {
		out = Worth{}
		g, err := r.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		if out.Counts, out.Why = countsInRatings(g); !out.Counts {
			return nil
		}
		awards, err := tx.Awards.Awards(gameID)
		if err != nil {
			return err
		}
		for i := range awards {
			if awards[i].Account == account {
				out.Award = &awards[i]
			}
		}
		if out.Award != nil {
			return nil
		}
		cast, err := readCast(tx, g)
		if err == nil && cast.programs {
			out.Counts, out.Why = false, message.New("programs played in it")
		}
		return err
	})
	return out, err
}

// Rerate recomputes the results of all finished games, and from these the skill of all players,
// from their stored data. It is idempotent. It leaves out games that cannot be read. It returns how
// many of the others are over, and how many of these count.
func (r *Ratings) Rerate(ctx context.Context) (over, counted int, err error) {
	var all game.GameList
	err = r.base.Read(ctx, func(tx *game.Tx) (err error) {
		all, err = tx.Games.ListGames(game.GameQuery{Status: game.Over, Hidden: true})
		return err
	})
	for _, id := range all.IDs {
		if err != nil {
			return over, counted, err
		}
		var ok bool
		err = r.base.Write(ctx, func(tx *game.Tx) error {
			ok = false
			g, err := r.base.Load(tx, id)
			if err != nil {
				return err
			}
			p, err := tx.Phases.Phase(id, g.Number)
			if err != nil {
				return err
			}
			x, err := gamestate.ReadPhase(record.New(g.Setting), &p)
			if err != nil {
				return err
			}
			if x.After == nil {
				return fmt.Errorf("the game %s is over and its last phase is not", id)
			}
			out, err := r.results(tx, g, x.After, p.Done)
			if err != nil {
				return err
			}
			ok = out.counts
			if err := tx.Awards.SaveAwards(id, out.awards); err != nil {
				return err
			}
			return replaceContests(tx, id, out.contests)
		})
		if r.base.LeaveOut(id, err) {
			err = nil
			continue
		}
		over++
		if ok {
			counted++
		}
	}
	if err == nil {
		err = r.base.Write(ctx, recompute)
	}
	return over, counted, err
}

// Rankings returns rows of the table of ratings, and their total number.
func (r *Ratings) Rankings(ctx context.Context, q game.RankingQuery) (list []game.Ranking, total int, err error) {
	err = r.base.Read(ctx, func(tx *game.Tx) error {
		var err error
		list, total, err = tx.Awards.Rankings(q)
		return err
	})
	return list, total, err
}

// RatedKinds returns the kinds of scenarios with games that count, and their
// titles.
func (r *Ratings) RatedKinds(ctx context.Context) (kinds []string, titles []message.Message, err error) {
	err = r.base.Read(ctx, func(tx *game.Tx) error {
		var err error
		kinds, err = tx.Awards.AwardKinds()
		return err
	})
	for _, k := range kinds {
		titles = append(titles, KindTitle(k))
	}
	return kinds, titles, err
}

// KindTitle returns the title of a kind of scenarios.
func KindTitle(kind string) message.Message {
	if kind == OwnScenarios {
		return message.New("Scenarios of masters' own")
	}
	if sc, ok := scenario.Find(kind); ok {
		if sc.Period == "" {
			return message.Message{ID: sc.Title}
		}
		return message.New("{title}, {period}", message.Message{ID: sc.Title}, message.Quote(sc.Period))
	}
	return message.Quote(kind)
}

// PointsTable returns the table of rating points.
func (r *Ratings) PointsTable() rating.Table {
	if r.points == nil {
		return rating.Handed()
	}
	return r.points
}
