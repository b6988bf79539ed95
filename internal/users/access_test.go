package users_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/softkey"
)

// notAccess maps columns that contain accounts but give no access to them to the reason.
var notAccess = map[string]string{
	"account.id": "the account itself", "account.owner": "who answers for a program, and cannot use its account",
	"absence.account": "when a player is away", "agreement.account": "a vote", "award.account": "a result", "contest.account": "a result", "skill.account": "a rating",
	"ceremony.account": "what has begun and is no access yet; it ends with all access",
	"entrant.account":  "takes part", "member.account": "takes part", "queue.account": "waits", "vacation.account": "is away", "seen.account": "has read",
	"follow.account": "the account reads a game, nobody reads the account", "held.account": "a notification that waits for one of the ways",
	"friend.account": "a friendship opens no account", "friend.other": "likewise", "relation.account": "whom it mutes", "relation.other": "whom others mute", "mute.account": "whom it mutes", "mute.other": "likewise",
	"invitation.account": "is invited", "invitation.host": "invites a person by name", "look.account": "what an operator has looked at", "mark.account": "a digest of where it has signed in",
	"report.about": "answers for it", "report.account": "has reported", "report.by": "has reported", "sanction.account": "what operators decided", "sanction.by": "an operator",
	"tournament.host": "organises", "game.host": "hosts",
}

// TestRegisterIsComplete checks everything that is stored for accounts: every table with a column
// for an account must be a source of the register, or be listed in notAccess.
func TestRegisterIsComplete(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	db, err := sql.Open("sqlite", filepath.Join(h.URL, "podesta.db"))
	h.Must(err)
	defer db.Close()
	n := 0
	for _, table := range column(t, db, "SELECT name FROM sqlite_master WHERE type = 'table'") {
		for _, name := range column(t, db, fmt.Sprintf("SELECT name FROM pragma_table_info('%s')", table)) {
			if !slices.Contains([]string{"account", "owner", "host", "other", "about", "by", "person", "member"}, name) {
				continue
			}
			n++
			known := slices.ContainsFunc(account.AccessSources, func(s account.AccessSource) bool { return s.Table == table && s.Item == "" })
			if _, other := notAccess[table+"."+name]; !known && !other {
				t.Errorf("%s.%s holds accounts: can it read or use one? Then account.AccessSources must list it, otherwise notAccess, with the reason", table, name)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d columns", n)
	}
}

// accesses creates one access of each kind for an account. It returns functions, keyed by kind,
// that report whether the access still works.
func accesses(t *testing.T, h *judgetest.House, a *game.Account, device *softkey.Device) map[account.AccessKind]func() bool {
	t.Helper()
	opens := func(secret string, err error) func() bool {
		h.Must(err)
		return func() bool { _, _, err := h.Users.Authenticate(ctx, secret); return err == nil }
	}
	stored := func(f func(tx *game.Tx) error) func() bool {
		return func() bool { return h.Store.Read(ctx, f) == nil }
	}
	g := h.HostGame(a, lobby.NewGame{Name: "Hers", Scenario: "A", Variant: "A-4"}, nil)
	out := map[account.AccessKind]func() bool{}
	out[account.AccessSession] = opens(h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID, Label: "stolen"}, 0))
	out[account.AccessKey] = opens(h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID}, 0))
	out[account.AccessReply] = opens(h.Users.ReplySecret(ctx, a.ID, g.ID, 0))
	passkey(h, a, device, "Phone")
	out[account.AccessPasskey] = func() bool { _, err := signs(h, device); return err == nil }
	id := game.Identity{Issuer: "https://club.example.org", Subject: "17"}
	h.Must(h.Users.LinkIdentity(ctx, a.ID, "The Club", id))
	out[account.AccessProvider] = func() bool { _, _, err := h.Users.SignInByIdentity(ctx, id); return err == nil }
	m, err := h.Users.AddAddress(ctx, a.ID, "second@example.net")
	h.Must(err)
	_, err = h.Users.Verify(ctx, m.Secret())
	h.Must(err)
	out[account.AccessAddress] = func() bool {
		m, err := h.Users.LoginLink(ctx, "second@example.net")
		return err == nil && m.Secret() != ""
	}
	code, err := h.Users.BeginChat(ctx, a.ID)
	h.Must(err)
	_, err = h.Users.TieChat(ctx, code, account.Chat{Service: "telegram", Person: "17", Name: "@ada"})
	h.Must(err)
	out[account.AccessChat] = func() bool { _, _, err := h.Users.ChatOf(ctx, "telegram", "17", "1"); return err == nil }
	hook, err := h.Judge.Hooks.AddHook(ctx, game.Hook{Account: a.ID, URL: "https://example.net/evil", Format: game.HookJSON})
	h.Must(err)
	out[account.AccessHook] = stored(func(tx *game.Tx) error { _, err := tx.Hooks.Hook(hook.ID); return err })
	push, err := h.Judge.Hooks.AddHook(ctx, game.Hook{Account: a.ID, URL: "https://push.example.net/1", Format: game.HookPush, Label: "Firefox"})
	h.Must(err)
	out[account.AccessPush] = stored(func(tx *game.Tx) error { _, err := tx.Hooks.Hook(push.ID); return err })
	calendar, err := h.Users.NewCalendar(ctx, a.ID)
	h.Must(err)
	out[account.AccessCalendar] = func() bool { _, err := h.Users.CalendarOf(ctx, calendar); return err == nil }
	link, err := h.Users.LoginLink(ctx, a.Email)
	h.Must(err)
	out[account.AccessLink] = stored(func(tx *game.Tx) error { _, err := tx.Tokens.Token(account.HashSecret(link.Secret())); return err })
	invite, err := h.Lobby.AddInviteLink(ctx, g.ID, h.RoleFor(g, a), 0, 0)
	h.Must(err)
	out[account.AccessInvite] = func() bool { o, err := h.Lobby.OpenLink(ctx, invite.Key, ""); return err == nil && o.Why.IsZero() }
	return out
}

