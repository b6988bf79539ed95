package judgetest

import (
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/safety"
	"podesta/internal/schedule"
	"podesta/machiavelli"
)

// SecretAct is an act of a player that must remain unknown to everyone except one partner, game
// masters and operators.
type SecretAct struct {
	Name string
	Do   func() error
	// Shows lists the operations of the API whose answers may change because of the act, as far as
	// it is public.
	Shows []string
}

// SecretGame begins a game that hides as much as possible, for SecretActs. Fia watches it, and
// Cia follows it.
func (h *House) SecretGame() *Masked {
	h.T.Helper()
	m := h.Mask(func(s *hosting.Hosting) {
		s.Gunboat, s.Quiet, s.HideVotes, s.MaxAbsence = true, true, true, 30
		s.Press = hosting.PressRules{White: true, Grey: true, Partial: true, Postal: true, Fakes: "may", Observers: "any", WatchAll: true}
	})
	m.Begin()
	h.Must(h.Lobby.Observe(ctx, m.Game.ID, m.Others[1].ID))
	h.Must(h.Users.FollowGame(ctx, m.Game.ID, m.Others[0].ID, true))
	return m
}

// SecretActs lists everything that the first player of a SecretGame can do in secret. If it
// takes two players, the second one is the partner.
func (m *Masked) SecretActs() []SecretAct {
	m.T.Helper()
	g := m.Game
	ada, bea, cia := m.Players[0], m.Players[1], m.Others[0]
	me, partner := m.Role(ada), m.Role(bea)
	story := &Story{House: m.House, TheGame: g}
	orders := story.Holding(me.Seat)
	say := func(n press.NewMessage) error {
		n.Text = "secret"
		return m.Press.Say(ctx, g.ID, me, me.Seat, n)
	}
	to := journal.OnlySeats(partner.Seat)
	place := func(text string) error {
		_, err := m.Submit(ctx, g.ID, me, me.Seat, m.At(g.ID).Revision, text)
		return err
	}
	next, err := machiavelli.ParsePhase("summer 1385 orders")
	m.Must(err)
	number, from := 0, m.Clock.Now().Add(30*24*time.Hour)
	partnerName := g.Setting.Powers[g.Setting.Seats[partner.Seat-1][0]].Name
	return []SecretAct{
		{"nothing", func() error { return nil }, nil},
		{"orders", func() error { return place(orders) }, nil},
		{"other orders", func() error { return place(strings.Replace(orders, "hold", "besiege", 1)) }, nil},
		{"a comment in orders", func() error { return place(orders + "\n# secret") }, nil},
		{"no orders", func() error { return place("") }, nil},
		{"checks orders", func() error { _, err := m.Check(ctx, g.ID, me, me.Seat, orders); return err }, nil},
		{"orders for later", func() error {
			return m.Judge.Clock.Defer(ctx, g.ID, me, game.Deferred{Seat: me.Seat, Phase: next, Text: orders})
		}, nil},
		{"waits", func() error { return m.Judge.Clock.SetWait(ctx, g.ID, me, me.Seat, true) }, nil},
		{"waits no more", func() error { return m.Judge.Clock.SetWait(ctx, g.ID, me, me.Seat, false) }, nil},
		{"a note in the diary", func() error { return m.Admin.AddDiary(ctx, g.ID, me, me.Seat, "secret") }, nil},
		{"another note", func() error { return m.Admin.AddDiary(ctx, g.ID, me, me.Seat, "secret, too") }, nil},
		{"deletes a note", func() error { return m.Admin.DropDiary(ctx, g.ID, me, me.Seat, 1) }, nil},
		{"a letter", func() error { return say(press.NewMessage{To: to}) }, nil},
		{"an answer", func() error {
			return m.Press.Say(ctx, g.ID, partner, partner.Seat, press.NewMessage{To: journal.OnlySeats(me.Seat), Text: "secret"})
		}, nil},
		{"a grey letter", func() error { return say(press.NewMessage{To: to, Grey: true}) }, nil},
		{"a letter to the master", func() error { return say(press.NewMessage{ToMaster: true}) }, nil},
		{"postal press", func() error { return say(press.NewMessage{Postal: true}) }, nil},
		{"reads letters", func() error { return m.Press.MarkRead(ctx, g.ID, partner, "", 1<<40) }, nil},
		{"a proposal", func() error {
			p, err := m.Press.Propose(ctx, g.ID, me, me.Seat, press.NewProposal{Line: "PEACE TO " + partnerName})
			number = p.Number
			return err
		}, nil},
		{"accepts it", func() error { return m.Press.Answer(ctx, g.ID, partner, partner.Seat, number, journal.ActAccept, "") }, nil},
		{"another proposal", func() error {
			p, err := m.Press.Propose(ctx, g.ID, me, me.Seat, press.NewProposal{Line: "ALLIANCE TO " + partnerName})
			number = p.Number
			return err
		}, nil},
		{"withdraws it", func() error { return m.Press.Answer(ctx, g.ID, me, me.Seat, number, journal.ActWithdraw, "") }, nil},
		{"a vote", func() error { return m.Judge.Clock.Vote(ctx, g.ID, me, me.Seat, game.Ballot{Draw: true}) }, nil},
		{"no vote", func() error { return m.Judge.Clock.Vote(ctx, g.ID, me, me.Seat, game.Ballot{}) }, nil},
		{"an absence", func() error {
			return m.Judge.Clock.SetAbsence(ctx, g.ID, me, me.Seat, schedule.Absence{Start: from, End: from.Add(48 * time.Hour)})
		}, nil},
		{"a vacation", func() error {
			_, err := m.Judge.Clock.SetVacation(ctx, ada.ID, from, from.Add(72*time.Hour))
			return err
		}, nil},
		{"mutes a seat", func() error { return m.Press.MuteSeat(ctx, g.ID, me, partner.Seat, true) }, nil},
		{"mutes a person", func() error { return m.Safety.MutePerson(ctx, ada.ID, bea.Name, false) }, nil},
		{"blocks a person", func() error { return m.Safety.MutePerson(ctx, ada.ID, cia.Name, true) }, nil},
		{"reports the game", func() error {
			return m.Safety.Report(ctx, ada.ID, safety.NewReport{Kind: game.GameReport, Game: g.ID, Reason: game.Spam, Note: "secret"})
		}, nil},
		{"asks a friend", func() error { _, err := m.Users.Befriend(ctx, ada.ID, bea.Name); return err }, nil},
		{"follows", func() error { return m.Users.FollowGame(ctx, g.ID, ada.ID, true) }, nil},
		{"a webhook", func() error {
			_, err := m.Judge.Hooks.AddHook(ctx, game.Hook{Account: ada.ID, URL: "https://example.org/secret"})
			return err
		}, nil},
		{"a key", func() error {
			_, err := m.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: ada.ID}, time.Hour)
			return err
		}, nil},
		{"a calendar", func() error { _, err := m.Users.NewCalendar(ctx, ada.ID); return err }, nil},
		// the length of the queue is public
		{"the queue", func() error { _, err := m.Queue.Enqueue(ctx, ada.ID, game.Wants{}); return err }, []string{"getQueue"}},
		{"complete orders", func() error { return place(orders) }, nil},
		{"ready", func() error { return m.Judge.Clock.Ready(ctx, g.ID, me, me.Seat, m.At(g.ID).Revision, true) }, nil},
		{"not ready", func() error { return m.Judge.Clock.Ready(ctx, g.ID, me, me.Seat, m.At(g.ID).Revision, false) }, nil},
		{"hosts a game in secret", func() error {
			_, err := m.Lobby.Host(ctx, ada.ID, lobby.NewGame{Name: "Secret", Scenario: "A", Variant: "A-4"}, unlisted())
			return err
		}, nil},
	}
}

func unlisted() hosting.Hosting {
	h := hosting.Default()
	h.Listed = false
	return h
}
