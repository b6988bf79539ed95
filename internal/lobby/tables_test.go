package lobby_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
)

var (
	ctx    = context.Background()
	master = game.Role{Master: true}
)

func TestHostedTables(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo := h.Person("Lorenzo")
	unverified, _, err := h.Users.Register(ctx, "Somebody", "somebody@example.org", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what   string
		by     string
		change func(*lobby.NewGame, *hosting.Hosting)
		code   string
	}{
		{"nobody", "nobody", nil, game.NotFound},
		{"who is not verified", unverified.ID, nil, game.Forbidden},
		{"no name", lorenzo.ID, func(n *lobby.NewGame, _ *hosting.Hosting) { n.Name = " " }, game.Invalid},
		{"a name of pictures", lorenzo.ID, func(n *lobby.NewGame, _ *hosting.Hosting) { n.Name = "🦁 !" }, game.Invalid},
		{"an unknown scenario", lorenzo.ID, func(n *lobby.NewGame, _ *hosting.Hosting) { n.Scenario = "Q" }, game.Invalid},
		{"an unknown option", lorenzo.ID, func(n *lobby.NewGame, _ *hosting.Hosting) { n.Options = map[string]string{"dragons": "on"} }, game.Invalid},
		{"solitaire", lorenzo.ID, func(n *lobby.NewGame, _ *hosting.Hosting) { n.Solitaire = true }, game.Invalid},
		{"a pace", lorenzo.ID, func(n *lobby.NewGame, _ *hosting.Hosting) { n.Pace = time.Hour }, game.Invalid},
		{"players", lorenzo.ID, func(n *lobby.NewGame, _ *hosting.Hosting) { n.Players = []string{"x"} }, game.Invalid},
		{"a bad clock", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.Timing[1].Clock = 1440 }, game.Invalid},
		{"no day", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.Timing[0].Days = "-------" }, game.Invalid},
		{"a bad zone", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.Zone = "Atlantis" }, game.Invalid},
		{"a long absence", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.MaxAbsence = 32 }, game.Invalid},
		{"a strange mode", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.Preferences = "lottery" }, game.Invalid},
		{"too reliable", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.MinReliability = 101 }, game.Invalid},
		{"a long comment", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.Comment = strings.Repeat("x", 81) }, game.Invalid},
		{"a bell in the house rules", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.HouseRules = "ring\a" }, game.Invalid},
		{"long house rules", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.HouseRules = strings.Repeat("x", 30_000) }, game.TooLarge},
		{"press of no colour", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.Press.White = false }, game.Invalid},
		{"grey by default without grey", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.Press.GreyFirst = true }, game.Invalid},
		{"fakes without partial press", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.Press.Partial, h.Press.Fakes = false, "may" }, game.Invalid},
		{"strange fakes", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.Press.Fakes = "always" }, game.Invalid},
		{"strange observers", lorenzo.ID, func(_ *lobby.NewGame, h *hosting.Hosting) { h.Press.Observers = "loud" }, game.Invalid},
		{"all as usual", lorenzo.ID, nil, ""},
		{"the name again", lorenzo.ID, func(n *lobby.NewGame, _ *hosting.Hosting) { n.Name = "the medicis game" }, game.Conflict},
	} {
		n, how := lobby.NewGame{Name: "The Medici's Game", Scenario: "B"}, hosting.Default()
		if c.change != nil {
			c.change(&n, &how)
		}
		_, err := h.Lobby.Host(ctx, c.by, n, how)
		if game.ErrorCode(err) != c.code {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	g, err := h.Base.FindGame(ctx, "TheMedicisGame")
	if err != nil || g.Name != "The Medici's Game" || g.Status != game.Forming || g.Number != 0 || g.Hosting == nil {
		t.Fatalf("%+v, %v", g, err)
	}
	if again, err := h.Base.FindGame(ctx, strings.ToUpper(g.ID)); err != nil || again.ID != g.ID {
		t.Error(err)
	}
	_, err = h.Base.FindGame(ctx, "unheard of")
	judgetest.Code(t, err, game.NotFound)
	if r := h.RoleFor(g, lorenzo); r != (game.Role{Master: true, Account: lorenzo.ID}) {
		t.Errorf("role %+v", r)
	}
	// A forming game shows seats and no phase, and has no secret links.
	if seats, err := h.Base.Seats(ctx, g.ID); err != nil || len(seats) != 8 || len(seats[0].Powers) != 0 {
		t.Errorf("%v, %v", seats, err)
	}
	_, err = h.Base.Current(ctx, g.ID)
	judgetest.Code(t, err, game.NotFound)
	_, err = h.Lobby.Keys(ctx, g.ID)
	judgetest.Code(t, err, game.Forbidden)
	_, err = h.Lobby.Role(ctx, g.ID, "guess")
	judgetest.Code(t, err, game.Forbidden)
	_, err = h.Submit(ctx, g.ID, game.Role{Seat: 1}, 1, 1, "")
	judgetest.Code(t, err, game.Conflict)
	if all, err := h.Base.GamesOf(ctx, lorenzo.ID); err != nil || len(all) != 1 || all[0].ID != g.ID {
		t.Errorf("%v, %v", all, err)
	}
}

func TestTooManyGamesForm(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Lorenzo")
	var g *game.Game
	for i := range 10 {
		g = h.HostGame(a, lobby.NewGame{Name: fmt.Sprint("Game ", i)}, nil)
	}
	_, err := h.Lobby.Host(ctx, a.ID, lobby.NewGame{Name: "One more", Scenario: "B"}, hosting.Default())
	judgetest.Code(t, err, game.Conflict)
	if err := h.Lobby.Terminate(ctx, g.ID, h.RoleFor(g, a)); err != nil {
		t.Fatal(err)
	}
	h.HostGame(a, lobby.NewGame{Name: "Game 9"}, nil) // the name is free again
}

// TestLinksHaveNoMembers checks that accounts cannot take part in a game whose
// seats are held by links, and that holders of links cannot use commands that
// need an account.
func TestLinksHaveNoMembers(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	g, k := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-8"})
	for what, x := range map[string]struct {
		err  error
		code string
	}{
		"join":        {h.Lobby.Join(ctx, g.ID, a.ID, ""), game.Conflict},
		"observe":     {h.Lobby.Observe(ctx, g.ID, a.ID), game.Conflict},
		"take over":   {h.Lobby.TakeOver(ctx, g.ID, a.ID, 1), game.Conflict},
		"start":       {h.Lobby.Start(ctx, g.ID, master, true), game.Conflict},
		"leave":       {h.Lobby.Leave(ctx, g.ID, master), game.Forbidden},
		"promote":     {h.Lobby.Promote(ctx, g.ID, master, a.ID), game.Conflict},
		"approve":     {h.Lobby.Approve(ctx, g.ID, master, 1, true), game.Conflict},
		"preferences": {h.Lobby.SetPreferences(ctx, g.ID, master, "V"), game.Forbidden},
		"unstart":     {h.Lobby.Unstart(ctx, g.ID, master), game.Conflict},
	} {
		if game.ErrorCode(x.err) != x.code {
			t.Errorf("%s: %v, want %s", what, x.err, x.code)
		}
	}
	if role := h.RoleFor(g, a); role.Takes() {
		t.Errorf("role %+v", role)
	}
	if role, err := h.Lobby.Role(ctx, g.ID, k.Seats[0]); err != nil || role.Seat != 1 {
		t.Error(err)
	}
}

func TestJoin(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, anna, bruno, carlo := h.Person("Lorenzo"), h.Person("Anna"), h.Person("Bruno"), h.Person("Carlo")
	g := h.HostGame(lorenzo, lobby.NewGame{}, func(how *hosting.Hosting) {
		how.Deny = []string{"Bruno"}
		how.Preferences = hosting.PreferBoth
	})
	judgetest.Code(t, h.Lobby.Join(ctx, "nowhere", anna.ID, ""), game.NotFound)
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, "nobody", ""), game.NotFound)
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, lorenzo.ID, ""), game.Conflict)
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, bruno.ID, ""), game.Forbidden)
	judgetest.Code(t, h.Lobby.Observe(ctx, g.ID, bruno.ID), game.Forbidden)
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, anna.ID, "VVL"), game.Invalid)
	judgetest.Code(t, h.Lobby.SetPreferences(ctx, g.ID, h.RoleFor(g, anna), "VL"), game.Forbidden)
	if err := h.Lobby.Observe(ctx, g.ID, anna.ID); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Lobby.Observe(ctx, g.ID, anna.ID), game.Conflict)
	if err := h.Lobby.Join(ctx, g.ID, anna.ID, "v, l (n i)"); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, anna.ID, ""), game.Conflict)
	if r := h.RoleFor(g, anna); r != (game.Role{Player: true, Account: anna.ID}) {
		t.Errorf("role %+v", r)
	}
	if err := h.Lobby.SetPreferences(ctx, g.ID, h.RoleFor(g, anna), "*"); err != nil {
		t.Error(err)
	}
	h.Clock.Advance(time.Minute)
	if err := h.Lobby.Join(ctx, g.ID, carlo.ID, "FT"); err != nil {
		t.Fatal(err)
	}

	roster := func(r game.Role) string {
		all, err := h.Lobby.Roster(ctx, g.ID, r)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, p := range all {
			out = append(out, strings.TrimSpace(fmt.Sprint(p.Kind, " ", p.Name, " ", p.Preferences, " ", p.Former)))
		}
		return strings.Join(out, "; ")
	}
	if got := roster(game.Role{}); got != "master Lorenzo  false; player Anna  false; player Carlo  false" {
		t.Error(got)
	}
	if got := roster(h.RoleFor(g, carlo)); got != "master Lorenzo  false; player Anna  false; player Carlo FT false" {
		t.Error(got)
	}
	if got := roster(h.RoleFor(g, lorenzo)); got != "master Lorenzo  false; player Anna * false; player Carlo FT false; observer Anna  true" {
		t.Error(got)
	}
	if p, err := h.Lobby.Places(ctx, g.ID, game.Role{}); err != nil || p.Missing != 6 || p.Seats != 8 {
		t.Errorf("%+v, %v", p, err)
	}
	// Leaving frees the seat.
	if err := h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, anna)); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Lobby.Leave(ctx, g.ID, game.Role{Player: true, Account: anna.ID}), game.Forbidden)
	if p, _ := h.Lobby.Places(ctx, g.ID, game.Role{}); p.Missing != 7 {
		t.Errorf("%+v", p)
	}
	if err := h.Lobby.Join(ctx, g.ID, anna.ID, ""); err != nil {
		t.Error(err)
	}
	// The first list has the notices to everyone, the second those to masters only.
	all := []string{"forming Lorenzo", "signon Anna", "signon Anna", "signon Carlo", "resignation Anna", "signon Anna"}
	if got := h.NoticesTo(g, game.Role{}); !slices.Equal(got, all) {
		t.Errorf("notices: %q", got)
	}
	if got := h.NoticesTo(g, h.RoleFor(g, lorenzo)); len(got) != len(all)+4 {
		t.Errorf("notices to masters: %q", got)
	}
	// The master removes a player without a seat.
	judgetest.Code(t, h.Lobby.Eject(ctx, g.ID, h.RoleFor(g, carlo), 0, anna.ID), game.Forbidden)
	judgetest.Code(t, h.Lobby.Eject(ctx, g.ID, h.RoleFor(g, lorenzo), 0, bruno.ID), game.NotFound)
	judgetest.Code(t, h.Lobby.Eject(ctx, g.ID, h.RoleFor(g, lorenzo), 0, ""), game.Invalid)
	if err := h.Lobby.Eject(ctx, g.ID, h.RoleFor(g, lorenzo), 0, anna.ID); err != nil {
		t.Error(err)
	}
	if r := h.RoleFor(g, anna); r.Takes() {
		t.Errorf("role %+v", r)
	}
}

