package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/account"
	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

func (s *Server) accountRoutes() {
	add(s, huma.Operation{
		OperationID: "register", Method: http.MethodPost, Path: "/accounts", Tags: []string{tagAccount}, Security: anyone, DefaultStatus: http.StatusAccepted,
		Summary: "Create an account", Description: "The answer is the same whether the address is known or not; an e-mail has the rest. " + needsMail,
	}, s.register)
	add(s, huma.Operation{
		OperationID: "askLink", Method: http.MethodPost, Path: "/sessions/link", Tags: []string{tagAccount}, Security: anyone, DefaultStatus: http.StatusAccepted,
		Summary: "Send an e-mail with a secret that signs on once", Description: needsMail,
	}, s.askLink)
	add(s, huma.Operation{
		OperationID: "addAddress", Method: http.MethodPost, Path: "/me/addresses", Tags: []string{tagAccount}, Security: owners, DefaultStatus: http.StatusAccepted,
		Summary: "Add a mail address to your account", Description: "The judge sends an e-mail with a secret to it. " + needsMail,
	}, s.addAddress)
	add(s, huma.Operation{
		OperationID: "verify", Method: http.MethodPost, Path: "/accounts/verify", Tags: []string{tagAccount}, Security: anyone,
		Summary: "Confirm a mail address with the secret that was sent to it",
	}, s.verify)
	add(s, huma.Operation{
		OperationID: "getMe", Method: http.MethodGet, Path: "/me", Tags: []string{tagAccount},
		Summary: "The account whose token signs the request",
	}, s.getMe)
	add(s, huma.Operation{
		OperationID: "setMe", Method: http.MethodPatch, Path: "/me", Tags: []string{tagAccount},
		Summary: "Change your name, time zone, mail address, which e-mails you get, and whether researchers may have your games",
	}, s.setMe)
	add(s, huma.Operation{
		OperationID: "setPassword", Method: http.MethodPut, Path: "/me/password", Tags: []string{tagAccount}, Security: owners, DefaultStatus: http.StatusNoContent,
		Summary: "Set your password", Description: "Needs the current password, unless the account has none or the session was opened through an e-mail within the last 15 minutes. You need the session of a browser or of signIn, not the token of a program. All sessions end, including this one.",
	}, s.setPassword)
	add(s, huma.Operation{
		OperationID: "getMyGames", Method: http.MethodGet, Path: "/me/games", Tags: []string{tagAccount},
		Summary: "The games in which you take part",
	}, s.getMyGames)
}

// needsMail is part of the description of operations that send an e-mail.
const needsMail = "A judge without mail refuses this with `conflict`."

// withMail returns an error on a judge without e-mail, for operations that need it.
func (s *Server) withMail(instead message.Message) error {
	if s.letters == nil {
		return problemOf(game.Conflict, message.New("This judge has no mail, so it cannot find out whose address this is. {instead}", instead))
	}
	return nil
}

func noticesOf(w account.Wishes) apijson.Notices {
	n := w.Notices()
	out := apijson.Notices{Mail: []string{}, MailDaily: n.Mail.Daily, Daily: n.Hours.Daily, QuietFrom: n.Hours.QuietFrom, QuietUntil: n.Hours.QuietUntil}
	for _, e := range n.Mail.Events {
		out.Mail = append(out.Mail, string(e))
	}
	return out
}

type personOutput struct{ Body apijson.Person }

func (s *Server) getMe(ctx context.Context, _ *struct{}) (*personOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return s.person(ctx, a)
}