// TestAccessEnds checks each kind of access: it is listed, ending it ends nothing else, its owner
// gets an e-mail when it is added, and ending all access ends it, too.
func TestAccessEnds(t *testing.T) {
	t.Parallel()
	kinds := []account.AccessKind{
		account.AccessSession, account.AccessKey, account.AccessPasskey, account.AccessProvider, account.AccessAddress, account.AccessChat,
		account.AccessHook, account.AccessPush, account.AccessCalendar, account.AccessReply, account.AccessLink, account.AccessInvite, "",
	}
	for _, kind := range kinds {
		h := judgetest.New(t)
		var told []string
		h.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
			told = append(told, n.What.String())
			return nil
		})
		a := h.Person("Ada")
		works := accesses(t, h, a, softkey.New(site.Origin))
		if letters := len(told); letters != 8 { // all but links, sessions and invitations
			t.Fatalf("%d letters: %q", letters, told)
		}
		told = nil
		here, err := h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID, Label: "here"}, 0)
		h.Must(err)
		h.Clock.Advance(time.Minute)
		all, err := h.Users.Access(ctx, a.ID)
		h.Must(err)
		for k, f := range works {
			i := slices.IndexFunc(all, func(x account.Access) bool { return x.Kind == k && !x.Stays && x.Name != "here" })
			if i < 0 || !f() {
				t.Fatalf("%s: listed %v", k, i >= 0)
			}
			if k == kind {
				h.Must(h.Users.EndAccess(ctx, a.ID, kind, all[i].ID, true))
				judgetest.Code(t, h.Users.EndAccess(ctx, a.ID, kind, all[i].ID, true), game.NotFound)
			}
		}
		if kind == "" {
			h.Must(h.Users.EndAllAccess(ctx, a.ID, account.HashSecret(here), true))
			if len(told) != 1 || !strings.Contains(told[0], "All access to your account was ended") {
				t.Errorf("told: %q", told)
			}
			if all, err = h.Users.Access(ctx, a.ID); err != nil || len(all) != 2 || all[0].Name != "here" || all[1].Name != a.Email {
				t.Errorf("left: %+v, %v", all, err)
			}
		}
		for k, f := range works {
			if got, want := f(), k != kind && kind != ""; got != want {
				t.Errorf("%q ended: %s works: %v", kind, k, got)
			}
		}
	}
}

