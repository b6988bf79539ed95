package table

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
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
)

// masterView is the page of a game's master.
type masterView struct {
	Head     *tableHead
	People   *people
	Seats    []masterSeat
	Lacks    []message.Message // whose orders are missing
	Held     string            // powers that hold the phase
	Begun    bool
	Over     bool
	CanBegin bool
	First    bool // no phase has been processed: the start can be undone
	Missing  int
	Free     int  // number of seats without a player that computer players may take
	Paused   bool // or ended by its master, and can be resumed
	Deadline page.Due
	Grace    page.Due
	Start    page.Due
	Zone     string
	Phases   []page.Choice // to which the game can be rolled back
	Changes  string
	Why      string
	Seen     Edits // the result of corrections, if it was requested
	Palette  Palette
	Away     []masterAway
	Later    string // the time from which a button can extend the deadline
	Panel    bool   // it is a panel next to the map, not a page of its own
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
	Bot, Free, Held       bool // a computer player plays it; no one plays it, and a computer player may; the holder of its link does
	Ordered               page.Due
}

// masterAway is an absence of a seat's player.
type masterAway struct {
	Seat   int
	Powers string
	absenceRow
}

// masterPage shows a master the tools for the game.
func (s *masterPages) masterPage(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.at(w, r)
	if !ok {
		return
	}
	pg, ok := s.newMasterView(w, r, g, role)
	if ok {
		s.Page(w, r, http.StatusOK, "master", page.Frame{Title: "Master · " + g.Name, Game: g.ID, Body: pg})
	}
}

