package auth

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// mePage is an account as its owner sees it.
type mePage struct {
	*game.Account
	Record    message.Message
	Addresses []addressRow
	Bouncing  *bouncingRow // set if e-mail to the account is returned
	Access    []accessRow
	InLetters []accessRow // access through links in the judge's e-mail
	Passkeys  []passkeyRow
	Connected []identityRow
	// ChatServices are the services with which chats can be connected. Invitation says how to
	// connect the chosen one.
	ChatServices []page.Choice
	Invitation   *invitation
	Providers    []page.Choice
	Factor       account.Factor
	Withheld     bool           // a master's rights are withheld until there is a second factor
	Recent       bool           // signed in recently, so no form asks for the password
	NoPasskey    page.Phrase    // why passkeys do not work here; empty if they do
	Owned        []game.Account // programs for which the account answers
	// the name of the account that answers for a program; empty if the operator does, or if this is
	// not a program's account
	Answers  string
	Games    []page.Choice // games to which a program can be limited
	Letters  bool
	Reports  int            // number of reports that wait for an operator
	Warned   bool           // whether there is a warning to acknowledge
	Wishes   account.Wishes // which e-mails the person does not want
	Notices  noticesForm
	Current  bool   // whether the current password is required to set another one
	NewName  string // the name that was typed, if it was refused
	NewZone  string
	Secret   string // secret of a new token; shown once
	Feed     *calendarRow
	NewFeed  string // address of a new calendar; shown once
	Vacation *vacationRow
	Once     string
	Notice   string
	Error    string
	Where    string // the form that the error belongs to
	Part     string // the part of the page that is open if the address names none
}

type addressRow struct {
	Email    string
	Verified bool
	Main     bool
}

type bouncingRow struct {
	Email, Why string
	Since      page.Due
}

// Link returns the address of the account's public profile.
func (pg *mePage) Link() string { return page.PlayerLink(pg.Name) }

// meNotices holds the messages that confirm the results of forms.
//
//lang:words
var meNotices = map[string]string{
	"profile":    "Saved.",
	"letters":    "Saved. It applies from the next e-mail on.",
	"notices":    "Saved. It applies from the next notification on.",
	"way":        "Added. You are now notified there, too.",
	"dropway":    "Removed. Nothing is sent there any more.",
	"password":   "Your password is changed. Other browsers have to sign in again.",
	"address":    "The address is confirmed.",
	"main":       "Your e-mail now goes there.",
	"removed":    "The address is removed from your account.",
	"token":      "The key was created; it was shown once.",
	"passkey":    "The passkey is added. You can now sign in with it.",
	"dropped":    "The key is revoked.",
	"linked":     "The accounts are connected. You can now sign in there.",
	"unlinked":   "The accounts are no longer connected.",
	"moved":      "Your address where you signed in has changed. Your account here is the same; below you can add the new address to it.",
	"access":     "It has ended.",
	"endall":     "All other access to your account has ended.",
	"program":    "The account is now marked as that of a program.",
	"person":     "The account is that of a person again.",
	"factor":     "The second factor is turned off.",
	"alone":      "All other browsers are signed out.",
	"calendar":   "The address was created; it was shown once.",
	"vacation":   "Your vacation is recorded. Below is what it does in each of your games.",
	"novacation": "Your vacation is cancelled.",
}

func (s *Pages) me(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	pg, err := s.newMePage(r, a)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	done := r.URL.Query().Get("done")
	pg.Notice, pg.Part = meNotices[done], partOf(done)
	s.Page(w, r, http.StatusOK, "me", page.Frame{Title: page.Called(s.Catalogue(r), a.Name), Body: pg})
}