func TestAllowAndReliability(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, anna, bruno := h.Person("Lorenzo"), h.Person("Anna"), h.Person("Bruno")
	g := h.HostGame(lorenzo, lobby.NewGame{}, func(how *hosting.Hosting) {
		how.Allow = []string{" ANNA@example.org ", ""}
		how.MinReliability = 90
	})
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, bruno.ID, ""), game.Forbidden)
	if err := h.Lobby.Join(ctx, g.ID, anna.ID, ""); err != nil {
		t.Error(err)
	}
	if p, words, err := h.Ratings.Reliability(ctx, anna.ID); err != nil || p != 100 || words.String() != "new player" {
		t.Errorf("%d, %s, %v", p, words, err)
	}
}

func TestSecretAndGunboat(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(8)
	g := h.HostGame(lorenzo, lobby.NewGame{}, func(how *hosting.Hosting) { how.Secret, how.Gunboat = true, true })
	h.JoinAll(g, who[:7])
	if p, _ := h.Lobby.Places(ctx, g.ID, game.Role{}); p.Missing != -1 {
		t.Errorf("%+v", p)
	}
	if p, _ := h.Lobby.Places(ctx, g.ID, h.RoleFor(g, lorenzo)); p.Missing != 1 {
		t.Errorf("%+v", p)
	}
	if got := h.NoticesTo(g, h.RoleFor(g, who[0])); !slices.Equal(got, []string{"forming"}) {
		t.Errorf("notices: %q", got)
	}
	h.JoinAll(g, who[7:])
	me := h.RoleFor(g, who[3])
	for _, r := range []game.Role{{}, me} {
		all, err := h.Lobby.Roster(ctx, g.ID, r)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			if p.Kind == game.Player && p.Name != "" && p.Seat != r.Seat || p.Kind == game.Player && p.Account != "" && p.Account != r.Account {
				t.Errorf("%+v sees %+v", r, p)
			}
		}
	}
	for _, c := range []struct {
		role game.Role
		seat int
		name string
	}{
		{game.Role{}, me.Seat, ""},
		{me, me.Seat, "Player D"},
		{h.RoleFor(g, who[0]), me.Seat, ""},
		{h.RoleFor(g, lorenzo), me.Seat, "Player D"},
		{me, 99, ""},
	} {
		if name, err := h.Base.NameAt(ctx, g.ID, c.role, c.seat); err != nil || name != c.name {
			t.Errorf("%+v sees %q at seat %d, want %q (%v)", c.role, name, c.seat, c.name, err)
		}
	}
	seats, err := h.Base.Seats(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range seats {
		if s.Player != "" || len(s.Powers) != 1 {
			t.Errorf("%+v", s)
		}
	}
	entries, err := h.Press.Log(ctx, g.ID, me, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(string(e.Data), "Player ") {
			t.Errorf("a player sees %s", e.Data)
		}
	}
}

