package account

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// AccessKind is a kind of what can read or use an account.
type AccessKind string

// The kinds of access.
const (
	AccessSession  AccessKind = "session"  // a browser, or a program that has signed in
	AccessKey      AccessKind = "key"      // of a program
	AccessPasskey  AccessKind = "passkey"  // signs in
	AccessProvider AccessKind = "provider" // an account elsewhere that signs in
	AccessAddress  AccessKind = "address"  // an e-mail address: who reads its mail can sign in
	AccessChat     AccessKind = "chat"     // what is written there counts as the owner's
	AccessHook     AccessKind = "hook"     // a webhook, or a chat that is notified
	AccessPush     AccessKind = "push"     // a browser that is notified
	AccessCalendar AccessKind = "calendar" // the address of a calendar
	AccessReply    AccessKind = "reply"    // the address for replies in a game's e-mail, and its link to unsubscribe
	AccessLink     AccessKind = "link"     // a link in an e-mail that was not followed yet
	AccessInvite   AccessKind = "invite"   // an address by which people join a game of the owner's
)

// Signs reports whether access of a kind can sign in to an account. Removing it needs
// what adding it needs: a thief who removes it keeps the owner out.
func (k AccessKind) Signs() bool {
	return k == AccessPasskey || k == AccessProvider || k == AccessAddress
}

// Access is something that can read or use an account.
type Access struct {
	Kind AccessKind
	ID   string // among those of the kind
	Name string // by which the owner recognizes it; may be empty
	// Game is the one to which it is limited, and Seat the seat in it; empty: all of
	// the owner's.
	Game, GameName   string
	Seat             int
	Made, Used, Ends time.Time // zero: unknown, never
	Letter           bool      // a session that an e-mail has opened
	Stays            bool      // it is not ended together with all others: the address to which e-mail goes
	Over             bool      // it has ended, and is still stored

	end func(ctx context.Context, tx *game.Tx) error
}

// AccessSource lists the access that is stored in a table, or in items of a kind.
type AccessSource struct {
	Table string
	Item  string // the kind of the items, if Table is "item"
	list  func(s *Service, tx *game.Tx, account string) ([]Access, error)
}

// AccessSources is the register of everything that can read or use an account. What
// is added to it is listed on the owner's page and by the API, can be ended there,
// and ends with all other access. A test finds tables that belong to accounts and are
// not in it.
var AccessSources = []AccessSource{
	{Table: "token", list: (*Service).tokenAccess},
	{Table: "passkey", list: (*Service).passkeyAccess},
	{Table: "identity", list: (*Service).identityAccess},
	{Table: "address", list: (*Service).addressAccess},
	{Table: "item", Item: ChatsItem, list: (*Service).chatAccess},
	{Table: "hook", list: (*Service).hookAccess},
	{Table: "invite_link", list: (*Service).inviteAccess},
}

// Access lists everything that can read or use an account.
func (s *Service) Access(tx *game.Tx, account string) ([]Access, error) {
	all, err := s.stored(tx, account)
	return slices.DeleteFunc(all, func(x Access) bool { return x.Over }), err
}

// stored is Access with what has ended.
func (s *Service) stored(tx *game.Tx, account string) ([]Access, error) {
	var out []Access
	for _, source := range AccessSources {
		part, err := source.list(s, tx, account)
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
	}
	return out, nil
}

// The errors of ending access.
var (
	errNoAccess = game.Refuse(game.NotFound, message.New("The account has no such access. It may have ended meanwhile."))
	errMainMail = game.Refuse(game.Conflict, message.New("Your mail goes to this address. Choose another one for it first."))
)

