// Package tournaments contains the list of tournaments, and the page of each.
package tournaments

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"podesta/atlas"
	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/schedule"
	"podesta/internal/scoring"
	"podesta/internal/tournament"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/words"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// Pages serves the pages about tournaments.
type Pages struct {
	*page.Responder
	judge page.Rooms
}

// New returns the pages about tournaments.
func New(r *page.Responder, j page.Rooms) *Pages { return &Pages{Responder: r, judge: j} }

// Routes registers the handlers of the pages.
func (s *Pages) Routes(mux page.Router) {
	mux.HandleFunc("GET /tournaments", s.list)
	mux.HandleFunc("GET /tournaments/{id}", s.show)
	mux.HandleFunc("POST /tournaments/{id}", s.act)
}

// states holds the names of a tournament's states.
//
//lang:words
var states = map[game.TournamentStatus]string{
	game.TournamentDraft: "a draft", game.TournamentAnnounced: "under way", game.TournamentOver: "over", game.TournamentCancelled: "cancelled",
}

// roundStates holds the names of a round's states.
//
//lang:words
var roundStates = map[game.RoundStatus]string{
	game.RoundCalled: "waiting for players to confirm", game.RoundSeeded: "the tables are known", game.RoundPlaying: "being played", game.RoundOver: "over",
}

// listPage is the list of tournaments.
type listPage struct {
	Rows  []listRow
	Older string // address of the next page
}

type listRow struct {
	tournament.Summary
	State string
}

func (s *Pages) list(w http.ResponseWriter, r *http.Request) {
	id := ""
	if a, err := s.Account(r); err == nil && a != nil {
		id = a.ID
	}
	before, _ := time.Parse(time.RFC3339Nano, r.URL.Query().Get("before")) // an invalid time means the newest
	all, err := s.judge.Tournaments.TournamentList(r.Context(), id, before)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg := &listPage{}
	for _, x := range all {
		pg.Rows = append(pg.Rows, listRow{x, states[x.Status]})
	}
	if len(all) >= tournament.Listed {
		pg.Older = "/tournaments?before=" + url.QueryEscape(all[len(all)-1].Made.Format(time.RFC3339Nano))
	}
	s.Page(w, r, http.StatusOK, "tournaments", page.Frame{Title: "Tournaments", Body: pg})
}

// showPage is the page of a tournament.
type showPage struct {
	*tournament.View
	State    string
	Edition  string
	Text     []string // the paragraphs of the description
	Columns  []int    // numbers of the rounds in the standings
	TopRow   bool     // whether there is a top board
	Table    []standing
	Rows     []round // rounds, the latest first
	Current  *round
	Playing  []person // players, without those who have left
	Paces    []pace   // how long phases last; empty if phases last until all are ready
	Press    string   // whether players may write to each other
	Waiting  []string // people who can replace a player in the current round
	Zone     string
	OwnZone  bool   // whether the zone is the account's
	Ask      *asked // the question before an action that cannot be undone
	Notice   string
	Later    message.Message   // label of the button that extends all games of the round
	Once     string            // keeps the form that extends them from taking effect twice
	Extended []message.Message // the outcomes for the games
	Error    string
	Form     url.Values // the form as sent, if it was refused
}

type standing struct {
	tournament.Row
	Link  string
	Cells []cell
	Top   string
}

type cell struct {
	Text    string // the points
	Kind    string // "bye", "missed" or empty
	Counted bool
}

// pace is the duration of the phases of a class.
type pace struct{ Class, Span string }

// classes holds the names of the phases of each class.
//
//lang:words
var classes = map[schedule.Class]string{schedule.Moves: "campaigns", schedule.Retreats: "retreats", schedule.Adjusts: "winters"}

// person is a player.
type person struct {
	tournament.Person
	Link string
}

// desk is a game of a round and its progress.
type desk struct {
	tournament.Table
	Phase   message.Message
	Due     page.Due
	Paused  bool
	Awaited []string // names of players whose orders are missing; only the masters of the game see them
	Running bool
	Yours   bool // whether the visitor plays in it
}

