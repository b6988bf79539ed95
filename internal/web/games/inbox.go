package games

import (
	"cmp"
	"context"
	"html/template"
	"net/http"
	"slices"
	"time"

	"podesta/atlas"
	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// inbox lists the games in which a visitor has something to do, and their other games.
type inbox struct {
	Owed []mineLine // games in which there is something to do, sorted by deadline
	Mine []mineLine // other running games
	Past []mineLine // the latest finished games
	More int        // number of further finished games

	Offers  []offerLine // invitations that wait for an answer
	Friends []offerLine // games of friends that wait for players
	Follows []offerLine // games that the visitor follows
	Asks    int         // number of people who ask to be the visitor's friends
	Rounds  []roundLine // rounds for which the visitor has not said whether they will play

	Reports int // number of reports that wait for an operator's decision

	Queue *queueState // the visitor's place in the queue; nil if they are not in it
}

// offerLine is a game to which the visitor is invited, or in which others take part.
type offerLine struct {
	ID, Name, Host string
	Text           message.Message // state of the game
}

// roundLine is a round of a tournament that asks whether the visitor will play.
type roundLine struct {
	Tournament string // ID of the tournament
	Ask        message.Message
}

// Count returns the number of games that wait for the visitor.
func (i *inbox) Count() int { return len(i.Owed) }

// None reports whether the visitor takes part in no game.
func (i *inbox) None() bool { return len(i.Owed)+len(i.Mine)+len(i.Past) == 0 && i.Queue == nil }

// mineLine is a game in which the visitor takes part.
type mineLine struct {
	ID, Name    string
	Phase, Part message.Message
	Badges      []template.HTML
	Owes        page.Phrase       // the state of the visitor's orders; may be empty
	Urgent      bool              // whether orders are missing
	Late        bool              // whether they are also late
	Unread      int               // number of unread messages
	Asks        []message.Message // other things that wait for the visitor
	Vote        page.Phrase       // the visitor's vote
	Votes       []message.Message
	News        []string // the votes, and the notices of the phase to everyone, the latest first
	Due         page.Due
	Forms       bool // whether it waits for players
	Confirm     bool // whether the visitor must confirm that they are present
	at          time.Time
	ended       bool
}

// Waits reports whether there is something to do in the game.
func (l *mineLine) Waits() bool { return l.Urgent || l.Unread > 0 || len(l.Asks) > 0 }

// Letters returns the number of unread messages, in words.
func (l *mineLine) Letters() string { return page.Count(l.Unread, "unread letter") }

// The limits of the lists.
const (
	mostPast    = 6   // finished games
	linesAtOnce = 128 // games that are read together, with what the account has seen of them
)

// inbox collects what waits for an account, and its games. The games in which there is something to
// do are sorted by deadline, with games without a deadline last.
func (s *Pages) inbox(ctx context.Context, c *words.Catalogue, a *game.Account) (*inbox, error) {
	parts, err := s.Judge.Base.PartsOf(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	slices.Reverse(parts) // puts the latest first
	out := &inbox{}
	if err := s.others(ctx, out, a); err != nil {
		return nil, err
	}
	if out.Queue, err = s.newQueueState(ctx, a); err != nil {
		return nil, err
	}
	running, now, zone := 0, s.Now(), account.Zone(a)
	parts = slices.DeleteFunc(parts, func(p game.Part) bool { // parts that are not shown are not read
		if !p.Ended() {
			running++
		}
		return !p.Ended() && running > page.MostMine
	})
	gathered := map[string]bool{}
	for i := range parts {
		id := parts[i].Game
		if parts[i].Ended() && len(out.Past) == mostPast {
			out.More++
			continue
		}
		if !gathered[id] {
			next := nextLines(parts[i:], mostPast-len(out.Past))
			if err := s.Judge.Base.GatherGames(ctx, next); err != nil {
				return nil, err
			}
			if err := s.Judge.Base.GatherSeen(ctx, a.ID, next); err != nil {
				return nil, err
			}
			for _, id := range next {
				gathered[id] = true
			}
		}
		l, err := s.lineOf(ctx, c, id, a, false)
		if s.Judge.Base.LeaveOut(id, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		l.Due = page.DueFrom(l.at, now, zone)
		switch {
		case l.Waits():
			out.Owed = append(out.Owed, l)
		case l.ended:
			out.Past = append(out.Past, l)
		default:
			out.Mine = append(out.Mine, l)
		}
	}
	for _, list := range [][]mineLine{out.Owed, out.Mine} {
		slices.SortStableFunc(list, func(x, y mineLine) int {
			if x.at.IsZero() != y.at.IsZero() {
				return cmp.Compare(truth(x.at.IsZero()), truth(y.at.IsZero()))
			}
			return x.at.Compare(y.at)
		})
	}
	return out, nil
}

// nextLines returns the IDs of the games at the beginning of a list that an inbox reads together:
// at most linesAtOnce, of which at most the number given by the parameter ended are finished.
func nextLines(parts []game.Part, ended int) (ids []string) {
	for i := range parts {
		if parts[i].Ended() {
			if ended--; ended < 0 {
				continue
			}
		}
		if ids = append(ids, parts[i].Game); len(ids) == linesAtOnce {
			break
		}
	}
	return ids
}

// others adds what concerns an account besides its own games: invitations, rounds, reports,
// requests from friends, friends' games and followed games.
func (s *Pages) others(ctx context.Context, out *inbox, a *game.Account) error {
	offers, err := s.Judge.Lobby.InvitedTo(ctx, a.ID)
	if err != nil {
		return err
	}
	for _, o := range offers {
		out.Offers = append(out.Offers, offerLine{o.Game.ID, o.Game.Name, o.Host, gamepage.PreviewText(o.Game, -1)})
	}
	rounds, err := s.Judge.Tournaments.TournamentParts(ctx, a.ID)
	if err != nil {
		return err
	}
	for i := range rounds {
		if rounds[i].Asked {
			out.Rounds = append(out.Rounds, roundLine{rounds[i].Tournament, rounds[i].Say()})
		}
	}
	if a.Operator {
		out.Reports, err = s.Judge.Safety.OpenReports(ctx, a.ID)
		if err != nil && game.ErrorCode(err) != game.Forbidden { // a second factor is demanded, but missing
			return err
		}
	}
	people, err := s.Judge.Users.Friends(ctx, a.ID)
	if err != nil {
		return err
	}
	for i := range people {
		if people[i].Asked {
			out.Asks++
		}
	}
	friends, err := s.Judge.Users.FriendGames(ctx, a.ID)
	if err != nil {
		return err
	}
	for _, g := range friends {
		out.Friends = append(out.Friends, offerLine{ID: g.ID, Name: g.Name, Text: gamepage.PreviewText(g, -1)})
	}
	followed, err := s.Judge.Users.Followed(ctx, a.ID)
	for _, f := range followed[:min(len(followed), mostFollows)] {
		out.Follows = append(out.Follows, offerLine{ID: f.Game.ID, Name: f.Game.Name, Text: gamepage.PreviewText(f.Game, -1)})
	}
	return err
}

// mostFollows is the number of followed games on the start page.
const mostFollows = 12

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// lineOf returns the line of a game for a member, without the time until its deadline. A brief line
// says whether the game waits for them, but not for which orders, and has no votes or news.
func (s *Pages) lineOf(ctx context.Context, c *words.Catalogue, id string, a *game.Account, brief bool) (mineLine, error) {
	g, err := s.Judge.Base.Game(ctx, id)
	if err != nil {
		return mineLine{}, err
	}
	return s.mineLine(ctx, c, g, a, brief)
}

func (s *Pages) mineLine(ctx context.Context, c *words.Catalogue, g *game.Game, a *game.Account, brief bool) (mineLine, error) {
	l := mineLine{ID: g.ID, Name: g.Name, Phase: page.PhaseTitle(g.Phase), ended: page.Ended(g), Forms: g.Status == game.Forming}
	role, err := s.Judge.Base.RoleOf(ctx, g.ID, a.ID)
	if err != nil {
		return l, err
	}
	st := gamepage.StateOf(g)
	if l.Forms {
		places, err := s.Judge.Lobby.Places(ctx, g.ID, role)
		if err != nil {
			return l, err
		}
		st = gamepage.StateWith(g, places.Missing)
	}
	if st != "" {
		l.Phase = message.New("{text}", message.Name(c.T(st)))
	}
	l.Part = partOf(g, role)
	if role.Seat > 0 && g.Number > 0 {
		for _, p := range g.Setting.Seats[role.Seat-1] {
			l.Badges = append(l.Badges, template.HTML(atlas.Badge(g.Setting.Powers, p))) // badges contain no user input
		}
	}
	if l.Unread, err = s.Judge.Press.Unread(ctx, g.ID, role); err != nil || page.Ended(g) {
		return l, err
	}
	if role.Master {
		if err := s.asks(ctx, g, role, &l); err != nil {
			return l, err
		}
	}
	if g.Status == game.Forming && role.Player {
		m, err := s.Judge.Lobby.Muster(ctx, g.ID, role)
		if err != nil {
			return l, err
		}
		if m != nil && m.Mine && !m.Done {
			l.at, l.Confirm, l.Asks = m.Until, true, append(l.Asks, message.New("confirm that you are here, so that the game can begin"))
		}
	}
	if g.Number == 0 || g.Status != game.Active {
		return l, nil
	}
	plan, err := s.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		return l, err
	}
	l.at = plan.Deadline
	if !brief {
		now, err := s.NewsFor(ctx, c, g, role, nil)
		if err != nil {
			return l, err
		}
		l.Votes, l.News = now.Votes, now.News
	}
	if role.Seat == 0 {
		return l, nil
	}
	return l, s.ownLine(ctx, c, g, role, &l, brief)
}

// asks adds what waits for the master of a game.
func (s *Pages) asks(ctx context.Context, g *game.Game, role game.Role, l *mineLine) error {
	roster, err := s.Judge.Lobby.Roster(ctx, g.ID, role)
	if err != nil {
		return err
	}
	for _, p := range roster {
		if p.Waits > 0 {
			l.Asks = append(l.Asks, message.New("{name} would like to play {powers:name}", message.Name(p.Name), message.List{How: message.And, Of: gamepage.ArgsOfSeats(g, p.Waits)}))
		}
	}
	if g.Status != game.Forming || !g.Hosting.ManualStart {
		return nil
	}
	places, err := s.Judge.Lobby.Places(ctx, g.ID, role)
	if err == nil && places.Missing == 0 {
		l.Asks = append(l.Asks, message.New("all seats are taken: start the game"))
	}
	return err
}

// ownLine fills in the state of a player's seat.
func (s *Pages) ownLine(ctx context.Context, c *words.Catalogue, g *game.Game, role game.Role, l *mineLine, brief bool) error {
	seats, err := s.Judge.Base.Seats(ctx, g.ID)
	if err != nil {
		return err
	}
	states, err := s.Judge.Clock.States(ctx, g.ID, role)
	if err != nil {
		return err
	}
	st := states[role.Seat-1]
	owes, urgent := gamepage.OwnState(seats[role.Seat-1], st)
	l.Owes, l.Urgent = page.Say(owes), urgent
	l.Late = st.Late && l.Urgent
	if brief {
		return nil
	}
	if l.Urgent && !st.Abandoned && !st.Disorder && !st.Covered {
		what, err := s.missing(ctx, c, g, role)
		if err != nil {
			return err
		}
		if what.IsZero() {
			return nil
		}
		if l.Late {
			what = message.New("late: {what}", what)
		}
		l.Owes = page.Say(what)
	}
	v, err := s.Judge.Clock.Ballot(ctx, g.ID, role, role.Seat)
	if err != nil {
		return err
	}
	switch {
	case v.Draw:
		l.Vote = page.Say(message.New("you vote for a draw"))
	case v.Concede != 0:
		l.Vote = page.Say(message.New("you would concede to {power}", message.PowerOf(g.Setting.Powers, v.Concede)))
	}
	return nil
}

// missing describes what a seat's orders lack.
func (s *Pages) missing(ctx context.Context, l message.Language, g *game.Game, role game.Role) (message.Message, error) {
	boxes, err := boardpage.OrderForms(ctx, s.Judge.Clock, l, g, role)
	return boardpage.Lacking(boxes), err
}

// partOf names a person's role in a game.
func partOf(g *game.Game, role game.Role) message.Message {
	switch {
	case role.Seat > 0 && g.Number > 0:
		return gamepage.SeatPowers(g, role.Seat)
	case role.Player:
		return message.New("player")
	case role.Master:
		return message.New("master")
	case role.Observer:
		return message.New("observer")
	}
	return message.Message{}
}

// inboxPage is the page with a player's games.
type inboxPage struct {
	Account *game.Account
	Mine    *inbox
}

// inboxView shows what waits for a visitor in all games.
func (s *Pages) inboxView(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	in, err := s.inbox(r.Context(), s.Catalogue(r), a)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	title := "Inbox"
	if n := in.Count(); n > 0 {
		title = s.Catalogue(r).M(message.Plural(n, "({n} game) Inbox", "({n} games) Inbox"))
	}
	s.Page(w, r, http.StatusOK, "inbox", page.Frame{Title: title, Body: inboxPage{a, in}})
}
