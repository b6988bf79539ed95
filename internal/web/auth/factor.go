package auth

import (
	"net/http"
	"net/url"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// factorPage is the second factor of an account as its owner sees it.
type factorPage struct {
	On     bool
	Since  page.Due
	Left   int // number of recovery codes left
	Mail   bool
	Secret string  // the secret that is being set up
	QR     page.QR // the secret as a picture
	Spare  []string
	Recent bool
	Error  string
}

func (s *Pages) newFactorPage(r *http.Request, a *game.Account) (*factorPage, error) {
	f, err := s.judge.Users.Factor(r.Context(), a.ID)
	if err != nil {
		return nil, err
	}
	pg := &factorPage{On: f.On, Since: page.DueIn(f.Since, account.Zone(a)), Left: f.Spare, Mail: f.Mail, Recent: s.recent(r)}
	if f.On || !pg.Recent { // the secret is shown only in a fresh session
		return pg, nil
	}
	if pg.Secret, err = s.judge.Users.BegunFactor(r.Context(), a.ID); err != nil || pg.Secret == "" {
		return pg, err
	}
	pg.QR, err = page.NewQR(s.keyAddress(a, pg.Secret))
	return pg, err
}

// keyAddress returns the otpauth URL from which authenticator apps import a secret.
func (s *Pages) keyAddress(a *game.Account, secret string) string {
	issuer := s.name
	if issuer == "" {
		issuer = "podesta"
	}
	q := url.Values{"secret": {secret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	label := url.PathEscape(strings.ReplaceAll(issuer, ":", " ")) + ":" + url.PathEscape(a.Email)
	return "otpauth://totp/" + label + "?" + strings.ReplaceAll(q.Encode(), "+", "%20")
}

func (s *Pages) factor(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	pg, err := s.newFactorPage(r, a)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "factor", page.Frame{Title: "Second factor", Body: pg})
}

// changeFactor sets up the second factor, or changes it after a code.
func (s *Pages) changeFactor(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	ctx, code := r.Context(), strings.ReplaceAll(page.Clean(r.PostForm.Get("code")), " ", "")
	to, spare, err := "/me/factor", []string(nil), error(nil)
	switch r.PostForm.Get("do") {
	case "begin":
		if err = s.judge.Users.ConfirmOwner(ctx, a, s.Visit(r).Token, ""); err == nil {
			_, err = s.judge.Users.BeginFactor(ctx, a.ID)
		}
	case "on":
		if err = s.judge.Users.ConfirmOwner(ctx, a, s.Visit(r).Token, ""); err == nil {
			spare, err = s.judge.Users.ConfirmFactor(ctx, a.ID, s.Visit(r).Token.Hash, code)
		}
	case "spare":
		spare, err = s.judge.Users.NewSpares(ctx, a.ID, code)
	case "mail":
		err = s.judge.Users.SetFactorMail(ctx, a.ID, code, r.PostForm.Get("mail") != "")
	case "off":
		to, err = "/me?done=factor#factor", s.judge.Users.DropFactor(ctx, a.ID, code)
	default:
		err = game.Refuse(game.Invalid, message.New("The form does not say what to do with the second factor."))
	}
	if err == nil && spare == nil {
		http.Redirect(w, r, to, http.StatusSeeOther)
		return
	}
	pg, broken := s.newFactorPage(r, a)
	if broken != nil {
		s.Refuse(w, r, broken, nil)
		return
	}
	if err != nil {
		pg.Error = s.Explain(r, err)
		s.Again(w, r, err, "factor", "Second factor", pg)
		return
	}
	pg.Spare = spare
	w.Header().Set("Cache-Control", "no-store")
	s.Page(w, r, http.StatusOK, "factor", page.Frame{Title: "Second factor", Body: pg})
}
