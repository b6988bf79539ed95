package judgetest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
)

// Mystery is a fact about people that a game keeps secret. It is played in two worlds that are
// otherwise equal: what is true of one of two people in the first is true of the other in the
// second. An answer of the judge that differs between the worlds reveals the secret.
type Mystery struct {
	Name   string
	Change func(*hosting.Hosting)
	// play plays the game up to the point at which people try to find out. The secret is true of
	// who, not of other.
	play func(w *World, who, other *game.Account)
}

// Mysteries lists the facts that games with hidden players keep secret.
var Mysteries = []Mystery{
	{"who has joined", gunboat(nil), func(w *World, who, _ *game.Account) { w.join(w.Asks, "I"); w.join(who, "V") }},
	{"who has accepted an invitation", gunboat(nil), func(w *World, who, other *game.Account) {
		w.join(w.Asks, "I")
		for _, a := range []*game.Account{w.Named, w.Twin} {
			w.Clock.Advance(time.Minute)
			w.Must(w.Lobby.Invite(ctx, w.Game.ID, w.Role(w.Asks), a.Name))
		}
		w.join(who, "V")
	}},
	{"who has joined a game without a master", gunboat(func(s *hosting.Hosting) { s.Unmoderated, s.Quiet = true, true }), func(w *World, who, _ *game.Account) {
		w.join(w.Asks, "I")
		w.join(who, "V")
	}},
	{"who has joined in secret", gunboat(func(s *hosting.Hosting) { s.Secret = true }), func(w *World, who, _ *game.Account) {
		w.join(w.Asks, "I")
		w.join(who, "V")
	}},
	{"who plays", gunboat(nil), func(w *World, who, _ *game.Account) {
		w.begin(who, w.Others[0], w.Others[1])
		w.Must(w.Lobby.Leave(ctx, w.Game.ID, w.Role(w.Others[1])))
	}},
	{"who plays what", gunboat(quiet), func(w *World, who, other *game.Account) { w.begin(who, other, w.Others[0]) }},
	{"who has resigned", gunboat(quiet), func(w *World, who, other *game.Account) {
		w.begin(who, other, w.Others[0])
		w.Must(w.Lobby.Leave(ctx, w.Game.ID, w.Role(who)))
	}},
	{"who is late", gunboat(quiet), func(w *World, who, _ *game.Account) {
		w.begin(w.Named, w.Twin, w.Others[0])
		for _, a := range []*game.Account{w.Asks, w.Named, w.Twin, w.Others[0]} {
			if a != who {
				w.send(a)
			}
		}
		w.Forward(w.Clock.Now().Add(73 * time.Hour))
	}},
	{"who is ready", gunboat(quiet), func(w *World, who, _ *game.Account) {
		w.begin(w.Named, w.Twin, w.Others[0])
		for _, a := range []*game.Account{w.Asks, who} {
			w.send(a)
		}
	}},
	{"who votes for a draw", gunboat(quiet), func(w *World, who, _ *game.Account) {
		w.begin(w.Named, w.Twin, w.Others[0])
		w.Must(w.Judge.Clock.Vote(ctx, w.Game.ID, w.Role(who), w.Role(who).Seat, game.Ballot{Draw: true}))
	}},
	{"who has played", gunboat(func(s *hosting.Hosting) { quiet(s); s.Reveal = false }), func(w *World, who, other *game.Account) {
		w.begin(who, w.Others[0], w.Others[1])
		for _, a := range []*game.Account{w.Asks, who, w.Others[0], w.Others[1]} {
			r := w.Role(a)
			w.Must(w.Judge.Clock.Vote(ctx, w.Game.ID, r, r.Seat, game.Ballot{Draw: true}))
		}
		w.Game = w.Reload(w.Game)
	}},
	{"who is a friend of the master", gunboat(func(s *hosting.Hosting) { s.FriendsOnly = true }), func(w *World, who, _ *game.Account) { w.befriend(w.Master, who) }},
}

func gunboat(more func(*hosting.Hosting)) func(*hosting.Hosting) {
	return func(s *hosting.Hosting) {
		s.Gunboat, s.Invites, s.Programs = true, true, true
		s.Press = hosting.PressRules{White: true, Grey: true, Partial: true, Postal: true, Fakes: "may", Observers: "any"}
		if more != nil {
			more(s)
		}
	}
}

func quiet(s *hosting.Hosting) { s.Quiet, s.HideVotes = true, true }

