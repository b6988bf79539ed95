package ratings

import (
	"cmp"
	"context"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

type ladderArgs struct {
	Edition  string `arg:"edition,optional" most:"60" doc:"The preset of the rules, such as njudge-classic; absent: all editions"`
	Programs bool   `arg:"programs,optional" doc:"The ladder of programs instead of that of people"`
	Skip     int    `arg:"skip,optional" most:"1000000" doc:"So many from the beginning are left out"`
	Limit    int    `arg:"limit,optional" least:"1" most:"200" doc:"So many at most; by default 50"`
}

// ShownSkill is the rating of a player in an edition of the rules, or overall.
type ShownSkill struct {
	Edition string  `json:"edition,omitempty" doc:"The preset of the rules; absent: all editions" example:"njudge-classic"`
	Rating  int     `json:"rating" doc:"1000 + 24 (mu - 3 sigma), rounded"`
	Mu      float64 `json:"mu" doc:"The mean of the distribution of the skill; a newcomer has 25"`
	Sigma   float64 `json:"sigma" doc:"Its standard deviation; a newcomer has 25/3"`
	Games   int     `json:"games"`
}

// ShowSkill returns a rating as the API shows it.
func ShowSkill(s *game.Skill) ShownSkill {
	return ShownSkill{Edition: s.Edition, Rating: s.Shown, Mu: s.Mu, Sigma: s.Sigma, Games: s.Games}
}

// LadderPlayer is a row of a ladder.
type LadderPlayer struct {
	Rank    int    `json:"rank"`
	Name    string `json:"name"`
	Program bool   `json:"program,omitempty"`
	ShownSkill
}

// Ladder is a part of a ladder.
type Ladder struct {
	Editions []string `json:"editions" doc:"The editions that have a ladder"`
	MinGames int      `json:"minGames" doc:"Players with fewer games are left out"`
	act.Page[LadderPlayer]
}

// Commands returns the commands about ratings. If r is nil, the commands can only be described,
// not run.
func (r *Ratings) Commands() []act.Command {
	return []act.Command{act.Of(act.Command{
		Name: "get ladder", Who: act.Anyone, Reads: true, Group: act.People, API: "GET /ratings", Short: []act.Form{{Syntax: "LADDER"}},
		Summary: "The ratings of players, the best first", Does: "People and programs have ladders of their own. Private accounts are left out.",
	}, r.ladder)}
}

// ladder returns a part of a ladder.
func (r *Ratings) ladder(ctx context.Context, _ act.Caller, a ladderArgs) (*Ladder, error) {
	editions, err := r.Editions(ctx)
	if err != nil {
		return nil, err
	}
	out := &Ladder{Editions: []string{}, MinGames: LadderGames}
	known := a.Edition == ""
	for _, e := range editions {
		out.Editions = append(out.Editions, e.ID)
		known = known || e.ID == a.Edition
	}
	if !known {
		return nil, game.Refuse(game.NotFound, message.New("There is no ladder of the edition {name}. The answer without an edition lists those that there are.", message.Name(a.Edition)))
	}
	limit := cmp.Or(a.Limit, 50)
	list, err := r.Ladder(ctx, game.LadderQuery{Edition: a.Edition, Program: a.Programs, Skip: a.Skip, Limit: limit + 1})
	if err != nil {
		return nil, err
	}
	at := func(skip int) act.Values {
		v := act.Values{"limit": limit}
		if a.Edition != "" {
			v["edition"] = a.Edition
		}
		if a.Programs {
			v["programs"] = true
		}
		if skip > 0 {
			v["skip"] = skip
		}
		return v
	}
	more := len(list) > limit
	rank := a.Skip
	out.Page = *act.Whole(list[:min(limit, len(list))], message.New("Nobody is in this ladder yet."), func(x *game.LadderRow) (LadderPlayer, message.Message) {
		rank++
		row := LadderPlayer{Rank: rank, ShownSkill: ShowSkill(&x.Skill)}
		row.Name, row.Program = game.PlainName(x.Name)
		return row, message.New("{rank}. {name}: {n}", message.Number(rank), message.Name(x.Name), message.Number(row.Rating))
	})
	if more {
		out.Following = at(a.Skip + limit)
	}
	if a.Skip > 0 {
		out.Preceding = at(max(0, a.Skip-limit))
	}
	return out, nil
}
