package ratings_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/users"
	"podesta/machiavelli/rating"
)

var ctx = context.Background()

// drawn ends a game in a draw of all players.
func drawn(h *judgetest.House, g *game.Game, players []*game.Account) {
	h.T.Helper()
	for _, a := range players {
		r := h.RoleFor(g, a)
		if err := h.Judge.Clock.Vote(ctx, g.ID, r, r.Seat, game.Ballot{Draw: true}); err != nil {
			h.T.Fatal(err)
		}
	}
	if now := h.Reload(g); now.Status != game.Over {
		h.T.Fatalf("the game is %s", now.Status)
	}
}

// conceded ends a game in which all concede to the first player.
func conceded(h *judgetest.House, g *game.Game, players []*game.Account) {
	h.T.Helper()
	to := g.Setting.Seats[h.RoleFor(g, players[0]).Seat-1][0]
	for _, a := range players[1:] {
		r := h.RoleFor(g, a)
		h.Must(h.Judge.Clock.Vote(ctx, g.ID, r, r.Seat, game.Ballot{Concede: to}))
	}
	if now := h.Reload(g); now.Status != game.Over {
		h.T.Fatalf("the game is %s", now.Status)
	}
}

// TestPlaces checks the places in a finished game, both in the list at its end and in the results
// of its players. All players of a draw share the first place, whatever their cities, and the
// winner by concession has it alone.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*judgetest.House, *game.Game, []*game.Account){"draw": drawn, "concession": conceded} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := judgetest.New(t)
			g, _, players := h.Playing("Counted", func(x *hosting.Hosting) { x.Listed = true })
			end(h, g, players)
			standings, err := h.Ratings.Standings(ctx, g.ID, "")
			h.Must(err)
			cities := map[int]bool{}
			for i := range standings {
				s := &standings[i]
				cities[s.Cities] = true
				if first := s.Place == 1 && s.Tied == map[string]int{"draw": 8, "concession": 1}[name]; first != s.Won {
					t.Errorf("%+v", s)
				}
			}
			if len(cities) < 2 {
				t.Error("all have the same number of cities: the test proves nothing")
			}
			h.Must(h.Base.Read(ctx, func(tx *game.Tx) error {
				awards, err := tx.Awards.Awards(g.ID)
				for i := range awards {
					a := &awards[i]
					if first := a.Place == 1 && a.Tied == map[string]int{"draw": 8, "concession": 1}[name]; first != a.Wins {
						t.Errorf("%+v", a)
					}
				}
				return err
			}))
		})
	}
}

// ranks formats the table of ratings, as in "Ada 1 game 1 win 1 rated 6 points".
func ranks(h *judgetest.House, q game.RankingQuery) []string {
	h.T.Helper()
	list, _, err := h.Ratings.Rankings(ctx, q)
	if err != nil {
		h.T.Fatal(err)
	}
	var out []string
	for _, r := range list {
		out = append(out, fmt.Sprintf("%s %d %d %d %s %s", r.Name, r.Games, r.Wins, r.Rated, r.Total(), r.Skill()))
	}
	return out
}