func (s *Server) person(ctx context.Context, a *game.Account) (*personOutput, error) {
	p := apijson.Person{
		Account: a.ID, Email: a.Email, Program: a.Program, Zone: a.Zone, Verified: a.Verified, Keeper: a.Operator, Created: a.Created.UTC(), Addresses: []apijson.Address{},
	}
	p.Name, _ = game.PlainName(a.Name)
	if a.Owner != "" {
		owner, err := s.judge.Users.Account(ctx, a.Owner)
		if err != nil {
			return nil, err
		}
		p.Owner = owner.Name
	}
	w, err := account.ReadWishes(a)
	if err != nil {
		return nil, err
	}
	copies := !w.NoCopies
	p.Language = w.Language
	p.Letters = apijson.LetterWishes{Reminders: !w.NoReminders, Waiting: !w.NoWaiting, Broadcasts: !w.NoBroadcasts, Copies: &copies, Plain: w.Plain, Classic: &w.Classic}
	p.Notices, p.OpenData = noticesOf(w), w.OpenData
	all, err := s.judge.Users.Addresses(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, x := range all {
		p.Addresses = append(p.Addresses, apijson.Address{Email: x.Email, Verified: x.Verified})
	}
	percent, why, err := s.judge.Ratings.Reliability(ctx, a.ID)
	p.Reliability, p.Record = percent, why.In(languageOf(ctx))
	return &personOutput{p}, err
}

type setMeInput struct {
	Body struct {
		Name  *string `json:"name,omitempty" maxLength:"80"`
		Zone  *string `json:"zone,omitempty" maxLength:"60" example:"Europe/Rome"`
		Email *string `json:"email,omitempty" maxLength:"254" doc:"Where your mail goes; one of your proved addresses"`

		Language *string `json:"language,omitempty" maxLength:"20" example:"it" doc:"The language of your mail and pages: en, it, es or de"`

		Letters *apijson.LetterWishes `json:"letters,omitempty" doc:"Which messages come by e-mail"`
		Notices *apijson.Notices      `json:"notices,omitempty" doc:"How you are notified"`

		OpenData *bool `json:"openData,omitempty" doc:"Researchers may have your public games when they are over, with all orders, payments and dice, but without messages, and with your name replaced. A game is given only if everyone who played in it agrees. You can withdraw this for the future, but not from copies that were already given"`

		Current string `json:"current,omitempty" maxLength:"1000" doc:"Your password; needed for email 15 minutes after signIn"`
	}
}

func (s *Server) setMe(ctx context.Context, in *setMeInput) (*personOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	change := account.Changes{
		Name: in.Body.Name, Zone: in.Body.Zone, Language: in.Body.Language,
		Email: in.Body.Email, OpenData: in.Body.OpenData,
	}
	if l := in.Body.Language; l != nil && *l != "" && words.Get(*l) == nil {
		return nil, problemOf(game.Invalid, message.New("There is no language {tag}.", message.Name(*l)))
	}
	if in.Body.Email != nil {
		if a, err = s.confirmed(ctx, in.Body.Current); err != nil {
			return nil, err
		}
	}
	if l := in.Body.Letters; l != nil {
		was, err := account.ReadWishes(a)
		if err != nil {
			return nil, err
		}
		w := account.Wishes{NoReminders: !l.Reminders, NoWaiting: !l.Waiting, NoBroadcasts: !l.Broadcasts, NoCopies: was.NoCopies, Plain: l.Plain, Classic: was.Classic}
		if l.Copies != nil {
			w.NoCopies = !*l.Copies
		}
		if l.Classic != nil {
			w.Classic = *l.Classic
		}
		change.Wishes = &w
	}
	if n := in.Body.Notices; n != nil {
		hours := account.Hours{QuietFrom: n.QuietFrom, QuietUntil: n.QuietUntil, Daily: n.Daily}
		change.Notices = &account.Notices{Hours: hours, Mail: account.Choice{
			Events: eventsOf(n.Mail),
			Daily:  n.MailDaily,
		}}
	}
	if err := s.judge.Users.SaveSettings(ctx, a.ID, change); err != nil {
		return nil, err
	}
	if a, err = s.judge.Users.Account(ctx, a.ID); err != nil {
		return nil, err
	}
	return s.person(ctx, a)
}

// session returns an error for callers without a session, because a program's token could otherwise
// take over the account.
func (s *Server) session(ctx context.Context) error {
	if callerOf(ctx).token.Kind != game.SessionToken {
		return problemOf(game.Forbidden, message.New("A program cannot do this. Sign in with your password and use that session."))
	}
	return nil
}

// confirmed returns the caller's account. It returns an error unless the caller has a session and
// confirms, with it or with the password, that they own the account.
func (s *Server) confirmed(ctx context.Context, password string) (*game.Account, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.session(ctx); err != nil {
		return nil, err
	}
	return a, s.judge.Users.ConfirmOwner(ctx, a, callerOf(ctx).token, password)
}

type passwordInput struct {
	Body struct {
		Current  string `json:"current,omitempty" maxLength:"1000"`
		Password string `json:"password" minLength:"1" maxLength:"1000" doc:"12 characters at least"`
		DropKeys bool   `json:"dropKeys,omitempty" doc:"Also end all other access to the account, as endAllAccess does"`
	}
}

func (s *Server) setPassword(ctx context.Context, in *passwordInput) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.judge.Users.ConfirmPasswordChange(ctx, a, callerOf(ctx).token, in.Body.Current); err != nil {
		return nil, err
	}
	var also []account.PasswordOption
	if in.Body.DropKeys {
		also = append(also, account.EndAccess)
	}
	return nil, s.judge.Users.SetPassword(ctx, a.ID, in.Body.Password, also...)
}