// Badges returns the coats of arms of powers.
func (d *desk) Badges(ids []string) []template.HTML {
	var out []template.HTML
	for _, id := range ids {
		if p, ok := d.Roster.Find(id); ok {
			out = append(out, template.HTML(atlas.Badge(d.Roster, p))) // badges contain no user input
		}
	}
	return out
}

type round struct {
	tournament.Round
	Desks     []desk
	State     string
	ConfirmBy page.Due
	Starts    page.Due
	Ends      page.Due
}

// notices holds the messages that confirm the results of forms.
//
//lang:words
var notices = map[string]string{
	"made": "The tournament is a draft, which only you see. Check it, and announce it.", "saved": "Saved.",
	"enter": "You have entered the tournament. You will be notified when a round is announced.", "reserve": "You are in reserve: you play where a player is missing.",
	"leave": "You no longer play in the tournament.", "come": "You have confirmed that you will play.", "decline": "You have said that you will not play in this round.",
	"announce": "The tournament is announced, and players can enter.", "open": "The entry is open.", "close": "The entry is closed.",
	"call": "The round is announced.", "seed": "The tables have been formed.", "start": "The games of the round begin.", "endround": "The games of the round are being scored.",
	"cancelround": "The round is cancelled.", "replace": "The player has been replaced.", "add": "The player has been entered, and is notified.", "remove": "The player has been removed.", "organiser": "The tournament has an additional organiser.",
	"end": "The tournament is over.", "cancel": "The tournament is cancelled.",
}

func (s *Pages) show(w http.ResponseWriter, r *http.Request) {
	pg, err := s.newPage(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	done := r.URL.Query()
	if pg.Notice = notices[done.Get("done")]; done.Get("done") == "extend" && pg.Organiser {
		pg.Extended = pg.extended(done)
	}
	s.Page(w, r, http.StatusOK, "tournament", page.Frame{Title: pg.Name, Body: pg})
}

// newPage returns the page of the tournament in a request.
func (s *Pages) newPage(r *http.Request) (*showPage, error) {
	id, loc := "", time.UTC
	own := false
	if a, err := s.Account(r); err == nil && a != nil {
		id, loc, own = a.ID, account.Zone(a), a.Zone != ""
	}
	v, err := s.judge.Tournaments.Tournament(r.Context(), r.PathValue("id"), id)
	if err != nil {
		return nil, err
	}
	pg := &showPage{View: v, State: states[v.Status], Zone: loc.String(), OwnZone: own, Form: url.Values{}, Once: page.NewOnce()}
	if by := v.LaterBy(); by > 0 {
		pg.Later = message.New("Extend all tables by {time}", schedule.Span(by))
	}
	for p := range strings.SplitSeq(v.About, "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			pg.Text = append(pg.Text, p)
		}
	}
	for _, p := range v.Entrants {
		if !p.Left {
			pg.Playing = append(pg.Playing, person{p, page.PlayerLink(p.Name)})
		}
	}
	for i := len(v.Rounds) - 1; i >= 0; i-- {
		x := v.Rounds[i]
		pg.Rows = append(pg.Rows, round{x, s.desks(r, &x, id, loc), roundStates[x.Status], page.DueFrom(x.ConfirmBy, s.judge.Base.Now(), loc), page.DueFrom(x.Starts, s.judge.Base.Now(), loc), page.DueFrom(x.Ends, s.judge.Base.Now(), loc)})
	}
	if len(pg.Rows) > 0 && pg.Rows[0].Status != game.RoundOver {
		pg.Current = &pg.Rows[0]
	}
	pg.fill(s.Catalogue(r))
	pg.Edition = v.Preset
	for _, p := range rules.Presets() {
		if p.ID == v.Preset {
			pg.Edition = p.Title
		}
	}
	pg.stand()
	return pg, nil
}

// pressWords says whether the players of a tournament can write to each other.
//
//lang:words
func pressWords(p *hosting.PressRules) string {
	switch {
	case p.None, !p.Any():
		return "none"
	case p.Grey:
		return "allowed, and the sender can stay unnamed"
	}
	return "allowed"
}

