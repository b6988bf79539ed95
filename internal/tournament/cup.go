package tournament

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/internal/scoring"
	"podesta/machiavelli/message"
)

type listArgs struct {
	Before time.Time `arg:"before,optional" doc:"Only those created before: the next part of the list"`
}

// reads returns the commands that show tournaments.
func (t *Tournaments) reads() []act.Command {
	return []act.Command{
		act.Of(act.Command{
			Name: "list tournaments", Who: act.Anyone, Reads: true, Group: act.Rounds, API: "GET /tournaments",
			Summary: "Tournaments, the newest first", Does: "The caller's own drafts are among them.", Short: []act.Form{{Syntax: "TOURNAMENTS"}},
		}, t.list),
		act.Of(act.Command{
			Name: "get tournament", Who: act.Anyone, Reads: true, Group: act.Rounds, API: "GET /tournaments/{tournament}",
			Summary: "One tournament: players, rounds, tables, results and standings", Short: []act.Form{{Syntax: "TOURNAMENT tournament"}},
		}, func(ctx context.Context, by act.Caller, a cupArgs) (*Cup, error) {
			return t.Cup(ctx, a.Tournament, by.Account)
		}),
	}
}

// list returns a part of the list of tournaments.
func (t *Tournaments) list(ctx context.Context, by act.Caller, a listArgs) (*act.Page[CupSummary], error) {
	all, err := t.TournamentList(ctx, by.Account, a.Before)
	if err != nil {
		return nil, err
	}
	out := act.Whole(all, message.New("There are no tournaments."), func(v *Summary) (CupSummary, message.Message) {
		x := summaryOf(v)
		return x, message.New("{name} ({id})", message.Name(x.Name), message.Order(x.ID))
	})
	if n := len(all); n >= Listed {
		out.Following = act.Values{"before": all[n-1].Made.UTC().Format(time.RFC3339Nano)}
	}
	return out, nil
}

// Cup returns a tournament as the API shows it to an account.
func (t *Tournaments) Cup(ctx context.Context, id, accountID string) (*Cup, error) {
	v, err := t.Tournament(ctx, id, accountID)
	if err != nil {
		return nil, err
	}
	return cupOf(v), nil
}

// utc converts a time to UTC, as the API shows it. A zero time stays zero.
func utc(at time.Time) time.Time {
	if at.IsZero() {
		return at
	}
	return at.UTC()
}

// CupSummary is a tournament in a list.
type CupSummary struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Status  string    `json:"status" enum:"draft,announced,over,cancelled"`
	Entry   bool      `json:"entry" doc:"People can enter"`
	Created time.Time `json:"created"`
	Players int       `json:"players" doc:"Without those in reserve"`
	Rounds  int       `json:"rounds"`
	Mine    bool      `json:"mine,omitempty" doc:"The caller takes part in it"`
}

func summaryOf(x *Summary) CupSummary {
	return CupSummary{ID: x.ID, Name: x.Name, Status: string(x.Status), Entry: x.Entry, Created: x.Made.UTC(), Players: x.Players, Rounds: x.Rounds, Mine: x.Mine}
}

// Cup is a tournament with its rounds.
type Cup struct {
	act.Done
	CupSummary
	About      string        `json:"about,omitempty"`
	Scoring    string        `json:"scoring" doc:"The name of its scoring system"`
	Best       int           `json:"best,omitempty" doc:"How many rounds count for each player; absent: all"`
	Variants   []string      `json:"variants" doc:"Of its tables, the preferred one first"`
	Organisers []string      `json:"organisers" doc:"Their names"`
	Entrants   []Entrant     `json:"entrants"`
	Schedule   []CupRound    `json:"schedule" doc:"The rounds, in order"`
	Standings  []CupStanding `json:"standings,omitempty" doc:"The best player first"`
	Ended      time.Time     `json:"ended,omitzero"`
	You        CupPart       `json:"you" doc:"What the caller is in it"`
}

// CupPart is the caller's role in a tournament.
type CupPart struct {
	Organiser bool `json:"organiser"`
	Plays     bool `json:"plays"`
	Reserve   bool `json:"reserve"`
	Confirmed bool `json:"confirmed" doc:"Plays in the announced round"`
}

// Entrant is a player of a tournament.
type Entrant struct {
	Name      string `json:"name"`
	Reserve   bool   `json:"reserve,omitempty" doc:"Plays only where a player is missing"`
	Left      bool   `json:"left,omitempty" doc:"Has withdrawn"`
	Confirmed bool   `json:"confirmed,omitempty" doc:"Plays in the announced round"`
	Declined  bool   `json:"declined,omitempty" doc:"Has said that they do not play in the announced round"`
}

// CupRound is a round of a tournament.
type CupRound struct {
	Number    int        `json:"number"`
	Status    string     `json:"status" enum:"called,seeded,playing,over"`
	Top       bool       `json:"top,omitempty" doc:"The top board: only the best play"`
	All       bool       `json:"all,omitempty" doc:"Players need not confirm"`
	ConfirmBy time.Time  `json:"confirmBy" doc:"When the tables are formed"`
	Starts    time.Time  `json:"starts"`
	Ends      time.Time  `json:"ends,omitzero" doc:"When games that still run are scored by their current position"`
	Confirmed int        `json:"confirmed" doc:"How many have confirmed"`
	Problem   string     `json:"problem,omitempty" enum:"few,apart" doc:"Why the tables could not be formed: too few players, or too few when those who have blocked each other are kept apart"`
	Seed      uint64     `json:"seed,omitempty" doc:"Of what was left to chance in forming the tables"`
	Tables    []CupTable `json:"tables"`
	Byes      []string   `json:"byes"`
	Declined  []string   `json:"declined" doc:"Those who have said that they do not play, or were replaced"`
	Missed    []string   `json:"missed" doc:"Those who are missing and have not said so"`
}