// TestRatings checks that a finished game counts for its players once, even if
// the results are recomputed, and that it no longer counts after a rollback.
func TestRatings(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	table, err := rating.Parse("8: 10 8 7 6 5 4 3 2")
	if err != nil {
		t.Fatal(err)
	}
	h.With(func(o *judgetest.Options) { o.Points = table })
	g, lord, players := h.Playing("Counted", func(x *hosting.Hosting) { x.Listed = true })
	if got := ranks(h, game.RankingQuery{}); len(got) != 0 {
		t.Errorf("before the end: %v", got)
	}
	drawn(h, g, players)
	first := ranks(h, game.RankingQuery{})
	if len(first) != 8 {
		t.Fatalf("%v", first)
	}
	sum := int64(0)
	list, _, err := h.Ratings.Rankings(ctx, game.RankingQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		sum += r.Points
		if r.Games != 1 || r.Wins != 1 || r.Rated != 1 {
			t.Errorf("%+v", r)
		}
	}
	if sum != 45*game.PointParts {
		t.Errorf("all points together are %s", game.PointWords(sum))
	}
	for range 2 {
		over, counted, err := h.Ratings.Rerate(ctx)
		if err != nil || over != 1 || counted != 1 {
			t.Errorf("%d over, %d counted, %v", over, counted, err)
		}
		if again := ranks(h, game.RankingQuery{}); !slices.Equal(again, first) {
			t.Errorf("recomputed: %v, was %v", again, first)
		}
	}
	kinds, titles, err := h.Ratings.RatedKinds(ctx)
	if err != nil || len(kinds) != 1 || !strings.HasPrefix(titles[0].String(), "The Balance of Power") {
		t.Errorf("%v %v %v", kinds, titles, err)
	}
	if got := ranks(h, game.RankingQuery{Kind: "expansion-of-states"}); len(got) != 0 {
		t.Errorf("of another scenario: %v", got)
	}
	// Another table, without points for eight players.
	h.With(func(o *judgetest.Options) { o.Points = rating.Table{5: {1}} })
	if _, _, err := h.Ratings.Rerate(ctx); err != nil {
		t.Fatal(err)
	}
	for _, line := range ranks(h, game.RankingQuery{}) {
		if !strings.HasSuffix(line, " 1 1 0 0 ") {
			t.Errorf("without a table: %q", line)
		}
	}
	// After a rollback it no longer counts.
	if err := h.Admin.Rollback(ctx, g.ID, h.RoleFor(g, lord), h.Reload(g).Number, false); err != nil {
		t.Fatal(err)
	}
	if got := ranks(h, game.RankingQuery{}); len(got) != 0 {
		t.Errorf("taken back: %v", got)
	}
}

// TestGamesThatDoNotCount checks the games that do not count.
func TestGamesThatDoNotCount(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*hosting.Hosting){
		"its master does not let it":  func(x *hosting.Hosting) { x.Rated = false },
		"its players stay hidden":     func(x *hosting.Hosting) { x.Gunboat, x.Reveal = true, false },
		"its rules were changed once": func(x *hosting.Hosting) { x.Irregular = true },
	} {
		t.Run(name, func(t *testing.T) {
			h := judgetest.New(t)
			g, lord, players := h.Playing("Uncounted", change)
			if name == "its rules were changed once" {
				if _, err := h.Lobby.SetRules(ctx, g.ID, h.RoleFor(g, lord), map[string]string{"famine": "on"}); err != nil {
					t.Fatal(err)
				}
			}
			drawn(h, g, players)
			if got := ranks(h, game.RankingQuery{}); len(got) != 0 {
				t.Errorf("it counts: %v", got)
			}
		})
	}
}

// TestProfile checks that everyone can see which games a player plays and has played, except
// games that conceal players and unlisted games, and nothing if the profile is private.
func TestProfile(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	open, _, players := h.Playing("Open", func(x *hosting.Hosting) { x.Listed = true })
	me := players[0]
	hidden := h.HostGame(h.Person("Master A"), lobby.NewGame{Name: "Hidden", Scenario: "A", Variant: "A-4"}, func(x *hosting.Hosting) { x.Listed, x.Gunboat = true, true })
	quiet := h.HostGame(h.Person("Master B"), lobby.NewGame{Name: "Quiet", Scenario: "A", Variant: "A-4"}, func(x *hosting.Hosting) { x.Listed = false })
	secret := h.HostGame(h.Person("Master C"), lobby.NewGame{Name: "Secret", Scenario: "A", Variant: "A-4"}, func(x *hosting.Hosting) { x.Listed, x.Secret = true, true })
	h.JoinAll(hidden, players[:4])
	h.JoinAll(quiet, players[:4])
	h.JoinAll(secret, players[:1])
	see := func(viewer string) *users.Profile {
		t.Helper()
		p, err := h.Users.PlayerNamed(ctx, " "+strings.ToUpper(me.Name), viewer)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := see("")
	if len(p.Playing) != 1 || p.Playing[0].Name != "Open" || p.Playing[0].Powers == "" || len(p.Results) != 0 || !p.Since.Equal(me.Created) {
		t.Errorf("%+v", p)
	}
	drawn(h, open, players)
	drawn(h, quiet, players[:4])
	p = see("")
	if len(p.Playing) != 0 || len(p.Results) != 1 || p.Results[0].Name != "Open" || p.Ranking.Games != 2 || p.Ranking.Wins != 2 {
		t.Errorf("%+v", p)
	}
	if err := h.Users.SetPrivate(ctx, me.ID, true); err != nil {
		t.Fatal(err)
	}
	_, err := h.Users.PlayerNamed(ctx, me.Name, players[1].ID)
	judgetest.Code(t, err, game.NotFound)
	_, err = h.Users.PlayerNamed(ctx, "Nobody at all", "")
	judgetest.Code(t, err, game.NotFound)
	if p := see(me.ID); !p.Private || len(p.Results) != 1 {
		t.Errorf("own profile: %+v", p)
	}
	for _, line := range ranks(h, game.RankingQuery{}) {
		if strings.HasPrefix(line, me.Name+" ") {
			t.Errorf("in the table all the same: %s", line)
		}
	}
}

// ladder formats an account's skills in an edition, as a person and as a program: whether it is a
// program's, the number of games, the rating, mu and sigma.
func ladder(h *judgetest.House, account, edition string) string {
	h.T.Helper()
	var out []string
	h.Must(h.Base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		all, err := tx.Skills.Skills(account)
		for _, s := range all {
			if s.Edition == edition {
				out = append(out, fmt.Sprintf("%v %d games %d, %.6f %.6f", s.Program, s.Games, s.Shown, s.Mu, s.Sigma))
			}
		}
		return err
	}))
	return strings.Join(out, "; ")
}