// World is one of the two worlds of a mystery.
type World struct {
	*Masked
	Rehearsal *Rehearsal
	Asks      *game.Account // a player who tries to find out, if the game has players
	Watches   *game.Account // an observer who tries to find out
	Outside   *game.Account // someone outside the game who tries to find out
	Named     *game.Account // the person about whom they ask
	Twin      *game.Account // the person who has the role of Named in the other world
	Others    []*game.Account
}

// Worlds opens both worlds of a mystery. The function before is called in each world before the
// game is played; it may be nil.
func (x *Mystery) Worlds(t testing.TB, before func(*World)) [2]*World {
	t.Helper()
	return [2]*World{x.world(t, before, false), x.world(t, before, true)}
}

func (x *Mystery) world(t testing.TB, before func(*World), otherwise bool) *World {
	h := Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	r := h.Rehearse()
	h.Seeded(26)
	m := h.Mask(x.Change)
	w := &World{
		Masked: m, Rehearsal: r, Asks: m.Players[0], Watches: m.Others[1], Outside: m.Others[2],
		Named: m.Players[1], Twin: m.Others[0], Others: m.Players[2:],
	}
	for _, a := range []*game.Account{w.Named, w.Twin} { // the two have the same history otherwise
		_, err := h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID}, time.Hour)
		h.Must(err)
	}
	if before != nil {
		before(w)
	}
	h.Must(h.Lobby.Observe(ctx, m.Game.ID, w.Watches.ID))
	who, other := w.Named, w.Twin
	if otherwise {
		who, other = other, who
	}
	x.play(w, who, other)
	w.Game = h.Reload(w.Game)
	return w
}

func (w *World) join(a *game.Account, wish string) {
	w.T.Helper()
	w.Clock.Advance(time.Minute)
	if w.Game.Hosting.FriendsOnly {
		w.befriend(w.Master, a)
	}
	w.Must(w.Lobby.Join(ctx, w.Game.ID, a.ID, wish))
}

// begin starts a game of four players: Asks and the others.
func (w *World) begin(others ...*game.Account) {
	w.T.Helper()
	w.join(w.Asks, "I")
	for i, a := range others {
		w.join(a, "VLN"[i:i+1])
	}
	w.Game = w.Reload(w.Game)
	for i, a := range others {
		p, _ := w.Game.Setting.Powers.ByLetter("VLN"[i])
		if r := w.Role(a); r.Seat == 0 || !slices.Contains(w.Game.Setting.Seats[r.Seat-1], p) {
			w.T.Fatalf("%s has not the power that the mystery needs", a.Name)
		}
	}
}

func (w *World) befriend(a, b *game.Account) {
	w.T.Helper()
	_, err := w.Users.Befriend(ctx, a.ID, b.Name)
	w.Must(err)
	_, err = w.Users.Befriend(ctx, b.ID, a.Name)
	w.Must(err)
}

// Relation is a relation between World.Asks and World.Named, such as friendship.
type Relation struct {
	Name     string
	Do, Undo func(w *World, a *game.Account) error
}

// Between returns the relations that a test tries in the i-th of Mysteries: none, and one other
// that depends on i. With PODESTA_ALL=1 it returns all relations.
func Between(i int) []Relation {
	if All() {
		return relations
	}
	return []Relation{relations[0], relations[1+i%(len(relations)-1)]}
}

var relations = []Relation{
	{"nothing", func(*World, *game.Account) error { return nil }, func(*World, *game.Account) error { return nil }},
	{
		"a block", func(w *World, a *game.Account) error { return w.Safety.MutePerson(ctx, a.ID, w.Named.Name, true) },
		func(w *World, a *game.Account) error { return w.Safety.UnmutePerson(ctx, a.ID, w.Named.Name) },
	},
	{
		"a block of the other", func(w *World, a *game.Account) error { return w.Safety.MutePerson(ctx, w.Named.ID, a.Name, true) },
		func(w *World, a *game.Account) error { return w.Safety.UnmutePerson(ctx, w.Named.ID, a.Name) },
	},
	{
		"friendship", func(w *World, a *game.Account) error { w.befriend(a, w.Named); return nil },
		func(w *World, a *game.Account) error { return w.Users.Unfriend(ctx, a.ID, w.Named.Name) },
	},
}

// Blind replaces the account IDs in a text, which are random in each world.
func (w *World) Blind(text string) string {
	var pairs []string
	for _, a := range slices.Concat([]*game.Account{w.Master}, w.Players, w.Masked.Others) {
		pairs = append(pairs, a.ID, "id-of-"+a.Name)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
