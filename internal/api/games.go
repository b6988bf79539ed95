package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/lobby"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rulebook"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

func (s *Server) gameRoutes() {
	add(s, huma.Operation{
		OperationID: "listGames", Method: http.MethodGet, Path: "/games", Tags: []string{tagGames}, Security: anyone,
		Summary: "Public games, and the caller's own", Description: "The newest come first. To read all pages, follow `next`: games that are made or removed meanwhile shift nothing, and each page takes the same time.",
	}, s.listGames)
	add(s, huma.Operation{
		OperationID: "getGame", Method: http.MethodGet, Path: "/games/{game}", Tags: []string{tagGames}, Security: anyone,
		Summary: "One game: who plays what, its state, when orders are due",
	}, s.getGame)
	add(s, huma.Operation{
		OperationID: "getRules", Method: http.MethodGet, Path: "/games/{game}/rules", Tags: []string{tagGames}, Security: anyone,
		Summary: "The rules of a game: every option with its value, and the rulebook",
	}, s.getRules)
	add(s, huma.Operation{
		OperationID: "getDice", Method: http.MethodGet, Path: "/games/{game}/dice", Tags: []string{tagGames}, Security: anyone,
		Summary:     "The dice book: every throw so far, and the seed once the game is over",
		Description: "If treasuries are hidden, the dice of incomes are left out until the game is over. `podesta dice verify` checks it.",
	}, s.getDice)
}