// TestSkill checks that the end of a game changes the skill of its players, in its edition and
// overall, that recomputing everything gives the same result, and that a rollback reverses it.
func TestSkill(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, lord, players := h.Playing("First", nil)
	conceded(h, g, players)
	skills := func() map[string]string {
		out := map[string]string{}
		for _, a := range players {
			out[a.Name] = ladder(h, a.ID, "") + " | " + ladder(h, a.ID, "battleline-1978-basic")
		}
		return out
	}
	first := skills()
	for name, s := range first {
		if all, own, _ := strings.Cut(s, " | "); !strings.HasPrefix(all, "false 1 games") || all != own {
			t.Errorf("%s: %s", name, s)
		}
	}
	// Players with the same number of cities share a place, so there are as many skills as
	// places.
	places := map[int]bool{}
	h.Must(h.Base.Read(ctx, func(tx *game.Tx) error {
		list, err := tx.Skills.Contests(g.ID)
		for _, c := range list {
			places[c.Place] = true
		}
		if len(list) != 8 {
			t.Errorf("%d contests", len(list))
		}
		return err
	}))
	different := map[string]bool{}
	for _, s := range first {
		different[s] = true
	}
	if len(different) != len(places) || len(places) < 2 {
		t.Errorf("%d places, %d skills", len(places), len(different))
	}
	for range 2 {
		if _, _, err := h.Ratings.Rerate(ctx); err != nil {
			t.Fatal(err)
		}
		if again := skills(); !maps.Equal(again, first) {
			t.Errorf("recomputed: %v, was %v", again, first)
		}
	}
	// Missing results are recomputed from the stored games.
	h.Must(h.Base.Write(ctx, func(tx *game.Tx) error {
		return errors.Join(tx.Skills.SaveContests(g.ID, nil), tx.Skills.DropSkill(players[0].ID, "", false), tx.Skills.SaveSkill(game.Skill{Account: players[1].ID, Edition: "gone", Mu: 1, Sigma: 1, Games: 1}))
	}))
	if _, _, err := h.Ratings.Rerate(ctx); err != nil {
		t.Fatal(err)
	}
	if again := skills(); !maps.Equal(again, first) || ladder(h, players[1].ID, "gone") != "" {
		t.Errorf("restored: %v, was %v", again, first)
	}
	if rows, err := h.Ratings.Ladder(ctx, game.LadderQuery{}); err != nil || len(rows) != 0 {
		t.Errorf("in the ladder after one game: %v, %v", rows, err)
	}
	editions, err := h.Ratings.Editions(ctx)
	if err != nil || len(editions) != 1 || editions[0].ID != "battleline-1978-basic" || editions[0].Title == editions[0].ID {
		t.Errorf("editions: %v, %v", editions, err)
	}
	h.Must(h.Admin.Rollback(ctx, g.ID, h.RoleFor(g, lord), h.Reload(g).Number, false))
	for _, a := range players {
		if s := ladder(h, a.ID, ""); s != "" {
			t.Errorf("%s after a rollback: %s", a.Name, s)
		}
	}
}

