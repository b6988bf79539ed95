package seat

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/admin"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// seatView is the page with a player's vote, absences and diary.
type seatView struct {
	Head      *gamepage.Head
	Running   bool // whether there is a phase that can be held
	Money     bool
	Votes     *voteForm
	Counts    []message.Message // the votes so far
	Motions   []motionRow
	Absences  []gamepage.Absence
	Vacations []gamepage.Absence // absences from all games, as far as they count in this one
	Away      bool               // whether absences can be set
	MaxDays   int
	Diary     []string
	HasDiary  bool
	Zone      string
	CanLeave  bool
	Watchers  []string // people whom the player can nominate as their successor
	Successor string
	Resigns   bool // whether leaving gives up a seat in a running game
	Leaving   string
}

// voteForm is a vote about the end of the game.
type voteForm struct {
	Now     message.Message // the seat's vote, in words
	Draw    bool            // whether a vote for a draw is for one shared by all survivors
	Among   []page.Choice
	Concede []page.Choice
	NoDraw  bool // the opposite of Draw: whether a vote for a draw names the powers that share it
}

// motionRow is a motion on which the players of a game without a master decide.
type motionRow struct {
	admin.Agreement
	Says message.Message
	Who  page.Phrase // powers that agree, if the motion is open
}

// seatPage shows all that belongs to a visitor's seat except orders: votes, absences, the diary.
func (s *Pages) seatPage(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	if !role.Takes() {
		if _, ok := s.Member(w, r); ok {
			s.Fail(w, r, http.StatusForbidden, "You are not in this game", "Join or watch the game first; the buttons are on its page.", nil)
		}
		return
	}
	pg, err := s.newSeatView(r, g, role)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "seat", page.Frame{Title: "Your seat · " + g.Name, Game: g.ID, Body: pg})
}

func (s *Pages) newSeatView(r *http.Request, g *game.Game, role game.Role) (*seatView, error) {
	ctx := r.Context()
	pg := &seatView{
		Running: g.Number > 0 && !g.Finished && g.Status != game.Terminated, Money: g.Rules.Money, MaxDays: g.Hosting.MaxAbsence,
		HasDiary: role.Seat > 0 && g.Number > 0, Zone: s.ZoneAt(r, g).String(),
	}
	var err error
	if pg.Head, err = s.NewHead(r, g, role, "/seat"); err != nil {
		return nil, err
	}
	over := g.Finished || g.Status == game.Terminated || g.Status == game.Over
	pg.Away = !over && (role.Master || role.Seat > 0)
	if pg.Away {
		all, err := s.Judge.Clock.Absences(ctx, g.ID, role, role.Seat)
		if err != nil {
			return nil, err
		}
		loc := s.ZoneAt(r, g)
		for _, a := range all {
			pg.Absences = append(pg.Absences, gamepage.NewAbsence(&a, loc))
		}
		vacations, err := s.Judge.Clock.SeatVacations(ctx, g.ID, role)
		if err != nil {
			return nil, err
		}
		for _, a := range vacations {
			if a.Seat == role.Seat {
				pg.Vacations = append(pg.Vacations, gamepage.NewAbsence(&a, loc))
			}
		}
	}
	if role.Seat > 0 && g.Number > 0 {
		if pg.Diary, err = s.Judge.Admin.Diary(ctx, g.ID, role, role.Seat); err != nil {
			return nil, err
		}
		if g.Status == game.Active && !g.Finished {
			if pg.Votes, err = s.newVoteForm(r, g, role); err != nil {
				return nil, err
			}
			counts, err := s.Judge.Clock.Votes(ctx, g.ID, role)
			if err != nil {
				return nil, err
			}
			for _, v := range counts {
				pg.Counts = append(pg.Counts, v.Says(g))
			}
		}
	}
	motions, err := s.Judge.Admin.Motions(ctx, g.ID, role)
	if err != nil {
		return nil, err
	}
	for _, m := range motions {
		row := motionRow{Agreement: m, Says: game.MotionOf(m.Motion).Title}
		var who []message.Power
		for _, p := range m.Who {
			who = append(who, message.PowerOf(g.Setting.Powers, p))
		}
		if len(who) > 0 {
			row.Who = page.Say(message.New("{Powers:name} {powers?pl:agree|agrees}.", message.ListOf(message.And, who)))
		}
		if m.Asked || row.Who != nil {
			pg.Motions = append(pg.Motions, row)
		}
	}
	pg.leaving(g, role, over)
	if role.Seat > 0 && pg.Resigns && pg.CanLeave {
		if pg.Watchers, pg.Successor, err = s.Judge.Lobby.Successors(ctx, g.ID, role); err != nil {
			return nil, err
		}
	}
	return pg, nil
}

