package lobby_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// guests is a forming game, with its master and people who are not in it.
type guests struct {
	*judgetest.House
	t            *testing.T
	g            *game.Game
	host         *game.Account
	anna, bruno  *game.Account
	carla, dario *game.Account
	told         []account.OwnerNews // e-mails to people
}

func newGuests(t *testing.T, change func(*hosting.Hosting)) *guests {
	t.Helper()
	x := &guests{House: judgetest.New(t), t: t}
	x.host, x.anna, x.bruno, x.carla, x.dario = x.Person("Cosimo"), x.Person("Anna"), x.Person("Bruno"), x.Person("Carla"), x.Person("Dario")
	x.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		if n.Person != nil {
			x.told = append(x.told, n)
		}
		return nil
	})
	x.g = x.HostGame(x.host, lobby.NewGame{Name: "Medici", Scenario: "A", Variant: "A-4"}, change)
	return x
}

func (x *guests) master() game.Role { return x.RoleFor(x.g, x.host) }

// refused checks the code of an error and a part of its text.
func (x *guests) refused(err error, code, says string) {
	x.t.Helper()
	judgetest.Code(x.t, err, code)
	if err != nil && !strings.Contains(err.Error(), says) {
		x.t.Errorf("%v does not say %q", err, says)
	}
}