// EndAccess ends access of an account. letters reports whether the judge can send a
// link that signs in: without it, the last way to sign in stays. The error code is
// "not_found" for access that the account does not have, and "conflict" for what
// cannot be ended.
func (s *Service) EndAccess(ctx context.Context, tx *game.Tx, account string, kind AccessKind, id string, letters bool) error {
	if err := tx.Accounts.LockAccount(account); err != nil {
		return err
	}
	all, err := s.Access(tx, account)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(x Access) bool { return x.Kind == kind && x.ID == id })
	switch {
	case i < 0:
		return errNoAccess
	case all[i].Stays:
		return errMainMail
	case kind == AccessPasskey || kind == AccessProvider:
		if err := s.leavesWay(tx, account, all, all[i:i+1], letters); err != nil {
			return err
		}
	}
	return all[i].end(ctx, tx)
}

// leavesWay returns an error if nobody could sign in to an account any more without
// some of its access.
func (s *Service) leavesWay(tx *game.Tx, account string, all, without []Access, letters bool) error {
	a, err := s.Account(tx, account)
	if err != nil || letters || a.Hash != "" {
		return err
	}
	signs := func(list []Access) (n int) {
		for _, x := range list {
			if x.Kind == AccessPasskey || x.Kind == AccessProvider {
				n++
			}
		}
		return n
	}
	if n := signs(without); n > 0 && n == signs(all) {
		return errLastWay
	}
	return nil
}

// EndAll ends all access to an account but one session, by its hash, and the address
// to which its e-mail goes: also what was begun and would become access. The password
// and the second factor stay. The owner gets one letter about it, with a message
// before it if there is one. letters is as for EndAccess.
func (s *Service) EndAll(ctx context.Context, tx *game.Tx, account, except string, letters bool, before ...message.Message) error {
	if err := tx.Accounts.LockAccount(account); err != nil {
		return err
	}
	a, err := s.Account(tx, account)
	if err != nil {
		return err
	}
	to, err := OwnersOf(tx, account)
	if err != nil {
		return err
	}
	all, err := s.stored(tx, account)
	if err != nil {
		return err
	}
	if err := s.leavesWay(tx, account, all, all, letters); err != nil {
		return err
	}
	if err := s.endEach(ctx, tx, account, except, all); err != nil {
		return err
	}
	said := append(slices.Clone(before), message.New("All access to your account was ended: browsers, keys of programs, passkeys, accounts elsewhere, other addresses, chats, webhooks, notifications, the calendar, addresses for replies, and links that invite to your games. Your password stays, and e-mail goes to {address}.", message.Name(a.Email)))
	return s.TellOwner(ctx, tx, a, to, message.New("{text}", message.ListOf(message.Sentences, said)))
}

// endEach ends access without a letter about each.
func (s *Service) endEach(ctx context.Context, tx *game.Tx, account, except string, all []Access) error {
	to, err := OwnersOf(tx, account)
	if err != nil {
		return err
	}
	silent := with(ctx, func(r *request) { r.answered, r.kept = to, except })
	for _, x := range all {
		if x.Stays || x.Kind == AccessSession && x.ID == except {
			continue
		}
		// A session has perhaps ended with the passkey that opened it.
		if err := x.end(silent, tx); err != nil && game.ErrorCode(err) != game.NotFound && !errors.Is(err, game.ErrNoRecord) {
			return err
		}
	}
	return tx.Passkeys.DropCeremoniesOf(account)
}

// Revoke ends all access to an account without a letter, except the address to which
// its e-mail goes.
func (s *Service) Revoke(ctx context.Context, tx *game.Tx, account string) error {
	all, err := s.stored(tx, account)
	if err != nil {
		return err
	}
	return s.endEach(ctx, tx, account, "", all)
}