// fill adds what the games are like, and who can replace a player.
func (pg *showPage) fill(c *words.Catalogue) {
	h := &pg.Hosting
	for _, class := range schedule.Classes() {
		if t := h.Timing[class]; t.Next > 0 {
			pg.Paces = append(pg.Paces, pace{classes[class], c.Span(t.Next)})
		}
	}
	pg.Press = pressWords(&h.Press)
	if pg.Current == nil || pg.Current.Status == game.RoundCalled {
		return
	}
	sits := map[string]bool{}
	for _, t := range pg.Current.Tables {
		for _, x := range t.Seats {
			sits[x.Present()] = true
		}
	}
	for _, p := range pg.Playing {
		if !sits[p.Name] {
			pg.Waiting = append(pg.Waiting, p.Name)
		}
	}
}

// desks returns the games of a round, including the state of games that are being played.
func (s *Pages) desks(r *http.Request, x *tournament.Round, account string, loc *time.Location) []desk {
	ctx := r.Context()
	var out []desk
	for _, t := range x.Tables {
		d := desk{Table: t, Yours: slices.ContainsFunc(t.Seats, func(x tournament.Seat) bool { return x.Own })}
		if t.Game == "" || t.Over {
			out = append(out, d)
			continue
		}
		g, err := s.judge.Base.Game(ctx, t.Game)
		if err == nil && g.Number > 0 && (g.Status == game.Active || g.Status == game.Paused) {
			d.Running, d.Paused = true, g.Status == game.Paused
			d.Phase = message.New("{Phase}", message.Phase(g.Phase))
			if plan, err := s.judge.Clock.Plan(ctx, g.ID); err == nil && !d.Paused {
				d.Due = page.DueFrom(plan.Deadline, s.judge.Base.Now(), loc)
			}
			if role, err := s.judge.Base.RoleOf(ctx, g.ID, account); err == nil && role.Master {
				d.Awaited = s.awaited(r, g, role, &t)
			}
		}
		out = append(out, d)
	}
	return out
}

// awaited returns the players whose orders are missing.
func (s *Pages) awaited(r *http.Request, g *game.Game, role game.Role, t *tournament.Table) []string {
	seats, err := s.judge.Base.Seats(r.Context(), g.ID)
	if err != nil {
		return nil
	}
	states, err := s.judge.Clock.States(r.Context(), g.ID, role)
	if err != nil {
		return nil
	}
	var out []string
	for i := range seats {
		if i >= len(states) || i >= len(t.Seats) {
			break
		}
		if _, owed := gamepage.OwnState(seats[i], states[i]); owed {
			if name := cmp.Or(seats[i].Player, t.Seats[i].Present()); name != "" {
				out = append(out, name)
			}
		}
	}
	return out
}

// stand adds the standings.
func (pg *showPage) stand() {
	for _, x := range pg.Rounds {
		if x.Status != game.RoundPlaying && x.Status != game.RoundOver {
			continue
		}
		if x.Top {
			pg.TopRow = true
		} else {
			pg.Columns = append(pg.Columns, x.Number)
		}
	}
	if !slices.ContainsFunc(pg.Rounds, func(x tournament.Round) bool { return x.Status == game.RoundOver }) {
		return
	}
	for _, row := range pg.Standings {
		x := standing{Row: row, Link: page.PlayerLink(row.Name)}
		for i, c := range row.Rounds {
			x.Cells = append(x.Cells, newCell(c, row.Counted[i]))
		}
		if row.Row.Top != nil {
			x.Top = newCell(*row.Row.Top, true).Text
		}
		pg.Table = append(pg.Table, x)
	}
}

func newCell(c scoring.Cell, counted bool) cell {
	switch c.Kind {
	case scoring.Played:
		return cell{c.Points.String(), "", counted}
	case scoring.Bye:
		return cell{c.Points.String(), "bye", counted}
	case scoring.Missed:
		return cell{"0", "missed", counted}
	case scoring.None:
	}
	return cell{"–", "", true}
}

