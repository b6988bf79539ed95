package judge_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/schedule"
)

// linked creates a game whose seats are held by links. It returns the role of the master's link,
// and the roles of the seats' links indexed by seat number.
func linked(h *judgetest.House, n lobby.NewGame) (*game.Game, game.Role, []game.Role) {
	h.T.Helper()
	if n.Scenario == "" {
		n.Scenario, n.Variant = "A", "A-4"
	}
	g, k := h.MakeGame(n)
	role := func(key string) game.Role {
		r, err := h.Lobby.Role(ctx, g.ID, key)
		if err != nil {
			h.T.Fatal(err)
		}
		return r
	}
	seats := []game.Role{{}}
	for _, key := range k.Seats {
		seats = append(seats, role(key))
	}
	return g, role(k.Master), seats
}

// TestMasterByLink uses every tool of a master in a game whose seats are held
// by links. The master has the same tools as masters with accounts.
func TestMasterByLink(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, boss, seats := linked(h, lobby.NewGame{Pace: 48 * time.Hour, Preset: "njudge-classic"})
	must := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	how := func() hosting.Hosting {
		t.Helper()
		h, err := h.Lobby.Hosting(ctx, g.ID)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	rev := func() int { return h.Reload(g).Revision }

	must("times", h.Judge.Clock.SetTimes(ctx, g.ID, boss, h.Clock.Now().Add(72*time.Hour), h.Clock.Now().Add(80*time.Hour), time.Time{}))
	if plan, err := h.Judge.Clock.Plan(ctx, g.ID); err != nil || !plan.Grace.Equal(h.Clock.Now().Add(80*time.Hour)) {
		t.Errorf("plan %+v, %v", plan, err)
	}
	must("pause", h.Judge.Clock.Pause(ctx, g.ID, boss))
	_, err := h.Judge.Clock.Process(ctx, g.ID, boss, rev())
	judgetest.Code(t, err, game.Conflict)
	must("resume", h.Judge.Clock.Resume(ctx, g.ID, boss))
	if due := h.Reload(g).Deadline; !due.Equal(h.Clock.Now().Add(48 * time.Hour)) {
		t.Errorf("after the pause due %v", due)
	}
	set := how()
	set.Comment, set.Links, set.OnReady, set.Rated = "for friends", false, false, true
	lines, err := h.Lobby.SetHosting(ctx, g.ID, boss, set)
	must("settings", err)
	if got := how(); got.Comment != "for friends" || !got.Links || !got.OnReady || got.Rated {
		t.Errorf("%v: %+v", lines, got)
	}
	_, err = h.Lobby.SetRules(ctx, g.ID, boss, map[string]string{"plague": "on"})
	must("rules", err)
	must("a roll", h.Admin.SetRoll(ctx, g.ID, boss, rev(), "plague severity", 4))
	must("a correction", h.Admin.Edit(ctx, g.ID, boss, rev(), admin.ReadChanges("treasury milan +3"), "a gift"))
	_, err = h.Admin.Predict(ctx, g.ID, boss, 0)
	must("a prediction", err)
	_, err = h.Judge.Clock.Process(ctx, g.ID, boss, rev())
	must("process", err)
	must("rollback", h.Admin.RollbackFor(ctx, g.ID, boss, 0, true, "a mistake"))
	must("an absence", h.Judge.Clock.SetAbsence(ctx, g.ID, boss, 2, schedule.Absence{Start: h.Clock.Now().Add(24 * time.Hour), End: h.Clock.Now().Add(20 * 24 * time.Hour)}))
	_, err = h.Submit(ctx, g.ID, boss, 2, rev(), "")
	must("orders on a player's behalf", err)
	must("a message", h.Press.Say(ctx, g.ID, boss, 0, press.NewMessage{To: journal.Everybody, Text: "Welcome"}))
	must("a computer player", h.Lobby.SetBot(ctx, g.ID, boss, 3, ""))
	if s, _ := h.Base.Seats(ctx, g.ID); s[2].Bot == "" {
		t.Errorf("seat 3: %+v", s[2])
	}
	judgetest.Code(t, h.Judge.Clock.Ready(ctx, g.ID, seats[3], 3, rev(), true), game.Conflict)
	must("no computer player", h.Lobby.SetBot(ctx, g.ID, boss, 3, lobby.NoBot))
	if s, _ := h.Base.Seats(ctx, g.ID); s[2].Bot != "" {
		t.Errorf("seat 3: %+v", s[2])
	}
	_, err = h.Archive.Export(ctx, g.ID, boss)
	must("a file", err)
	told := strings.Join(h.NoticesTo(g, seats[1]), " ")
	for _, topic := range []journal.Topic{journal.TopicDeadline, journal.TopicGrace, journal.TopicPaused, journal.TopicResumed, journal.TopicParameters, journal.TopicRules, journal.TopicRoll, journal.TopicEdit, journal.TopicRollback, journal.TopicTakeover} {
		if !strings.Contains(told, string(topic)) {
			t.Errorf("the players get no notice of %s: %s", topic, told)
		}
	}
	must("giving up", h.Lobby.Terminate(ctx, g.ID, boss))
	must("going on", h.Judge.Clock.Resume(ctx, g.ID, boss))
	for what, err := range map[string]error{
		"pause": h.Judge.Clock.Pause(ctx, g.ID, seats[1]), "times": h.Judge.Clock.SetTimes(ctx, g.ID, seats[1], h.Clock.Now().Add(time.Hour), time.Time{}, time.Time{}),
		"rollback": h.Admin.Rollback(ctx, g.ID, seats[1], 0, false), "bot": h.Lobby.SetBot(ctx, g.ID, seats[1], 2, ""), "link": h.Lobby.Eject(ctx, g.ID, seats[1], 2, ""),
	} {
		if game.ErrorCode(err) != game.Forbidden {
			t.Errorf("%s by a player: %v", what, err)
		}
	}
}

// TestPlayersByLink checks that the holder of a seat's link can do the same as
// a player with an account.
func TestPlayersByLink(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, boss, seats := linked(h, lobby.NewGame{})
	if err := h.Press.Say(ctx, g.ID, seats[1], 1, press.NewMessage{To: journal.OnlySeats(2), Text: "Shall we?"}); err != nil {
		t.Fatal(err)
	}
	for seat, n := range []int{0, 0, 1, 0} { // the view of the master comes first
		r := append([]game.Role{boss}, seats[1:]...)[seat]
		if got, err := h.Press.Unread(ctx, g.ID, r); got != n || err != nil {
			t.Errorf("%d letters are new to seat %d, want %d, %v", got, seat, n, err)
		}
	}
	list, _, err := h.Press.Letters(ctx, g.ID, seats[2], 0, 10)
	if err != nil || len(list) != 1 || list[0].Press.Text != "Shall we?" || !list[0].New {
		t.Fatalf("%+v, %v", list, err)
	}
	if err := h.Press.MarkRead(ctx, g.ID, seats[2], "", list[0].Seq); err != nil {
		t.Fatal(err)
	}
	if n, err := h.Press.Unread(ctx, g.ID, seats[2]); n != 0 || err != nil {
		t.Errorf("%d letters are new, %v", n, err)
	}
	if list, _, err = h.Press.Letters(ctx, g.ID, seats[3], 0, 10); err != nil || len(list) != 0 {
		t.Errorf("another seat reads %+v, %v", list, err)
	}
	if err := h.Admin.AddDiary(ctx, g.ID, seats[2], 2, "A note"); err != nil {
		t.Error(err)
	}
	// The number of messages is limited, in each game separately.
	for i := 0; ; i++ {
		err := h.Press.Say(ctx, g.ID, seats[3], 3, press.NewMessage{To: journal.Everybody, Text: "Again"})
		if err == nil && i < 1000 {
			continue
		}
		judgetest.Code(t, err, game.TooMany)
		break
	}
	if err := h.Press.Say(ctx, g.ID, seats[4], 4, press.NewMessage{To: journal.Everybody, Text: "Once"}); err != nil {
		t.Error(err)
	}
	for seat := 1; seat <= 4; seat++ {
		if err := h.Judge.Clock.Vote(ctx, g.ID, seats[seat], seat, game.Ballot{Draw: true}); err != nil {
			t.Fatal(err)
		}
	}
	if now := h.Reload(g); now.Status != game.Over || !now.Finished {
		t.Errorf("after all have voted for a draw: %s", now.Status)
	}
}

// TestNewLink gives a seat a new link and checks that the old one no longer
// works and that the seat is not ready.
func TestNewLink(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, boss, seats := linked(h, lobby.NewGame{})
	before := judgetest.KeysOf(h, g)
	if err := h.Lobby.TakeSeat(ctx, g.ID, seats[2], "Ada"); err != nil {
		t.Fatal(err)
	}
	if err := h.Judge.Clock.Ready(ctx, g.ID, seats[2], 2, 1, true); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := h.Lobby.Eject(ctx, g.ID, boss, 2, ""); err != nil {
			t.Fatal(err)
		}
	}
	after := judgetest.KeysOf(h, g)
	_, err := h.Lobby.Role(ctx, g.ID, before.Seats[1])
	judgetest.Code(t, err, game.Forbidden)
	if r, err := h.Lobby.Role(ctx, g.ID, after.Seats[1]); err != nil || r.Seat != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if before.Master != after.Master || before.Seats[0] != after.Seats[0] || slices.Contains(before.Seats, after.Seats[1]) {
		t.Errorf("links before %v, after %v", before, after)
	}
	s, err := h.Base.Seats(ctx, g.ID)
	if err != nil || s[1].Ready || s[1].Player != "" {
		t.Errorf("%+v, %v", s[1], err)
	}
}

