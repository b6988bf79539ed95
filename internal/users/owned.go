package users

import (
	"context"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

type tokenArgs struct {
	act.Password
	Label string `arg:"label,optional" most:"80" doc:"What you call it"`
	Game  string `arg:"game,optional" most:"100" doc:"Only for this game"`
	Seat  int    `arg:"seat,optional" doc:"Only for this seat of it"`
	Days  int    `arg:"days,optional" most:"3660" doc:"How long it can be used; 0: until it is revoked"`
}

type idArgs struct {
	ID string `arg:"id" most:"254" doc:"Its ID"`
}

type accessArgs struct {
	Kind string `arg:"kind" most:"20" doc:"Its kind"`
	ID   string `arg:"id" most:"254" doc:"Its ID"`
}

type emailArgs struct {
	Email string `arg:"email" most:"254" doc:"The address"`
}

type keyArgs struct {
	Key string `arg:"key" least:"1" most:"200" doc:"A key of the program's account that is good for all its games"`
}

type programArgs struct {
	Account string `arg:"account" most:"40" doc:"The ID of its account"`
}

// Token describes an issued secret, without the secret itself.
type Token struct {
	ID      string    `json:"id" doc:"To take it back by"`
	Kind    string    `json:"kind" enum:"session,api,reply" doc:"For a browser, a program, or answers by mail"`
	Game    string    `json:"game,omitempty" doc:"It is for this game only"`
	Seat    int       `json:"seat,omitempty" doc:"It is for this seat only"`
	Label   string    `json:"label,omitempty" doc:"What its owner calls it"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires,omitzero"`
	Used    time.Time `json:"used,omitzero" doc:"About when it was last used"`
	Current bool      `json:"current,omitempty" doc:"It signs this request"`
}

// Secret is the answer to a request for a new token. It contains the token's secret.
type Secret struct {
	act.Done
	Token string `json:"token" doc:"For Authorization: Bearer TOKEN; it is not shown again"`
}

// Access is a way to read or use an account.
type Access struct {
	Kind    string    `json:"kind" enum:"session,key,passkey,provider,address,chat,hook,push,calendar,reply,link,invite"`
	ID      string    `json:"id" doc:"Among those of the kind"`
	Name    string    `json:"name,omitempty" doc:"By which you recognize it"`
	Game    string    `json:"game,omitempty" doc:"It is for this game only"`
	Seat    int       `json:"seat,omitempty" doc:"It is for this seat only"`
	Made    time.Time `json:"made,omitzero" doc:"Absent if it is not known"`
	Used    time.Time `json:"used,omitzero" doc:"About when it was last used, if that is known"`
	Expires time.Time `json:"expires,omitzero"`
	Current bool      `json:"current,omitempty" doc:"It signs this request"`
	Stays   bool      `json:"stays,omitempty" doc:"It cannot be ended: your mail goes there"`
}

// Program is the account of a program, as the person who answers for it sees it.
type Program struct {
	Account string `json:"account" doc:"Its ID"`
	Name    string `json:"name"`
}

// AdoptedProgram is a program that someone has just agreed to answer for.
type AdoptedProgram struct {
	act.Done
	Program
}

// ownerCommands returns the commands about access to an account.
func (u *Users) ownerCommands() []act.Command {
	type none struct{}
	const fresh = " Within 15 minutes after signIn."
	of := func(name, api string, needs act.Need, summary, does string, short ...act.Form) act.Command {
		return act.Command{Name: name, Who: act.Account, Needs: needs, Group: act.People, API: api, Summary: summary, Does: does, Short: short}
	}
	read := func(c act.Command) act.Command {
		c.Reads = true
		return c
	}
	return []act.Command{
		act.Of(of("sign off all", "DELETE /sessions", act.Session, "End all sessions of your account, in browsers and programs", "Links that were sent by e-mail and not yet used are revoked, too; tokens of programs stay."), func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			return act.Saying(message.New("All your sessions have ended.")), u.DropSessions(ctx, by.Account, "")
		}),
		act.Of(read(of("list tokens", "GET /me/tokens", act.Nothing, "The tokens of your account, without their secrets", "", act.Form{Syntax: "TOKENS"})), u.tokenList),
		act.Of(of("add token", "POST /me/tokens", act.Owner, "Make a token for a program", "For all your games, or limited to one game or one seat. Only this answer contains the secret. You need the session of a browser or of signIn, either a recent one or with the password again. The owner is notified by mail.", act.Form{Syntax: "TOKENS ADD label"}), u.addToken),
		act.Of(of("drop token", "DELETE /me/tokens/{id}", act.Session, "Revoke a token", "", act.Form{Syntax: "TOKENS DROP id"}), func(ctx context.Context, by act.Caller, a idArgs) (*act.Done, error) {
			return act.Saying(message.New("The token is revoked.")), u.DropToken(ctx, by.Account, a.ID)
		}),
		act.Of(of("remove address", "DELETE /me/addresses/{email}", act.Owner, "Remove a mail address from your account", fresh[1:]), func(ctx context.Context, by act.Caller, a emailArgs) (*act.Done, error) {
			return act.Saying(message.New("The address is removed.")), u.RemoveAddress(ctx, by.Account, a.Email)
		}),
		act.Of(read(of("list programs", "GET /me/programs", act.Nothing, "The programs for which you answer", "")),
			func(ctx context.Context, by act.Caller, _ none) (*act.Page[Program], error) {
				all, err := u.Programs(ctx, by.Account)
				return act.Whole(all, message.New("You answer for no program."), func(a *game.Account) (Program, message.Message) {
					x := programOf(a)
					return x, message.New("{id}: {name}", message.Order(x.Account), message.Name(x.Name))
				}), err
			}),
		act.Of(of("add program", "POST /me/programs", act.Session, "Mark an account as that of a program for which you answer", "The program's account must not take part in a game that is not over. Everyone sees the mark, and only you and operators can remove it."), func(ctx context.Context, by act.Caller, a keyArgs) (*AdoptedProgram, error) {
			p, err := u.AdoptProgram(ctx, by.Account, a.Key)
			if err != nil {
				return nil, err
			}
			is := programOf(p)
			return &AdoptedProgram{*act.Saying(message.New("You answer for the program {name}.", message.Name(is.Name))), is}, nil
		}),
		act.Of(of("remove program", "DELETE /me/programs/{account}", act.Session, "Make the account of a program that of a person again", "For the account that answers for it, while the program's account takes part in no game that is not over."), func(ctx context.Context, by act.Caller, a programArgs) (*act.Done, error) {
			said := message.New("The account is that of a person again.")
			return act.Saying(said), u.ReleaseProgram(ctx, by.Account, a.Account)
		}),
		act.Of(read(of("list access", "GET /me/access", act.Session, "Everything that can read or use your account", "Sessions, keys of programs, passkeys, accounts elsewhere, e-mail addresses, chats, webhooks, browsers that are notified, the calendar, addresses for replies, unused links, and addresses by which people join your games.", act.Form{Syntax: "ACCESS"})), u.accessList),
		act.Of(of("end access", "DELETE /me/access/{kind}/{id}", act.Session, "End access to your account", "A passkey, an account elsewhere and an e-mail address only within 15 minutes after signIn. The sessions that they have opened end, too.", act.Form{Syntax: "ACCESS END kind id"}), func(ctx context.Context, by act.Caller, a accessArgs) (*act.Done, error) {
			kind := account.AccessKind(a.Kind)
			if kind.Signs() {
				if err := by.Confirm(ctx, ""); err != nil {
					return nil, err
				}
			}
			return act.Saying(message.New("This access has ended.")), u.EndAccess(ctx, by.Account, kind, a.ID, by.Mail)
		}),
		act.Of(of("end all access", "POST /me/access/end", act.Owner, "End all access to your account but this session", "Your password, your second factor and the address to which your mail goes stay. The owner is notified by mail."), func(ctx context.Context, by act.Caller, _ act.Password) (*act.Done, error) {
			said := message.New("All access to your account has ended, except this session.")
			return act.Saying(said), u.EndAllAccess(ctx, by.Account, by.Token, by.Mail)
		}),
	}
}

