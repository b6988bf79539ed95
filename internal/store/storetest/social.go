package storetest

import (
	"testing"
	"time"

	"podesta/internal/game"
)

// invitations checks invitations by name and by link.
func invitations(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "g1", "g2")
	invite := func(id, who, host string, n int) game.Invitation {
		return game.Invitation{Game: id, Account: who, Host: host, State: game.InviteOpen, Made: at.Add(time.Duration(n) * time.Second)}
	}
	all := []game.Invitation{invite("g1", "a", "h", 0), invite("g1", "b", "h", 1), invite("g2", "a", "k", 2)}
	for _, i := range all {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Social.SaveInvitation(i) })
	}
	same(t, get(t, s, func(tx *game.Tx) ([]game.Invitation, error) { return tx.Social.Invitations("g1") }), all[:2])
	same(t, get(t, s, func(tx *game.Tx) ([]game.Invitation, error) { return tx.Social.InvitationsOf("a") }), []game.Invitation{all[2], all[0]})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Invitation, error) { return tx.Social.InvitationsBy("h", at.Add(time.Second)) }), all[1:2])
	all[0].State = game.InviteDeclined
	write(t, s, nil, func(tx *game.Tx) error { return tx.Social.SaveInvitation(all[0]) })
	same(t, get(t, s, func(tx *game.Tx) (game.Invitation, error) { return tx.Social.Invitation("g1", "a") }), all[0])
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { _, err := tx.Social.Invitation("g2", "b"); return err })

	links := []game.InviteLink{
		{ID: "x", Game: "g1", Host: "h", Uses: 2, Used: 1, Made: at, Until: at.Add(time.Hour)},
		{ID: "y", Game: "g1", Host: "k", Off: true, Made: at.Add(time.Second)},
	}
	for _, l := range links {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Social.SaveInviteLink(l) })
	}
	same(t, get(t, s, func(tx *game.Tx) ([]game.InviteLink, error) { return tx.Social.InviteLinks("g1") }), links)
	same(t, get(t, s, func(tx *game.Tx) ([]game.InviteLink, error) { return tx.Social.InviteLinksBy("k") }), links[1:])
	links[0].Used = 2
	write(t, s, nil, func(tx *game.Tx) error { return tx.Social.SaveInviteLink(links[0]) })
	same(t, get(t, s, func(tx *game.Tx) (game.InviteLink, error) { return tx.Social.InviteLink("x") }), links[0])
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { _, err := tx.Social.InviteLink("z"); return err })

	write(t, s, nil, func(tx *game.Tx) error { return tx.Social.DropSocial("k") })
	same(t, len(get(t, s, func(tx *game.Tx) ([]game.Invitation, error) { return tx.Social.Invitations("g2") })), 0)
	same(t, get(t, s, func(tx *game.Tx) ([]game.InviteLink, error) { return tx.Social.InviteLinks("g1") }), links[:1])
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.DropGame("g1") })
	same(t, len(get(t, s, func(tx *game.Tx) ([]game.InviteLink, error) { return tx.Social.InviteLinksBy("h") })), 0)
	same(t, len(get(t, s, func(tx *game.Tx) ([]game.Invitation, error) { return tx.Social.InvitationsOf("b") })), 0)
}

// friends checks friends and followed games.
func friends(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "g1", "g2")
	all := []game.Friend{{Account: "a", Other: "b", Made: at}, {Account: "c", Other: "a", Made: at.Add(time.Second)}, {Account: "c", Other: "b", Made: at.Add(2 * time.Second)}}
	for _, f := range all {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Social.SaveFriend(f) })
	}
	all[0].Agreed = at.Add(time.Minute)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Social.SaveFriend(all[0]) })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Friend, error) { return tx.Social.Friends("a") }), all[:2])
	write(t, s, nil, func(tx *game.Tx) error { return tx.Social.DropFriend("b", "a") })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Social.DropFriend("b", "a") })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Friend, error) { return tx.Social.Friends("a") }), all[1:2])

	follows := []game.Follow{
		{Account: "a", Game: "g1", Notices: true, Made: at},
		{Account: "a", Game: "g2", Made: at.Add(time.Second)},
		{Account: "b", Game: "g1", Notices: true, Made: at},
		{Account: "c", Game: "g1", Made: at},
	}
	for _, f := range follows {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Social.SaveFollow(f) })
	}
	same(t, get(t, s, func(tx *game.Tx) ([]game.Follow, error) { return tx.Social.Follows("a") }), []game.Follow{follows[1], follows[0]})
	same(t, get(t, s, func(tx *game.Tx) ([]string, error) { return tx.Social.Followers("g1") }), []string{"a", "b"})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Social.DropFollow("b", "g1") })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Social.DropFollow("b", "g1") })
	same(t, get(t, s, func(tx *game.Tx) ([]string, error) { return tx.Social.Followers("g1") }), []string{"a"})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.DropGame("g1") })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Follow, error) { return tx.Social.Follows("a") }), follows[1:2])
	write(t, s, nil, func(tx *game.Tx) error { return tx.Social.DropSocial("a") })
	same(t, len(get(t, s, func(tx *game.Tx) ([]game.Follow, error) { return tx.Social.Follows("a") })), 0)
	same(t, get(t, s, func(tx *game.Tx) ([]game.Friend, error) { return tx.Social.Friends("c") }), all[2:])
}