func (s *Pages) newMePage(r *http.Request, a *game.Account) (*mePage, error) {
	ctx := r.Context()
	pg := &mePage{Account: a, Letters: s.letters != nil, NewZone: a.Zone, Once: page.NewOnce(), Current: a.Hash != "" && !s.fresh(r)}
	pg.NewName, _ = game.PlainName(a.Name)
	var err error
	if pg.Owned, err = s.judge.Users.Programs(ctx, a.ID); err != nil {
		return nil, err
	}
	if a.Owner != "" {
		owner, err := s.judge.Users.Account(ctx, a.Owner)
		if err != nil {
			return nil, err
		}
		pg.Answers = owner.Name
	}
	if _, pg.Record, err = s.judge.Ratings.Reliability(ctx, a.ID); err != nil {
		return nil, err
	}
	if err := s.standing(r, a, pg); err != nil {
		return nil, err
	}
	if pg.Wishes, err = account.ReadWishes(a); err != nil {
		return nil, err
	}
	if pg.Notices, err = s.newNoticesForm(r, a, &pg.Wishes); err != nil {
		return nil, err
	}
	back, err := s.judge.Users.Bouncing(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	if back != nil {
		pg.Bouncing = &bouncingRow{Email: back.Email, Why: back.Why, Since: page.DueIn(back.Since, account.Zone(a))}
	}
	addresses, err := s.judge.Users.Addresses(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, x := range addresses {
		pg.Addresses = append(pg.Addresses, addressRow{x.Email, x.Verified, x.Email == a.Email})
	}
	if err := s.passkeys(r, a, pg); err != nil {
		return nil, err
	}
	if err := s.identities(r, a, pg); err != nil {
		return nil, err
	}
	for _, service := range s.chats {
		pg.ChatServices = append(pg.ChatServices, page.Choice{Value: service, Label: serviceTitle(service)})
	}
	if err := s.vacation(r, a, pg); err != nil {
		return nil, err
	}
	if pg.Factor, err = s.judge.Users.Factor(ctx, a.ID); err != nil {
		return nil, err
	}
	if pg.Withheld, err = s.judge.Users.Withheld(ctx, a); err != nil {
		return nil, err
	}
	games, err := s.judge.Base.GamesOf(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, g := range slices.Backward(games) {
		if g.Status != game.Terminated && !g.Finished {
			pg.Games = append(pg.Games, page.Choice{Value: g.ID, Label: g.Name})
		}
	}
	return pg, s.accessRows(r, a, pg)
}

// standing adds the decisions of operators about an account and, for operators, what waits for
// them.
func (s *Pages) standing(r *http.Request, a *game.Account, pg *mePage) error {
	_, now, err := s.judge.Safety.Sanctions(r.Context(), a.ID)
	if err != nil {
		return err
	}
	pg.Warned = len(now.Warnings) > 0
	if !a.Operator {
		return nil
	}
	pg.Reports, err = s.judge.Safety.OpenReports(r.Context(), a.ID)
	if game.ErrorCode(err) == game.Forbidden { // a second factor is demanded, but missing
		return nil
	}
	return err
}

// passkeys adds the passkeys of an account to its page.
func (s *Pages) passkeys(r *http.Request, a *game.Account, pg *mePage) error {
	all, err := s.judge.Users.Passkeys(r.Context(), a.ID)
	if err != nil {
		return err
	}
	loc := account.Zone(a)
	for i := range all {
		p := &all[i]
		pg.Passkeys = append(pg.Passkeys, passkeyRow{p.ID, p.Name, page.DueIn(p.Created, loc), page.DueIn(p.Used, loc), p.Copied()})
	}
	pg.Recent = s.recent(r)
	_, why := s.site(r)
	pg.NoPasskey = page.Say(why)
	return nil
}

// partOf returns the part of the account's page that contains a form or its result.
func partOf(name string) string {
	switch name {
	case "password", "passkey", "connected", "address", "main", "removed", "access":
		return "signin"
	case "notices", "ways", "chats":
		return "notices"
	case "vacation", "calendar":
		return "away"
	case "token", "program":
		return "programs"
	case "erase":
		return "data"
	}
	return "profile"
}

// meAgain shows the page of an account again after an error in one of its forms.
func (s *Pages) meAgain(w http.ResponseWriter, r *http.Request, a *game.Account, where string, problem error) {
	pg, err := s.newMePage(r, a)
	if err != nil {
		s.Refuse(w, r, problem, nil)
		return
	}
	pg.Error, pg.Where, pg.Part = s.Explain(r, problem), where, partOf(where)
	if where == "profile" {
		pg.NewName, pg.NewZone = page.Clean(r.PostForm.Get("name")), page.Clean(r.PostForm.Get("zone"))
	}
	s.Again(w, r, problem, "me", a.Name, pg)
}

// meForm reads a form of the account's page.
func (s *Pages) meForm(w http.ResponseWriter, r *http.Request) (*game.Account, bool) {
	if !s.Form(w, r) {
		return nil, false
	}
	return s.Member(w, r)
}

func (s *Pages) saveProfile(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	name, zone := page.Clean(r.PostForm.Get("name")), page.Clean(r.PostForm.Get("zone"))
	settings := account.Changes{Name: &name, Zone: &zone}
	others := r.PostForm.Get("others") != "" // the form is the one about privacy
	if open := r.PostForm.Get("openData") != ""; others {
		settings.OpenData = &open
	}
	err := s.judge.Users.SaveSettings(r.Context(), a.ID, settings)
	if err == nil && others {
		err = s.judge.Users.SetPrivate(r.Context(), a.ID, r.PostForm.Get("private") != "")
	}
	if err != nil {
		s.meAgain(w, r, a, "profile", err)
		return
	}
	http.Redirect(w, r, "/me?done=profile", http.StatusSeeOther)
}

// fresh reports whether an e-mail opened the session recently, so that a new password can be
// set without the current one.
func (s *Pages) fresh(r *http.Request) bool {
	return s.Visit(r).Token.Email != "" && s.recent(r)
}

func (s *Pages) savePassword(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	password := r.PostForm.Get("password")
	err := s.judge.Users.CheckPassword(password, a.Name, a.Email)
	if err == nil {
		err = s.judge.Users.ConfirmPasswordChange(r.Context(), a, s.Visit(r).Token, r.PostForm.Get("current"))
	}
	if err == nil {
		var also []account.PasswordOption
		if r.PostForm.Get("keys") != "" {
			also = append(also, account.EndAccess)
		}
		err = s.judge.Users.SetPassword(r.Context(), a.ID, password, also...)
	}
	if err != nil {
		s.meAgain(w, r, a, "password", err)
		return
	}
	if err := s.SignIn(w, r, account.Half{Account: a.ID}); err != nil { // all sessions of the old password have ended
		s.Refuse(w, r, err, nil)
		return
	}
	http.Redirect(w, r, "/me?done=password", http.StatusSeeOther)
}

// changeAddress adds or removes an address, or selects it to receive the account's e-mail.
func (s *Pages) changeAddress(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	email := page.Clean(r.PostForm.Get("email"))
	err := s.judge.Users.ConfirmOwner(r.Context(), a, s.Visit(r).Token, r.PostForm.Get("current"))
	to := ""
	switch do := r.PostForm.Get("do"); {
	case err != nil:
	case do == "main":
		to, err = "/me?done=main", s.judge.Users.SetEmail(r.Context(), a.ID, email)
	case do == "remove":
		to, err = "/me?done=removed", s.judge.Users.RemoveAddress(r.Context(), a.ID, email)
	case do == "add":
		if s.letters == nil {
			err = game.Refuse(game.Conflict, message.New("This judge has no e-mail, so it cannot check whether the address is yours."))
			break
		}
		var secret account.SecretMail
		if secret, err = s.judge.Users.AddAddress(r.Context(), a.ID, email); err == nil {
			err = s.letters.Confirm(r.Context(), secret, a.Name, s.Catalogue(r).Tag)
		}
	default:
		err = game.Refuse(game.Invalid, message.New("The form does not say what to do with the address."))
	}
	switch {
	case err != nil:
		s.meAgain(w, r, a, "address", err)
	case to == "":
		s.Tell(w, r, "Check your e-mail", "Open the link in it, or reply to it, to add the address to your account.", "/me", "Your account")
	default:
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// changeProgram marks an account as a program's, for which the visitor answers, or removes the
// mark.
func (s *Pages) changeProgram(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	to, err := "/me?done=program#owned", error(nil)
	if r.PostForm.Get("do") == "release" {
		to, err = "/me?done=person#owned", s.judge.Users.ReleaseProgram(r.Context(), a.ID, page.Clean(r.PostForm.Get("account")))
	} else {
		_, err = s.judge.Users.AdoptProgram(r.Context(), a.ID, strings.TrimSpace(page.Clean(r.PostForm.Get("key"))))
	}
	if err != nil {
		s.meAgain(w, r, a, "program", err)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// makeToken creates a key for a program. The answer is the only place that shows it.
func (s *Pages) makeToken(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	shown := false
	to, ok := s.Once.Do(page.OnceKey(r, a.ID), func() (string, bool) {
		days, _ := strconv.Atoi(r.PostForm.Get("days"))
		t := game.Token{Kind: game.APIToken, Account: a.ID, Label: strings.TrimSpace(page.Clean(r.PostForm.Get("label"))), Game: r.PostForm.Get("game")}
		secret, err := "", s.judge.Users.ConfirmOwner(r.Context(), a, s.Visit(r).Token, r.PostForm.Get("current"))
		if err == nil {
			secret, err = s.judge.Users.NewToken(r.Context(), t, time.Duration(min(max(days, 0), 3660))*24*time.Hour)
		}
		if err != nil {
			s.meAgain(w, r, a, "token", err)
			return "", false
		}
		pg, err := s.newMePage(r, a)
		if err != nil {
			s.Refuse(w, r, err, nil)
			return "", false
		}
		pg.Secret, shown = secret, true
		w.Header().Set("Cache-Control", "no-store")
		s.Page(w, r, http.StatusOK, "me", page.Frame{Title: page.Called(s.Catalogue(r), a.Name), Body: pg})
		return "/me?done=token#programs", true
	})
	if ok && !shown {
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}
