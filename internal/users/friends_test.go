package users_test

import (
	"fmt"
	"strings"
	"testing"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// TestFriends checks that friendship requires mutual agreement, the effect of blocks, and that
// either person can end a friendship.
func TestFriends(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	anna, bruno, carla := h.Person("Anna"), h.Person("Bruno"), h.Person("Carla")
	var told []string
	h.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		if n.Person != nil {
			told = append(told, n.Name+": "+n.Person.Said[0].String())
		}
		return nil
	})
	ask := func(a *game.Account, name string, friends bool) {
		t.Helper()
		if agreed, err := h.Users.Befriend(ctx, a.ID, name); err != nil || agreed != friends {
			t.Errorf("%s asks %s: %v, %v", a.Name, name, agreed, err)
		}
	}
	refused := func(a *game.Account, name, code string) {
		t.Helper()
		_, err := h.Users.Befriend(ctx, a.ID, name)
		judgetest.Code(t, err, code)
	}
	states := func(a *game.Account, want string) {
		t.Helper()
		list, err := h.Users.Friends(ctx, a.ID)
		h.Must(err)
		var got []string
		for _, f := range list {
			got = append(got, fmt.Sprint(f.Name, f.Agreed, f.Asked))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("the friends of %s are %v", a.Name, got)
		}
	}
	ask(anna, "bruno", false)
	if len(told) != 1 || !strings.HasPrefix(told[0], "Bruno: Anna asks to be your friend.") {
		t.Errorf("told: %v", told)
	}
	states(bruno, "Annafalse true")
	states(anna, "Brunofalse false")
	refused(anna, "Bruno", game.Conflict)
	ask(bruno, "Anna", true)
	refused(anna, "Bruno", game.Conflict)
	states(anna, "Brunotrue false")
	refused(anna, "Anna", game.Invalid)
	refused(anna, "Nobody", game.NotFound)

	// The answer to a request does not reveal that the sender is blocked.
	h.Must(h.Safety.MutePerson(ctx, carla.ID, "Anna", true))
	ask(anna, "Carla", false)
	if len(told) != 1 {
		t.Errorf("told: %v", told)
	}
	states(carla, "")
	refused(carla, "Bruno", "") // asking others is still allowed
	h.Must(h.Safety.MutePerson(ctx, anna.ID, "Carla", true))
	h.Must(h.Users.Unfriend(ctx, anna.ID, "Carla"))
	refused(anna, "Carla", game.Forbidden)

	h.Must(h.Users.Unfriend(ctx, bruno.ID, "Anna"))
	judgetest.Code(t, h.Users.Unfriend(ctx, bruno.ID, "Anna"), game.NotFound)
	states(anna, "")

	for n := range 20 {
		ask(anna, h.Person(fmt.Sprint("Guest ", n)).Name, false)
	}
	refused(anna, "Bruno", game.TooMany)
}

// TestFriendsOnly checks a game that is only open to friends of its host, and that they see it
// first.
func TestFriendsOnly(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	host, friend, stranger := h.Person("Cosimo"), h.Person("Anna"), h.Person("Bruno")
	g := h.HostGame(host, lobby.NewGame{Name: "Medici", Scenario: "A", Variant: "A-4"}, func(x *hosting.Hosting) { x.FriendsOnly, x.Listed = true, true })
	hidden := h.HostGame(host, lobby.NewGame{Name: "Sforza", Scenario: "A", Variant: "A-4"}, nil)
	_, err := h.Users.Befriend(ctx, host.ID, "Anna")
	h.Must(err)
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, friend.ID, ""), game.Forbidden) // the friend has not agreed yet
	_, err = h.Users.Befriend(ctx, friend.ID, "Cosimo")
	h.Must(err)
	first, err := h.Users.FriendGames(ctx, friend.ID)
	if err != nil || len(first) != 1 || first[0].ID != g.ID {
		t.Errorf("the games of friends are %v, not %s without %s: %v", first, g.ID, hidden.ID, err)
	}
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, stranger.ID, ""), game.Forbidden)
	h.Must(h.Lobby.Join(ctx, g.ID, friend.ID, ""))
	if first, err = h.Users.FriendGames(ctx, friend.ID); err != nil || len(first) != 0 {
		t.Errorf("a game in which the friend takes part is shown: %v", err)
	}
	// An invitation also admits people who are not friends.
	h.Must(h.Lobby.Invite(ctx, g.ID, h.RoleFor(g, host), "Bruno"))
	h.Must(h.Lobby.AcceptInvitation(ctx, g.ID, stranger.ID, ""))
}

