package users

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/internal/ratings"
	"podesta/machiavelli/message"
)

// PlayerProfile is what everyone may know about a player.
type PlayerProfile struct {
	act.Done
	Name        string               `json:"name"`
	Program     bool                 `json:"program,omitempty"`
	Owner       string               `json:"owner,omitempty" doc:"Of a program: the name of the person who answers for it; absent if it is the operator or their profile is private"`
	Since       time.Time            `json:"since"`
	Ratings     []ratings.ShownSkill `json:"ratings" doc:"In all editions, and in each"`
	Games       int                  `json:"games" doc:"That count"`
	Wins        int                  `json:"wins" doc:"Games won or shared"`
	Points      string               `json:"points,omitempty" doc:"The points of 1978; absent: none"`
	Reliability int                  `json:"reliability" doc:"In percent"`

	Statistics *Statistics `json:"statistics,omitempty" doc:"Of finished games that count and were in public lists; absent: there are none"`
}

// Statistics summarizes the finished games of a player.
type Statistics struct {
	ShownTally
	Streak   int          `json:"streak" doc:"The most games in a row that were won or shared"`
	Powers   []ShownTally `json:"powers" doc:"By what they have played"`
	Editions []ShownTally `json:"editions" doc:"By edition of the rules"`
}

// ShownTally summarizes a group of games.
type ShownTally struct {
	Title      string   `json:"title,omitempty" doc:"Of a part: the powers, or the edition"`
	Games      int      `json:"games"`
	Wins       int      `json:"wins" doc:"Games won or shared"`
	Shared     int      `json:"shared" doc:"Of the wins, those with others"`
	Eliminated int      `json:"eliminated"`
	Place      float64  `json:"place" doc:"The mean place"`
	Of         float64  `json:"of" doc:"The mean number of players"`
	Points     *float64 `json:"points,omitempty" doc:"The mean points of 1978; absent: none"`
}

func tallyOf(title string, t *Tally) ShownTally {
	out := ShownTally{Title: title, Games: t.Games, Wins: t.Wins, Shared: t.Shared, Eliminated: t.Fell, Place: t.Place(), Of: t.Of()}
	if points, ok := t.Points(); ok {
		out.Points = &points
	}
	return out
}

func statisticsOf(s *Stats) *Statistics {
	if s.Games == 0 {
		return nil
	}
	out := &Statistics{ShownTally: tallyOf("", &s.Tally), Streak: s.Streak, Powers: []ShownTally{}, Editions: []ShownTally{}}
	for i := range s.Powers {
		out.Powers = append(out.Powers, tallyOf(s.Powers[i].Title, &s.Powers[i].Tally))
	}
	for i := range s.Editions {
		out.Editions = append(out.Editions, tallyOf(s.Editions[i].Title, &s.Editions[i].Tally))
	}
	return out
}

// player returns the public profile of a player.
func (u *Users) player(ctx context.Context, by act.Caller, a nameArgs) (*PlayerProfile, error) {
	p, err := u.PlayerNamed(ctx, a.Name, by.Account)
	if err != nil {
		return nil, err
	}
	out := &PlayerProfile{
		Program: p.Program, Owner: p.Owner, Since: p.Since.UTC(), Ratings: []ratings.ShownSkill{}, Games: p.Ranking.Games, Wins: p.Ranking.Wins, Reliability: p.Score.Percent,
		Statistics: statisticsOf(&p.Stats),
		Done:       *act.Saying(message.New("{name}: {n} games, {wins} won or shared, reliability {percent} %.", message.Name(p.Name), message.Number(p.Ranking.Games), message.Number(p.Ranking.Wins), message.Number(p.Score.Percent))),
	}
	out.Name, _ = game.PlainName(p.Name)
	for i := range p.Skills {
		out.Ratings = append(out.Ratings, ratings.ShowSkill(&p.Skills[i].Skill))
	}
	if p.Ranking.Rated > 0 {
		out.Points = p.Ranking.Total()
	}
	return out, nil
}