// TestFromHostToFirstPhase plays from the creation of a game, with eight
// players joining, to the first phase.
func TestFromHostToFirstPhase(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(9)
	g := h.HostGame(lorenzo, lobby.NewGame{}, nil)
	wishes := []string{"V", "L", "N", "I", "F", "A", "P", "T"}
	for i, w := range wishes {
		h.Clock.Advance(time.Minute)
		if err := h.Lobby.Join(ctx, g.ID, who[i].ID, w); err != nil {
			t.Fatal(err)
		}
	}
	now := h.Reload(g)
	if now.Status != game.Active || now.Number != 1 || now.Revision != 2 || len(h.OpeningEvents(now)) == 0 {
		t.Fatalf("%+v", now)
	}
	for i, w := range wishes {
		r := h.RoleFor(g, who[i])
		if !r.Player || r.Seat == 0 {
			t.Fatalf("%s: %+v", w, r)
		}
		power := now.Setting.Powers[now.Setting.Seats[r.Seat-1][0]]
		if string(power.Letter) != w {
			t.Errorf("the player who wished for %s plays %s", w, power.Name)
		}
		if name, _ := h.Base.NameAt(ctx, g.ID, game.Role{}, r.Seat); name != who[i].Name {
			t.Errorf("%s sits at the seat of %s", name, who[i].Name)
		}
		if _, err := h.Submit(ctx, g.ID, r, r.Seat, now.Revision, ""); err != nil {
			t.Error(err)
		}
	}
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, who[8].ID, ""), game.Conflict)
	judgetest.Code(t, h.Lobby.SetPreferences(ctx, g.ID, h.RoleFor(g, who[0]), "L"), game.Conflict)
	judgetest.Code(t, h.Lobby.Start(ctx, g.ID, h.RoleFor(g, lorenzo), true), game.Conflict)

	// For the first deadline, NEXT is doubled, because there is press.
	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil || !plan.Deadline.After(h.Clock.Now().Add(142*time.Hour)) {
		t.Errorf("%+v, %v", plan, err)
	}
	all, err := h.Press.Log(ctx, g.ID, game.Role{}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	var n journal.Notice
	for _, e := range all {
		var x journal.Notice
		if err := json.Unmarshal(e.Data, &x); err == nil && x.Topic == journal.TopicStarting {
			n = x
		}
	}
	if len(n.Points) != 8 || !slices.Contains(n.LinesIn(message.English), "Venice: Player A") || n.Times == nil || !n.Times.Deadline.Equal(plan.Deadline) {
		t.Errorf("notice: %+v", n)
	}

	// Masters can verify the deal now, and everyone at the end of the game.
	_, err = h.Lobby.Deal(ctx, g.ID, h.RoleFor(g, who[0]))
	judgetest.Code(t, err, game.Forbidden)
	deal, err := h.Lobby.Deal(ctx, g.ID, h.RoleFor(g, lorenzo))
	if err != nil || len(deal.Players) != 8 || deal.Players[0].Preferences != "V" || len(deal.Throws) != 64 {
		t.Errorf("%+v, %v", deal, err)
	}
	if err := h.Lobby.VerifyDeal(ctx, g.ID); err != nil {
		t.Error(err)
	}
	book, err := h.Archive.DiceBook(ctx, g.ID)
	if err != nil || len(book.Phases) == 0 || book.Phases[0].Campaign == "deal" || book.Seed != "" {
		t.Errorf("%+v, %v", book, err)
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
}

// TestDealIsInTheBook checks that the dice of a deal are in the game's dice
// book, which anyone can verify.
func TestDealIsInTheBook(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(8)
	g := h.HostGame(lorenzo, lobby.NewGame{Preset: "battleline-1978-basic"}, func(how *hosting.Hosting) { how.Preferences = hosting.PreferRandom })
	h.JoinAll(g, who)
	deal, err := h.Lobby.Deal(ctx, g.ID, h.RoleFor(g, lorenzo))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range deal.Players {
		if p.Preferences != "*" {
			t.Errorf("%+v", p)
		}
	}
	now := h.Reload(g)
	for now.Number < 2 {
		if _, err := h.Judge.Clock.Process(ctx, g.ID, h.RoleFor(g, lorenzo), now.Revision); err != nil {
			t.Fatal(err)
		}
		now = h.Reload(g)
	}
	for i := range who {
		if err := h.Judge.Clock.Vote(ctx, g.ID, h.RoleFor(g, who[i]), h.RoleFor(g, who[i]).Seat, game.Ballot{Draw: true}); err != nil {
			t.Fatal(err)
		}
	}
	if now = h.Reload(g); now.Status != game.Over {
		t.Fatalf("%+v", now)
	}
	book, err := h.Archive.DiceBook(ctx, g.ID)
	if err != nil || book.Seed == "" {
		t.Fatal(err)
	}
	if r, err := book.Verify(); err != nil || len(r.Wrong) > 0 || r.Throws < 8 || book.Phases[0].Campaign != "deal" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := h.Lobby.Deal(ctx, g.ID, game.Role{}); err != nil {
		t.Error(err)
	}
	judgetest.Code(t, h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, who[0])), game.Conflict)
	_, err = h.Lobby.SetHosting(ctx, g.ID, h.RoleFor(g, lorenzo), hosting.Default())
	judgetest.Code(t, err, game.Conflict)
	judgetest.Code(t, h.Lobby.Terminate(ctx, g.ID, h.RoleFor(g, lorenzo)), game.Conflict)
}