// TestPublicTable checks that anyone who has the public master's link of the game on the front
// page can play it, but cannot change its settings for others.
func TestPublicTable(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	if err := h.BotGames.Showcase(ctx); err != nil {
		t.Fatal(err)
	}
	_, id, err := h.Lobby.Showcased(ctx)
	if err != nil {
		t.Fatal(err)
	}
	k, err := h.Lobby.Keys(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.Lobby.Role(ctx, id, k.Master)
	if err != nil || !r.Public {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := h.Submit(ctx, id, r, 1, 1, "A Milan H"); err != nil {
		t.Error(err)
	}
	if _, err := h.Judge.Clock.Process(ctx, id, r, 1); err != nil {
		t.Error(err)
	}
	how, err := h.Lobby.Hosting(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	how.Comment = "buy my things"
	_, set := h.Lobby.SetHosting(ctx, id, r, how)
	_, rules := h.Lobby.SetRules(ctx, id, r, map[string]string{"plague": "on"})
	_, file := h.Archive.Export(ctx, id, r)
	for what, err := range map[string]error{
		"pause": h.Judge.Clock.Pause(ctx, id, r), "terminate": h.Lobby.Terminate(ctx, id, r), "edit": h.Admin.Edit(ctx, id, r, 2, admin.ReadChanges("treasury milan 12"), "why not"),
		"rollback": h.Admin.Rollback(ctx, id, r, 0, false), "settings": set, "rules": rules, "deadline": h.Judge.Clock.SetDeadline(ctx, id, r, h.Clock.Now().Add(time.Hour)),
		"link": h.Lobby.Eject(ctx, id, r, 1, ""), "bot": h.Lobby.SetBot(ctx, id, r, 1, ""), "file": file, "message": h.Press.Say(ctx, id, r, 0, press.NewMessage{To: journal.Everybody, Text: "Hi"}),
	} {
		if game.ErrorCode(err) != game.Forbidden {
			t.Errorf("%s: %v", what, err)
		}
	}
}
