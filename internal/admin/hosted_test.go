package admin_test

import (
	"strings"
	"testing"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
)

// deadline returns the current deadline, as players see it.
func deadline(s *judgetest.Story) string {
	s.T.Helper()
	plan, err := s.Judge.Clock.Plan(ctx, s.TheGame.ID)
	if err != nil {
		s.T.Fatal(err)
	}
	return judgetest.InRome(plan.Deadline) + ", grace " + judgetest.InRome(plan.Grace)
}

// owing returns who has not sent complete orders.
func owing(s *judgetest.Story) string {
	s.T.Helper()
	states, err := s.Judge.Clock.States(ctx, s.TheGame.ID, master)
	if err != nil {
		s.T.Fatal(err)
	}
	var out []string
	for i, x := range states {
		if !x.Complete {
			out = append(out, s.Names([]int{i + 1}))
		}
	}
	return strings.Join(out, " ")
}

// TestHostedRollback checks that the states of seats follow from their own
// orders, that the deadline stays, that everyone is notified, and that the game
// continues by itself.
func TestHostedRollback(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.Until("Fri 2 Jan 10:00")
	s.Send("Venice Naples")
	s.Send("Florence", "A Nowhere hold")
	if _, err := s.Judge.Clock.Process(ctx, s.TheGame.ID, master, 1); err != nil {
		t.Fatal(err)
	}
	s.Expect(`Fri 2 Jan 10:00 spring 1385 orders is done; next summer 1385 orders, due Mon 5 Jan 20:00, grace Thu 8 Jan 20:00`)
	s.Send("Milan")
	if err := s.Judge.Clock.SetWait(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), true); err != nil {
		t.Fatal(err)
	}
	if err := s.Admin.RollbackFor(ctx, s.TheGame.ID, master, 1, false, "Milan's letter was lost"); err != nil {
		t.Fatal(err)
	}
	s.Expect(`Fri 2 Jan 10:00 act: rollback`)
	s.Stands("Florence: error")
	if got := owing(s); got != "Milan Florence" && got != "Florence Milan" {
		t.Errorf("owing: %s", got)
	}
	if got := deadline(s); got != "Mon 5 Jan 20:00, grace Thu 8 Jan 20:00" {
		t.Errorf("due %s", got)
	}
	_, err := s.Submit(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), 2, "A Milan H")
	judgetest.Code(t, err, game.Stale)

	entries, err := s.Press.Log(ctx, s.TheGame.ID, game.Role{}, 0, 0)
	if err != nil || len(entries) != 2 {
		t.Fatalf("%d entries for the public, %v", len(entries), err)
	}
	var act journal.ActData
	s.Unpack(entries[1], &act)
	if act.Topic != journal.TopicRollback || act.Number != 1 || act.Why != "Milan's letter was lost" || !strings.Contains(act.In(message.English), "Spring 1385, orders") {
		t.Errorf("%+v", act)
	}
	s.Send("Milan Florence")
	s.Until("Fri 2 Jan 22:00") // everyone has time to see the rollback
	s.Expect(`Fri 2 Jan 22:00 spring 1385 orders is done; next summer 1385 orders, due Mon 5 Jan 20:00, grace Thu 8 Jan 20:00`)
}

// TestHostedRollbackLeavesTime checks that a near deadline is extended to leave
// a day, or a phase if that is shorter.
func TestHostedRollbackLeavesTime(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.Until("Fri 2 Jan 10:00")
	if _, err := s.Judge.Clock.Process(ctx, s.TheGame.ID, master, 1); err != nil {
		t.Fatal(err)
	}
	s.Until("Mon 5 Jan 15:00")
	if err := s.Admin.Rollback(ctx, s.TheGame.ID, master, 1, false); err != nil {
		t.Fatal(err)
	}
	if got := deadline(s); got != "Tue 6 Jan 20:00, grace Fri 9 Jan 20:00" {
		t.Errorf("due %s", got)
	}
	s.Until("Tue 6 Jan 20:00")
	s.Stands("Milan: late, late before: 1; Venice: late, late before: 1; Naples: late, late before: 1; Florence: late, late before: 1")
}