func TestManualStartAndForce(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(9)
	g := h.HostGame(lorenzo, lobby.NewGame{}, func(how *hosting.Hosting) { how.ManualStart = true })
	m := h.RoleFor(g, lorenzo)
	judgetest.Code(t, h.Lobby.Start(ctx, g.ID, m, true), game.Conflict) // there are no players
	h.JoinAll(g, who[:6])
	judgetest.Code(t, h.Lobby.Start(ctx, g.ID, h.RoleFor(g, who[0]), true), game.Forbidden)
	judgetest.Code(t, h.Lobby.Start(ctx, g.ID, m, false), game.Conflict)
	if err := h.Lobby.Start(ctx, g.ID, m, true); err != nil {
		t.Fatal(err)
	}
	p, err := h.Lobby.Places(ctx, g.ID, game.Role{})
	if err != nil || len(p.Vacant) != 2 {
		t.Fatalf("%+v, %v", p, err)
	}
	if err := h.Lobby.TakeOver(ctx, g.ID, who[6].ID, 0); err != nil {
		t.Fatal(err)
	}
	if r := h.RoleFor(g, who[6]); r.Seat != p.Vacant[0] {
		t.Errorf("%+v", r)
	}

	full := h.HostGame(lorenzo, lobby.NewGame{Name: "Full"}, func(how *hosting.Hosting) { how.ManualStart = true })
	h.JoinAll(full, who[:8])
	if now := h.Reload(full); now.Status != game.Forming {
		t.Errorf("%+v", now)
	}
	judgetest.Code(t, h.Lobby.Join(ctx, full.ID, who[8].ID, ""), game.Conflict)
	if err := h.Lobby.Start(ctx, full.ID, h.RoleFor(full, lorenzo), false); err != nil {
		t.Error(err)
	}

	// A full game begins when its start no longer waits for the master.
	third := h.HostGame(lorenzo, lobby.NewGame{Name: "Third"}, func(how *hosting.Hosting) { how.ManualStart = true })
	h.JoinAll(third, who[:8])
	how := hosting.Default()
	if _, err := h.Lobby.SetHosting(ctx, third.ID, h.RoleFor(third, lorenzo), how); err != nil {
		t.Fatal(err)
	}
	if now := h.Reload(third); now.Status != game.Active || now.Number != 1 {
		t.Errorf("%+v", now)
	}
}