func (s *Server) getMyGames(ctx context.Context, _ *struct{}) (*gameListOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	games, err := s.judge.Base.GamesOf(ctx, a.ID)
	out := &gameListOutput{Body: apijson.GameList{Total: len(games)}}
	for _, g := range games {
		out.Body.Items = append(out.Body.Items, apijson.SummaryOf(g))
	}
	return out, err
}

// Sent confirms that an e-mail was sent.
type Sent struct {
	Detail string `json:"detail"`
}

type sentOutput struct{ Body Sent }

type registerInput struct {
	Body struct {
		Name  string `json:"name" minLength:"1" maxLength:"80"`
		Email string `json:"email" minLength:"3" maxLength:"254"`
		Zone  string `json:"zone,omitempty" maxLength:"60" example:"Europe/Rome"`

		Language string `json:"language,omitempty" maxLength:"20" example:"it" doc:"The language of mail and pages: en, it, es or de"`
	}
}

func (s *Server) register(ctx context.Context, in *registerInput) (*sentOutput, error) {
	if err := s.withMail(message.New("If it runs on your own machine, create the account at {page}; otherwise ask its operator ({command}).", message.Order("/register"), message.Order("podesta account -new"))); err != nil {
		return nil, err
	}
	language := in.Body.Language
	if language != "" && words.Get(language) == nil {
		return nil, problemOf(game.Invalid, message.New("There is no language {tag}.", message.Name(language)))
	}
	a, secret, err := s.judge.Users.Register(ctx, in.Body.Name, in.Body.Email, in.Body.Zone)
	if err != nil {
		return nil, err
	}
	if language != "" && secret.Secret() != "" { // otherwise the account may belong to another person
		if err := s.judge.Users.SetLanguage(ctx, a.ID, language); err != nil {
			return nil, err
		}
	}
	if err := s.letters.Confirm(ctx, secret, a.Name, language); err != nil {
		return nil, err
	}
	return &sentOutput{Sent{"A letter was sent to the address. Follow what it says."}}, nil
}

type addressInput struct {
	Body struct {
		Email string `json:"email" minLength:"3" maxLength:"254"`
	}
}

type newAddressInput struct {
	Body struct {
		Email   string `json:"email" minLength:"3" maxLength:"254"`
		Current string `json:"current,omitempty" maxLength:"1000" doc:"Your password; needed 15 minutes after signIn"`
	}
}

func (s *Server) addAddress(ctx context.Context, in *newAddressInput) (*sentOutput, error) {
	a, err := s.confirmed(ctx, in.Body.Current)
	if err != nil {
		return nil, err
	}
	if err := s.withMail(message.New("Your account keeps the address that it has.")); err != nil {
		return nil, err
	}
	secret, err := s.judge.Users.AddAddress(ctx, a.ID, in.Body.Email)
	if err != nil {
		return nil, err
	}
	w, err := account.ReadWishes(a)
	if err != nil {
		return nil, err
	}
	if err := s.letters.Confirm(ctx, secret, a.Name, w.Language); err != nil {
		return nil, err
	}
	return &sentOutput{Sent{"A letter was sent to the address. Follow what it says."}}, nil
}

func (s *Server) askLink(ctx context.Context, in *addressInput) (*sentOutput, error) {
	if err := s.withMail(message.New("Sign in with your password, or ask its operator for a link ({command}).", message.Order("podesta account -link"))); err != nil {
		return nil, err
	}
	secret, err := s.judge.Users.LoginLink(ctx, in.Body.Email)
	if err != nil {
		return nil, err
	}
	if err := s.letters.SignOn(ctx, secret); err != nil {
		return nil, err
	}
	return &sentOutput{Sent{"If an account has this address, an e-mail with a link is on its way to it."}}, nil
}

type secretInput struct {
	Body struct {
		Secret string `json:"secret" minLength:"1" maxLength:"200"`
	}
}

func (s *Server) verify(ctx context.Context, in *secretInput) (*personOutput, error) {
	a, err := s.judge.Users.Verify(ctx, in.Body.Secret)
	if err != nil {
		return nil, err
	}
	return s.person(ctx, a)
}

// eventsOf converts names to kinds of events. It returns nil for an empty list.
func eventsOf(names []string) []game.Event {
	var out []game.Event
	for _, n := range names {
		out = append(out, game.Event(n))
	}
	return out
}