// Restored ends all access to an account after the database was replaced by a copy from
// an earlier time, and says its owner. It reports whether there was any. letters is
// as for EndAccess: without it, nobody loses the last way to sign in.
func (s *Service) Restored(ctx context.Context, tx *game.Tx, account string, copied time.Time, letters bool) (bool, error) {
	a, err := s.Account(tx, account)
	if err != nil {
		return false, err
	}
	all, err := s.stored(tx, account)
	if err != nil {
		return false, err
	}
	stranded := s.leavesWay(tx, account, all, all, letters) != nil
	all = slices.DeleteFunc(all, func(x Access) bool {
		return x.Kind == AccessAddress || stranded && (x.Kind == AccessPasskey || x.Kind == AccessProvider)
	})
	if len(all) == 0 {
		return false, nil
	}
	if err := s.endEach(ctx, tx, account, "", all); err != nil || a.Blocked || !a.Verified {
		return true, err
	}
	to, err := OwnersOf(tx, account)
	f := s.owners.Load()
	if err != nil || f == nil || len(to) == 0 {
		return true, err
	}
	return true, (*f)(tx, OwnerNews{Account: a.ID, Name: a.Name, At: s.now(), To: to, Person: &PersonNews{
		Subject: message.New("restored from a copy"), Page: "/me#access", Due: s.now(),
		Said: []message.Message{
			message.New("The judge was restored from a copy of {time}. What was revoked since would be valid again, so all access to your account was ended: browsers, keys of programs, passkeys, accounts elsewhere, chats, webhooks, notifications, the calendar, and addresses for replies in earlier e-mail.", message.Moment(copied.Unix())),
			message.New("Your password, your addresses and your second factor are as they were then: check them, and set up again what you need."),
		},
	}})
}

func (s *Service) tokenAccess(tx *game.Tx, account string) ([]Access, error) {
	all, err := tx.Tokens.Tokens(account)
	var out []Access
	for _, t := range all {
		x := Access{
			Kind: AccessLink, ID: t.Hash, Name: t.Label, Game: t.Game, Seat: t.Seat, Made: t.Created, Used: t.Used, Ends: t.Expires, Over: s.ended(t),
			end: func(_ context.Context, tx *game.Tx) error { return s.DropToken(tx, account, t.Hash) },
		}
		switch t.Kind {
		case game.SessionToken:
			x.Kind, x.Letter = AccessSession, t.Email != ""
		case game.APIToken:
			x.Kind = AccessKey
		case game.CalendarToken:
			x.Kind = AccessCalendar
		case game.ReplyToken:
			x.Kind = AccessReply
		default:
			x.Name = t.Email
		}
		out = append(out, x)
	}
	return out, err
}

func (s *Service) passkeyAccess(tx *game.Tx, account string) ([]Access, error) {
	all, err := tx.Passkeys.Passkeys(account)
	var out []Access
	for i := range all {
		p := &all[i]
		out = append(out, Access{
			Kind: AccessPasskey, ID: p.ID, Name: p.Name, Made: p.Created, Used: p.Used,
			end: func(ctx context.Context, tx *game.Tx) error { return s.RemovePasskey(ctx, tx, account, p.ID) },
		})
	}
	return out, err
}

func (s *Service) identityAccess(tx *game.Tx, account string) ([]Access, error) {
	all, err := tx.Identities.Identities(account)
	var out []Access
	for _, x := range all {
		out = append(out, Access{
			Kind: AccessProvider, ID: IdentityID(x.Issuer, x.Subject), Name: HostOf(x.Issuer), Made: x.Created, Used: x.Used,
			end: func(ctx context.Context, tx *game.Tx) error {
				return s.UnlinkIdentity(ctx, tx, account, HostOf(x.Issuer), x.Issuer, x.Subject, true)
			},
		})
	}
	return out, err
}

// IdentityID returns the ID of an identity as access to an account.
func IdentityID(issuer, subject string) string {
	return HashSecret("identity " + issuer + "\x00" + subject)[:26]
}

// HostOf returns the host in an address, or the address.
func HostOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return address
}

func (s *Service) addressAccess(tx *game.Tx, account string) ([]Access, error) {
	a, err := s.Account(tx, account)
	if err != nil {
		return nil, err
	}
	all, err := tx.Accounts.Addresses(account)
	var out []Access
	for _, x := range all {
		out = append(out, Access{
			Kind: AccessAddress, ID: x.Email, Name: x.Email, Stays: x.Email == a.Email,
			end: func(ctx context.Context, tx *game.Tx) error { return s.RemoveAddress(ctx, tx, account, x.Email) },
		})
	}
	return out, err
}