// newMasterView returns the page for a master. For others, it writes the answer
// and returns false.
func (s *masterPages) newMasterView(w http.ResponseWriter, r *http.Request, g *game.Game, role game.Role) (*masterView, bool) {
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

// wholeMasterView collects the content of the page.
func (s *masterPages) wholeMasterView(r *http.Request, g *game.Game, role game.Role) (*masterView, error) {
	head, err := s.head(r, g, role, "/master")
	if err != nil {
		return nil, err
	}
	people, err := s.people(r.Context(), g, role)
	if err != nil {
		return nil, err
	}
	places, err := s.Judge.Places(r.Context(), g.ID, role)
	if err != nil {
		return nil, err
	}
	return s.masterView(r, g, role, &masterView{Head: head, People: people}, places)
}

// masterView collects what a master sees on the page or in the panel. The head
// and the people are set before.
func (s *masterPages) masterView(r *http.Request, g *game.Game, role game.Role, pg *masterView, places lobby.Places) (*masterView, error) {
	ctx := r.Context()
	pg.Begun, pg.Over, pg.Dice, pg.Zone = g.Number > 0, g.Finished, g.Rules.DiceOn, s.ZoneAt(r, g).String()
	pg.Paused = g.Number > 0 && !g.Finished && (g.Status == game.Paused || g.Status == game.Terminated)
	pg.Changes, pg.Why = page.Clean(r.PostForm.Get("changes")), page.Clean(r.PostForm.Get("why"))
	pg.Running, pg.vacant = runWords(g.Hosting, false), places.Vacant
	pg.Bots = botChoices(g)
	pg.Missing, pg.CanBegin = places.Missing, g.Status == game.Forming && len(pg.People.Players) > 0
	for _, p := range pg.People.Observers {
		pg.Promote = append(pg.Promote, page.Choice{Value: p.Account, Label: p.Name})
	}
	if !pg.Begun {
		return pg, nil
	}
	plan, err := s.Judge.Plan(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	loc, now := s.ZoneAt(r, g), s.Now()
	if !plan.Deadline.IsZero() {
		from := plan.Deadline
		if now.After(from) {
			from = now
		}
		pg.Later = from.UTC().Format(time.RFC3339)
	}
	pg.Deadline, pg.Grace, pg.Start = page.DueFrom(plan.Deadline, now, loc), page.DueFrom(plan.Grace, now, loc), page.DueFrom(plan.Start, now, loc)
	if !plan.Grace.After(plan.Deadline) {
		pg.Grace = page.Due{}
	}
	if err := s.masterSeats(r, pg, g, role); err != nil {
		return nil, err
	}
	if !g.Finished {
		ph, err := s.Judge.Current(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		pg.Palette = NewPalette(ph.Before, &g.Rules)
	}
	phases, err := s.Judge.Phases(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	undone, err := s.Judge.Undone(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	pg.First = !g.Hosting.Links && g.Number == 1 && !g.Finished && g.Status != game.Terminated && len(undone) == 0
	for _, p := range slices.Backward(phases) {
		if p.Number < g.Number || g.Finished {
			pg.Phases = append(pg.Phases, page.Choice{Value: strconv.Itoa(p.Number), Label: p.Phase.Title()})
		}
	}
	return pg, nil
}

// masterSeats fills in the state of every seat.
func (s *masterPages) masterSeats(r *http.Request, pg *masterView, g *game.Game, role game.Role) error {
	seats, err := s.Judge.Seats(r.Context(), g.ID)
	if err != nil {
		return err
	}
	states, err := s.Judge.States(r.Context(), g.ID, role)
	if err != nil {
		return err
	}
	var held []string
	for i, seat := range seats {
		st := states[i]
		row := masterSeat{Number: seat.Number, Powers: seatNames(g, seat.Number), Late: st.LateCount, Ordered: page.DueIn(st.Ordered, pg.Head.Loc)}
		row.State, row.Done = seatWords(g, seat, st, role)
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
		pg.Lacks = orderWords(g, seats, states)
	}
	return nil
}

// masterAways lists the absences of a seat.
func (s *masterPages) masterAways(r *http.Request, pg *masterView, g *game.Game, role game.Role, seat masterSeat) error {
	all, err := s.Judge.Absences(r.Context(), g.ID, role, seat.Number)
	if err != nil {
		return err
	}
	loc := s.ZoneAt(r, g)
	for _, a := range all {
		pg.Away = append(pg.Away, masterAway{seat.Number, seat.Powers, newAbsenceRow(&a, loc)})
	}
	return nil
}

// errMaster refuses visitors who are not masters, before the pages call the
// judge, which refuses them, too.
var errMaster = game.Refuse(game.Forbidden, message.New("Only the game's master can do this."))

// start begins a game that forms.
func (s *masterPages) start(f *tableForm) (string, error) {
	if f.get("bots") != "" {
		return "?done=start", s.Judge.StartWithBots(f.r.Context(), f.g.ID, f.role, f.get("level"))
	}
	return "?done=start", s.Judge.Start(f.r.Context(), f.g.ID, f.role, f.get("force") != "")
}

func (s *masterPages) pause(f *tableForm) (string, error) {
	return "/master?done=pause", s.Judge.Pause(f.r.Context(), f.g.ID, f.role)
}

func (s *masterPages) resume(f *tableForm) (string, error) {
	to := "/master?done=resume"
	if !f.role.Master {
		to = "?done=resume"
	}
	return to, s.Judge.Resume(f.r.Context(), f.g.ID, f.role)
}

// carryOut processes the phase for which the form was made.
func (s *masterPages) carryOut(f *tableForm) (string, error) {
	_, err := s.Judge.Process(f.r.Context(), f.g.ID, f.role, f.number("revision"))
	return "?done=process", err
}

// setTimes sets times of the phase for which the form was made.
func (s *masterPages) setTimes(f *tableForm) (string, error) {
	if err := f.current(); err != nil {
		return "", err
	}
	if !f.role.Master {
		return "", errMaster
	}
	if f.get("none") != "" {
		return "/master?done=times", s.Judge.SetDeadline(f.r.Context(), f.g.ID, f.role, time.Time{})
	}
	if f.get("normal") != "" {
		return "/master?done=times", s.Judge.SetNormal(f.r.Context(), f.g.ID, f.role)
	}
	ctx := schedule.DateContext{Now: s.Now(), Zone: s.ZoneAt(f.r, f.g), Clock: schedule.NoClock}
	var at [3]time.Time
	if f.get("later") != "" {
		from, err := time.Parse(time.RFC3339, f.get("from"))
		by, wrong := time.ParseDuration(f.get("later"))
		if err != nil || wrong != nil {
			return "", game.Refuse(game.Invalid, message.New("The form does not say by how much to extend the deadline."))
		}
		return "/master?done=times", s.Judge.SetTimes(f.r.Context(), f.g.ID, f.role, from.Add(by), time.Time{}, time.Time{})
	}
	for i, field := range []string{"deadline", "grace", "start"} {
		text := strings.TrimSpace(f.get(field))
		if text == "" {
			continue
		}
		var err error
		if at[i], err = schedule.ParseDate(text, ctx); err != nil {
			return "", game.Refuse(game.Invalid, message.New("{what}: {why}", message.Message{ID: page.Capital(field)}, message.Of(err)))
		}
	}
	if at == [3]time.Time{} {
		return "", game.Refuse(game.Invalid, message.New("Enter at least one time, such as {examples}.", message.ListOf(message.Or, []message.Order{"Fri 23:30", "2026-11-27 23:30", "+36h"})))
	}
	return "/master?done=times", s.Judge.SetTimes(f.r.Context(), f.g.ID, f.role, at[0], at[1], at[2])
}

// eject removes a player from a seat, or a person without a seat from the game.
func (s *masterPages) eject(f *tableForm) (string, error) {
	if f.number("seat") > 0 && f.get("sure") == "" {
		return "", game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to take the seat away."))
	}
	return "/master?done=eject", s.Judge.Eject(f.r.Context(), f.g.ID, f.role, f.number("seat"), f.get("account"))
}

// setBot assigns a computer player to a seat or to all empty ones, or removes
// one from a seat.
func (s *masterPages) setBot(f *tableForm) (string, error) {
	const to = "/master?done=eject"
	if f.get("seat") != "all" {
		return to, s.Judge.SetBot(f.r.Context(), f.g.ID, f.role, f.number("seat"), f.get("bot"))
	}
	places, err := s.Judge.Places(f.r.Context(), f.g.ID, f.role)
	if err != nil {
		return "", err
	}
	for _, seat := range places.Vacant {
		if err := s.Judge.SetBot(f.r.Context(), f.g.ID, f.role, seat, f.get("bot")); err != nil {
			return "", err
		}
	}
	return to, nil
}

// approve accepts or rejects a newcomer for a seat.
func (s *masterPages) approve(f *tableForm) (string, error) {
	yes := f.get("approve") == "1"
	to := "/master?done=denied"
	if yes {
		to = "/master?done=approved"
	}
	return to, s.Judge.Approve(f.r.Context(), f.g.ID, f.role, f.number("seat"), yes)
}

func (s *masterPages) promote(f *tableForm) (string, error) {
	return "/master?done=promote", s.Judge.Promote(f.r.Context(), f.g.ID, f.role, f.get("account"))
}

func (s *masterPages) terminate(f *tableForm) (string, error) {
	if f.get("sure") == "" {
		return "", game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to abandon the game."))
	}
	return "?done=terminate", s.Judge.Terminate(f.r.Context(), f.g.ID, f.role)
}

// unstart undoes the start of the game.
func (s *masterPages) unstart(f *tableForm) (string, error) {
	if f.get("sure") == "" {
		return "", game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to undo the start."))
	}
	return "?done=unstart", s.Judge.Unstart(f.r.Context(), f.g.ID, f.role)
}

// rollback rolls the game back to the beginning of a phase.
func (s *masterPages) rollback(f *tableForm) (string, error) {
	if f.number("revision") != f.g.Revision {
		return "", game.ErrStale
	}
	n := f.number("phase")
	if n < 1 {
		return "", game.Refuse(game.Invalid, message.New("Choose the phase to roll back to."))
	}
	if strings.TrimSpace(f.get("why")) == "" {
		return "", game.Refuse(game.Invalid, message.New("Say why: everyone will read the reason."))
	}
	return "/master?done=rollback", s.Judge.RollbackFor(f.r.Context(), f.g.ID, f.role, n, f.get("fresh") != "", f.get("why"))
}

// hostRoll sets a roll of the current phase by hand.
func (s *masterPages) hostRoll(f *tableForm) (string, error) {
	n, err := strconv.Atoi(strings.TrimSpace(f.get("value")))
	if err != nil {
		return "", game.Refuse(game.Invalid, message.New("A roll's value is a whole number; 0 lets the dice decide again."))
	}
	return "/master?done=roll", s.Judge.SetRollFor(f.r.Context(), f.g.ID, f.role, f.number("revision"), f.get("roll"), n, f.get("why"))
}

// predict previews the phase with the orders sent so far: for a master all of
// them, for a player only their own.
func (s *masterPages) predict(w http.ResponseWriter, r *http.Request) {
	f, ok := s.settingsForm(w, r)
	if !ok {
		return
	}
	select {
	case s.Work <- struct{}{}:
		defer func() { <-s.Work }()
	case <-r.Context().Done():
		return
	}
	found, err := s.Judge.Predict(r.Context(), f.g.ID, f.role, f.role.Seat)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	text := "With all orders received so far. The preview does not use the game's dice."
	if f.role.Seat > 0 {
		text = "With your saved orders alone, as if nobody else had sent any. The preview does not use the game's dice."
	}
	title := s.Catalogue(r).M(message.New("What {phase} would come to", message.Phase(f.g.Phase)))
	if !page.WantsJSON(r) {
		s.Tell(w, r, title, text, f.behind(""), "Open the game", found...)
		return
	}
	html, err := s.Fragment(r, "foretold", page.ToldPage{Title: title, Text: text, Lines: found})
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	page.SendJSON(w, http.StatusOK, wire.Preview{HTML: html})
}

// export sends the whole game as a file. Everyone is notified.
func (s *masterPages) export(w http.ResponseWriter, r *http.Request) {
	f, ok := s.settingsForm(w, r)
	if !ok {
		return
	}
	data, err := s.Judge.Export(r.Context(), f.g.ID, f.role)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Disposition", `attachment; filename="`+url.PathEscape(f.g.ID)+`.podesta.json"`)
	_, _ = w.Write(data)
}