// TestPendingAccessEnds checks that requests made in a session do not lead to access after all
// access has ended.
func TestPendingAccessEnds(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Ada")
	h.Must(h.Users.SetPassword(ctx, a.ID, goodPassword))
	code, err := h.Users.BeginChat(ctx, a.ID)
	h.Must(err)
	device := softkey.New(site.Origin)
	ask, secret, err := h.Users.NewPasskey(ctx, site, a.ID)
	h.Must(err)
	answer, err := device.Make(ask)
	h.Must(err)
	mail, err := h.Users.AddAddress(ctx, a.ID, "thief@example.net")
	h.Must(err)
	h.Must(h.Users.BeginIdentity(ctx, a.ID, "a state"))
	link, err := h.Users.LoginLink(ctx, a.Email)
	h.Must(err)
	h.Must(h.Users.SetPassword(ctx, a.ID, goodPassword+" more", account.EndAccess))
	for what, err := range map[string]error{
		"a chat":      second(h.Users.TieChat(ctx, code, account.Chat{Service: "telegram", Person: "17"})),
		"a passkey":   second(h.Users.AddPasskey(ctx, site, a.ID, secret, "x", answer)),
		"an address":  second(h.Users.Verify(ctx, mail.Secret())),
		"an identity": h.Users.TakeIdentityState(ctx, a.ID, "a state"),
	} {
		if game.ErrorCode(err) != game.Forbidden {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, _, err = h.Users.UseLink(ctx, link.Secret())
	judgetest.Code(t, err, game.Forbidden)
}

// TestSessionsEndWithTheirOrigin checks that a session ends with the passkey, identity or
// address that has opened it, even if that is removed while it opens one.
func TestSessionsEndWithTheirOrigin(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Ada")
	device := softkey.New(site.Origin)
	accesses(t, h, a, device)
	id := game.Identity{Issuer: "https://club.example.org", Subject: "17"}
	keys, err := h.Users.Passkeys(ctx, a.ID)
	h.Must(err)
	begin := func(tok game.Token) (func() bool, error) {
		tok.Kind, tok.Account = game.SessionToken, a.ID
		secret, err := h.Users.NewToken(ctx, tok, 0)
		return func() bool { _, _, err := h.Users.Authenticate(ctx, secret); return err == nil }, err
	}
	remove := map[account.AccessKind]func(context.Context) error{
		account.AccessPasskey: func(ctx context.Context) error { return h.Users.RemovePasskey(ctx, a.ID, keys[0].ID) },
		account.AccessProvider: func(ctx context.Context) error {
			return h.Users.UnlinkIdentity(ctx, a.ID, "x", id.Issuer, id.Subject, true)
		},
		account.AccessAddress: func(ctx context.Context) error { return h.Users.RemoveAddress(ctx, a.ID, "second@example.net") },
	}
	open := map[account.AccessKind]func() bool{}
	origin := map[account.AccessKind]game.Token{
		account.AccessPasskey:  {Opened: account.OpenedByPasskey(keys[0].ID)},
		account.AccessProvider: {Opened: account.OpenedByIdentity(id.Issuer, id.Subject)},
		account.AccessAddress:  {Email: "second@example.net"},
	}
	for kind, tok := range origin {
		open[kind], err = begin(tok)
		h.Must(err)
	}
	link, err := h.Users.LoginLink(ctx, "second@example.net")
	h.Must(err)
	ended := map[account.AccessKind]bool{}
	for kind, f := range remove {
		h.Must(f(ctx))
		ended[kind] = true
		for k, works := range open {
			if works() == ended[k] {
				t.Errorf("%s removed: the session of %s lives: %v", kind, k, !ended[k])
			}
		}
		if kind != account.AccessAddress {
			_, err := begin(origin[kind])
			judgetest.Code(t, err, game.Forbidden)
		}
	}
	_, _, err = h.Users.UseLink(ctx, link.Secret())
	judgetest.Code(t, err, game.Forbidden)
}

// TestLastWayStays checks that a person without a password, on a judge without e-mail, cannot
// remove the last way to sign in.
func TestLastWayStays(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Ada")
	p := passkey(h, a, softkey.New(site.Origin), "Phone")
	judgetest.Code(t, h.Users.EndAccess(ctx, a.ID, account.AccessPasskey, p.ID, false), game.Conflict)
	judgetest.Code(t, h.Users.EndAllAccess(ctx, a.ID, "", false), game.Conflict)
	judgetest.Code(t, h.Users.EndAccess(ctx, a.ID, account.AccessAddress, a.Email, true), game.Conflict)
	h.Must(h.Users.SetPassword(ctx, a.ID, goodPassword))
	h.Must(h.Users.EndAllAccess(ctx, a.ID, "", false))
}
