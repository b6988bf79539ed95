package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/apijson"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/scoring"
	"podesta/internal/tournament"
)

func (s *Server) tournamentRoutes() {
	one := "/tournaments/{tournament}"
	add(s, huma.Operation{
		OperationID: "listTournaments", Method: http.MethodGet, Path: "/tournaments", Tags: []string{tagTournaments}, Security: anyone,
		Summary: "Tournaments, the newest first", Description: "The caller's own drafts are among them.",
	}, s.listTournaments)
	add(s, huma.Operation{
		OperationID: "getTournament", Method: http.MethodGet, Path: one, Tags: []string{tagTournaments}, Security: anyone,
		Summary: "One tournament: players, rounds, tables, results and standings",
	}, s.getTournament)
	add(s, huma.Operation{
		OperationID: "createTournament", Method: http.MethodPost, Path: "/tournaments", Tags: []string{tagTournaments}, DefaultStatus: http.StatusCreated,
		Summary: "Create a tournament", Description: "It is a draft that only you see, until you announce it with actTournament.",
	}, s.createTournament)
	add(s, huma.Operation{
		OperationID: "changeTournament", Method: http.MethodPatch, Path: one, Tags: []string{tagTournaments},
		Summary: "Change the settings of a tournament", Description: "For organisers. What is left out stays. When the tables of a round have been formed, only `about` can be changed.",
	}, s.changeTournament)
}

// TournamentInput names a tournament.
type TournamentInput struct {
	Tournament string `path:"tournament" minLength:"1" maxLength:"20" doc:"Its ID" example:"k2x4mqpa"`
}

// TournamentSummary is a tournament in a list.
type TournamentSummary struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Status  string    `json:"status" enum:"draft,announced,over,cancelled"`
	Entry   bool      `json:"entry" doc:"People can enter"`
	Created time.Time `json:"created"`
	Players int       `json:"players" doc:"Without those in reserve"`
	Rounds  int       `json:"rounds"`
	Mine    bool      `json:"mine,omitempty" doc:"The caller takes part in it"`
}

func newTournamentSummary(x *tournament.Summary) TournamentSummary {
	return TournamentSummary{ID: x.ID, Name: x.Name, Status: string(x.Status), Entry: x.Entry, Created: x.Made.UTC(), Players: x.Players, Rounds: x.Rounds, Mine: x.Mine}
}

// Tournament is a tournament with its rounds.
type Tournament struct {
	TournamentSummary
	About      string         `json:"about,omitempty"`
	Scoring    string         `json:"scoring" doc:"The name of its scoring system"`
	Best       int            `json:"best,omitempty" doc:"How many rounds count for each player; absent: all"`
	Variants   []string       `json:"variants" doc:"Of its tables, the preferred one first"`
	Organisers []string       `json:"organisers" doc:"Their names"`
	Entrants   []Entrant      `json:"entrants"`
	Schedule   []Round        `json:"schedule" doc:"The rounds, in order"`
	Standings  []Standing     `json:"standings,omitempty" doc:"The best player first"`
	Ended      *time.Time     `json:"ended,omitempty"`
	You        TournamentPart `json:"you" doc:"What the caller is in it"`
}

