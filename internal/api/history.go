package api

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
	"podesta/view"
)

func (s *Server) historyRoutes() {
	add(s, huma.Operation{
		OperationID: "getPosition", Method: http.MethodGet, Path: "/games/{game}/position", Tags: []string{tagGames}, Security: anyone,
		Summary:     "The position as the caller may see it",
		Description: "The position at the beginning of a phase; by default of the current phase, or of the last when the game is over. If you send the ETag of an earlier answer in If-None-Match, the answer is 304 while nothing has changed.",
	}, s.getPosition)
	add(s, huma.Operation{
		OperationID: "listPhases", Method: http.MethodGet, Path: "/games/{game}/phases", Tags: []string{tagGames}, Security: anyone,
		Summary: "The phases of a game, the current one last",
	}, s.listPhases)
	add(s, huma.Operation{
		OperationID: "getPhase", Method: http.MethodGet, Path: "/games/{game}/phases/{number}", Tags: []string{tagGames}, Security: anyone,
		Summary:     "The results of a phase: orders with their outcomes, events, dice, positions",
		Description: "The current phase has only the position before it. Number 0 has what happened before the first phase.",
	}, s.getPhase)
	add(s, huma.Operation{
		OperationID: "getReport", Method: http.MethodGet, Path: "/games/{game}/phases/{number}/report", Tags: []string{tagGames}, Security: anyone,
		Summary: "The results of a phase in words: a headline, a story in chapters, and the classic report",
	}, s.getReport)
}

// PositionAt is the position at the beginning of a phase.
type PositionAt struct {
	Game     string   `json:"game"`
	Number   int      `json:"number" doc:"Of the phase"`
	Phase    string   `json:"phase" example:"spring 1454 orders"`
	Revision int      `json:"revision" doc:"Of the game; orders name it"`
	Current  bool     `json:"current" doc:"It is the game's position now"`
	Hidden   []string `json:"hidden" doc:"Powers whose treasury and debts the caller must not know"`
	Position Position `json:"position"`
}

type positionInput struct {
	GameInput
	CacheInput
	Phase int `query:"phase" minimum:"0" doc:"Number of a phase; 0: the current one"`
}

type positionOutput struct {
	ETag string `header:"ETag"`
	Body PositionAt
}

func (s *Server) getPosition(ctx context.Context, in *positionInput) (*positionOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	if err := t.begun(); err != nil {
		return nil, err
	}
	tag := s.tag(t, "position", number(in.Phase))
	if err := in.fresh(tag); err != nil {
		return nil, err
	}
	ph, err := s.judge.Base.Phase(ctx, t.ID, in.Phase)
	if err != nil {
		return nil, err
	}
	last := ph.Number == t.Number
	p := ph.Before
	if last && ph.After != nil && in.Phase == 0 {
		p = ph.After
	}
	current := last && (ph.After == nil || in.Phase == 0)
	h := t.view.Hidden(p, current)
	return &positionOutput{tag, PositionAt{
		Game: t.ID, Number: ph.Number, Phase: p.Phase.String(), Revision: t.Revision, Current: current,
		Hidden: view.PowerIDs(t.Setting, h.Treasuries), Position: positionJSON(p, h),
	}}, nil
}

type phasesInput struct {
	GameInput
	CacheInput
	After int `query:"after" minimum:"0" doc:"Only phases with a larger number"`
	Limit int `query:"limit" minimum:"1" maximum:"1000" default:"1000"`
}

type phasesOutput struct {
	ETag string `header:"ETag"`
	Body apijson.Page[apijson.PhaseSummary]
}

