package account

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// AccessKind is a kind of access to an account.
type AccessKind string

// The kinds of access.
const (
	AccessSession  AccessKind = "session"  // a browser, or a program that has signed in
	AccessKey      AccessKind = "key"      // the key of a program
	AccessPasskey  AccessKind = "passkey"  // a passkey, which signs in
	AccessProvider AccessKind = "provider" // an account at an identity provider that signs in
	AccessAddress  AccessKind = "address"  // an e-mail address that receives links to sign in
	AccessChat     AccessKind = "chat"     // a chat whose messages count as the owner's
	AccessHook     AccessKind = "hook"     // a webhook, or a chat that receives notifications
	AccessPush     AccessKind = "push"     // a browser that receives notifications
	AccessCalendar AccessKind = "calendar" // the secret address of a calendar
	AccessReply    AccessKind = "reply"    // the address for replies in a game's e-mail, and its link to unsubscribe
	AccessLink     AccessKind = "link"     // a link in an e-mail that nobody has followed yet
	AccessInvite   AccessKind = "invite"   // an address by which people join one of the owner's games
)

// Signs reports whether access of a kind can sign in to an account. Removing such access needs
// the same confirmation as adding it, because a thief who removes it locks the owner out.
func (k AccessKind) Signs() bool {
	return k == AccessPasskey || k == AccessProvider || k == AccessAddress
}

// Access is a way to read or use an account, such as a session or a key.
type Access struct {
	Kind AccessKind
	ID   string // identifies it among the access of its kind
	Name string // the name by which the owner recognizes it; may be empty
	// Game is the game to which the access is limited, and Seat is the seat in it. If Game is
	// empty, the access covers all of the owner's games.
	Game, GameName   string
	Seat             int
	Made, Used, Ends time.Time // zero if unknown, or never
	Letter           bool      // whether an e-mail has opened the session
	// whether it survives EndAllAccess, as the address that receives the account's e-mail does
	Stays bool
	Over  bool // whether it has ended, but is still stored

	end func(ctx context.Context, tx *game.Tx) error
}

// AccessSource lists the access that is stored in a table, or in items of a kind.
type AccessSource struct {
	Table string
	Item  string // the kind of the items, if Table is "item"
	list  func(s *Service, tx *game.Tx, account string) ([]Access, error)
}

// AccessSources is the register of everything that can read or use an account. Each entry is
// listed on the owner's page and by the API, can be ended there, and ends with all other
// access. A test finds tables that belong to accounts but are missing here.
var AccessSources = []AccessSource{
	{Table: "token", list: (*Service).tokenAccess},
	{Table: "passkey", list: (*Service).passkeyAccess},
	{Table: "identity", list: (*Service).identityAccess},
	{Table: "address", list: (*Service).addressAccess},
	{Table: "item", Item: ChatsItem, list: (*Service).chatAccess},
	{Table: "hook", list: (*Service).hookAccess},
	{Table: "invite_link", list: (*Service).inviteAccess},
}

// AccessIn lists everything that can read or use an account.
func (s *Service) AccessIn(tx *game.Tx, account string) ([]Access, error) {
	all, err := s.stored(tx, account)
	return slices.DeleteFunc(all, func(x Access) bool { return x.Over }), err
}

// stored is like AccessIn, but includes access that has ended.
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

func (s *Service) tokenAccess(tx *game.Tx, account string) ([]Access, error) {
	all, err := tx.Tokens.Tokens(account)
	var out []Access
	for _, t := range all {
		x := Access{
			Kind: AccessLink, ID: t.Hash, Name: t.Label, Game: t.Game, Seat: t.Seat, Made: t.Created, Used: t.Used, Ends: t.Expires, Over: s.ended(t),
			end: func(_ context.Context, tx *game.Tx) error { return s.dropToken(tx, account, t.Hash) },
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
			end: func(ctx context.Context, tx *game.Tx) error { return s.removePasskey(ctx, tx, account, p.ID) },
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
				return s.unlinkIdentity(ctx, tx, account, HostOf(x.Issuer), x.Issuer, x.Subject, true)
			},
		})
	}
	return out, err
}

// IdentityID returns the Access.ID of an identity.
func IdentityID(issuer, subject string) string {
	return HashSecret("identity " + issuer + "\x00" + subject)[:26]
}

// HostOf returns the host in an address, or the whole address if it has none.
func HostOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return address
}

func (s *Service) addressAccess(tx *game.Tx, account string) ([]Access, error) {
	a, err := s.AccountIn(tx, account)
	if err != nil {
		return nil, err
	}
	all, err := tx.Accounts.Addresses(account)
	var out []Access
	for _, x := range all {
		out = append(out, Access{
			Kind: AccessAddress, ID: x.Email, Name: x.Email, Stays: x.Email == a.Email,
			end: func(ctx context.Context, tx *game.Tx) error { return s.removeAddress(ctx, tx, account, x.Email) },
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
				return s.untieChat(ctx, tx, account, c.Service, c.Person)
			},
		})
	}
	return out, err
}

// ChatID returns the Access.ID of a person at a chat service.
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
				x.Over = true // it is deleted at the next attempt to send something
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

// The prefixes of Token.Opened.
const (
	byPasskey  = "passkey "
	byIdentity = "provider "
)

// OpenedByPasskey returns the value of Token.Opened for a session that a passkey has opened.
func OpenedByPasskey(id string) string { return byPasskey + id }

// OpenedByIdentity is like OpenedByPasskey, but for an identity.
func OpenedByIdentity(issuer, subject string) string { return byIdentity + IdentityID(issuer, subject) }

// StillOpens returns ErrToken for a session if the passkey or identity that opened it has been
// removed in the meantime.
func (s *Service) StillOpens(tx *game.Tx, t game.Token) error {
	if t.Opened == "" {
		return nil
	}
	all, err := s.AccessIn(tx, t.Account)
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

// dropOpened drops the tokens of an account for which the function by returns true, such as the
// sessions that a passkey has opened. It keeps the session that the request must not end.
func dropOpened(ctx context.Context, tx *game.Tx, account string, by func(*game.Token) bool) error {
	kept := requestOf(ctx).kept
	return DropWhere(tx, account, func(t *game.Token) bool { return t.Hash != kept && by(t) })
}

// DropWhere revokes the tokens of an account for which f returns true.
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

// Access lists everything that can read or use an account, for its owner, with the
// names of the games.
func (s *Service) Access(ctx context.Context, account string) ([]Access, error) {
	var out []Access
	err := s.store.Read(ctx, func(tx *game.Tx) (err error) {
		if out, err = s.AccessIn(tx, account); err != nil {
			return err
		}
		games := map[string]string{}
		for _, x := range out {
			if x.Game != "" {
				games[x.Game] = ""
			}
		}
		titles, err := tx.Games.Titles(slices.Sorted(maps.Keys(games)))
		for i := range titles {
			games[titles[i].ID] = titles[i].Name
		}
		for i := range out {
			out[i].GameName = games[out[i].Game]
		}
		return err
	})
	return out, err
}
