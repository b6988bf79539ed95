package master

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/internal/schedule"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
)

// View is the page of a game's master.
type View struct {
	Head     *gamepage.Head
	People   *gamepage.People
	Seats    []masterSeat
	Lacks    []message.Message // seats whose orders are missing
	Held     string            // powers that hold the phase
	Begun    bool
	Over     bool
	CanBegin bool
	Muster   *lobby.MusterState // nil if nobody was asked to confirm
	First    bool               // no phase has been resolved, so the start can be undone
	Missing  int
	Free     int  // number of seats without a player that computer players may take
	Paused   bool // whether it is paused, or was ended by its master, and can be resumed
	Deadline page.Due
	Grace    page.Due
	Start    page.Due
	Zone     string
	Phases   []page.Choice // phases to which the game can be rolled back
	Changes  string
	Why      string
	Seen     boardpage.Edits // the result of corrections, if it was requested
	Palette  boardpage.Palette
	Away     []masterAway
	Later    string // the time to which a button can extend the deadline
	LaterBy  []page.Choice
	Panel    bool // whether it is a panel next to the map instead of a page
	Running  page.Phrase
	Dice     bool
	Promote  []page.Choice
	Vacant   []page.Choice
	Bots     []page.Choice // kinds of computer players; empty if the game does not allow them

	vacant []int
}

// masterSeat is a seat as masters see it.
type masterSeat struct {
	Number                int
	Powers, Player, Reply string
	State                 message.Message
	Reliability           string
	Late                  int
	Done, Playing         bool
	// Bot: a computer player plays the seat. Free: nobody plays it, and a computer player may.
	// Held: the holder of its link plays it.
	Bot, Free, Held bool
	Ordered         page.Due
}

// masterAway is an absence of a seat's player.
type masterAway struct {
	Seat   int
	Powers string
	gamepage.Absence
	All bool // away from all games, which only the player can withdraw
}

// masterPage shows a master the tools for the game.
func (s *Pages) masterPage(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	pg, ok := s.newMasterView(w, r, g, role)
	if ok {
		s.Page(w, r, http.StatusOK, "master", page.Frame{Title: "Master · " + g.Name, Game: g.ID, Body: pg})
	}
}

// newMasterView returns the page for a master. For anyone else, it writes the answer and
// returns false.
func (s *Pages) newMasterView(w http.ResponseWriter, r *http.Request, g *game.Game, role game.Role) (*View, bool) {
	if !role.Master || role.Public {
		if _, ok := s.Member(w, r); ok {
			s.Fail(w, r, http.StatusForbidden, "For masters only", "You are not a master of this game.", nil)
		}
		return nil, false
	}
	pg, err := s.wholeMasterView(r, g, role)
	if err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return nil, false
	}
	return pg, true
}

// wholeMasterView collects everything on the page.
func (s *Pages) wholeMasterView(r *http.Request, g *game.Game, role game.Role) (*View, error) {
	head, err := s.NewHead(r, g, role, "/master")
	if err != nil {
		return nil, err
	}
	people, err := s.People(r.Context(), g, role)
	if err != nil {
		return nil, err
	}
	places, err := s.Judge.Lobby.Places(r.Context(), g.ID, role)
	if err != nil {
		return nil, err
	}
	return s.FillView(r, g, role, &View{Head: head, People: people}, places)
}