func (s *Server) listPhases(ctx context.Context, in *phasesInput) (*phasesOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	tag := s.tag(t, "phases", number(in.After), number(in.Limit))
	if err := in.fresh(tag); err != nil {
		return nil, err
	}
	all, err := s.judge.Base.Phases(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	out := &phasesOutput{ETag: tag}
	for _, p := range all {
		switch {
		case p.Number <= in.After || p.Number == 0:
		case len(out.Body.Items) == in.Limit:
			out.Body.Next = listAt(ctx, "games/"+t.ID+"/phases", "after", out.Body.Items[in.Limit-1].Number, "limit", in.Limit)
			return out, nil
		default:
			done := p.Number < t.Number || t.Finished
			out.Body.Items = append(out.Body.Items, apijson.PhaseSummary{
				Number: p.Number,
				Phase:  p.Phase.String(), Done: done,
			})
		}
	}
	return out, nil
}

// PhaseDone is the result of a phase.
type PhaseDone struct {
	Game   string        `json:"game"`
	Number int           `json:"number"`
	Phase  string        `json:"phase" example:"spring 1454 orders"`
	Done   *time.Time    `json:"done,omitempty" doc:"When it was carried out; absent for the current phase"`
	Engine string        `json:"engine,omitempty" doc:"Version of the adjudicator"`
	Before Position      `json:"before" doc:"The position with which it began"`
	After  *Position     `json:"after,omitempty" doc:"The position after it"`
	Next   string        `json:"next,omitempty" doc:"The phase that followed"`
	Orders []OrderRecord `json:"orders" doc:"What came of every order, as far as the caller may know"`
	Events []EventRecord `json:"events" doc:"What else happened, in order"`
	Rolls  []Roll        `json:"rolls" doc:"The dice"`
	Sent   []SentOrders  `json:"sent,omitempty" doc:"What the caller's own seats sent, as written"`
}

// Roll is a roll of dice.
type Roll struct {
	Name  string `json:"name" example:"famine row"`
	Dice  int    `json:"dice"`
	Faces int    `json:"faces"`
	Value int    `json:"value"`
	Given bool   `json:"given,omitempty" doc:"Set by a master, not thrown"`
}

// SentOrders is the text of a seat's orders.
type SentOrders struct {
	Seat int    `json:"seat"`
	Text string `json:"text"`
}

func rolls(throws []dice.Throw) []Roll {
	out := []Roll{}
	for _, t := range throws {
		out = append(out, Roll(t))
	}
	return out
}

type phaseInput struct {
	GameInput
	CacheInput
	Number  int  `path:"number" minimum:"0" doc:"Of the phase, from 1"`
	Explain bool `query:"explain" doc:"Also tell how each outcome came about"`
}

type phaseOutput struct {
	ETag string `header:"ETag"`
	Body PhaseDone
}

func (s *Server) getPhase(ctx context.Context, in *phaseInput) (*phaseOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	if err := t.begun(); err != nil {
		return nil, err
	}
	tag := s.tag(t, "phase", number(in.Number), flag(in.Explain))
	if err := in.fresh(tag); err != nil {
		return nil, err
	}
	if in.Number == 0 {
		out, err := s.opening(ctx, t, in.Explain)
		return &phaseOutput{tag, out}, err
	}
	ph, err := s.judge.Base.Phase(ctx, t.ID, in.Number)
	if err != nil {
		return nil, err
	}
	out, err := s.told(t, ph, in.Explain)
	return &phaseOutput{tag, out}, err
}

// told returns the result of a phase, as far as the caller may know it.
func (s *Server) told(t *table, ph *game.Phase, explain bool) (PhaseDone, error) {
	last := ph.Number == t.Number
	out := PhaseDone{
		Game: t.ID, Number: ph.Number, Phase: ph.Phase.String(), Engine: ph.Engine, Done: apijson.Instant(ph.Done),
		Before: positionJSON(ph.Before, t.view.Hidden(ph.Before, last && ph.After == nil)),
		Orders: []OrderRecord{}, Events: []EventRecord{}, Rolls: []Roll{},
	}
	if ph.After == nil {
		return out, nil
	}
	after := positionJSON(ph.After, t.view.Hidden(ph.After, last))
	out.After = &after
	if ph.After.Phase != ph.Phase {
		out.Next = ph.After.Phase.String()
	}
	seen := t.view.Events(ph.Events)
	var err error
	if out.Orders, err = orderRecords(ph.Before, seen, explain); err != nil {
		return out, err
	}
	if out.Events, err = eventRecords(ph.Before, seen, explain); err != nil {
		return out, err
	}
	out.Rolls = rolls(t.view.Throws(ph.Throws))
	for seat := range len(t.Setting.Seats) {
		if text := ph.Orders[seat+1]; text != "" && (t.role.Master || t.role.Seat == seat+1) {
			out.Sent = append(out.Sent, SentOrders{seat + 1, text})
		}
	}
	return out, nil
}

// opening returns the events before the first phase: the first income, and the
// deal of chits.
func (s *Server) opening(ctx context.Context, t *table, explain bool) (PhaseDone, error) {
	ph, err := s.judge.Base.Phase(ctx, t.ID, 1)
	if err != nil {
		return PhaseDone{}, err
	}
	out := PhaseDone{
		Game: t.ID, Phase: "opening", Done: apijson.Instant(t.Created), Next: ph.Phase.String(),
		Before: positionJSON(ph.Before, t.view.Hidden(ph.Before, t.Number == 1 && ph.After == nil)), Orders: []OrderRecord{}, Rolls: []Roll{},
	}
	b, err := s.judge.Archive.DiceBook(ctx, t.ID)
	if err != nil {
		return out, err
	}
	if len(b.Phases) > 0 && b.Phases[0].Campaign == "opening" {
		out.Rolls = rolls(t.view.Throws(b.Phases[0].Throws))
	}
	events, err := s.judge.Base.Opening(ctx, t.ID)
	if err != nil {
		return out, err
	}
	out.Events, err = eventRecords(ph.Before, t.view.Events(events), explain)
	return out, err
}

type reportInput struct {
	GameInput
	CacheInput
	Number int `path:"number" minimum:"1" doc:"Of the phase, from 1"`
}

type reportOutput struct {
	ETag string `header:"ETag"`
	Body apijson.Report
}

func (s *Server) getReport(ctx context.Context, in *reportInput) (*reportOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	tag := s.tag(t, "report", number(in.Number), callerOf(ctx).speaks.Tag)
	if err := in.fresh(tag); err != nil {
		return nil, err
	}
	ph, err := s.judge.Base.Phase(ctx, t.ID, in.Number)
	if err != nil {
		return nil, err
	}
	if ph.After == nil {
		return nil, problemOf(game.Conflict, message.New("This phase has not been resolved yet."))
	}
	r, err := retell(t, ph)
	return &reportOutput{tag, r}, err
}

// retell describes a phase as text.
func retell(t *table, ph *game.Phase) (apijson.Report, error) {
	seen := t.view.Events(ph.Events)
	tell := report.New(t.Setting)
	r := apijson.Report{Title: message.New("{phase}", message.Phase(ph.Phase)).In(t.to), Headline: tell.Headline(seen).In(t.to), Story: t.chapters(tell.Story(seen))}
	r.Upshots = []apijson.Upshot{}
	for _, power := range t.PlayedAt(t.role.Seat) {
		for _, u := range turn.Upshots(ph.Before, ph.After, &t.Rules, power) {
			r.Upshots = append(r.Upshots, apijson.Upshot{
				Power: t.Setting.Powers[power].ID, Text: u.Text.In(t.to), Rules: u.Rules, Order: u.Order,
			})
		}
	}
	results := report.Results{
		Before: ph.Before, After: ph.After, Events: ph.Events, Rules: &t.Rules, Viewer: t.view.Viewer, Game: t.Name, Number: ph.Number,
	}
	var classic bytes.Buffer
	err := results.Classic(&classic)
	r.Classic = classic.String()
	return r, err
}

func (t *table) chapters(story []report.Chapter) []apijson.Chapter {
	out := []apijson.Chapter{}
	for _, c := range story {
		x := apijson.Chapter{Title: c.Title.In(t.to)}
		for _, l := range c.Lines {
			x.Lines = append(x.Lines, l.In(t.to))
		}
		out = append(out, x)
	}
	return out
}

// CacheInput holds the header field that lists the answers that a caller already has.
type CacheInput struct {
	IfNoneMatch string `header:"If-None-Match" maxLength:"1000" doc:"ETags of answers that the caller has"`
}

// fresh returns the status 304 if the caller already has the current answer, as
// its ETag shows.
func (c *CacheInput) fresh(tag string) error {
	for have := range strings.SplitSeq(c.IfNoneMatch, ",") {
		have = strings.TrimPrefix(strings.TrimSpace(have), "W/")
		if have == tag || have == "*" {
			return huma.ErrorWithHeaders(huma.Status304NotModified(), http.Header{"Etag": {tag}})
		}
	}
	return nil
}

// tag returns the ETag of an answer about a game. It depends on the revision, the reader, the
// version of the program and the given parts.
func (s *Server) tag(t *table, parts ...string) string {
	who := "-"
	switch {
	case t.role.Master:
		who = "m" + number(t.role.Seat)
	case t.role.Seat > 0:
		who = number(t.role.Seat)
	}
	words := append([]string{t.ID, number(t.Revision), who, flag(t.Finished), s.version}, parts...)
	return `"` + strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' || r == '"' || r == ',' {
			return '_'
		}
		return r
	}, strings.Join(words, ".")) + `"`
}
