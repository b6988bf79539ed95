package bots_test

import (
	"strings"
	"testing"

	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/press"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/message"
	"podesta/machiavelli/pact"
)

// proposals returns the proposals that a role sees, the newest first.
func (n *inn) proposals(id string, role game.Role) []press.Proposal {
	n.t.Helper()
	list, err := n.Press.Proposals(ctx, id, role)
	n.Must(err)
	return list
}

// TestBotsTalk plays against computer players. It checks that they make proposals to each other
// and to the visitor, answer them, and give reasons, and that the visitor sees only their own
// and can end an agreement proposed by a computer player.
func TestBotsTalk(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	n.room.New = func(string) (bot.Player, error) { return bot.New("easy") }
	g, role := n.play(botgames.NewPlay{Power: "florence", Bot: "easy"})
	n.work()
	if !n.At(g.ID).Hosting.BotPress {
		t.Fatal("computer players cannot talk at a table against them")
	}
	seen := map[pact.Standing]bool{}
	mine := 0
	for range 14 {
		for _, p := range n.proposals(g.ID, game.Role{Master: true}) {
			seen[p.State] = true
		}
		for _, p := range n.proposals(g.ID, role) {
			if p.From != role.Seat && p.To != role.Seat {
				t.Fatalf("the visitor sees proposal %d between others", p.Number)
			}
			if p.Answers {
				mine++
				n.Must(n.Press.Answer(ctx, g.ID, role, role.Seat, p.Number, journal.ActAccept, ""))
			}
		}
		n.work()
		if s := n.state(g.ID); !s.Playing || n.At(g.ID).Finished {
			break
		}
		n.ready(g.ID, role, "")
		n.work()
	}
	for _, s := range []pact.Standing{pact.StillHolds, pact.WasKept} {
		if !seen[s] {
			t.Errorf("no agreement was ever %s: %v", s, seen)
		}
	}
	letters, _, err := n.Press.Letters(ctx, g.ID, game.Role{Master: true}, 0, 1000)
	n.Must(err)
	for _, l := range letters {
		if x := l.Press.Proposal; x != nil && l.From != role.Seat && x.Why.IsZero() {
			t.Errorf("a computer player gives no reason: %s", l.Press.In(message.English))
		}
	}
}

// TestBotAnswers checks that computer players answer proposals at once, and that one that has
// already ordered is asked for its orders again.
func TestBotAnswers(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	n.room.New = func(string) (bot.Player, error) { return bot.New("easy") }
	g, role := n.play(botgames.NewPlay{Power: "florence", Bot: "easy", Preset: "njudge-classic"})
	n.work()
	proposal, err := n.Press.Propose(ctx, g.ID, role, role.Seat, press.NewProposal{Line: "payment of 3 to Milan"})
	n.Must(err)
	list := n.proposals(g.ID, role)
	if len(list) == 0 || list[0].Number != proposal.Number || list[0].State != pact.StillHolds {
		t.Fatalf("%+v", list)
	}
	if s := n.state(g.ID); !s.Owes {
		t.Errorf("%+v", s)
	}
	seats, err := n.Base.Seats(ctx, g.ID)
	n.Must(err)
	task, err := n.BotGames.BotTask(ctx)
	n.Must(err)
	if task == nil || len(task.Seats) != 1 || task.Seats[0].Seat != list[0].To || len(task.Seats[0].Agreed) == 0 {
		t.Fatalf("%+v of %d seats", task, len(seats))
	}
	letters, _, err := n.Press.Letters(ctx, g.ID, role, 0, 10)
	n.Must(err)
	if got := letters[len(letters)-1].Press.In(message.English); !strings.Contains(got, "accepts proposal") || !strings.Contains(got, "Money is always welcome.") {
		t.Error(got)
	}
}

// TestBotsSilent checks that computer players do not talk in a game that does not allow it.
func TestBotsSilent(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	n.room.New = func(string) (bot.Player, error) { return bot.New("easy") }
	g, lord, anna := n.host(func(h *hosting.Hosting) { h.BotPress = false })
	n.Must(n.Lobby.StartWithBots(ctx, g.ID, lord, "easy"))
	n.work()
	role := n.Part(g.ID, anna)
	now := n.At(g.ID)
	to := now.Setting.Powers[now.Setting.Seats[role.Seat%len(now.Setting.Seats)][0]].Name
	_, err := n.Press.Propose(ctx, g.ID, role, role.Seat, press.NewProposal{Line: "peace to " + to})
	n.Must(err)
	list := n.proposals(g.ID, lord)
	if len(list) != 1 || list[0].State != pact.Waiting {
		t.Errorf("%+v", list)
	}
}