// FillView collects what a master sees on the page or in the panel. Head and people must
// already be set.
func (s *Pages) FillView(r *http.Request, g *game.Game, role game.Role, pg *View, places lobby.Places) (*View, error) {
	ctx := r.Context()
	pg.Begun, pg.Over, pg.Dice, pg.Zone = g.Number > 0, g.Finished, g.Rules.DiceOn, s.ZoneAt(r, g).String()
	pg.Paused = g.Number > 0 && !g.Finished && (g.Status == game.Paused || g.Status == game.Terminated)
	pg.Changes, pg.Why = page.Clean(r.PostForm.Get("changes")), page.Clean(r.PostForm.Get("why"))
	pg.Running, pg.vacant = gamepage.RunWords(g.Hosting, false), places.Vacant
	pg.Bots = gamepage.BotChoices(g)
	var err error
	if pg.Muster, err = s.Judge.Lobby.Muster(r.Context(), g.ID, role); err != nil {
		return nil, err
	}
	pg.Missing, pg.CanBegin = places.Missing, g.Status == game.Forming && len(pg.People.Players) > 0
	for _, p := range pg.People.Observers {
		pg.Promote = append(pg.Promote, page.Choice{Value: p.Account, Label: p.Name})
	}
	if !pg.Begun {
		return pg, nil
	}
	plan, err := s.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	loc, now := s.ZoneAt(r, g), s.Now()
	if !plan.Deadline.IsZero() {
		from := plan.Deadline
		if now.After(from) {
			from = now
		}
		pg.Later, pg.LaterBy = from.UTC().Format(time.RFC3339), laterBy(plan.Deadline.Sub(plan.Began))
	}
	pg.Deadline, pg.Grace, pg.Start = page.DueFrom(plan.Deadline, now, loc), page.DueFrom(plan.Grace, now, loc), page.DueFrom(plan.Start, now, loc)
	if !plan.Grace.After(plan.Deadline) {
		pg.Grace = page.Due{}
	}
	if err := s.masterSeats(r, pg, g, role); err != nil {
		return nil, err
	}
	if !g.Finished {
		ph, err := s.Judge.Base.Current(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		pg.Palette = boardpage.NewPalette(ph.Before, &g.Rules)
	}
	phases, err := s.Judge.Base.Phases(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	undone, err := s.Judge.Admin.Undone(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	pg.First = !g.Hosting.Links && g.Number == 1 && !g.Finished && g.Status != game.Terminated && len(undone) == 0
	for _, p := range slices.Backward(phases) {
		if p.Number < g.Number || g.Finished {
			label := page.PhaseTitle(p.Phase).In(s.Catalogue(r))
			pg.Phases = append(pg.Phases, page.Choice{Value: strconv.Itoa(p.Number), Label: label})
		}
	}
	return pg, nil
}

// masterSeats fills in the state of every seat.
func (s *Pages) masterSeats(r *http.Request, pg *View, g *game.Game, role game.Role) error {
	seats, err := s.Judge.Base.Seats(r.Context(), g.ID)
	if err != nil {
		return err
	}
	states, err := s.Judge.Clock.States(r.Context(), g.ID, role)
	if err != nil {
		return err
	}
	var held []string
	for i, seat := range seats {
		st := states[i]
		row := masterSeat{Number: seat.Number, Powers: gamepage.SeatNames(s.Catalogue(r), g, seat.Number), Late: st.LateCount, Ordered: page.DueIn(st.Ordered, pg.Head.Loc)}
		row.State, row.Done = gamepage.SeatWords(g, seat, st, role)
		if seat.Bot != "" {
			row.Player, row.Bot = seat.Player, true
		}
		row.Free = g.Hosting.Bots && (st.Abandoned || st.Disorder) && slices.Contains(pg.vacant, seat.Number)
		row.Held = g.Hosting.Links && seat.Bot == ""
		for _, p := range pg.People.Players {
			if p.Seat == seat.Number {
				row.Player, row.Reliability, row.Playing = p.Name, p.Reliability, true
			}
		}
		if st.Wait {
			held = append(held, row.Powers)
		}
		if row.Free {
			pg.Free++
		}
		pg.Seats = append(pg.Seats, row)
		if row.Playing && !g.Finished {
			if err := s.masterAways(r, pg, g, role, row); err != nil {
				return err
			}
		}
	}
	pg.Held = strings.Join(held, ", ")
	if !g.Finished {
		pg.Lacks = gamepage.OrderWords(g, seats, states)
	}
	return nil
}

// masterAways lists the absences of a seat.
func (s *Pages) masterAways(r *http.Request, pg *View, g *game.Game, role game.Role, seat masterSeat) error {
	all, err := s.Judge.Clock.Absences(r.Context(), g.ID, role, seat.Number)
	if err != nil {
		return err
	}
	loc := s.ZoneAt(r, g)
	for _, a := range all {
		pg.Away = append(pg.Away, masterAway{seat.Number, seat.Powers, gamepage.NewAbsence(&a, loc), false})
	}
	vacations, err := s.Judge.Clock.SeatVacations(r.Context(), g.ID, role)
	for _, a := range vacations {
		if a.Seat == seat.Number {
			pg.Away = append(pg.Away, masterAway{seat.Number, seat.Powers, gamepage.NewAbsence(&a, loc), true})
		}
	}
	return err
}

// errMaster is returned for visitors who are not masters. The pages check this before they call the
// judge, which would refuse them too.
var errMaster = game.Refuse(game.Forbidden, message.New("Only the game's master can do this."))

// start begins a forming game.
func (s *Pages) start(f *gamepage.Form) (string, error) {
	if f.Get("bots") != "" {
		return "?done=start", s.Judge.Lobby.StartWithBots(f.Request.Context(), f.Game.ID, f.Role, f.Get("level"))
	}
	return "?done=start", s.Judge.Lobby.Start(f.Request.Context(), f.Game.ID, f.Role, f.Get("force") != "")
}

// extendMuster gives players more time to confirm.
func (s *Pages) extendMuster(f *gamepage.Form) (string, error) {
	return "/master?done=mustered", s.Judge.Lobby.ExtendMuster(f.Request.Context(), f.Game.ID, f.Role, time.Duration(f.Number("hours"))*time.Hour+time.Duration(f.Number("minutes"))*time.Minute)
}

func (s *Pages) pause(f *gamepage.Form) (string, error) {
	return "/master?done=pause", s.Judge.Clock.Pause(f.Request.Context(), f.Game.ID, f.Role)
}

func (s *Pages) resume(f *gamepage.Form) (string, error) {
	to := "/master?done=resume"
	if !f.Role.Master {
		to = "?done=resume"
	}
	return to, s.Judge.Clock.Resume(f.Request.Context(), f.Game.ID, f.Role)
}

// carryOut resolves the phase that the form is for.
func (s *Pages) carryOut(f *gamepage.Form) (string, error) {
	_, err := s.Judge.Clock.Process(f.Request.Context(), f.Game.ID, f.Role, f.Number("revision"))
	return "?done=process", err
}

// laters holds the durations by which a button can extend a deadline. There is a list for live
// games, one for phases of hours, and one for phases of days. The second duration of each list is
// preselected.
//
//lang:words
var laters = [][]page.Choice{
	{{Value: "2m", Label: "2 minutes"}, {Value: "5m", Label: "5 minutes"}, {Value: "15m", Label: "15 minutes"}, {Value: "1h", Label: "an hour"}},
	{{Value: "15m", Label: "15 minutes"}, {Value: "1h", Label: "an hour"}, {Value: "3h", Label: "3 hours"}, {Value: "12h", Label: "12 hours"}, {Value: "24h", Label: "a day"}},
	{{Value: "12h", Label: "12 hours"}, {Value: "24h", Label: "a day"}, {Value: "48h", Label: "2 days"}, {Value: "72h", Label: "3 days"}, {Value: "168h", Label: "a week"}},
}

// laterBy returns the durations by which a button can extend the deadline of a phase.
func laterBy(phase time.Duration) []page.Choice {
	kind := 2
	switch {
	case phase < time.Hour:
		kind = 0
	case phase < 12*time.Hour:
		kind = 1
	}
	out := slices.Clone(laters[kind])
	out[1].Chosen = true
	return out
}

// setTimes sets, extends, resets or removes the times of the phase that the form is for.
func (s *Pages) setTimes(f *gamepage.Form) (string, error) {
	if err := f.Current(); err != nil {
		return "", err
	}
	if !f.Role.Master {
		return "", errMaster
	}
	if f.Get("none") != "" {
		return "/master?done=times", s.Judge.Clock.SetDeadline(f.Request.Context(), f.Game.ID, f.Role, time.Time{})
	}
	if f.Get("normal") != "" {
		return "/master?done=times", s.Judge.Clock.SetNormal(f.Request.Context(), f.Game.ID, f.Role)
	}
	ctx := schedule.DateContext{Now: s.Now(), Zone: s.ZoneAt(f.Request, f.Game), Clock: schedule.NoClock}
	var at [3]time.Time
	if f.Get("later") != "" {
		from, err := time.Parse(time.RFC3339, f.Get("from"))
		by, wrong := time.ParseDuration(f.Get("later"))
		if err != nil || wrong != nil {
			return "", game.Refuse(game.Invalid, message.New("The form does not say by how much to extend the deadline."))
		}
		return "/master?done=times", s.Judge.Clock.SetTimes(f.Request.Context(), f.Game.ID, f.Role, from.Add(by), time.Time{}, time.Time{})
	}
	for i, field := range []string{"deadline", "grace", "start"} {
		text := strings.TrimSpace(f.Get(field))
		if text == "" {
			continue
		}
		var err error
		if at[i], err = schedule.ParseDate(text, ctx); err != nil {
			return "", game.Refuse(game.Invalid, message.New("{what}: {why}", message.Message{ID: message.Capital(field)}, message.Of(err)))
		}
	}
	if at == [3]time.Time{} {
		return "", game.Refuse(game.Invalid, message.New("Enter at least one time, such as {examples}.", message.ListOf(message.Or, []message.Order{"Fri 23:30", "2026-11-27 23:30", "+36h"})))
	}
	return "/master?done=times", s.Judge.Clock.SetTimes(f.Request.Context(), f.Game.ID, f.Role, at[0], at[1], at[2])
}

// eject removes a player from a seat, or a person without a seat from the game.
func (s *Pages) eject(f *gamepage.Form) (string, error) {
	if f.Number("seat") > 0 && f.Get("sure") == "" {
		return "", game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to take the seat away."))
	}
	return "/master?done=eject", s.Judge.Lobby.Eject(f.Request.Context(), f.Game.ID, f.Role, f.Number("seat"), f.Get("account"))
}

// setBot assigns a computer player to one empty seat or to all of them, or removes one from a
// seat.
func (s *Pages) setBot(f *gamepage.Form) (string, error) {
	const to = "/master?done=eject"
	if f.Get("seat") != "all" {
		return to, s.Judge.Lobby.SetBot(f.Request.Context(), f.Game.ID, f.Role, f.Number("seat"), f.Get("bot"))
	}
	places, err := s.Judge.Lobby.Places(f.Request.Context(), f.Game.ID, f.Role)
	if err != nil {
		return "", err
	}
	for _, seat := range places.Vacant {
		if err := s.Judge.Lobby.SetBot(f.Request.Context(), f.Game.ID, f.Role, seat, f.Get("bot")); err != nil {
			return "", err
		}
	}
	return to, nil
}

// approve accepts or rejects a newcomer for a seat.
func (s *Pages) approve(f *gamepage.Form) (string, error) {
	yes := f.Get("approve") == "1"
	to := "/master?done=denied"
	if yes {
		to = "/master?done=approved"
	}
	return to, s.Judge.Lobby.Approve(f.Request.Context(), f.Game.ID, f.Role, f.Number("seat"), yes)
}

func (s *Pages) promote(f *gamepage.Form) (string, error) {
	return "/master?done=promote", s.Judge.Lobby.Promote(f.Request.Context(), f.Game.ID, f.Role, f.Get("account"))
}

func (s *Pages) terminate(f *gamepage.Form) (string, error) {
	if f.Get("sure") == "" {
		return "", game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to abandon the game."))
	}
	return "?done=terminate", s.Judge.Lobby.Terminate(f.Request.Context(), f.Game.ID, f.Role)
}

// unstart undoes the start of the game.
func (s *Pages) unstart(f *gamepage.Form) (string, error) {
	if f.Get("sure") == "" {
		return "", game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to undo the start."))
	}
	return "?done=unstart", s.Judge.Lobby.Unstart(f.Request.Context(), f.Game.ID, f.Role)
}

// rollback rolls the game back to the beginning of a phase.
func (s *Pages) rollback(f *gamepage.Form) (string, error) {
	if f.Number("revision") != f.Game.Revision {
		return "", game.ErrStale
	}
	n := f.Number("phase")
	if n < 1 {
		return "", game.Refuse(game.Invalid, message.New("Choose the phase to roll back to."))
	}
	if strings.TrimSpace(f.Get("why")) == "" {
		return "", game.Refuse(game.Invalid, message.New("Say why: everyone will read the reason."))
	}
	return "/master?done=rollback", s.Judge.Admin.RollbackFor(f.Request.Context(), f.Game.ID, f.Role, n, f.Get("fresh") != "", f.Get("why"))
}

// hostRoll sets a roll of the current phase by hand.
func (s *Pages) hostRoll(f *gamepage.Form) (string, error) {
	n, err := strconv.Atoi(strings.TrimSpace(f.Get("value")))
	if err != nil {
		return "", game.Refuse(game.Invalid, message.New("A roll's value is a whole number; 0 lets the dice decide again."))
	}
	return "/master?done=roll", s.Judge.Admin.SetRollFor(f.Request.Context(), f.Game.ID, f.Role, f.Number("revision"), f.Get("roll"), n, f.Get("why"))
}

// predict previews the phase with the orders sent so far. A master sees it with all orders, and a
// player with only their own.
func (s *Pages) predict(w http.ResponseWriter, r *http.Request) {
	f, ok := s.ReadForm(w, r)
	if !ok {
		return
	}
	done, ok := s.Slow(w, r)
	if !ok {
		return
	}
	defer done()
	found, err := s.Judge.Admin.Predict(r.Context(), f.Game.ID, f.Role, f.Role.Seat)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	text := "With all orders received so far. The preview does not use the game's dice."
	if f.Role.Seat > 0 {
		text = "With your saved orders alone, as if nobody else had sent any. The preview does not use the game's dice."
	}
	lines := make([]string, len(found))
	for i, m := range found {
		lines[i] = m.In(s.Catalogue(r))
	}
	title := s.Catalogue(r).M(message.New("Preview of {phase}", message.Phase(f.Game.Phase)))
	if !page.WantsJSON(r) {
		s.Tell(w, r, title, text, f.Behind(""), "Open the game", lines...)
		return
	}
	html, err := s.Fragment(r, "foretold", page.ToldPage{Title: title, Text: text, Lines: lines})
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	page.SendJSON(w, http.StatusOK, wire.Preview{HTML: html})
}

// export sends the whole game as a file. Everyone is notified.
func (s *Pages) export(w http.ResponseWriter, r *http.Request) {
	f, ok := s.ReadForm(w, r)
	if !ok {
		return
	}
	data, err := s.Judge.Archive.Export(r.Context(), f.Game.ID, f.Role)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Disposition", `attachment; filename="`+url.PathEscape(f.Game.ID)+`.podesta.json"`)
	_, _ = w.Write(data)
}
