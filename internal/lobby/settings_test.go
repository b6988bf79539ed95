package lobby_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
)

func TestSetHosting(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, anna := h.Person("Lorenzo"), h.Person("Anna")
	g := h.HostGame(lorenzo, lobby.NewGame{}, nil)
	m := h.RoleFor(g, lorenzo)
	how, err := h.Lobby.Hosting(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	if changes, err := h.Lobby.SetHosting(ctx, g.ID, m, how); err != nil || len(changes) != 0 {
		t.Errorf("nothing changed: %q, %v", changes, err)
	}
	if err := h.Lobby.Join(ctx, g.ID, anna.ID, ""); err != nil {
		t.Fatal(err)
	}
	_, err = h.Lobby.SetHosting(ctx, g.ID, h.RoleFor(g, anna), how)
	judgetest.Code(t, err, game.Forbidden)
	_, err = h.Lobby.SetHosting(ctx, g.ID, game.Role{}, how)
	judgetest.Code(t, err, game.Forbidden)

	how.NMR, how.Zone, how.Comment = true, "Europe/Rome", "  Beginners   welcome "
	how.Timing[1].Grace = 24 * time.Hour
	how.Deny = []string{"Giuda"}
	how.Press.Grey, how.Press.NoLate = true, true
	changes, err := h.Lobby.SetHosting(ctx, g.ID, m, how)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"Retreats: at least 23 hours; deadlines fall from Monday to Friday; no deadline falls before noon on Monday; grace of 24 hours; after the last orders the judge waits 30 minutes " +
			"(was at least 23 hours; deadlines fall from Monday to Friday; no deadline falls before noon on Monday; grace of 71 hours; after the last orders the judge waits 30 minutes)",
		"Time zone: Europe/Rome (was UTC)",
		"NMR: on (was off)",
		"Comment: Beginners welcome (was none)",
		"Who may not join: changed",
		"Press: messages name their sender, unless the sender prefers not to (was messages name their sender)",
		"Late press: off (was on)",
	} {
		if !slices.ContainsFunc(changes, func(m message.Message) bool { return m.String() == line }) {
			t.Errorf("not said: %s\nsaid:\n%s", line, changes)
		}
	}
	if last := changes[len(changes)-1]; !strings.HasPrefix(last.String(), "Note: Where no one who is late is waited for, GRACE of less than 36 hours") || len(changes) != 8 {
		t.Errorf("said:\n%s", changes)
	}
	told := h.NoticesTo(g, game.Role{})
	if told[len(told)-1] != "parameters Lorenzo" {
		t.Errorf("notices: %q", told)
	}

	bad := how
	bad.Zone = "Mars/Olympus"
	_, err = h.Lobby.SetHosting(ctx, g.ID, m, bad)
	judgetest.Code(t, err, game.Invalid)
	bad = how
	bad.Gunboat = true
	_, err = h.Lobby.SetHosting(ctx, g.ID, m, bad)
	judgetest.Code(t, err, game.Conflict)
	for _, line := range how.Words() {
		if said := line.String(); strings.Contains(said, "Giuda") || !strings.Contains(said, ": ") {
			t.Errorf("a listing says %s", said)
		}
	}
}

func TestSetHostingInPlay(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Rimini", nil)
	m := h.RoleFor(g, master)
	how, err := h.Lobby.Hosting(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*hosting.Hosting){
		"gunboat":     func(how *hosting.Hosting) { how.Gunboat = true },
		"preferences": func(how *hosting.Hosting) { how.Preferences = hosting.PreferRandom },
	} {
		bad := how
		change(&bad)
		if _, err := h.Lobby.SetHosting(ctx, g.ID, m, bad); game.ErrorCode(err) != game.Conflict {
			t.Errorf("%s: %v", what, err)
		}
	}
	before, _ := h.Judge.Clock.Plan(ctx, g.ID)
	how.Timing[0].Next = 24 * time.Hour
	how.Unmoderated, how.Dias = true, false
	if _, err := h.Lobby.SetHosting(ctx, g.ID, m, how); err != nil {
		t.Fatal(err)
	}
	if after, _ := h.Judge.Clock.Plan(ctx, g.ID); !after.Deadline.Equal(before.Deadline) {
		t.Error("a new timing moved the deadline of the phase")
	}
	how.Quiet = true
	if _, err := h.Lobby.SetHosting(ctx, g.ID, h.RoleFor(g, who[3]), how); err != nil {
		t.Errorf("a player of a game without moderation: %v", err)
	}
	judgetest.Code(t, h.Lobby.Terminate(ctx, g.ID, h.RoleFor(g, who[3])), game.Forbidden)
	if err := h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, who[3])); err != nil {
		t.Fatal(err)
	}
	if told := h.NoticesTo(g, h.RoleFor(g, who[0])); strings.HasPrefix(told[len(told)-1], "resignation") {
		t.Error("a quiet game announced a resignation")
	}
}

