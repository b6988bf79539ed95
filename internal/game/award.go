package game

import (
	"math/big"
	"time"
)

// PointParts is how many parts a ratings point has: points that up to ten share
// are whole numbers of parts.
const PointParts = 2520

// Award is what a game that is over came to for one of its players.
type Award struct {
	Game, Account string
	Kind          string // of the scenario: its slug
	Powers        string // what the player had, in words
	Players       int    // at the table
	Place         int    // from 1; who is tied shares the first of the places
	Tied          int    // how many share it; 1: nobody else
	Cities        int    // at the end
	Wins          bool   // nobody had more
	Rated         bool   // the table of points tells what it earns
	Points        int64  // in PointParts of a point; 0 where it is not rated
	Ended         time.Time
}

// Ranking is a line of the table of ratings.
type Ranking struct {
	Account, Name string
	Games, Wins   int
	Rated         int   // games that earn points
	Points        int64 // of all of them, in PointParts
}

// RankingQuery chooses lines of the table of ratings: the most points in a game
// first, those whose games earn none by their wins.
type RankingQuery struct {
	Kind  string // of scenarios; empty: all
	Skip  int
	Limit int // 0: all
}

// AwardTx is what a transaction does with what games came to.
type AwardTx interface {
	// SaveAwards puts these in the place of what is kept of a game.
	SaveAwards(game string, awards []Award) error
	Awards(game string) ([]Award, error)
	AwardsOf(account string) ([]Award, error) // latest first
	// Rankings gives lines of the table and how many there are apart from Skip and
	// Limit. Accounts that are private, closed or not proved are not in it.
	Rankings(q RankingQuery) ([]Ranking, int, error)
	// AwardKinds lists the kinds of scenarios of which there are awards.
	AwardKinds() ([]string, error)
}

// PointWords writes points that are kept in parts: "18", "6.7".
func PointWords(parts int64) string {
	if parts%PointParts == 0 {
		return big.NewInt(parts / PointParts).String()
	}
	return big.NewRat(parts, PointParts).FloatString(1)
}

// Skill is the points for each game that earns some, with one decimal: "5.8".
func (r *Ranking) Skill() string {
	if r.Rated == 0 {
		return ""
	}
	return big.NewRat(r.Points, int64(r.Rated)*PointParts).FloatString(1)
}

// Total is the points of all games in words.
func (r *Ranking) Total() string { return PointWords(r.Points) }