type listGamesInput struct {
	Status string `query:"status" enum:"forming,active,paused,over,terminated" doc:"Only games that stand so"`
	Mine   bool   `query:"mine" doc:"Only games in which the caller takes part"`
	Name   string `query:"name" maxLength:"80" doc:"Only games with this in their name"`
	GameFilter
	After  string `query:"after" maxLength:"200" doc:"Continue the list here: from an address in next"`
	Before string `query:"before" maxLength:"200" doc:"The games directly before this place: from an address in previous"`
	Skip   int    `query:"skip" minimum:"0" maximum:"1000000" doc:"How many to leave out at the beginning. Not together with after or before"`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

// GameFilter holds the properties by which the list of games can be filtered, in any combination.
type GameFilter struct {
	Edition  string `query:"edition" maxLength:"80" doc:"Only games by the rules of this preset"`
	Scenario string `query:"scenario" maxLength:"80" doc:"Only games of this scenario"`
	Pace     string `query:"pace" enum:"hours,day,days,week,none" doc:"How long a campaign lasts: less than half a day, up to a day and a half, up to five days, longer, or without a deadline"`
	Money    string `query:"money" enum:"yes,no" doc:"With money or without"`
	Press    string `query:"press" enum:"yes,no" doc:"Whether players can write to each other"`
	Programs string `query:"programs" enum:"yes,no" doc:"Whether computer players or programs may play"`
	Free     bool   `query:"free" doc:"Only games with a free seat"`
}

// facets returns the properties that games must have.
func (f *GameFilter) facets() []game.Facet {
	var out []game.Facet
	if f.Edition != "" {
		out = append(out, game.OfEdition(f.Edition))
	}
	if f.Scenario != "" {
		out = append(out, game.OfScenario(f.Scenario))
	}
	if f.Pace != "" {
		out = append(out, game.Facet("pace="+f.Pace))
	}
	for _, x := range []struct {
		want    string
		yes, no game.Facet
	}{{f.Money, game.WithMoney, game.WithoutMoney}, {f.Press, game.WithPress, game.WithoutPress}, {f.Programs, game.WithPrograms, game.OnlyPeople}} {
		switch x.want {
		case "yes":
			out = append(out, x.yes)
		case "no":
			out = append(out, x.no)
		}
	}
	return out
}

// check returns what is wrong with the filter.
func (f *GameFilter) check() error {
	if _, err := rules.Preset(f.Edition); f.Edition != "" && err != nil {
		return invalid(message.Of(err))
	}
	if _, known := scenario.Find(f.Scenario); f.Scenario != "" && !known {
		return invalid(message.New("There is no scenario {id}. The list of scenarios has their ids.", game.Quoted(f.Scenario)))
	}
	return nil
}

// set adds the filter to the query parameters of an address.
func (f *GameFilter) set(v url.Values) {
	for name, value := range map[string]string{"edition": f.Edition, "scenario": f.Scenario, "pace": f.Pace, "money": f.Money, "press": f.Press, "programs": f.Programs} {
		if value != "" {
			v.Set(name, value)
		}
	}
	if f.Free {
		v.Set("free", "true")
	}
}

type gameListOutput struct{ Body apijson.GameList }

func (s *Server) listGames(ctx context.Context, in *listGamesInput) (*gameListOutput, error) {
	f := lobby.Filter{Status: game.Status(in.Status), Mine: in.Mine, Name: in.Name, Skip: in.Skip, Limit: in.Limit, Facets: in.facets(), Free: in.Free}
	if err := in.check(); err != nil {
		return nil, err
	}
	if c := callerOf(ctx); c.account != nil && c.token.Game == "" {
		f.Account = c.account.ID
	} else if in.Mine {
		return nil, problem(unauthorized, message.New("To list your own games, sign the request with the token of your account."))
	}
	for _, x := range []struct {
		text string
		into *game.ListMark
	}{{in.After, &f.After}, {in.Before, &f.Before}} {
		var err error
		if *x.into, err = game.ParseListMark(x.text); err != nil {
			return nil, invalid(message.New("This is not a position in a list of games. Use the addresses in {next} and {previous}.", message.Name("next"), message.Name("previous")))
		}
	}
	if !f.After.IsZero() && !f.Before.IsZero() || f.Skip > 0 && (!f.After.IsZero() || !f.Before.IsZero()) {
		return nil, invalid(message.New("Give only one of {first}, {second} and {third}.", message.Name("after"), message.Name("before"), message.Name("skip")))
	}
	p, err := s.judge.Lobby.List(ctx, f)
	if err != nil {
		return nil, err
	}
	out := &gameListOutput{Body: apijson.GameList{
		Page: apijson.Page[apijson.Summary]{Next: in.page(ctx, "after", p.Older), Previous: in.page(ctx, "before", p.Newer)}, Total: p.Total, TotalIsMinimum: p.AtLeast,
	}}
	for _, g := range p.Games {
		out.Body.Items = append(out.Body.Items, apijson.SummaryOf(g))
	}
	return out, nil
}

// page returns the address of another page of the list; empty if there is none.
func (in *listGamesInput) page(ctx context.Context, at string, m game.ListMark) string {
	if m.IsZero() {
		return ""
	}
	v := url.Values{at: {m.String()}, "limit": {strconv.Itoa(in.Limit)}}
	if in.Status != "" {
		v.Set("status", in.Status)
	}
	if in.Name != "" {
		v.Set("name", in.Name)
	}
	if in.Mine {
		v.Set("mine", "true")
	}
	in.set(v)
	return httpserver.Prefix(ctx) + "/api/v1/games?" + v.Encode()
}

type gameOutput struct{ Body apijson.Game }

func (s *Server) getGame(ctx context.Context, in *GameInput) (*gameOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	g, err := s.describe(ctx, t)
	return &gameOutput{g}, err
}

// describe returns everything about a game that the caller may know.
func (s *Server) describe(ctx context.Context, t *table) (apijson.Game, error) {
	g := apijson.Game{Summary: apijson.SummaryOf(t.Game), Board: t.Setting.Board.Title, Commitment: t.Commitment, Powers: []apijson.Power{}, Seats: []apijson.Seat{}}
	for i, p := range t.Setting.Powers[1:] {
		power := machiavelli.Power(i + 1)
		if t.Setting.Absent.Has(power) {
			continue
		}
		g.Powers = append(g.Powers, apijson.Power{ID: p.ID, Name: p.Name, Adjective: p.Adjective, Letter: string(p.Letter), Seat: t.seatOf(power)})
	}
	g.You = apijson.You{Master: t.role.Master, Seat: t.role.Seat, Player: t.role.Player || t.role.Seat > 0, Observer: t.role.Observer}
	g.You.Powers = apijson.PowerIDs(t.Setting, t.PlayedAt(t.role.Seat))
	g.Irregular = t.Hosting.Irregular
	places, err := s.judge.Lobby.Places(ctx, t.ID, t.role)
	if err != nil {
		return g, err
	}
	g.Vacant = places.Vacant
	if t.Status == game.Forming && places.Missing >= 0 {
		g.Missing = &places.Missing
	}
	plan, err := s.judge.Clock.Plan(ctx, t.ID)
	if err != nil {
		return g, err
	}
	g.Times = apijson.Times{Start: apijson.Instant(plan.Start), Deadline: apijson.Instant(plan.Deadline), Grace: apijson.Instant(plan.Grace)}
	if t.Number == 0 {
		return g, nil
	}
	if g.Seats, err = s.seats(ctx, t); err != nil || !t.Finished {
		return g, err
	}
	last, err := s.judge.Base.Phase(ctx, t.ID, t.Number)
	if err == nil && last.After != nil {
		g.Victors, g.Result = setIDs(t.Setting, last.After.Victors), string(report.New(t.Setting).EndOf(last.After, last.Events).Result)
	}
	return g, err
}

// seats returns the seats of a game that has begun, as the caller may know
// them.
func (s *Server) seats(ctx context.Context, t *table) ([]apijson.Seat, error) {
	all, err := s.judge.Base.Seats(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	out := make([]apijson.Seat, len(all))
	for i, x := range all {
		out[i] = apijson.Seat{Number: x.Number, Powers: apijson.PowerIDs(t.Setting, x.Powers), Bot: x.Bot}
		if t.view.SeesName(x.Number, x.Bot != "") {
			out[i].Player, out[i].Program = game.PlainName(x.Player)
		}
		if t.view.SeesReady(x.Number) {
			out[i].Owes, out[i].Given, out[i].Ready = x.Owes, x.Given, x.Ready
		}
	}
	states, err := s.judge.Clock.States(ctx, t.ID, t.role)
	for i, x := range states {
		o := &out[i]
		o.Wait, o.Complete, o.Late, o.LateCount = x.Wait, x.Complete, x.Late, x.LateCount
		o.Abandoned, o.Disorder, o.Awaited = x.Abandoned, x.Disorder, x.Awaited
	}
	return out, err
}

type rulesInput struct {
	GameInput
	Text string `query:"text" enum:"plain,markdown,none" default:"none" doc:"Whether to write the rulebook, and how"`
}

type rulesOutput struct{ Body apijson.Rules }

func (s *Server) getRules(ctx context.Context, in *rulesInput) (*rulesOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	out := &rulesOutput{apijson.Rules{
		Preset: t.Rules.Preset, Options: optionValues(&t.Rules),
		HouseRules: t.Hosting.HouseRules,
	}}
	book := rulebook.In(languageOf(ctx), &t.Rules, t.Setting)
	switch in.Text {
	case "plain":
		out.Body.Text = book.Text(80)
	case "markdown":
		out.Body.Text = book.Markdown()
	}
	return out, nil
}

type diceOutput struct{ Body *dice.Book }

func (s *Server) getDice(ctx context.Context, in *GameInput) (*diceOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	if err := t.begun(); err != nil {
		return nil, err
	}
	b, err := s.judge.Archive.DiceBook(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	return &diceOutput{t.view.Book(b)}, nil
}