// act carries out the button of a form.
func (s *Pages) act(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	id, do := r.PathValue("id"), r.PostForm.Get("do")
	if r.PostForm.Get("sure") == "" {
		pg, err := s.newPage(r)
		if err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		if pg.Ask = pg.asks(do, r.PostForm); pg.Ask != nil {
			s.Page(w, r, http.StatusOK, "tournament", page.Frame{Title: pg.Name, Body: pg})
			return
		}
	}
	to, ok := s.Once.Do(page.OnceKey(r, a.ID), func() (string, bool) {
		told := url.Values{"done": {do}}
		if err := s.do(r, id, a, do, told); err != nil {
			s.again(w, r, err)
			return "", false
		}
		if do == "cancel" {
			// The tournament was a draft, which has been deleted.
			if _, err := s.judge.Tournaments.Tournament(r.Context(), id, a.ID); game.ErrorCode(err) == game.NotFound {
				return "/tournaments", true
			}
		}
		return "/tournaments/" + id + "?" + told.Encode(), true
	})
	if ok {
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// again shows the page again after an error.
func (s *Pages) again(w http.ResponseWriter, r *http.Request, err error) {
	pg, e := s.newPage(r)
	if e != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg.Error, pg.Form = s.Explain(r, err), r.PostForm
	s.Again(w, r, err, "tournament", pg.Name, pg)
}

// do carries out a command. It adds the outcome to the address of the page.
func (s *Pages) do(r *http.Request, id string, a *game.Account, do string, told url.Values) error {
	ctx, j, form := r.Context(), s.judge, r.PostForm
	name := page.Clean(form.Get("name"))
	switch do {
	case "enter", "reserve":
		return j.Tournaments.EnterTournament(ctx, id, a.ID, do == "reserve")
	case "leave":
		return j.Tournaments.LeaveTournament(ctx, id, a.ID)
	case "come", "decline":
		return j.Tournaments.ConfirmRound(ctx, id, a.ID, do == "come")
	case "add":
		return j.Tournaments.AddEntrant(ctx, id, a.ID, name, form.Get("inreserve") != "")
	case "announce":
		return j.Tournaments.AnnounceTournament(ctx, id, a.ID)
	case "open", "close":
		return j.Tournaments.OpenEntry(ctx, id, a.ID, do == "open")
	case "call":
		loc := account.Zone(a)
		if zone, err := schedule.Zone(page.Clean(form.Get("zone"))); a.Zone == "" && err == nil {
			loc = zone // the browser's zone
		}
		p, err := readPlan(form, loc)
		if err == nil {
			_, err = j.Tournaments.CallRound(ctx, id, a.ID, p)
		}
		return err
	case "seed":
		return j.Tournaments.SeedRound(ctx, id, a.ID)
	case "start":
		return j.Tournaments.StartRound(ctx, id, a.ID)
	case "extend":
		return s.extend(r, id, a, told)
	case "endround":
		return j.Tournaments.EndRound(ctx, id, a.ID)
	case "cancelround":
		return j.Tournaments.CancelRound(ctx, id, a.ID)
	case "replace":
		return j.Tournaments.ReplaceInRound(ctx, id, a.ID, name, page.Clean(form.Get("by")))
	case "remove":
		return j.Tournaments.RemoveEntrant(ctx, id, a.ID, name)
	case "organiser":
		return j.Tournaments.AddOrganiser(ctx, id, a.ID, name)
	case "end":
		return j.Tournaments.EndTournament(ctx, id, a.ID)
	case "cancel":
		return j.Tournaments.CancelTournament(ctx, id, a.ID)
	}
	return game.Refuse(game.Invalid, message.New("This form does nothing: press one of its buttons."))
}

// readPlan parses the form of a round. Its times are in a time zone.
func readPlan(form url.Values, loc *time.Location) (tournament.RoundPlan, error) {
	p := tournament.RoundPlan{Top: form.Get("top") != "", All: form.Get("all") != ""}
	for field, into := range map[string]*time.Time{"confirm": &p.ConfirmBy, "starts": &p.Starts, "ends": &p.Ends} {
		text := strings.TrimSpace(page.Clean(form.Get(field)))
		if text == "" {
			continue
		}
		t, err := time.ParseInLocation("2006-01-02T15:04", text, loc)
		if err != nil {
			return p, game.Refuse(game.Invalid, message.New("{word} is not a time. Write it as in {example}.", game.Quoted(text), message.Order("2026-05-17T20:00")))
		}
		*into = t
	}
	return p, nil
}
