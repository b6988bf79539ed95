package auth

import (
	"net/http"
	"slices"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// accessRow shows an account.Access on the page of the account's owner.
type accessRow struct {
	Kind             account.AccessKind
	ID               string
	Title            page.Phrase
	Name, For        string
	Made, Used, Ends page.Due
	Here             bool // this browser's session
	Letter           bool // an e-mail opened the session
	Stays            bool
}

// accessTitles holds the titles of the kinds of access.
var accessTitles = map[account.AccessKind]message.Message{
	account.AccessSession:  message.New("Browser"),
	account.AccessKey:      message.New("Key of a program"),
	account.AccessPasskey:  message.New("Passkey"),
	account.AccessProvider: message.New("Account elsewhere"),
	account.AccessAddress:  message.New("E-mail address"),
	account.AccessChat:     message.New("Chat in which you play"),
	account.AccessHook:     message.New("Webhook or chat that is notified"),
	account.AccessPush:     message.New("Browser that is notified"),
	account.AccessCalendar: message.New("Address of your calendar"),
	account.AccessReply:    message.New("Address for replies to e-mail"),
	account.AccessLink:     message.New("Link in an e-mail, not used yet"),
	account.AccessInvite:   message.New("Link that invites to your game"),
}

// inLetters reports whether the access exists because the judge sent an e-mail.
func inLetters(kind account.AccessKind) bool {
	return kind == account.AccessReply || kind == account.AccessLink
}

// accessRows adds everything that can read or use an account to its page.
func (s *Pages) accessRows(r *http.Request, a *game.Account, pg *mePage) error {
	all, err := s.judge.Users.Access(r.Context(), a.ID)
	if err != nil {
		return err
	}
	loc, here := account.Zone(a), s.Visit(r).Token.Hash
	for _, x := range all {
		row := accessRow{
			Kind: x.Kind, ID: x.ID, Title: page.Say(accessTitles[x.Kind]), Name: x.Name, For: x.GameName,
			Made: page.DueIn(x.Made, loc), Used: page.DueIn(x.Used, loc), Ends: page.DueIn(x.Ends, loc),
			Here: x.Kind == account.AccessSession && x.ID == here, Letter: x.Letter, Stays: x.Stays,
		}
		if inLetters(x.Kind) {
			pg.InLetters = append(pg.InLetters, row)
		} else {
			pg.Access = append(pg.Access, row)
		}
		if x.Kind == account.AccessCalendar {
			pg.Feed = &calendarRow{row.Made, row.Used}
		}
	}
	// this browser's session comes first
	if i := slices.IndexFunc(pg.Access, func(x accessRow) bool { return x.Here }); i > 0 {
		row := pg.Access[i]
		pg.Access = slices.Insert(slices.Delete(pg.Access, i, i+1), 0, row)
	}
	return nil
}

// Signs reports whether the access can sign in, so that removing it needs a recent sign-in.
func (row *accessRow) Signs() bool { return row.Kind.Signs() }

// changeAccess ends access to the account: one item, all other browsers, or all access but this
// browser's session.
func (s *Pages) changeAccess(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	form, session := r.PostForm, s.Visit(r).Token
	kind := account.AccessKind(page.Clean(form.Get("kind")))
	to, err := "/me?done=access#access", error(nil)
	switch form.Get("do") {
	case "end":
		if kind.Signs() {
			err = s.judge.Users.ConfirmOwner(r.Context(), a, session, form.Get("current"))
		}
		if err == nil {
			err = s.judge.Users.EndAccess(r.Context(), a.ID, kind, page.Clean(form.Get("id")), s.letters != nil)
		}
		if game.ErrorCode(err) == game.NotFound {
			err = nil // it has already ended
		}
	case "others":
		to, err = "/me?done=alone#access", s.judge.Users.DropSessions(r.Context(), a.ID, session.Hash)
	case "all":
		to, err = "/me?done=endall#access", s.judge.Users.ConfirmOwner(r.Context(), a, session, form.Get("current"))
		if err == nil {
			err = s.judge.Users.EndAllAccess(r.Context(), a.ID, session.Hash, s.letters != nil)
		}
	default:
		err = game.Refuse(game.Invalid, message.New("The form does not say what to end."))
	}
	if err != nil {
		s.meAgain(w, r, a, "access", err)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