// TournamentPart is what the caller is in a tournament.
type TournamentPart struct {
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

// Round is a round of a tournament.
type Round struct {
	Number    int          `json:"number"`
	Status    string       `json:"status" enum:"called,seeded,playing,over"`
	Top       bool         `json:"top,omitempty" doc:"The top board: only the best play"`
	All       bool         `json:"all,omitempty" doc:"Players need not confirm"`
	ConfirmBy time.Time    `json:"confirmBy" doc:"When the tables are formed"`
	Starts    time.Time    `json:"starts"`
	Ends      *time.Time   `json:"ends,omitempty" doc:"When games that still run are scored by their current position"`
	Confirmed int          `json:"confirmed" doc:"How many have confirmed"`
	Problem   string       `json:"problem,omitempty" enum:"few,apart" doc:"Why the tables could not be formed: too few players, or too few when those who have blocked each other are kept apart"`
	Seed      uint64       `json:"seed,omitempty" doc:"Of what was left to chance in forming the tables"`
	Tables    []RoundTable `json:"tables"`
	Byes      []string     `json:"byes"`
	Declined  []string     `json:"declined" doc:"Those who have said that they do not play, or were replaced"`
	Missed    []string     `json:"missed" doc:"Those who are missing and have not said so"`
}

// RoundTable is a table of a round.
type RoundTable struct {
	Number int         `json:"number"`
	Game   string      `json:"game,omitempty" doc:"Its ID, when it has begun"`
	Over   bool        `json:"over"`
	Seats  []RoundSeat `json:"seats"`
}

// RoundSeat is a seat at a table.
type RoundSeat struct {
	Player  string   `json:"player"`
	Powers  []string `json:"powers"`
	Cities  int      `json:"cities,omitempty"`
	Place   int      `json:"place,omitempty"`
	Points  float64  `json:"points"`
	Instead string   `json:"instead,omitempty" doc:"Who holds the seat, or held it at the end, if another player"`
	Open    bool     `json:"open,omitempty" doc:"Nobody holds the seat, or held it at the end"`
}

// Standing is a player in the standings.
type Standing struct {
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

// cellKinds holds the names of what a player did in a round.
var cellKinds = map[scoring.Kind]string{scoring.None: "none", scoring.Played: "played", scoring.Bye: "bye", scoring.Missed: "missed"}

// pointsOf returns points as a number.
func pointsOf(p scoring.Points) float64 { return float64(p) / float64(scoring.Whole) }

func newCellScore(c scoring.Cell, counted bool) CellScore {
	return CellScore{Kind: cellKinds[c.Kind], Table: c.Table, Points: pointsOf(c.Points), Counted: counted}
}

func newTournament(v *tournament.View) Tournament {
	out := Tournament{
		TournamentSummary: newTournamentSummary(&v.Summary), About: v.About, Scoring: v.Scoring.Name, Best: v.Best, Variants: v.Variants, Organisers: v.Organisers,
		Entrants: []Entrant{}, Schedule: []Round{}, Ended: apijson.Instant(v.Ended),
		You: TournamentPart{Organiser: v.Organiser, Plays: v.Plays, Reserve: v.Reserve, Confirmed: v.Confirmed},
	}
	for _, p := range v.Entrants {
		out.Entrants = append(out.Entrants, Entrant{Name: p.Name, Reserve: p.Reserve, Left: p.Left, Confirmed: p.Confirmed, Declined: p.Declined})
	}
	for i := range v.Rounds {
		out.Schedule = append(out.Schedule, newRound(&v.Rounds[i]))
	}
	for i := range v.Standings {
		row := &v.Standings[i]
		x := Standing{
			Rank: row.Rank, Player: row.Name, Total: pointsOf(row.Total), Rounds: []CellScore{}, Best: pointsOf(row.Best), Against: pointsOf(row.Against),
			Wins: row.Wins, Opponents: pointsOf(row.Opponents), Left: row.Left,
		}
		for k, c := range row.Rounds {
			x.Rounds = append(x.Rounds, newCellScore(c, row.Counted[k]))
		}
		if row.Top != nil {
			c := newCellScore(*row.Top, true)
			x.Top = &c
		}
		out.Standings = append(out.Standings, x)
	}
	return out
}

func newRound(r *tournament.Round) Round {
	out := Round{
		Number: r.Number, Status: string(r.Status), Top: r.Top, All: r.All, ConfirmBy: r.ConfirmBy.UTC(), Starts: r.Starts.UTC(), Ends: apijson.Instant(r.Ends),
		Confirmed: r.Confirmed, Problem: r.Problem, Seed: r.Seed, Tables: []RoundTable{}, Byes: append([]string{}, r.Byes...), Missed: append([]string{}, r.Missed...), Declined: append([]string{}, r.Declined...),
	}
	for _, t := range r.Tables {
		x := RoundTable{Number: t.Number, Game: t.Game, Over: t.Over, Seats: []RoundSeat{}}
		for _, s := range t.Seats {
			x.Seats = append(x.Seats, RoundSeat{Player: s.Name, Powers: s.IDs, Cities: s.Cities, Place: s.Place, Points: pointsOf(s.Points), Instead: s.Instead, Open: s.Open})
		}
		out.Tables = append(out.Tables, x)
	}
	return out
}

// accountOf returns the account of the caller, or "" for a visitor and for the
// token of one game.
func accountOf(ctx context.Context) string {
	if c := callerOf(ctx); c.account != nil && c.token.Game == "" {
		return c.account.ID
	}
	return ""
}

type listTournamentsInput struct {
	Before time.Time `query:"before" doc:"Only those created before: the next part of the list"`
}

func (s *Server) listTournaments(ctx context.Context, in *listTournamentsInput) (*listOutput[TournamentSummary], error) {
	all, err := s.judge.Tournaments.TournamentList(ctx, accountOf(ctx), in.Before)
	out := &listOutput[TournamentSummary]{}
	for i := range all {
		out.Body.Items = append(out.Body.Items, newTournamentSummary(&all[i]))
	}
	if n := len(all); n >= tournament.Listed {
		out.Body.Next = listAt("tournaments", "before", all[n-1].Made.UTC().Format(time.RFC3339Nano))
	}
	return out, err
}

type tournamentOutput struct{ Body Tournament }

func (s *Server) getTournament(ctx context.Context, in *TournamentInput) (*tournamentOutput, error) {
	v, err := s.judge.Tournaments.Tournament(ctx, in.Tournament, accountOf(ctx))
	if err != nil {
		return nil, err
	}
	return &tournamentOutput{newTournament(v)}, nil
}

// NewTournament describes a tournament to be created.
type NewTournament struct {
	Name     string            `json:"name" minLength:"1" maxLength:"80"`
	About    string            `json:"about,omitempty" maxLength:"20480" doc:"What players should know"`
	Scoring  string            `json:"scoring" enum:"places,squares,draws,points" doc:"The scoring system"`
	Best     int               `json:"best,omitempty" minimum:"0" maximum:"20" doc:"How many rounds count for each player; 0: all"`
	Smaller  bool              `json:"smaller,omitempty" doc:"Form smaller tables if numbers cannot be divided"`
	Scenario string            `json:"scenario,omitempty" maxLength:"80" doc:"ID or slug; may be left out with a file of one scenario" example:"B"`
	Variant  string            `json:"variant,omitempty" maxLength:"80" doc:"By default that with most players" example:"B-8"`
	Preset   string            `json:"preset,omitempty" maxLength:"80" doc:"The edition; by default njudge-classic"`
	Options  map[string]string `json:"options,omitempty" doc:"Options of the rules that differ from the edition"`
	Library  string            `json:"library,omitempty" maxLength:"100000" doc:"Text of your own scenario file"`
	Hosting  *Hosting          `json:"hosting,omitempty" doc:"How the games are run; what is left out is as usual"`
}

type createTournamentInput struct {
	Body    NewTournament
	RawBody []byte
}

type createTournamentOutput struct {
	Location string `header:"Location"`
	Body     Tournament
}

func (s *Server) createTournament(ctx context.Context, in *createTournamentInput) (*createTournamentOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.newGame(ctx); err != nil {
		return nil, err
	}
	b := &in.Body
	h := hosting.Default()
	h.Listed = true
	if h, err = HostingOf(h, in.RawBody, true); err != nil {
		return nil, err
	}
	id, err := s.judge.Tournaments.NewTournament(ctx, a.ID, tournament.Settings{
		Name: b.Name, About: b.About, Scoring: b.Scoring, Best: b.Best, Smaller: b.Smaller, Hosting: h,
		Games: lobby.NewGame{Library: b.Library, Scenario: b.Scenario, Variant: b.Variant, Preset: b.Preset, Options: b.Options},
	})
	if err != nil {
		return nil, err
	}
	v, err := s.judge.Tournaments.Tournament(ctx, id, a.ID)
	if err != nil {
		return nil, err
	}
	return &createTournamentOutput{"/api/v1/tournaments/" + id, newTournament(v)}, nil
}

// TournamentChange is what changes about a tournament.
type TournamentChange struct {
	Name     *string           `json:"name,omitempty" minLength:"1" maxLength:"80"`
	About    *string           `json:"about,omitempty" maxLength:"20480" doc:"What players should know"`
	Scoring  *string           `json:"scoring,omitempty" enum:"places,squares,draws,points" doc:"The scoring system"`
	Best     *int              `json:"best,omitempty" minimum:"0" maximum:"20" doc:"How many rounds count for each player; 0: all"`
	Smaller  *bool             `json:"smaller,omitempty" doc:"Form smaller tables if numbers cannot be divided"`
	Scenario *string           `json:"scenario,omitempty" maxLength:"80" doc:"ID or slug. Without a variant, that with most players"`
	Variant  *string           `json:"variant,omitempty" maxLength:"80"`
	Preset   *string           `json:"preset,omitempty" maxLength:"80" doc:"The edition. Options of the rules that differ from the old one no longer count, unless they are given again"`
	Options  map[string]string `json:"options,omitempty" doc:"Options of the rules that differ from the edition, instead of the present ones"`
	Hosting  *Hosting          `json:"hosting,omitempty" doc:"How the games are run; what is left out stays"`
}

type changeTournamentInput struct {
	TournamentInput
	Body    TournamentChange
	RawBody []byte
}

func (s *Server) changeTournament(ctx context.Context, in *changeTournamentInput) (*tournamentOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	now, err := s.judge.Tournaments.SettingsOf(ctx, in.Tournament, a.ID)
	if err != nil {
		return nil, err
	}
	b, games := &in.Body, &now.Games
	replace(&now.Name, b.Name)
	replace(&now.About, b.About)
	replace(&now.Scoring, b.Scoring)
	replace(&now.Best, b.Best)
	replace(&now.Smaller, b.Smaller)
	if b.Scenario != nil {
		games.Scenario, games.Variant, games.Library = *b.Scenario, "", ""
	}
	replace(&games.Variant, b.Variant)
	if b.Preset != nil && *b.Preset != games.Preset {
		games.Preset, games.Options = *b.Preset, nil
	}
	if b.Options != nil {
		games.Options = b.Options
	}
	if now.Hosting, err = HostingOf(now.Hosting, in.RawBody, true); err != nil {
		return nil, err
	}
	if err := s.judge.Tournaments.ChangeTournament(ctx, in.Tournament, a.ID, now); err != nil {
		return nil, err
	}
	return s.getTournament(ctx, &in.TournamentInput)
}

// replace replaces a value by a new one, if there is one.
func replace[T any](value, by *T) {
	if by != nil {
		*value = *by
	}
}