// TestInvite checks that a person who is invited by name gets an e-mail, can join a game to
// which nobody else is admitted, and that an invitation works only once.
func TestInvite(t *testing.T) {
	t.Parallel()
	x := newGuests(t, func(h *hosting.Hosting) { h.InvitedOnly = true })
	ctx := t.Context()
	x.refused(x.Lobby.Join(ctx, x.g.ID, x.anna.ID, ""), game.Forbidden, "Only people who are invited")
	x.refused(x.Lobby.AcceptInvitation(ctx, x.g.ID, x.anna.ID, ""), game.NotFound, "no invitation")
	x.Must(x.Lobby.Invite(ctx, x.g.ID, x.master(), " anna "))
	if len(x.told) != 1 || x.told[0].Account != x.anna.ID || !strings.Contains(x.told[0].Person.Said[0].String(), "Cosimo invites you to the game Medici") ||
		!strings.Contains(x.told[0].Person.Answer.String(), "ACCEPT medici") {
		t.Errorf("told: %+v", x.told)
	}
	offers, err := x.Lobby.InvitedTo(ctx, x.anna.ID)
	if err != nil || len(offers) != 1 || offers[0].Host != "Cosimo" || offers[0].Game.ID != x.g.ID {
		t.Fatalf("offers: %+v, %v", offers, err)
	}
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Anna"), game.Conflict, "invited already")
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Nobody"), game.NotFound, "no player with the name Nobody")
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Cosimo"), game.Invalid, "your own name")
	x.Must(x.Lobby.AcceptInvitation(ctx, x.g.ID, x.anna.ID, ""))
	x.refused(x.Lobby.AcceptInvitation(ctx, x.g.ID, x.anna.ID, ""), game.Conflict, "play in this game already")
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Anna"), game.Conflict, "takes part in this game already")
	x.refused(x.Lobby.DeclineInvitation(ctx, x.g.ID, x.anna.ID), game.Conflict, "accepted")
	x.refused(x.Lobby.Uninvite(ctx, x.g.ID, x.master(), "Anna"), game.Conflict, "accepted")

	// A player who has left can come back; one who was removed needs a new invitation.
	x.Must(x.Lobby.Leave(ctx, x.g.ID, x.RoleFor(x.g, x.anna)))
	x.Must(x.Lobby.Join(ctx, x.g.ID, x.anna.ID, ""))
	x.Must(x.Lobby.Eject(ctx, x.g.ID, x.master(), 0, x.anna.ID))
	x.refused(x.Lobby.AcceptInvitation(ctx, x.g.ID, x.anna.ID, ""), game.Forbidden, "removed you")
	x.Must(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Anna"))
	x.Must(x.Lobby.AcceptInvitation(ctx, x.g.ID, x.anna.ID, ""))

	x.Clock.Advance(time.Minute)
	// A declined invitation is not repeated, but the person may change their mind.
	x.Must(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Bruno"))
	x.Must(x.Lobby.DeclineInvitation(ctx, x.g.ID, x.bruno.ID))
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Bruno"), game.Conflict, "has declined")
	if offers, err = x.Lobby.InvitedTo(ctx, x.bruno.ID); err != nil || len(offers) != 0 {
		t.Errorf("a declined invitation is offered: %+v, %v", offers, err)
	}
	x.Must(x.Lobby.AcceptInvitation(ctx, x.g.ID, x.bruno.ID, ""))

	// A withdrawn invitation no longer works.
	x.Clock.Advance(time.Minute)
	x.Must(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Carla"))
	x.Must(x.Lobby.Uninvite(ctx, x.g.ID, x.master(), x.carla.ID))
	x.refused(x.Lobby.AcceptInvitation(ctx, x.g.ID, x.carla.ID, ""), game.NotFound, "withdrawn")
	x.refused(x.Lobby.Join(ctx, x.g.ID, x.carla.ID, ""), game.Forbidden, "Only people who are invited")
	x.refused(x.Lobby.Uninvite(ctx, x.g.ID, x.master(), "Dario"), game.NotFound, "not invited")
	all, err := x.Lobby.Invites(ctx, x.g.ID, x.master())
	x.Must(err)
	if len(all.People) != 3 || all.People[2].State != game.InviteWithdrawn || all.People[0].State != game.InviteAccepted || all.People[0].By != "Cosimo" {
		t.Errorf("invites: %+v", all.People)
	}
}

// TestInviteLate checks invitations to a game that is full, and to one that has
// begun.
func TestInviteLate(t *testing.T) {
	t.Parallel()
	x := newGuests(t, func(h *hosting.Hosting) { h.ManualStart = true })
	ctx := t.Context()
	x.Must(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Anna"))
	link, err := x.Lobby.AddInviteLink(ctx, x.g.ID, x.master(), 0, 0)
	x.Must(err)
	x.JoinAll(x.g, x.People(4))
	x.refused(x.Lobby.AcceptInvitation(ctx, x.g.ID, x.anna.ID, ""), game.Conflict, "All seats of this game are taken")
	_, err = x.Lobby.JoinByLink(ctx, link.Key, x.bruno.ID, "")
	x.refused(err, game.Conflict, "All seats of this game are taken")
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Bruno"), game.Conflict, "no seat to invite")
	if offers, err := x.Lobby.InvitedTo(ctx, x.anna.ID); err != nil || len(offers) != 0 {
		t.Errorf("an invitation to a full game is offered: %+v, %v", offers, err)
	}
	x.Must(x.Lobby.Start(ctx, x.g.ID, x.master(), false))
	x.refused(x.Lobby.AcceptInvitation(ctx, x.g.ID, x.anna.ID, ""), game.Conflict, "has begun")
	_, err = x.Lobby.JoinByLink(ctx, link.Key, x.bruno.ID, "")
	x.refused(err, game.Conflict, "has begun")
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Bruno"), game.Conflict, "has begun")
	_, err = x.Lobby.AddInviteLink(ctx, x.g.ID, x.master(), 0, 0)
	x.refused(err, game.Conflict, "has begun")
	o, err := x.Lobby.OpenLink(ctx, link.Key, x.bruno.ID)
	if err != nil || !strings.Contains(o.Why.String(), "has begun") {
		t.Errorf("the link says %q, %v", o.Why, err)
	}
	if o, err := x.Lobby.Offered(ctx, x.g.ID, x.anna.ID); err != nil || o == nil || o.Why.IsZero() {
		t.Errorf("offered: %+v, %v", o, err)
	}
}

// TestInviteRights checks who may invite.
func TestInviteRights(t *testing.T) {
	t.Parallel()
	x := newGuests(t, nil)
	ctx := t.Context()
	x.Must(x.Lobby.Join(ctx, x.g.ID, x.anna.ID, ""))
	for _, role := range []game.Role{{}, x.RoleFor(x.g, x.anna)} {
		x.refused(x.Lobby.Invite(ctx, x.g.ID, role, "Bruno"), game.Forbidden, "may not invite")
		_, err := x.Lobby.AddInviteLink(ctx, x.g.ID, role, 0, 0)
		x.refused(err, game.Forbidden, "may not invite")
		_, err = x.Lobby.Invites(ctx, x.g.ID, role)
		x.refused(err, game.Forbidden, "may not invite")
		if may, err := x.Lobby.MayInvite(ctx, x.g.ID, role); err != nil || may {
			t.Errorf("%+v may invite: %v", role, err)
		}
	}
	h := *x.g.Hosting
	h.Invites = true
	_, err := x.Lobby.SetHosting(ctx, x.g.ID, x.master(), h)
	x.Must(err)
	x.Must(x.Lobby.Invite(ctx, x.g.ID, x.RoleFor(x.g, x.anna), "Bruno"))

	// In a game without a master, its creator may invite.
	x.g = x.HostGame(x.carla, lobby.NewGame{Name: "Sforza", Scenario: "A", Variant: "A-4", Plays: true}, nil)
	x.Clock.Advance(time.Minute)
	x.Must(x.Lobby.Join(ctx, x.g.ID, x.anna.ID, ""))
	x.Must(x.Lobby.Invite(ctx, x.g.ID, x.RoleFor(x.g, x.carla), "Bruno"))
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.RoleFor(x.g, x.anna), "Dario"), game.Forbidden, "may not invite")
	if may, err := x.Lobby.MayInvite(ctx, x.g.ID, x.RoleFor(x.g, x.carla)); err != nil || !may {
		t.Errorf("the maker may not invite: %v", err)
	}
}

// TestInviteBlocked checks that a block prevents invitations, that the person who blocks
// reads why, and that nobody else learns of it.
func TestInviteBlocked(t *testing.T) {
	t.Parallel()
	x := newGuests(t, nil)
	ctx := t.Context()
	const neutral = "cannot be invited to this game"
	x.Must(x.Safety.MutePerson(ctx, x.host.ID, "Anna", true))
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Anna"), game.Forbidden, "You have blocked Anna")
	x.Must(x.Safety.MutePerson(ctx, x.bruno.ID, "Cosimo", true))
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Bruno"), game.Forbidden, neutral)
	x.Must(x.Lobby.Join(ctx, x.g.ID, x.carla.ID, ""))
	x.Must(x.Safety.MutePerson(ctx, x.dario.ID, "Carla", true)) // Carla is a player
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Dario"), game.Forbidden, neutral)

	// People who accept invitations only from friends are refused in the same words.
	elena := x.Person("Elena")
	x.Must(x.Users.SetFriendsInvite(ctx, elena.ID, true))
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Elena"), game.Forbidden, neutral)
	if len(x.told) != 0 {
		t.Errorf("somebody was told: %+v", x.told)
	}
	if all, err := x.Lobby.Invites(ctx, x.g.ID, x.master()); err != nil || len(all.People) != 0 {
		t.Errorf("invited: %+v, %v", all.People, err)
	}

	// A link does not admit them to the game either, and is not counted as used.
	link, err := x.Lobby.AddInviteLink(ctx, x.g.ID, x.master(), 1, 0)
	x.Must(err)
	_, err = x.Lobby.JoinByLink(ctx, link.Key, x.anna.ID, "")
	x.refused(err, game.Forbidden, "not open to you")
	_, err = x.Lobby.JoinByLink(ctx, link.Key, x.bruno.ID, "")
	x.refused(err, game.Forbidden, "You have blocked Cosimo")
	_, err = x.Lobby.JoinByLink(ctx, link.Key, elena.ID, "")
	x.Must(err)

	// An invitation that was made before the block does not admit them, either.
	fabio := x.Person("Fabio")
	x.Must(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Fabio"))
	x.Must(x.Safety.MutePerson(ctx, x.host.ID, "Fabio", true))
	x.refused(x.Lobby.AcceptInvitation(ctx, x.g.ID, fabio.ID, ""), game.Forbidden, "not open to you")

	// Invitations from people whom the reader has blocked are not shown.
	gina := x.Person("Gina")
	x.Must(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Gina"))
	x.Must(x.Safety.MutePerson(ctx, gina.ID, "Cosimo", true))
	if offers, err := x.Lobby.InvitedTo(ctx, gina.ID); err != nil || len(offers) != 0 {
		t.Errorf("offers of a blocked person: %+v, %v", offers, err)
	}
}

// TestInviteLink checks links: their number of uses, their end, their withdrawal, and invalid
// secrets.
func TestInviteLink(t *testing.T) {
	t.Parallel()
	x := newGuests(t, func(h *hosting.Hosting) { h.InvitedOnly, h.Listed = true, false })
	ctx := t.Context()
	once, err := x.Lobby.AddInviteLink(ctx, x.g.ID, x.master(), 1, 0)
	x.Must(err)
	id, err := x.Lobby.JoinByLink(ctx, once.Key, x.anna.ID, "")
	if err != nil || id != x.g.ID {
		t.Fatalf("joined %q: %v", id, err)
	}
	_, err = x.Lobby.JoinByLink(ctx, once.Key, x.anna.ID, "")
	x.refused(err, game.Conflict, "play in this game already")
	_, err = x.Lobby.JoinByLink(ctx, once.Key, x.bruno.ID, "")
	x.refused(err, game.Conflict, "used as often as it may be")
	// A player who has left can come back by the same link.
	x.Must(x.Lobby.Leave(ctx, x.g.ID, x.RoleFor(x.g, x.anna)))
	_, err = x.Lobby.JoinByLink(ctx, once.Key, x.anna.ID, "")
	x.Must(err)

	x.Clock.Advance(time.Minute)
	short, err := x.Lobby.AddInviteLink(ctx, x.g.ID, x.master(), 0, time.Hour)
	x.Must(err)
	x.Clock.Advance(59 * time.Minute)
	if o, err := x.Lobby.OpenLink(ctx, short.Key, ""); err != nil || !o.Why.IsZero() || o.Host != "Cosimo" || o.Game.ID != x.g.ID {
		t.Errorf("opened %+v: %v", o, err)
	}
	x.Clock.Advance(time.Minute)
	_, err = x.Lobby.JoinByLink(ctx, short.Key, x.bruno.ID, "")
	x.refused(err, game.Conflict, "has expired")

	off, err := x.Lobby.AddInviteLink(ctx, x.g.ID, x.master(), 0, 0)
	x.Must(err)
	x.Must(x.Lobby.DropInviteLink(ctx, x.g.ID, x.master(), off.ID))
	_, err = x.Lobby.JoinByLink(ctx, off.Key, x.bruno.ID, "")
	x.refused(err, game.Conflict, "withdrawn")
	x.refused(x.Lobby.DropInviteLink(ctx, x.g.ID, x.master(), "nothing"), game.NotFound, "no such invitation")

	for _, key := range []string{"", "x", once.Key[1:], once.Key + "a", strings.ToUpper(once.Key), once.ID} {
		_, err := x.Lobby.JoinByLink(ctx, key, x.bruno.ID, "")
		x.refused(err, game.NotFound, "no such invitation")
		_, err = x.Lobby.OpenLink(ctx, key, x.bruno.ID)
		x.refused(err, game.NotFound, "no such invitation")
	}
	for _, bad := range []struct {
		uses int
		last time.Duration
	}{{-1, 0}, {1001, 0}, {0, -1}, {0, 400 * 24 * time.Hour}} {
		_, err := x.Lobby.AddInviteLink(ctx, x.g.ID, x.master(), bad.uses, bad.last)
		judgetest.Code(t, err, game.Invalid)
	}
	all, err := x.Lobby.Invites(ctx, x.g.ID, x.master())
	x.Must(err)
	if len(all.Links) != 3 || all.Links[0].Works || all.Links[0].Used != 1 || all.Links[1].Works || all.Links[2].Works || all.Links[0].Key != once.Key {
		t.Errorf("links: %+v", all.Links)
	}
	for range 20 {
		_, err = x.Lobby.AddInviteLink(ctx, x.g.ID, x.master(), 0, 0)
		x.Must(err)
	}
	_, err = x.Lobby.AddInviteLink(ctx, x.g.ID, x.master(), 0, 0)
	x.refused(err, game.Conflict, "Withdraw one first")
}

// TestInviteEjected checks that a link does not bring back a player whom a master
// has removed.
func TestInviteEjected(t *testing.T) {
	t.Parallel()
	x := newGuests(t, nil)
	ctx := t.Context()
	link, err := x.Lobby.AddInviteLink(ctx, x.g.ID, x.master(), 0, 0)
	x.Must(err)
	x.Must(x.Lobby.Join(ctx, x.g.ID, x.anna.ID, ""))
	x.Must(x.Lobby.Eject(ctx, x.g.ID, x.master(), 0, x.anna.ID))
	_, err = x.Lobby.JoinByLink(ctx, link.Key, x.anna.ID, "")
	x.refused(err, game.Forbidden, "removed you")
}

// TestInviteTooMany checks the limit of invitations in a day.
func TestInviteTooMany(t *testing.T) {
	t.Parallel()
	x := newGuests(t, nil)
	ctx := t.Context()
	for n := range 50 {
		x.Must(x.Lobby.Invite(ctx, x.g.ID, x.master(), x.Person(fmt.Sprint("Guest ", n)).Name))
	}
	x.refused(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Anna"), game.TooMany, "50 people within a day")
	x.Clock.Advance(25 * time.Hour)
	x.Must(x.Lobby.Invite(ctx, x.g.ID, x.master(), "Anna"))
}
