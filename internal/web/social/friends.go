package social

import (
	"net/http"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/users"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// friendsPage lists the friends of the visitor, and the games that they follow.
type friendsPage struct {
	Friends, Asks, Asked []friendRow
	Games                []followRow
	Only                 bool // whether only friends may invite the visitor
	Notice, Error, Name  string
}

type friendRow struct {
	users.Friend
	Since page.Due
}

type followRow struct {
	ID, Name string
	Text     message.Message
	Notices  bool
}

// friendNotices holds the messages that confirm the results of forms.
//
//lang:words
var friendNotices = map[string]string{
	"asked":   "They are asked, and can agree or decline.",
	"agreed":  "You are friends now.",
	"ended":   "Done. They are not notified.",
	"invites": "Saved.",
}

// friends shows the visitor's friends.
func (s *Pages) friends(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	pg, err := s.newFriends(r, a)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg.Notice = friendNotices[r.URL.Query().Get("done")]
	s.Page(w, r, http.StatusOK, "friends", page.Frame{Title: "Friends", Body: pg})
}

func (s *Pages) newFriends(r *http.Request, a *game.Account) (*friendsPage, error) {
	pg := &friendsPage{}
	contact, err := account.ReadWishes(a)
	if err != nil {
		return nil, err
	}
	pg.Only = contact.FriendsInvite
	list, err := s.Judge.Users.Friends(r.Context(), a.ID)
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		into := &pg.Asked
		switch {
		case f.Agreed:
			into = &pg.Friends
		case f.Asked:
			into = &pg.Asks
		}
		*into = append(*into, friendRow{f, page.DueIn(f.Since, account.Zone(a))})
	}
	games, err := s.Judge.Users.Followed(r.Context(), a.ID)
	for _, f := range games {
		pg.Games = append(pg.Games, followRow{f.Game.ID, f.Game.Name, gamepage.PreviewText(f.Game, -1), f.Notices})
	}
	return pg, err
}

// changeFriends changes the visitor's friends.
func (s *Pages) changeFriends(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	ctx, name, done := r.Context(), page.Clean(r.PostForm.Get("name")), "asked"
	var err error
	switch r.PostForm.Get("do") {
	case "ask":
		var agreed bool
		if agreed, err = s.Judge.Users.Befriend(ctx, a.ID, name); agreed {
			done = "agreed"
		}
	case "end":
		done, err = "ended", s.Judge.Users.Unfriend(ctx, a.ID, name)
	case "invites":
		done, err = "invites", s.Judge.Users.SetFriendsInvite(ctx, a.ID, r.PostForm.Get("only") != "")
	default:
		err = game.Refuse(game.Invalid, message.New("This form does nothing: press one of its buttons."))
	}
	if err == nil {
		http.Redirect(w, r, "/friends?done="+done, http.StatusSeeOther)
		return
	}
	pg, broken := s.newFriends(r, a)
	if broken != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg.Error, pg.Name = s.Explain(r, err), name
	s.Again(w, r, err, "friends", "Friends", pg)
}