// TestRequiredReliability checks that nobody can require a reliability that
// they do not have themselves.
func TestRequiredReliability(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _, who := h.Playing("Cortona", nil)
	if err := h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, who[0])); err != nil {
		t.Fatal(err)
	}
	how := hosting.Default()
	how.MinReliability = 50
	_, err := h.Lobby.Host(ctx, who[0].ID, lobby.NewGame{Name: "Strict", Scenario: "B"}, how)
	judgetest.Code(t, err, game.Invalid)
	strict := h.HostGame(who[1], lobby.NewGame{Name: "Strict"}, func(x *hosting.Hosting) { *x = how })
	judgetest.Code(t, h.Lobby.Join(ctx, strict.ID, who[0].ID, ""), game.Forbidden)
	lax := h.HostGame(who[0], lobby.NewGame{Name: "Lax"}, nil)
	_, err = h.Lobby.SetHosting(ctx, lax.ID, h.RoleFor(lax, who[0]), how)
	judgetest.Code(t, err, game.Invalid)
}

func TestSetRulesBeforeTheStart(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(8)
	g := h.HostGame(lorenzo, lobby.NewGame{}, nil)
	m := h.RoleFor(g, lorenzo)
	set := func(options map[string]string) []message.Message {
		t.Helper()
		changes, err := h.Lobby.SetRules(ctx, g.ID, m, options)
		if err != nil {
			t.Fatal(err)
		}
		return changes
	}
	_, err := h.Lobby.SetRules(ctx, g.ID, game.Role{}, map[string]string{"plague": "on"})
	judgetest.Code(t, err, game.Forbidden)
	for _, bad := range []map[string]string{
		{"dragons": "on"},
		{"plague": "sometimes"},
		{"money": "off", "bank-loans": "on"},
	} {
		_, err := h.Lobby.SetRules(ctx, g.ID, m, bad)
		judgetest.Code(t, err, game.Invalid)
	}
	if got := set(map[string]string{"plague": "on"}); len(got) != 1 || got[0].String() != "plague: on (was off)" {
		t.Errorf("%q", got)
	}
	if got := set(map[string]string{"plague": "on"}); len(got) != 0 {
		t.Errorf("%q", got)
	}
	// Without money there are no loans and no assassins, either.
	if got := fmt.Sprint(set(map[string]string{"money": "off"})); !strings.Contains(got, "bank-loans: off (was on)") || !strings.Contains(got, "assassinations: off") {
		t.Errorf("%s", got)
	}
	if now := h.Reload(g); now.Rules.Money || !now.Rules.Plague || now.Hosting.Irregular {
		t.Errorf("%+v", now)
	}
	h.JoinAll(g, who)
	now := h.Reload(g)
	if now.Status != game.Active || len(h.OpeningEvents(now)) != 0 {
		t.Errorf("without money the game opened with %v", h.OpeningEvents(now))
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
}

// TestSetRulesInPlay changes rules during play. It checks that the game is
// irregular, that everyone is notified, that orders for the old revision are
// stale, and that each phase is replayed by its own rules.
func TestSetRulesInPlay(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Parma", nil)
	m, anna := h.RoleFor(g, master), h.RoleFor(g, who[0])
	if _, err := h.Judge.Clock.Process(ctx, g.ID, m, g.Revision); err != nil {
		t.Fatal(err)
	}
	now := h.Reload(g)
	_, err := h.Lobby.SetRules(ctx, g.ID, anna, map[string]string{"coastal-convoys": "on"})
	judgetest.Code(t, err, game.Forbidden)
	changes, err := h.Lobby.SetRules(ctx, g.ID, m, map[string]string{"coastal-convoys": map[bool]string{true: "off", false: "on"}[now.Rules.CoastalConvoys]})
	if err != nil || len(changes) != 1 {
		t.Fatalf("%q, %v", changes, err)
	}
	after := h.Reload(g)
	if !after.Hosting.Irregular || after.Revision != now.Revision+1 || after.Rules.CoastalConvoys == now.Rules.CoastalConvoys || after.Number != now.Number {
		t.Errorf("%+v", after)
	}
	_, err = h.Submit(ctx, g.ID, anna, anna.Seat, now.Revision, "")
	judgetest.Code(t, err, game.Stale)
	told := h.NoticesTo(g, game.Role{})
	if told[len(told)-1] != "rules Master of Parma" {
		t.Errorf("notices: %q", told)
	}
	// Outdated settings sent by a page do not make it regular again.
	how := hosting.Default()
	if _, err := h.Lobby.SetHosting(ctx, g.ID, m, how); err != nil {
		t.Fatal(err)
	}
	if !h.Reload(g).Hosting.Irregular {
		t.Error("the game is regular again")
	}
	if _, err := h.Judge.Clock.Process(ctx, g.ID, m, after.Revision); err != nil {
		t.Fatal(err)
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
}
