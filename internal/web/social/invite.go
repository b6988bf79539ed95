package social

import (
	"net/http"
	"strconv"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// invitesPage lists the invitations to a game for people who may send some.
type invitesPage struct {
	Head    *gamepage.Head
	People  []invitedRow
	Links   []linkRow
	Forming bool
}

type invitedRow struct {
	lobby.Invited
	State string // the state in words
	Open  bool
	Made  page.Due
}

type linkRow struct {
	lobby.Link
	Address     string
	QR          page.QR
	Uses        message.Message // how often it was used
	State       string          // why it no longer works; empty if it works
	Made, Until page.Due
}

// inviteStates describe the states of invitations.
//
//lang:words
var inviteStates = map[game.InviteState]string{
	game.InviteOpen:      "has not answered",
	game.InviteAccepted:  "has joined",
	game.InviteDeclined:  "has declined",
	game.InviteWithdrawn: "withdrawn",
}

// invites shows the invitations to a game.
func (s *Pages) invites(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	if !role.Takes() {
		if _, ok := s.Member(w, r); !ok {
			return
		}
	}
	pg, err := s.newInvites(r, g, role)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.Page(w, r, http.StatusOK, "invites", page.Frame{Title: "Invite · " + g.Name, Game: g.ID, Body: pg})
}

func (s *Pages) newInvites(r *http.Request, g *game.Game, role game.Role) (*invitesPage, error) {
	all, err := s.Judge.Lobby.Invites(r.Context(), g.ID, role)
	if err != nil {
		return nil, err
	}
	pg := &invitesPage{Forming: g.Status == game.Forming}
	if pg.Head, err = s.NewHead(r, g, role, "/invite"); err != nil {
		return nil, err
	}
	for _, p := range all.People {
		pg.People = append(pg.People, invitedRow{p, inviteStates[p.State], p.State == game.InviteOpen || p.State == game.InviteDeclined, page.DueIn(p.Made, pg.Head.Loc)})
	}
	for _, l := range all.Links {
		row := linkRow{Link: l, Made: page.DueIn(l.Made, pg.Head.Loc), Until: page.DueIn(l.InviteLink.Until, pg.Head.Loc), Uses: usesOf(&l.InviteLink)}
		if l.Works {
			row.Address = s.Origin(r) + "/invite/" + l.Key
			if row.QR, err = page.NewQR(row.Address); err != nil {
				return nil, err
			}
		} else {
			row.State = whyOff(&l.InviteLink, s.Now())
		}
		pg.Links = append(pg.Links, row)
	}
	return pg, nil
}

// usesOf describes how often a link was used, and how often it may be.
func usesOf(l *game.InviteLink) message.Message {
	if l.Uses == 0 {
		return message.Plural(l.Used, "{n} person has joined by it", "{n} people have joined by it")
	}
	return message.Plural(l.Uses, "{used} of {n} person has joined by it", "{used} of {n} people have joined by it", message.Number(l.Used))
}

// whyOff returns why a link no longer works.
//
//lang:words
func whyOff(l *game.InviteLink, now time.Time) string {
	switch {
	case l.Off:
		return "withdrawn"
	case l.Uses > 0 && l.Used >= l.Uses:
		return "used"
	case !l.Until.IsZero() && !now.Before(l.Until):
		return "expired"
	}
	return "the game has begun"
}

// invite invites a person by name.
func (s *Pages) invite(f *gamepage.Form) (string, error) {
	return "/invite?done=invited", s.Judge.Lobby.Invite(f.Request.Context(), f.Game.ID, f.Role, f.Get("name"))
}

// uninvite withdraws the invitation of a person.
func (s *Pages) uninvite(f *gamepage.Form) (string, error) {
	return "/invite?done=uninvited", s.Judge.Lobby.Uninvite(f.Request.Context(), f.Game.ID, f.Role, f.Get("account"))
}

// addLink creates an invitation link.
func (s *Pages) addLink(f *gamepage.Form) (string, error) {
	uses, days := 0, 0
	var err error
	for _, x := range []struct {
		field string
		into  *int
	}{{"uses", &uses}, {"days", &days}} {
		text := f.Get(x.field)
		if text == "" {
			continue
		}
		if *x.into, err = strconv.Atoi(text); err != nil || *x.into < 1 || *x.into > 1000 {
			return "", game.Refuse(game.Invalid, message.New("{text} is not a number of people or days. Write a whole number from 1 on, or leave the field empty.", game.Quoted(text)))
		}
	}
	_, err = s.Judge.Lobby.AddInviteLink(f.Request.Context(), f.Game.ID, f.Role, uses, time.Duration(days)*24*time.Hour)
	return "/invite?done=linked", err
}

// dropLink withdraws an invitation link.
func (s *Pages) dropLink(f *gamepage.Form) (string, error) {
	return "/invite?done=unlinked", s.Judge.Lobby.DropInviteLink(f.Request.Context(), f.Game.ID, f.Role, f.Get("link"))
}

// accept joins the game to which the visitor has an invitation.
func (s *Pages) accept(f *gamepage.Form) (string, error) {
	a, err := f.Player()
	if err != nil {
		return "", err
	}
	return "?done=joined", s.Judge.Lobby.AcceptInvitation(f.Request.Context(), f.Game.ID, a, f.Get("wishes"))
}

// decline declines the visitor's invitation.
func (s *Pages) decline(f *gamepage.Form) (string, error) {
	a, err := f.Player()
	if err != nil {
		return "", err
	}
	return "?done=declined", s.Judge.Lobby.DeclineInvitation(f.Request.Context(), f.Game.ID, a)
}

// rematch proposes a rematch, and redirects to the page that shows who has been invited.
func (s *Pages) rematch(w http.ResponseWriter, r *http.Request) {
	f, ok := s.ReadForm(w, r)
	if !ok {
		return
	}
	a, err := f.Player()
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	to, ok := s.Once.Do(page.OnceKey(r, a), func() (string, bool) {
		g, err := s.Judge.Lobby.Rematch(r.Context(), f.Game.ID, f.Role)
		if err != nil {
			s.Refuse(w, r, err, nil)
			return "", false
		}
		return "/g/" + g.ID + "/invite?done=rematch", true
	})
	if ok {
		s.Redirect(w, r, to)
	}
}

// openedPage is the page of an invitation link.
type openedPage struct {
	*lobby.Opened
	Key, Address string
	QR           page.QR
	Setting      string
	Edition      string
	Running      page.Phrase
	Places       lobby.Places
	Ranks, Lots  bool // Ranks says whether powers can be ranked; Lots says whether a random one can be requested
	Powers       []gamepage.PowerChoice
	Until        page.Due
	Signed       bool
	SignUp       bool
	Once, Error  string
}

// opened shows the page of an invitation link.
func (s *Pages) opened(w http.ResponseWriter, r *http.Request) { s.showOpened(w, r, nil) }

func (s *Pages) showOpened(w http.ResponseWriter, r *http.Request, refused error) {
	key := r.PathValue("key")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	a, err := s.Account(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	id := ""
	if a != nil {
		id = a.ID
	}
	o, err := s.Judge.Lobby.OpenLink(r.Context(), key, id)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	g := o.Game
	if o.In { // the visitor already has a seat
		gamepage.ToGame(w, r, g.ID, "")
		return
	}
	pg := &openedPage{
		Opened: o, Key: key, Address: s.Origin(r) + "/invite/" + key, Setting: g.Setting.Title, Edition: gamepage.Edition(g.Rules.Preset),
		Running: gamepage.RunWords(g.Hosting, false), Signed: a != nil, Once: page.NewOnce(), Until: page.DueIn(o.Link.Until, s.Zone(r)),
		Ranks: g.Hosting.Preferences != hosting.PreferRandom, Lots: g.Hosting.Preferences == hosting.PreferBoth, Powers: gamepage.PowerChoices(g),
	}
	pg.SignUp, _ = s.AccountsFor(r)
	if pg.Places, err = s.Judge.Lobby.Places(r.Context(), g.ID, game.Role{}); err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if o.Why.IsZero() {
		if pg.QR, err = page.NewQR(pg.Address); err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
	}
	if refused != nil {
		pg.Error = s.Explain(r, refused)
		s.Again(w, r, refused, "invitation", "Invitation", pg)
		return
	}
	s.Page(w, r, http.StatusOK, "invitation", page.Frame{Title: "Invitation", Body: pg, Preview: pg.preview()})
}

// preview returns what other sites show for the address of the invitation. They learn nothing
// about a game that is not public.
func (pg *openedPage) preview() *page.Preview {
	p := &page.Preview{Path: "/invite/" + pg.Key, Text: message.New("An invitation to a game of Machiavelli.")}
	if gamepage.Public(pg.Game) {
		p.Text = message.New("An invitation to the game {game}: {text}", message.Name(pg.Game.Name), gamepage.PreviewText(pg.Game, pg.Places.Missing))
	}
	return p
}

// joinByLink joins the game of an invitation link.
func (s *Pages) joinByLink(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	to, ok := s.Once.Do(page.OnceKey(r, a.ID), func() (string, bool) {
		id, err := s.Judge.Lobby.JoinByLink(r.Context(), r.PathValue("key"), a.ID, page.Clean(r.PostForm.Get("wishes")))
		if err != nil {
			s.showOpened(w, r, err)
			return "", false
		}
		return "/g/" + id + "?done=joined", true
	})
	if ok {
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}
