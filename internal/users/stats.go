package users

import (
	"cmp"
	"slices"

	"podesta/internal/game"
	"podesta/internal/ratings"
)

// Stats holds the statistics of a player, from finished games that count and were publicly
// listed.
type Stats struct {
	Tally
	Editions []TallyOf // one tally for each edition of the rules
	Powers   []TallyOf // one tally for each power that the player has played
	Streak   int       // length of the longest series of games won or shared
}

// Tally summarizes finished games.
type Tally struct {
	Games, Wins int
	Shared      int // number of wins that were shared with others
	Fell        int // number of games in which a power of the player was eliminated
	places      int // sum of the places
	players     int // sum of the numbers of players
	rated       int // number of games that earn points
	points      int64
}

// TallyOf is the tally of some of the games, such as those of an edition.
type TallyOf struct {
	Title string
	Tally
}

// add adds a game to the tally.
func (t *Tally) add(a *game.Award) {
	t.Games++
	t.places += a.Place
	t.players += a.Players
	if a.Wins {
		t.Wins++
		if a.Tied > 1 {
			t.Shared++
		}
	}
	if a.Fell {
		t.Fell++
	}
	if a.Rated {
		t.rated++
		t.points += a.Points
	}
}

// Place returns the mean place.
func (t *Tally) Place() float64 { return mean(t.places, t.Games) }

// Of returns the mean number of players.
func (t *Tally) Of() float64 { return mean(t.players, t.Games) }

// Points returns the mean points of the games that earn points; ok is false if there are no such
// games.
func (t *Tally) Points() (points float64, ok bool) {
	return float64(t.points) / game.PointParts / float64(max(t.rated, 1)), t.rated > 0
}

func mean(sum, n int) float64 { return float64(sum) / float64(max(n, 1)) }

// StatsOf returns the statistics of awards, which must be sorted from the latest to the earliest.
// Awards of unlisted games are left out.
func StatsOf(awards []game.Award) Stats {
	var s Stats
	editions, powers := map[string]*Tally{}, map[string]*Tally{}
	row := 0
	for i := range slices.Backward(awards) {
		a := &awards[i]
		if !a.Listed {
			continue
		}
		s.add(a)
		if row++; !a.Wins {
			row = 0
		}
		s.Streak = max(s.Streak, row)
		for _, part := range []struct {
			of  map[string]*Tally
			key string
		}{{editions, ratings.EditionTitle(a.Edition)}, {powers, a.Powers}} {
			if part.of[part.key] == nil {
				part.of[part.key] = &Tally{}
			}
			part.of[part.key].add(a)
		}
	}
	s.Editions, s.Powers = parts(editions), parts(powers)
	return s
}

// parts returns the tallies with their titles, those with the most games first.
func parts(of map[string]*Tally) []TallyOf {
	var out []TallyOf
	for title, t := range of {
		out = append(out, TallyOf{title, *t})
	}
	slices.SortFunc(out, func(a, b TallyOf) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Title, b.Title))
	})
	return out
}
