package game

import (
	"math/big"
	"time"
)

// PointParts is the number of parts into which a ratings point is divided. Up to ten players can
// share a point in whole parts.
const PointParts = 2520

// Award is the result of a finished game for one of its players.
type Award struct {
	Game, Account string
	Kind          string // slug of the scenario
	Powers        string // the player's powers, in words
	Players       int    // number of players in the game
	Place         int    // the player's place, from 1; players who are tied share the best of their places
	Tied          int    // the number of players who share the place; 1 if it is not shared
	Cities        int    // number of cities at the end
	Wins          bool   // whether the player has won, alone or with others, or shares a draw
	Rated         bool   // whether the game earned points in the table of ratings
	Points        int64  // points, in PointParts of a point; 0 if the game was not rated
	Ended         time.Time
	Program       bool   // whether the account was a program; the award is then in the list of programs
	Edition       string // edition of the rules: a preset; empty if an older version recorded the award
	Fell          bool   // whether a power of the player was eliminated
	Listed        bool   // whether the game was in public lists when it ended
}

// Ranking is a line of the table of ratings.
type Ranking struct {
	Account, Name string
	Games, Wins   int
	Rated         int   // number of games that earn points
	Points        int64 // points of all these games, in PointParts
}

// RankingQuery selects lines of the table of ratings. They are ordered by the mean of the points
// per rated game or, if there are no points, by wins.
type RankingQuery struct {
	Kind string // kind of scenario; empty for all
	// Program selects programs instead of people.
	Program bool
	Skip    int
	Limit   int // 0 means all
}

// AwardTx reads and writes awards in a transaction.
type AwardTx interface {
	// SaveAwards replaces the awards of a game.
	SaveAwards(game string, awards []Award) error
	Awards(game string) ([]Award, error)
	AwardsOf(account string) ([]Award, error) // latest first
	// Rankings returns lines of the table and their number regardless of Skip
	// and Limit. It leaves out accounts that are private, closed or not
	// verified.
	Rankings(q RankingQuery) ([]Ranking, int, error)
	// AwardKinds lists the kinds of scenarios for which there are awards.
	AwardKinds() ([]string, error)
}

// PointWords formats points that are given in parts: "18", "6.7".
func PointWords(parts int64) string {
	if parts%PointParts == 0 {
		return big.NewInt(parts / PointParts).String()
	}
	return big.NewRat(parts, PointParts).FloatString(1)
}

// Skill returns the mean of the points per rated game, with one decimal: "5.8".
func (r *Ranking) Skill() string {
	if r.Rated == 0 {
		return ""
	}
	return big.NewRat(r.Points, int64(r.Rated)*PointParts).FloatString(1)
}

// Total formats the points of all games.
func (r *Ranking) Total() string { return PointWords(r.Points) }