// CupTable is a table of a round.
type CupTable struct {
	Number int       `json:"number"`
	Game   string    `json:"game,omitempty" doc:"Its ID, when it has begun"`
	Over   bool      `json:"over"`
	Seats  []CupSeat `json:"seats"`
}

// CupSeat is a seat at a table.
type CupSeat struct {
	Player  string   `json:"player"`
	Powers  []string `json:"powers"`
	Cities  int      `json:"cities,omitempty"`
	Place   int      `json:"place,omitempty"`
	Points  float64  `json:"points"`
	Instead string   `json:"instead,omitempty" doc:"Who holds the seat, or held it at the end, if another player"`
	Open    bool     `json:"open,omitempty" doc:"Nobody holds the seat, or held it at the end"`
}

// CupStanding is a player in the standings.
type CupStanding struct {
	Rank      int         `json:"rank"`
	Player    string      `json:"player"`
	Total     float64     `json:"total"`
	Rounds    []CellScore `json:"rounds" doc:"In order, without the top board"`
	Best      float64     `json:"best" doc:"The best single round"`
	Against   float64     `json:"against" doc:"Points more than those with the same total and best round, in games with them"`
	Wins      int         `json:"wins"`
	Opponents float64     `json:"opponents" doc:"The average total of the opponents"`
	Top       *CellScore  `json:"top,omitempty" doc:"At the top board"`
	Left      bool        `json:"left,omitempty" doc:"Has withdrawn"`
}

// CellScore is the result of a player in a round.
type CellScore struct {
	Kind    string  `json:"kind" enum:"none,played,bye,missed"`
	Table   int     `json:"table,omitempty"`
	Points  float64 `json:"points"`
	Counted bool    `json:"counted" doc:"Is among the rounds that count"`
}

// cellKinds maps a player's part in a round to its name in the API.
var cellKinds = map[scoring.Kind]string{scoring.None: "none", scoring.Played: "played", scoring.Bye: "bye", scoring.Missed: "missed"}

// pointsOf returns points as a decimal number.
func pointsOf(p scoring.Points) float64 { return float64(p) / float64(scoring.Whole) }

func cellOf(c scoring.Cell, counted bool) CellScore {
	return CellScore{Kind: cellKinds[c.Kind], Table: c.Table, Points: pointsOf(c.Points), Counted: counted}
}

func cupOf(v *View) *Cup {
	out := &Cup{
		Done: *act.Saying(message.New("{name} ({id}): {n} {n?one:player has|players have} entered, and {rounds} {rounds?one:round has|rounds have} been announced.",
			message.Name(v.Name), message.Order(v.ID), message.Number(v.Players), message.Number(v.Summary.Rounds))),
		CupSummary: summaryOf(&v.Summary), About: v.About, Scoring: v.Scoring.Name, Best: v.Best, Variants: v.Variants, Organisers: v.Organisers,
		Entrants: []Entrant{}, Schedule: []CupRound{}, Ended: utc(v.Ended),
		You: CupPart{Organiser: v.Organiser, Plays: v.Plays, Reserve: v.Reserve, Confirmed: v.Confirmed},
	}
	for _, p := range v.Entrants {
		out.Entrants = append(out.Entrants, Entrant{Name: p.Name, Reserve: p.Reserve, Left: p.Left, Confirmed: p.Confirmed, Declined: p.Declined})
	}
	for i := range v.Rounds {
		out.Schedule = append(out.Schedule, roundOf(&v.Rounds[i]))
	}
	for i := range v.Standings {
		row := &v.Standings[i]
		x := CupStanding{
			Rank: row.Rank, Player: row.Name, Total: pointsOf(row.Total), Rounds: []CellScore{}, Best: pointsOf(row.Best), Against: pointsOf(row.Against),
			Wins: row.Wins, Opponents: pointsOf(row.Opponents), Left: row.Left,
		}
		for k, c := range row.Rounds {
			x.Rounds = append(x.Rounds, cellOf(c, row.Counted[k]))
		}
		if row.Top != nil {
			c := cellOf(*row.Top, true)
			x.Top = &c
		}
		out.Standings = append(out.Standings, x)
	}
	return out
}

func roundOf(r *Round) CupRound {
	out := CupRound{
		Number: r.Number, Status: string(r.Status), Top: r.Top, All: r.All, ConfirmBy: r.ConfirmBy.UTC(), Starts: r.Starts.UTC(), Ends: utc(r.Ends),
		Confirmed: r.Confirmed, Problem: r.Problem, Seed: r.Seed, Tables: []CupTable{}, Byes: append([]string{}, r.Byes...), Missed: append([]string{}, r.Missed...), Declined: append([]string{}, r.Declined...),
	}
	for _, t := range r.Tables {
		x := CupTable{Number: t.Number, Game: t.Game, Over: t.Over, Seats: []CupSeat{}}
		for _, s := range t.Seats {
			x.Seats = append(x.Seats, CupSeat{Player: s.Name, Powers: s.IDs, Cities: s.Cities, Place: s.Place, Points: pointsOf(s.Points), Instead: s.Instead, Open: s.Open})
		}
		out.Tables = append(out.Tables, x)
	}
	return out
}