// leaving explains the consequences of leaving.
func (pg *seatView) leaving(g *game.Game, role game.Role, over bool) {
	if g.Hosting.Links { // anyone who has the seat's link plays it
		return
	}
	pg.CanLeave = true
	switch {
	case role.Seat > 0 && g.Number > 0:
		pg.CanLeave, pg.Resigns = !over, true
		pg.Leaving = "Others can then take your seat, and the resignation counts on your record. If you only need a break, set an absence instead."
	case role.Player:
		pg.CanLeave = !over
		pg.Leaving = "Others can then take your place."
	case role.Master:
		pg.Leaving = "A game needs a master: appoint another one first."
	default:
		pg.Leaving = "You no longer get notifications from this game."
	}
}

func (s *Pages) newVoteForm(r *http.Request, g *game.Game, role game.Role) (*voteForm, error) {
	b, err := s.Judge.Clock.Ballot(r.Context(), g.ID, role, role.Seat)
	if err != nil {
		return nil, err
	}
	ph, err := s.Judge.Base.Current(r.Context(), g.ID)
	if err != nil {
		return nil, err
	}
	v := &voteForm{Draw: g.Hosting.Dias, NoDraw: !g.Hosting.Dias}
	own := g.Setting.Seats[role.Seat-1]
	for i := 1; i < len(g.Setting.Powers); i++ {
		p := machiavelli.Power(i)
		if ph.Before.Eliminated.Has(p) || g.Setting.Absent.Has(p) || !seated(g, p) {
			continue
		}
		info := g.Setting.Powers[i]
		v.Among = append(v.Among, page.Choice{Value: info.ID, Label: info.Name, Chosen: b.Among.Has(p)})
		if !slices.Contains(own, p) && g.Hosting.Concessions {
			v.Concede = append(v.Concede, page.Choice{Value: info.ID, Label: info.Name, Chosen: b.Concede == p})
		}
	}
	switch {
	case b.Draw && b.Among == 0:
		v.Now = message.New("You vote for a draw of all remaining players.")
	case b.Draw:
		among := message.List{How: message.And}
		for i := 1; i < len(g.Setting.Powers); i++ {
			if p := machiavelli.Power(i); b.Among.Has(p) {
				among.Of = append(among.Of, message.PowerOf(g.Setting.Powers, p))
			}
		}
		v.Now = message.New("You vote for a draw among {powers:name}.", among)
	case b.Concede != machiavelli.Nobody:
		v.Now = message.New("You vote to concede the game to {power}.", message.PowerOf(g.Setting.Powers, b.Concede))
	default:
		v.Now = message.New("You have not voted.")
	}
	return v, nil
}

// seated reports whether a power has a seat.
func seated(g *game.Game, p machiavelli.Power) bool {
	return slices.ContainsFunc(g.Setting.Seats, func(powers []machiavelli.Power) bool { return slices.Contains(powers, p) })
}

// errPlayer is returned for visitors without a seat.
var errPlayer = game.Refuse(game.Forbidden, message.New("This is for the players of the game."))

// seatOf returns the seat that a form is about: the visitor's own seat, or the seat that a master
// names. 0 means the master.
func seatOf(f *gamepage.Form) int {
	if f.Role.Master && f.Get("seat") != "" {
		return f.Number("seat")
	}
	return f.Role.Seat
}

// noted returns the address to which a form about a seat redirects. A master's
// form about another seat redirects to the master's page.
func noted(f *gamepage.Form, done, stead string) string {
	if seatOf(f) != f.Role.Seat {
		return "/master?done=" + stead
	}
	return "/seat?done=" + done
}

// setWait holds the phase until its deadline, or releases it.
func (s *Pages) setWait(f *gamepage.Form) (string, error) {
	if err := f.Current(); err != nil {
		return "", err
	}
	wait := f.Get("wait") == "1"
	to := noted(f, "go", "letgo")
	if wait {
		to = noted(f, "wait", "wait")
	}
	return to, s.Judge.Clock.SetWait(f.Request.Context(), f.Game.ID, f.Role, seatOf(f), wait)
}

// setPass records whether phases need not wait for the seat while it has money but no units.
func (s *Pages) setPass(f *gamepage.Form) (string, error) {
	return "/seat?done=pass", s.Judge.Clock.SetPass(f.Request.Context(), f.Game.ID, f.Role, f.Role.Seat, f.Get("pass") == "1")
}

