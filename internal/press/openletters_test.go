package press_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/press"
)

// TestOpenLetters checks that the messages of a finished game become public when all holders of
// seats agree, and that messages of other people do not.
func TestOpenLetters(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, func(h *hosting.Hosting) {
		h.Press = hosting.PressRules{White: true, Grey: true, Partial: true, Fakes: "may", Observers: "any"}
	})
	say := func(who string, m press.NewMessage) {
		t.Helper()
		role, seat := s.Who(who)
		if err := s.Press.Say(ctx, s.TheGame.ID, role, seat, m); err != nil {
			t.Fatal(err)
		}
	}
	reads := func(role game.Role, texts ...string) {
		t.Helper()
		list, _, err := s.Press.Letters(ctx, s.TheGame.ID, role, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range list {
			got = append(got, l.Press.Text)
			if l.New && !slices.Contains(l.Talk.Seats, role.Seat) && !l.Talk.All {
				t.Errorf("%q is new to seat %d, which can only read it because it was published", l.Press.Text, role.Seat)
			}
		}
		if strings.Join(got, ",") != strings.Join(texts, ",") {
			t.Errorf("seat %d reads %q, want %q", role.Seat, got, texts)
		}
	}
	players := map[string]game.Role{}
	for _, p := range []string{"Milan", "Florence", "Venice", "Naples"} {
		players[p] = s.Player(p)
	}
	say("Florence", press.NewMessage{To: s.To("Milan"), Text: "of the first player"})
	heir := s.Person("Heir of Florence")
	s.Clock.Set(s.Clock.Now().Add(time.Hour))
	if err := s.Lobby.Leave(ctx, s.TheGame.ID, players["Florence"]); err != nil {
		t.Fatal(err)
	}
	if err := s.Lobby.TakeOver(ctx, s.TheGame.ID, heir.ID, s.Seat("Florence")); err != nil {
		t.Fatal(err)
	}
	players["Florence"] = game.Role{Account: heir.ID, Seat: s.Seat("Florence"), Player: true}
	s.Clock.Set(s.Clock.Now().Add(time.Hour))
	say("Milan", press.NewMessage{To: s.To("Venice"), Text: "white"})
	say("Milan", press.NewMessage{To: s.To("Venice"), Text: "grey", Grey: true})
	say("Milan", press.NewMessage{ToMaster: true, Text: "to the master"})

	judgetest.Code(t, s.Press.OpenLetters(ctx, s.TheGame.ID, players["Milan"], true), game.Conflict)
	for _, p := range players {
		if err := s.Judge.Clock.Vote(ctx, s.TheGame.ID, p, p.Seat, game.Ballot{Draw: true}); err != nil {
			t.Fatal(err)
		}
	}
	if s.TheGame = s.Reload(s.TheGame); !s.TheGame.Finished {
		t.Fatal("the draw did not end the game")
	}
	judgetest.Code(t, s.Press.OpenLetters(ctx, s.TheGame.ID, game.Role{Observer: true, Account: s.Person("Watcher").ID}, true), game.Forbidden)
	agreed := 0
	for _, p := range players {
		reads(game.Role{})
		if err := s.Press.OpenLetters(ctx, s.TheGame.ID, p, true); err != nil {
			t.Fatal(err)
		}
		agreed++
		o, err := s.Press.Openness(ctx, s.TheGame.ID, p)
		if err != nil || o != (press.Openness{Agreed: agreed, Of: 4, Mine: true, Asked: true, Open: agreed == 4}) {
			t.Errorf("after %d have agreed: %+v, %v", agreed, o, err)
		}
		if agreed == 2 { // a player withdraws
			if err := s.Press.OpenLetters(ctx, s.TheGame.ID, p, false); err != nil {
				t.Fatal(err)
			}
			if o, _ := s.Press.Openness(ctx, s.TheGame.ID, p); o.Agreed != 1 || o.Mine {
				t.Errorf("taken back: %+v", o)
			}
			if err := s.Press.OpenLetters(ctx, s.TheGame.ID, p, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	reads(game.Role{}, "white", "grey")
	reads(players["Naples"], "white", "grey")
	reads(players["Florence"], "white", "grey") // the predecessor's messages stay private, even for this player
	list, _, err := s.Press.Letters(ctx, s.TheGame.ID, game.Role{}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range list {
		if l.From != s.Seat("Milan") || l.Press.Account != "" || len(l.Talk.Seats) != 2 {
			t.Errorf("a published message says that it is from seat %d, account %q, among %v", l.From, l.Press.Account, l.Talk.Seats)
		}
	}
	judgetest.Code(t, s.Press.OpenLetters(ctx, s.TheGame.ID, players["Milan"], false), game.Conflict)

	if err := s.Admin.Rollback(ctx, s.TheGame.ID, game.Role{Master: true}, s.Reload(s.TheGame).Number, false); err != nil {
		t.Fatal(err)
	}
	reads(game.Role{})
	if o, err := s.Press.Openness(ctx, s.TheGame.ID, players["Milan"]); err != nil || o != (press.Openness{}) {
		t.Errorf("the end was taken back: %+v, %v", o, err)
	}
}