// TestFollow checks which games can be followed.
func TestFollow(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	host, reader := h.Person("Cosimo"), h.Person("Anna")
	g := h.HostGame(host, lobby.NewGame{Name: "Medici", Scenario: "A", Variant: "A-4"}, func(x *hosting.Hosting) { x.Listed = true })
	hidden := h.HostGame(host, lobby.NewGame{Name: "Sforza", Scenario: "A", Variant: "A-4"}, nil)
	judgetest.Code(t, h.Users.FollowGame(ctx, hidden.ID, reader.ID, false), game.NotFound)
	judgetest.Code(t, h.Users.FollowGame(ctx, "nothing", reader.ID, false), game.NotFound)
	judgetest.Code(t, h.Users.UnfollowGame(ctx, g.ID, reader.ID), game.NotFound)
	h.Must(h.Users.FollowGame(ctx, g.ID, reader.ID, false))
	if who, err := h.Users.Followers(ctx, g.ID); err != nil || len(who) != 0 {
		t.Errorf("notified without a wish: %v, %v", who, err)
	}
	h.Must(h.Users.FollowGame(ctx, g.ID, reader.ID, true))
	if follows, notices, err := h.Users.Follows(ctx, g.ID, reader.ID); err != nil || !follows || !notices {
		t.Errorf("follows %v, notices %v: %v", follows, notices, err)
	}
	if who, err := h.Users.Followers(ctx, g.ID); err != nil || len(who) != 1 || who[0] != reader.ID {
		t.Errorf("notified: %v, %v", who, err)
	}
	// A player already gets the notifications of the game.
	h.Must(h.Lobby.Join(ctx, g.ID, reader.ID, ""))
	if who, err := h.Users.Followers(ctx, g.ID); err != nil || len(who) != 0 {
		t.Errorf("notified twice: %v, %v", who, err)
	}
	h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, reader)))

	// A game that is no longer public is not listed.
	how := *g.Hosting
	how.Listed = false
	_, err := h.Lobby.SetHosting(ctx, g.ID, h.RoleFor(g, host), how)
	h.Must(err)
	if list, err := h.Users.Followed(ctx, reader.ID); err != nil || len(list) != 0 {
		t.Errorf("followed: %v, %v", list, err)
	}
	if who, err := h.Users.Followers(ctx, g.ID); err != nil || len(who) != 0 {
		t.Errorf("notified of a private game: %v, %v", who, err)
	}
}

// TestSocialErased checks that an erased account does not appear in other people's lists, and
// that the file of a person's data contains what they have done.
func TestSocialErased(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	host, guest := h.Person("Cosimo"), h.Person("Anna")
	g := h.HostGame(host, lobby.NewGame{Name: "Medici", Scenario: "A", Variant: "A-4"}, func(x *hosting.Hosting) { x.Listed = true })
	h.Must(h.Lobby.Invite(ctx, g.ID, h.RoleFor(g, host), "Anna"))
	_, err := h.Lobby.AddInviteLink(ctx, g.ID, h.RoleFor(g, host), 3, 0)
	h.Must(err)
	_, err = h.Users.Befriend(ctx, guest.ID, "Cosimo")
	h.Must(err)
	h.Must(h.Users.FollowGame(ctx, g.ID, guest.ID, true))
	mine, err := h.Safety.OwnData(ctx, guest.ID)
	h.Must(err)
	if len(mine.Invited) != 1 || mine.Invited[0].Name != "Cosimo" || len(mine.Friends) != 1 || mine.Friends[0].Asked || len(mine.Follows) != 1 || !mine.Follows[0].Notices {
		t.Errorf("Anna's data: %+v, %+v, %+v", mine.Invited, mine.Friends, mine.Follows)
	}
	theirs, err := h.Safety.OwnData(ctx, host.ID)
	h.Must(err)
	if len(theirs.Invites) != 1 || theirs.Invites[0].Name != "Anna" || len(theirs.Links) != 1 || theirs.Links[0].Uses != 3 || len(theirs.Friends) != 1 || !theirs.Friends[0].Asked {
		t.Errorf("Cosimo's data: %+v, %+v, %+v", theirs.Invites, theirs.Links, theirs.Friends)
	}
	h.Must(h.Users.Erase(ctx, guest.ID))
	if all, err := h.Lobby.Invites(ctx, g.ID, h.RoleFor(g, host)); err != nil || len(all.People) != 0 {
		t.Errorf("invited: %+v, %v", all.People, err)
	}
	if list, err := h.Users.Friends(ctx, host.ID); err != nil || len(list) != 0 {
		t.Errorf("friends: %+v, %v", list, err)
	}
	if who, err := h.Users.Followers(ctx, g.ID); err != nil || len(who) != 0 {
		t.Errorf("followers: %v, %v", who, err)
	}
}