// TestWhoCounts checks that a player who leaves shares the last place, and that the one who
// takes over earns points but does not count for skill.
func TestWhoCounts(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _, players := h.Playing("Left", nil)
	seat := h.RoleFor(g, players[0]).Seat
	h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, players[0])))
	late := h.Person("Late")
	h.Must(h.Lobby.TakeOver(ctx, g.ID, late.ID, seat))
	drawn(h, g, append([]*game.Account{late}, players[1:]...))
	h.Must(h.Base.Read(ctx, func(tx *game.Tx) error {
		list, err := tx.Skills.Contests(g.ID)
		if err != nil || len(list) != 8 {
			t.Fatalf("%v, %v", list, err)
		}
		last := list[len(list)-1]
		if last.Account != players[0].ID || last.Place != 8 || last.All.Mu >= 0 {
			t.Errorf("who left: %+v", last)
		}
		for _, c := range list {
			if c.Account == late.ID {
				t.Errorf("who took over counts: %+v", c)
			}
		}
		awards, err := tx.Awards.AwardsOf(late.ID)
		if len(awards) != 1 {
			t.Errorf("awards of who took over: %v", awards)
		}
		return err
	}))
}

// TestProgramsAreRatedApart checks that a game in which programs have played, even for a part
// of it, counts only for programs.
func TestProgramsAreRatedApart(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _, players := h.Playing("Mixed", func(x *hosting.Hosting) { x.Programs = true })
	var engines []*game.Account
	for i, name := range []string{"Motor", "Engine"} {
		a := h.Person(name)
		h.Must(h.Users.SetProgram(ctx, a.ID, true, ""))
		a, err := h.Users.Account(ctx, a.ID)
		h.Must(err)
		seat := h.RoleFor(g, players[i]).Seat
		h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, players[i])))
		h.Must(h.Lobby.TakeOver(ctx, g.ID, a.ID, seat))
		engines = append(engines, a)
	}
	drawn(h, g, append(slices.Clone(engines), players[2:]...))
	if got := ranks(h, game.RankingQuery{}); len(got) != 0 {
		t.Errorf("people: %v", got)
	}
	if got := ranks(h, game.RankingQuery{Program: true}); len(got) != 2 || !strings.HasPrefix(got[0], game.ProgramName("Engine")) && !strings.HasPrefix(got[0], game.ProgramName("Motor")) {
		t.Errorf("programs: %v", got)
	}
	for _, a := range players {
		w, err := h.Ratings.Worth(ctx, g.ID, a.ID)
		h.Must(err)
		if s := ladder(h, a.ID, ""); s != "" || w.Counts || w.Why.String() != "programs played in it" {
			t.Errorf("%s: %q, %+v", a.Name, s, w)
		}
	}
	if w, err := h.Ratings.Worth(ctx, g.ID, engines[0].ID); err != nil || !w.Counts || w.Award == nil {
		t.Errorf("for a program: %+v, %v", w, err)
	}
	// This does not change when the account becomes a person's again.
	h.Must(h.Users.SetProgram(ctx, engines[0].ID, false, ""))
	for range 2 {
		if _, _, err := h.Ratings.Rerate(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if got := ranks(h, game.RankingQuery{}); len(got) != 0 {
		t.Errorf("people, later: %v", got)
	}
	if got := ranks(h, game.RankingQuery{Program: true}); len(got) != 1 {
		t.Errorf("programs, later: %v", got)
	}
}

// TestProgramsAgainstEachOther checks that programs have a ladder of their own.
func TestProgramsAgainstEachOther(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	var engines []*game.Account
	for i := range 8 {
		a := h.Person(fmt.Sprintf("Motor %c", 'A'+i))
		h.Must(h.Users.SetProgram(ctx, a.ID, true, ""))
		engines = append(engines, a)
	}
	for n := range 3 {
		g := h.HostGame(h.Person(fmt.Sprintf("Lord %c", 'A'+n)), lobby.NewGame{Name: fmt.Sprintf("Round %d", n+1)}, func(x *hosting.Hosting) { x.Programs = true })
		h.JoinAll(g, engines)
		drawn(h, g, engines)
	}
	people, err := h.Ratings.Ladder(ctx, game.LadderQuery{})
	h.Must(err)
	programs, err := h.Ratings.Ladder(ctx, game.LadderQuery{Program: true})
	h.Must(err)
	if len(people) != 0 || len(programs) != 8 || programs[0].Games != 3 || programs[0].Shown < programs[7].Shown {
		t.Errorf("people: %v, programs: %v", people, programs)
	}
}