// vote votes to end the game, or withdraws the vote.
func (s *Pages) vote(f *gamepage.Form) (string, error) {
	if err := f.Current(); err != nil {
		return "", err
	}
	if f.Role.Seat == 0 {
		return "", errPlayer
	}
	var b game.Ballot
	to := "/seat?done=vote"
	switch kind, name, _ := strings.Cut(f.Get("vote"), " "); kind {
	case "draw":
		b.Draw = true
		for _, id := range f.Request.PostForm["among"] {
			p, ok := f.Game.Setting.Powers.Find(id)
			if !ok || f.Game.Hosting.Dias {
				continue
			}
			b.Among = b.Among.With(p)
		}
	case "concede":
		p, ok := f.Game.Setting.Powers.Find(name)
		if !ok {
			return "", game.Refuse(game.Invalid, message.New("Choose the player to whom the game is conceded."))
		}
		b.Concede = p
	case "none":
		to = "/seat?done=novote"
	default:
		return "", game.Refuse(game.Invalid, message.New("Choose what you vote for."))
	}
	if err := s.Judge.Clock.Vote(f.Request.Context(), f.Game.ID, f.Role, f.Role.Seat, b); err != nil {
		return "", err
	}
	g, err := s.Judge.Base.Game(f.Request.Context(), f.Game.ID)
	if err == nil && g.Finished { // this vote ended the game
		return "", nil
	}
	return to, nil
}

// agree records whether a player agrees to a motion in a game without a master.
func (s *Pages) agree(f *gamepage.Form) (string, error) {
	if err := f.Current(); err != nil {
		return "", err
	}
	m, on := game.Motion(f.Get("motion")), f.Get("agree") == "1"
	if err := s.Judge.Admin.Agree(f.Request.Context(), f.Game.ID, f.Role, m, on); err != nil {
		return "", err
	}
	if !on {
		return "/seat?done=unagreed", nil
	}
	all, err := s.Judge.Admin.Motions(f.Request.Context(), f.Game.ID, f.Role)
	if err != nil {
		return "", err
	}
	for _, a := range all {
		if a.Motion == m && a.Mine {
			return "/seat?done=agreed", nil
		}
	}
	return "?done=carried", nil
}

// setAbsence sets an absence.
func (s *Pages) setAbsence(f *gamepage.Form) (string, error) {
	loc := s.ZoneAt(f.Request, f.Game)
	text := strings.TrimSpace(f.Get("from"))
	if to := strings.TrimSpace(f.Get("to")); to != "" {
		text += " to " + to
	}
	a, err := schedule.ParseAbsence(text, seatOf(f), schedule.DateContext{Now: s.Now(), Zone: loc, Clock: schedule.NoClock})
	if err != nil {
		return "", game.Wrong(err)
	}
	err = s.Judge.Clock.SetAbsence(f.Request.Context(), f.Game.ID, f.Role, seatOf(f), a)
	if errors.Is(err, clock.ErrAsked) {
		return "/seat?done=asklong", nil
	}
	return noted(f, "absence", "away"), err
}

func (s *Pages) dropAbsence(f *gamepage.Form) (string, error) {
	at, err := time.Parse(time.RFC3339, f.Get("at"))
	if err != nil {
		return "", game.Refuse(game.Invalid, message.New("The form does not say which absence."))
	}
	return noted(f, "noabsence", "noabsence"), s.Judge.Clock.DropAbsence(f.Request.Context(), f.Game.ID, f.Role, seatOf(f), at)
}

// nominate sets the observer who may take over the seat.
func (s *Pages) nominate(f *gamepage.Form) (string, error) {
	return "/seat?done=saved#leaving", s.Judge.Lobby.Nominate(f.Request.Context(), f.Game.ID, f.Role, f.Get("name"))
}

// addNote adds a note to the diary.
func (s *Pages) addNote(f *gamepage.Form) (string, error) {
	if f.Role.Seat == 0 {
		return "", errPlayer
	}
	return "/seat?done=note#diary", s.Judge.Admin.AddDiary(f.Request.Context(), f.Game.ID, f.Role, f.Role.Seat, f.Get("note"))
}

// dropNote deletes a note. The form includes its text, because another note may
// have moved to its number.
func (s *Pages) dropNote(f *gamepage.Form) (string, error) {
	if f.Role.Seat == 0 {
		return "", errPlayer
	}
	n := f.Number("n")
	notes, err := s.Judge.Admin.Diary(f.Request.Context(), f.Game.ID, f.Role, f.Role.Seat)
	if err != nil {
		return "", err
	}
	if n < 1 || n > len(notes) || brief(notes[n-1]) != f.Get("begins") {
		return "", game.Refuse(game.Conflict, message.New("The diary has changed in the meantime. Look at it again."))
	}
	return "/seat?done=nonote#diary", s.Judge.Admin.DropDiary(f.Request.Context(), f.Game.ID, f.Role, f.Role.Seat, n)
}

// brief returns the beginning of a note, by which a form identifies it.
func brief(note string) string {
	note = strings.Join(strings.Fields(note), " ")
	return string([]rune(note)[:min(40, len([]rune(note)))])
}

// Notes returns the notes of the diary with their numbers.
func (pg *seatView) Notes() []noteRow {
	var out []noteRow
	for i, text := range pg.Diary {
		out = append(out, noteRow{strconv.Itoa(i + 1), text, brief(text)})
	}
	return out
}

type noteRow struct{ N, Text, Begins string }