// TestSeveralPowersPerSeat deals two powers to each of four players.
func TestSeveralPowersPerSeat(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(4)
	g := h.HostGame(lorenzo, lobby.NewGame{Scenario: "B", Variant: "B-4"}, nil)
	for i, w := range []string{"VL", "LV", "FA", "AF"} {
		if err := h.Lobby.Join(ctx, g.ID, who[i].ID, w); err != nil {
			t.Fatal(err)
		}
	}
	now := h.Reload(g)
	for i, w := range []string{"V", "L", "F", "A"} {
		powers := now.Setting.Seats[h.RoleFor(g, who[i]).Seat-1]
		if len(powers) != 2 || string(now.Setting.Powers[powers[0]].Letter) != w {
			t.Errorf("the player who wished for %s plays %v", w, powers)
		}
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
}

// TestManyJoinAtOnce lets ten people join at the same time and checks that
// eight get a seat and that the game begins once.
func TestManyJoinAtOnce(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(10)
	g := h.HostGame(lorenzo, lobby.NewGame{}, nil)
	errs := make([]error, len(who))
	var all sync.WaitGroup
	for i, a := range who {
		all.Go(func() { errs[i] = h.Lobby.Join(ctx, g.ID, a.ID, "V") })
	}
	all.Wait()
	seats := map[int]bool{}
	for i, a := range who {
		if r := h.RoleFor(g, a); r.Seat > 0 {
			seats[r.Seat] = true
		} else if game.ErrorCode(errs[i]) != game.Conflict {
			t.Errorf("error for an account without a seat: %v", errs[i])
		}
	}
	if now := h.Reload(g); len(seats) != 8 || now.Number != 1 || now.Revision != 2 {
		t.Errorf("%d seats, %+v", len(seats), now)
	}
	parts, err := h.Lobby.Members(ctx, g.ID)
	if err != nil || len(parts) != 9 {
		t.Errorf("%d members, %v", len(parts), err)
	}
}