// tokenList lists the tokens of the caller.
func (u *Users) tokenList(ctx context.Context, by act.Caller, _ struct{}) (*act.Page[Token], error) {
	all, err := u.Tokens(ctx, by.Account)
	if err != nil {
		return nil, err
	}
	at := func(t time.Time) message.Message {
		if t.IsZero() {
			return message.Quote("-")
		}
		return message.New("{moment}", message.Moment(t.Unix()))
	}
	all = slices.DeleteFunc(all, func(t game.Token) bool { // omits unused e-mail links
		return t.Kind != game.SessionToken && t.Kind != game.APIToken && t.Kind != game.ReplyToken
	})
	return act.Whole(all, message.New("Your account has no tokens."), func(t *game.Token) (Token, message.Message) {
		x := Token{t.Hash, string(t.Kind), t.Game, t.Seat, t.Label, t.Created.UTC(), utc(t.Expires), utc(t.Used), t.Hash == by.Token}
		line := message.New("{id}: {kind} {label}, used {used}, until {end}", message.Order(x.ID), message.Order(x.Kind), message.Name(x.Label), at(x.Used), at(x.Expires))
		if x.Current {
			line = message.New("{token}, this one", line)
		}
		return x, line
	}), nil
}

// addToken creates an API key, and returns it with its secret.
func (u *Users) addToken(ctx context.Context, by act.Caller, a tokenArgs) (*Secret, error) {
	t := game.Token{Kind: game.APIToken, Account: by.Account, Seat: a.Seat, Label: a.Label}
	if a.Game != "" {
		g, err := u.base.FindGame(ctx, a.Game)
		if err != nil {
			return nil, err
		}
		t.Game = g.ID
	}
	secret, err := u.NewToken(ctx, t, time.Duration(a.Days)*24*time.Hour)
	return &Secret{Done: *act.Saying(message.Quote(secret)), Token: secret}, err
}

// accessList lists all access to the caller's account.
func (u *Users) accessList(ctx context.Context, by act.Caller, _ struct{}) (*act.Page[Access], error) {
	all, err := u.Access(ctx, by.Account)
	return act.Whole(all, message.New("Nothing can use your account."), func(x *account.Access) (Access, message.Message) {
		return Access{
			Kind: string(x.Kind), ID: x.ID, Name: x.Name, Game: x.Game, Seat: x.Seat, Made: utc(x.Made), Used: utc(x.Used), Expires: utc(x.Ends),
			Current: x.Kind == account.AccessSession && x.ID == by.Token, Stays: x.Stays,
		}, message.New("{kind} {id} {name}", message.Order(x.Kind), message.Order(x.ID), message.Name(x.Name))
	}), err
}

func programOf(a *game.Account) Program {
	name, _ := game.PlainName(a.Name)
	return Program{a.ID, name}
}

// utc converts a time to UTC, as the API shows it. A zero time stays zero.
func utc(at time.Time) time.Time {
	if at.IsZero() {
		return at
	}
	return at.UTC()
}