// TestHostedRollbackPaused checks that a paused game stays paused, and that a
// terminated game is not changed.
func TestHostedRollbackPaused(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	if _, err := s.Judge.Clock.Process(ctx, s.TheGame.ID, master, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.Judge.Clock.Pause(ctx, s.TheGame.ID, master); err != nil {
		t.Fatal(err)
	}
	if err := s.Admin.Rollback(ctx, s.TheGame.ID, master, 0, false); err != nil {
		t.Fatal(err)
	}
	if g := s.Reload(s.TheGame); g.Status != game.Paused || g.Number != 1 {
		t.Errorf("%s, phase %d", g.Status, g.Number)
	}
	s.Send("Milan Venice Florence Naples")
	s.Until("Tue 20 Jan 20:00")
	if g := s.Reload(s.TheGame); g.Number != 1 {
		t.Error("a paused game continued")
	}
	if err := s.Judge.Clock.Resume(ctx, s.TheGame.ID, master); err != nil {
		t.Fatal(err)
	}
	s.Until("Wed 21 Jan 20:00")
	if g := s.Reload(s.TheGame); g.Number != 2 {
		t.Error("the game does not go on")
	}
}

// TestHostedEdit checks that everyone is notified what was corrected and why, and that the list
// of players who owe orders is updated.
func TestHostedEdit(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.Until("Fri 2 Jan 10:00")
	s.Send("Milan")
	g := s.Reload(s.TheGame)
	if err := s.Admin.Edit(ctx, g.ID, master, g.Revision, admin.ReadChanges("EDIT unit add milan A Turin; control province Turin milan"), "It was forgotten at the set-up."); err != nil {
		t.Fatal(err)
	}
	s.Expect(`Fri 2 Jan 10:00 act: edit`)
	if got := owing(s); !strings.Contains(got, "Milan") {
		t.Errorf("Milan has a unit more, but not to order; owing: %s", got)
	}
	_, err := s.Submit(ctx, g.ID, s.Player("Milan"), s.Seat("Milan"), g.Revision, "A Milan H")
	judgetest.Code(t, err, game.Stale)
	if err == nil || !strings.Contains(err.Error(), "The position of Spring 1385, orders was corrected.") || !strings.Contains(err.Error(), "forgotten at the set-up.") {
		t.Error(err)
	}
	s.Send("Milan")
	if got := owing(s); strings.Contains(got, "Milan") {
		t.Errorf("owing: %s", got)
	}
	if err := s.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
	judgetest.Code(t, s.Admin.Edit(ctx, g.ID, s.Player("Milan"), g.Revision+1, admin.ReadChanges("unit remove A Turin"), "x"), game.Forbidden)
}

// lordly creates a hosted game that has begun, with its master.
func lordly(t *testing.T, n lobby.NewGame) (h *judgetest.House, g *game.Game, role game.Role) {
	t.Helper()
	h = judgetest.New(t)
	lord := h.Person("Lorenzo")
	g = h.HostGame(lord, n, nil)
	seats, err := h.Base.Seats(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.JoinAll(g, h.People(len(seats)))
	return h, h.Reload(g), h.RoleFor(g, lord)
}

// TestRulesAndRollback checks that a history in which rules changed is replayed with the rules
// of each phase, even after a rollback to a phase before the change.
func TestRulesAndRollback(t *testing.T) {
	t.Parallel()
	h, g, role := lordly(t, lobby.NewGame{Scenario: "A", Variant: "A-4", Preset: "njudge-classic"})
	step := func() {
		t.Helper()
		if _, err := h.Judge.Clock.Process(ctx, g.ID, role, h.Reload(g).Revision); err != nil {
			t.Fatal(err)
		}
		if err := h.Archive.Replay(ctx, g.ID); err != nil {
			t.Fatal(err)
		}
	}
	set := func(option, value string) {
		t.Helper()
		if _, err := h.Lobby.SetRules(ctx, g.ID, role, map[string]string{option: value}); err != nil {
			t.Fatal(err)
		}
		if err := h.Archive.Replay(ctx, g.ID); err != nil {
			t.Fatal(err)
		}
	}
	step()
	step()
	revision := h.Reload(g).Revision
	set("famine", "off")
	_, err := h.Judge.Clock.Process(ctx, g.ID, role, revision)
	if judgetest.Code(t, err, game.Stale); err == nil || !strings.Contains(err.Error(), "The rules have changed") {
		t.Error(err)
	}
	step()
	step()
	set("assassinations", "off")
	step()
	back := func(n int) {
		t.Helper()
		if err := h.Admin.Rollback(ctx, g.ID, role, n, false); err != nil {
			t.Fatal(err)
		}
		if err := h.Archive.Replay(ctx, g.ID); err != nil {
			t.Fatal(n, err)
		}
	}
	back(4)
	step()
	step()
	back(2)
	step()
	step()
	step()
	acts, err := h.Admin.Acts(ctx, g.ID, game.Role{})
	if err != nil || len(acts) != 4 || acts[0].Topic != journal.TopicRules || acts[0].Who != "Lorenzo" || acts[2].Topic != journal.TopicRollback {
		t.Errorf("%+v, %v", acts, err)
	}
}

// TestHostTypedPosition creates a hosted game that begins with another position than its
// scenario's.
func TestHostTypedPosition(t *testing.T) {
	t.Parallel()
	h, g, role := lordly(t, lobby.NewGame{
		Scenario: "B", Variant: "B-2-2", Preset: "njudge-classic", Phase: "fall 1456 orders",
		Position: `{"units": {"milan": ["A Pavia"], "venice": ["F Venice"]}, "provinces": {"milan": ["Pavia"], "venice": ["Venice"]},
			"cities": {"milan": ["Pavia"], "venice": ["Venice"]}, "treasuries": {"milan": 12}}`,
	})
	now, err := h.Base.Current(ctx, g.ID)
	if err != nil || g.Status != game.Active || g.Phase.String() != "fall 1456 orders" || len(now.Before.Units) != 2 {
		t.Fatalf("%s, %s, %+v, %v", g.Status, g.Phase, now, err)
	}
	if _, err := h.Judge.Clock.Process(ctx, g.ID, role, g.Revision); err != nil {
		t.Fatal(err)
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
	_, err = h.Lobby.Host(ctx, h.Person("Giuliano").ID, lobby.NewGame{Name: "x", Scenario: "B", Position: `{"units": {"milan": ["F Pavia"]}}`}, hosting.Default())
	judgetest.Code(t, err, game.Invalid)
}

// TestHostedSecrets checks that only their owners see corrections of secrets in
// the log.
func TestHostedSecrets(t *testing.T) {
	t.Parallel()
	h, g, role := lordly(t, lobby.NewGame{
		Scenario: "B", Variant: "B-8", Preset: "njudge-classic", Options: map[string]string{"treasury-visibility": "hidden"},
	})
	venice := h.SeatOf(g, "venice")
	if err := h.Admin.Edit(ctx, g.ID, role, g.Revision, admin.ReadChanges("treasury venice 40"), "as agreed"); err != nil {
		t.Fatal(err)
	}
	for seat := range 9 {
		entries, err := h.Press.Log(ctx, g.ID, game.Role{Seat: seat, Player: seat > 0, Observer: seat == 0}, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		told, acts := false, 0
		for _, e := range entries {
			if e.Kind == game.ActEntry {
				acts++
				told = told || strings.Contains(string(e.Data), `{"ducats":40}`)
			}
		}
		if told != (seat == venice) || acts == 0 {
			t.Errorf("seat %d: notified %t, %d acts", seat, told, acts)
		}
	}
}
