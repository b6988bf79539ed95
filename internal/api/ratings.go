package api

import (
	"context"
	"time"

	"podesta/internal/game"
	"podesta/internal/ratings"
	"podesta/internal/users"
	"podesta/machiavelli/message"
)

// Skill is the rating of a player in an edition of the rules, or in all of them.
type Skill struct {
	Edition string  `json:"edition,omitempty" doc:"The preset of the rules; absent: all editions" example:"njudge-classic"`
	Rating  int     `json:"rating" doc:"1000 + 24 (mu - 3 sigma), rounded"`
	Mu      float64 `json:"mu" doc:"The mean of the distribution of the skill; a newcomer has 25"`
	Sigma   float64 `json:"sigma" doc:"Its standard deviation; a newcomer has 25/3"`
	Games   int     `json:"games"`
}

func skillOf(s *game.Skill) Skill {
	return Skill{Edition: s.Edition, Rating: s.Shown, Mu: s.Mu, Sigma: s.Sigma, Games: s.Games}
}

// LadderPlayer is a row of a ladder.
type LadderPlayer struct {
	Rank    int    `json:"rank"`
	Name    string `json:"name"`
	Program bool   `json:"program,omitempty"`
	Skill
}

// Ladder is a part of a ladder.
type Ladder struct {
	Editions []string `json:"editions" doc:"The editions that have a ladder"`
	MinGames int      `json:"minGames" doc:"Players with fewer games are left out"`
	Page[LadderPlayer]
}

type ladderInput struct {
	Edition  string `query:"edition" maxLength:"60" doc:"The preset of the rules; absent: all editions" example:"njudge-classic"`
	Programs bool   `query:"programs" doc:"The ladder of programs instead of that of people"`
	Skip     int    `query:"skip" minimum:"0" maximum:"1000000"`
	Limit    int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

type ladderOutput struct{ Body Ladder }

func (s *Server) getLadder(ctx context.Context, in *ladderInput) (*ladderOutput, error) {
	editions, err := s.judge.Ratings.Editions(ctx)
	if err != nil {
		return nil, err
	}
	out := &ladderOutput{Ladder{Editions: []string{}, MinGames: ratings.LadderGames}}
	known := in.Edition == ""
	for _, e := range editions {
		out.Body.Editions = append(out.Body.Editions, e.ID)
		known = known || e.ID == in.Edition
	}
	if !known {
		return nil, problemOf(game.NotFound, message.New("There is no ladder of the edition {name}. The answer without an edition lists those that there are.", message.Name(in.Edition)))
	}
	list, err := s.judge.Ratings.Ladder(ctx, game.LadderQuery{Edition: in.Edition, Program: in.Programs, Skip: in.Skip, Limit: in.Limit + 1})
	if err != nil {
		return nil, err
	}
	at := func(skip int) string {
		return listAt("ratings", "edition", in.Edition, "programs", in.Programs, "skip", skip, "limit", in.Limit)
	}
	if len(list) > in.Limit {
		list, out.Body.Next = list[:in.Limit], at(in.Skip+in.Limit)
	}
	if in.Skip > 0 {
		out.Body.Previous = at(max(0, in.Skip-in.Limit))
	}
	for i := range list {
		row := LadderPlayer{Rank: in.Skip + i + 1, Skill: skillOf(&list[i].Skill)}
		row.Name, row.Program = game.PlainName(list[i].Name)
		out.Body.Items = append(out.Body.Items, row)
	}
	return out, nil
}

// PlayerProfile is what everyone may know about a player.
type PlayerProfile struct {
	Name        string    `json:"name"`
	Program     bool      `json:"program,omitempty"`
	Owner       string    `json:"owner,omitempty" doc:"Of a program: the name of the person who answers for it; absent if it is the operator or their profile is private"`
	Since       time.Time `json:"since"`
	Ratings     []Skill   `json:"ratings" doc:"In all editions, and in each"`
	Games       int       `json:"games" doc:"That count"`
	Wins        int       `json:"wins" doc:"Games won or shared"`
	Points      string    `json:"points,omitempty" doc:"The points of 1978; absent: none"`
	Reliability int       `json:"reliability" doc:"In percent"`

	Statistics *Statistics `json:"statistics,omitempty" doc:"Of finished games that count and were in public lists; absent: there are none"`
}

// Statistics sums up the finished games of a player.
type Statistics struct {
	Tally
	Streak   int     `json:"streak" doc:"The most games in a row that were won or shared"`
	Powers   []Tally `json:"powers" doc:"By what they have played"`
	Editions []Tally `json:"editions" doc:"By edition of the rules"`
}

// Tally sums up games.
type Tally struct {
	Title      string   `json:"title,omitempty" doc:"Of a part: the powers, or the edition"`
	Games      int      `json:"games"`
	Wins       int      `json:"wins" doc:"Games won or shared"`
	Shared     int      `json:"shared" doc:"Of the wins, those with others"`
	Eliminated int      `json:"eliminated"`
	Place      float64  `json:"place" doc:"The mean place"`
	Of         float64  `json:"of" doc:"The mean number of players"`
	Points     *float64 `json:"points,omitempty" doc:"The mean points of 1978; absent: none"`
}

func tallyOf(title string, t *users.Tally) Tally {
	out := Tally{Title: title, Games: t.Games, Wins: t.Wins, Shared: t.Shared, Eliminated: t.Fell, Place: t.Place(), Of: t.Of()}
	if points, ok := t.Points(); ok {
		out.Points = &points
	}
	return out
}

func statisticsOf(s *users.Stats) *Statistics {
	if s.Games == 0 {
		return nil
	}
	out := &Statistics{Tally: tallyOf("", &s.Tally), Streak: s.Streak, Powers: []Tally{}, Editions: []Tally{}}
	for i := range s.Powers {
		out.Powers = append(out.Powers, tallyOf(s.Powers[i].Title, &s.Powers[i].Tally))
	}
	for i := range s.Editions {
		out.Editions = append(out.Editions, tallyOf(s.Editions[i].Title, &s.Editions[i].Tally))
	}
	return out
}

type playerInput struct {
	Name string `path:"name" maxLength:"80"`
}

type playerOutput struct{ Body PlayerProfile }

func (s *Server) getPlayer(ctx context.Context, in *playerInput) (*playerOutput, error) {
	viewer := ""
	if a := callerOf(ctx).account; a != nil {
		viewer = a.ID
	}
	p, err := s.judge.Users.PlayerNamed(ctx, in.Name, viewer)
	if err != nil {
		return nil, err
	}
	out := &playerOutput{PlayerProfile{
		Program: p.Program, Owner: p.Owner, Since: p.Since.UTC(), Ratings: []Skill{}, Games: p.Ranking.Games, Wins: p.Ranking.Wins, Reliability: p.Score.Percent,
		Statistics: statisticsOf(&p.Stats),
	}}
	out.Body.Name, _ = game.PlainName(p.Name)
	for i := range p.Skills {
		out.Body.Ratings = append(out.Body.Ratings, skillOf(&p.Skills[i].Skill))
	}
	if p.Ranking.Rated > 0 {
		out.Body.Points = p.Ranking.Total()
	}
	return out, nil
}