func (s *Service) chatAccess(tx *game.Tx, account string) ([]Access, error) {
	all, err := Chats(tx, account)
	var out []Access
	for _, c := range all {
		out = append(out, Access{
			Kind: AccessChat, ID: ChatID(c.Service, c.Person), Name: c.Service + ": " + c.Name, Made: c.Made,
			end: func(ctx context.Context, tx *game.Tx) error {
				return s.UntieChat(ctx, tx, account, c.Service, c.Person)
			},
		})
	}
	return out, err
}

// ChatID returns the ID of a chat as access to an account.
func ChatID(service, person string) string {
	return HashSecret("chat of " + personKey(service, person))[:26]
}

func (s *Service) hookAccess(tx *game.Tx, account string) ([]Access, error) {
	all, err := tx.Hooks.Hooks(account)
	if err != nil {
		return nil, err
	}
	var out []Access
	for i := range all {
		h := &all[i]
		x := Access{
			Kind: AccessHook, ID: h.ID, Name: h.URL, Game: h.Game, Made: h.Created,
			end: func(_ context.Context, tx *game.Tx) error { return tx.Hooks.DropHook(h.ID) },
		}
		if h.Format == game.HookPush {
			x.Kind, x.Name = AccessPush, h.Label
		}
		if h.Session != "" {
			if lives, err := s.Lives(tx, h.Session); err != nil {
				return nil, err
			} else if !lives {
				x.Over = true // it is deleted when there is something to send
			}
		}
		out = append(out, x)
	}
	return out, nil
}

func (s *Service) inviteAccess(tx *game.Tx, account string) ([]Access, error) {
	all, err := tx.Social.InviteLinksBy(account)
	var out []Access
	for _, l := range all {
		if l.Off || !l.Until.IsZero() && !s.now().Before(l.Until) || l.Uses > 0 && l.Used >= l.Uses {
			continue
		}
		out = append(out, Access{
			Kind: AccessInvite, ID: l.ID, Game: l.Game, Made: l.Made, Ends: l.Until,
			end: func(_ context.Context, tx *game.Tx) error { l.Off = true; return tx.Social.SaveInviteLink(l) },
		})
	}
	return out, err
}

// The prefixes of what a token's Opened names.
const (
	byPasskey  = "passkey "
	byIdentity = "provider "
)

// OpenedByPasskey returns what is recorded of a session that a passkey has opened.
func OpenedByPasskey(id string) string { return byPasskey + id }

// OpenedByIdentity is OpenedByPasskey for an identity.
func OpenedByIdentity(issuer, subject string) string { return byIdentity + IdentityID(issuer, subject) }

// StillOpens returns ErrToken for a session that is opened by something that was removed
// meanwhile.
func (s *Service) StillOpens(tx *game.Tx, t game.Token) error {
	if t.Opened == "" {
		return nil
	}
	all, err := s.Access(tx, t.Account)
	if err != nil {
		return err
	}
	for _, x := range all {
		if x.Kind == AccessPasskey && t.Opened == byPasskey+x.ID || x.Kind == AccessProvider && t.Opened == byIdentity+x.ID {
			return nil
		}
	}
	return ErrToken
}

// dropOpened ends the sessions that something has opened, and the links to an address
// that would open others.
func dropOpened(ctx context.Context, tx *game.Tx, account string, by func(*game.Token) bool) error {
	kept := requestOf(ctx).kept
	return DropWhere(tx, account, func(t *game.Token) bool { return t.Hash != kept && by(t) })
}

// DropWhere revokes the tokens of an account of which f is true.
func DropWhere(tx *game.Tx, account string, f func(*game.Token) bool) error {
	all, err := tx.Tokens.Tokens(account)
	if err != nil {
		return err
	}
	for i := range all {
		if !f(&all[i]) {
			continue
		}
		if err := tx.Tokens.DropToken(all[i].Hash); err != nil && !errors.Is(err, game.ErrNoRecord) {
			return err
		}
	}
	return nil
}
