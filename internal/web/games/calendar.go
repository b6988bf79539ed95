package games

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/calendar"
	"podesta/internal/game"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// sinceCalendars is the beginning of 2026, in seconds since 1970. It is subtracted from times so
// that the sequence numbers of calendar entries stay small enough.
const sinceCalendars = 1767225600

// feedEvery is how often calendar programs should ask for changes.
const feedEvery = time.Hour

// calendar sends the deadlines of an account's games and tournament rounds to programs that
// subscribe to it. They need only the secret in the address.
func (s *Pages) calendar(w http.ResponseWriter, r *http.Request) {
	secret, ok := strings.CutSuffix(r.PathValue("file"), ".ics")
	if !ok {
		s.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Set("X-Robots-Tag", "noindex")
	a, err := s.Judge.Users.CalendarOf(r.Context(), secret)
	if game.ErrorCode(err) == game.Forbidden {
		s.Fail(w, r, http.StatusNotFound, "There is no such calendar", "The address of your calendar is on your account's page. If you have made a new one, the old one no longer works.", nil)
		return
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	feed, err := s.feed(r, a)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	page.Pack([]byte(feed.String())).Send(w, r)
}

// feed returns an account's calendar, in the account's language if it has chosen one and otherwise
// in the request's.
func (s *Pages) feed(r *http.Request, a *game.Account) (*calendar.Feed, error) {
	ctx := r.Context()
	wishes, err := account.ReadWishes(a)
	if err != nil {
		return nil, err
	}
	c := s.Catalogue(r)
	if wishes.Language != "" {
		if own := words.Find(wishes.Language, words.All()); own != nil {
			c = own
		}
	}
	f := &calendar.Feed{Name: c.M(message.New("Deadlines of {host}", message.Order(r.Host))), Every: feedEvery}
	runs, err := s.Judge.Base.RunningOf(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, p := range runs {
		id := p.Game
		e, err := s.deadline(ctx, c, id, a)
		if s.Judge.Base.LeaveOut(id, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if e.At.IsZero() {
			continue
		}
		e.UID, e.URL = id+"-deadline@"+r.Host, page.Reached(r)+"/g/"+id
		f.Entries = append(f.Entries, e)
	}
	parts, err := s.Judge.Tournaments.TournamentParts(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for i := range parts {
		p := &parts[i]
		if p.Status == game.RoundOver || p.Absent || p.Lost {
			continue
		}
		f.Entries = append(f.Entries, calendar.Entry{
			UID: fmt.Sprintf("%s-round%d@%s", p.Tournament, p.Round, r.Host), At: p.Starts, Until: p.Ends, Stamp: s.Now(), Sequence: max(0, p.Starts.Unix()-sinceCalendars),
			URL: page.Reached(r) + "/tournaments/" + p.Tournament, Summary: c.M(message.New("{tournament}: round {n}", message.Name(p.Name), message.Number(p.Round))),
			Alarm: c.M(message.New("{tournament}: round {n}", message.Name(p.Name), message.Number(p.Round))), Before: time.Hour,
		})
	}
	slices.SortFunc(f.Entries, func(a, b calendar.Entry) int {
		if n := a.At.Compare(b.At); n != 0 {
			return n
		}
		return strings.Compare(a.UID, b.UID)
	})
	return f, nil
}

// deadline returns the deadline of a game's current phase as a member sees it or, before the game
// begins, the time until which they must confirm that they are present. It returns the zero entry
// if there is neither. It has a reminder for players whose orders are missing, or who must confirm
// that they are present.
func (s *Pages) deadline(ctx context.Context, c *words.Catalogue, id string, a *game.Account) (e calendar.Entry, err error) {
	g, err := s.Judge.Base.Game(ctx, id)
	if err != nil || g.Finished {
		return e, err
	}
	if g.Status == game.Forming {
		return s.muster(ctx, c, g, a)
	}
	if g.Number == 0 || g.Status != game.Active {
		return e, nil
	}
	plan, err := s.Judge.Clock.Plan(ctx, id)
	if err != nil || plan.Deadline.IsZero() {
		return e, err
	}
	role, err := s.Judge.Base.RoleOf(ctx, id, a.ID)
	if err != nil {
		return e, err
	}
	name, phase := message.Name(g.Name), message.Phase(g.Phase)
	e.At, e.Stamp, e.Sequence = plan.Deadline, plan.Began, int64(g.Revision)
	said := message.New("Deadline: {game}, {phase}", name, phase)
	owed := false
	if role.Seat > 0 {
		if said, owed, err = s.feedState(ctx, g, role, said); err != nil {
			return e, err
		}
	}
	e.Summary = c.M(said)
	if owed {
		e.Alarm, e.Before = c.M(message.New("Orders due: {game}", name)), calendar.Ahead(plan.Deadline.Sub(plan.Began))
	}
	return e, nil
}

// muster returns the time until which a player must confirm that they are present, or the zero
// entry if they need not.
func (s *Pages) muster(ctx context.Context, c *words.Catalogue, g *game.Game, a *game.Account) (e calendar.Entry, err error) {
	role, err := s.Judge.Base.RoleOf(ctx, g.ID, a.ID)
	if err != nil {
		return e, err
	}
	m, err := s.Judge.Lobby.Muster(ctx, g.ID, role)
	if err != nil || m == nil || !m.Mine || m.Done {
		return e, err
	}
	lasts := g.Hosting.MusterLasts()
	said := c.M(message.New("Confirm that you are here: {game}", message.Name(g.Name)))
	return calendar.Entry{At: m.Until, Stamp: m.Until.Add(-lasts), Sequence: int64(g.Revision), Summary: said, Alarm: said, Before: calendar.Ahead(lasts)}, nil
}

// feedState describes how far a player's orders for a phase have got, and whether some are missing.
// If there is nothing to say, it returns the parameter said.
func (s *Pages) feedState(ctx context.Context, g *game.Game, role game.Role, said message.Message) (message.Message, bool, error) {
	seats, err := s.Judge.Base.Seats(ctx, g.ID)
	if err != nil {
		return said, false, err
	}
	states, err := s.Judge.Clock.States(ctx, g.ID, role)
	if err != nil {
		return said, false, err
	}
	if role.Seat > len(seats) || role.Seat > len(states) {
		return said, false, nil
	}
	seat, st := seats[role.Seat-1], states[role.Seat-1]
	name, phase := message.Name(g.Name), message.Phase(g.Phase)
	if _, owed := gamepage.OwnState(seat, st); owed {
		return message.New("Orders due: {game}, {phase}", name, phase), true, nil
	}
	if seat.Owes {
		said = message.New("Deadline: {game}, {phase}; your orders are in", name, phase)
	}
	return said, false, nil
}
