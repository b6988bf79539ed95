package ratings_test

import (
	"context"
	"fmt"
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

// drawn ends a game with a draw of all.
func drawn(h *judgetest.House, g *game.Game, players []*game.Account) {
	h.T.Helper()
	for _, a := range players {
		r := h.RoleFor(g, a)
		if err := h.Vote(ctx, g.ID, r, r.Seat, game.Ballot{Draw: true}); err != nil {
			h.T.Fatal(err)
		}
	}
	if now := h.Reload(g); now.Status != game.Over {
		h.T.Fatalf("the game is %s", now.Status)
	}
}

// ranks formats the table of ratings: "Ada 1 game 1 win 1 rated 6 points".
func ranks(h *judgetest.House, q game.RankingQuery) []string {
	h.T.Helper()
	list, _, err := h.Rankings(ctx, q)
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
	h.SetPoints(table)
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
	list, _, err := h.Rankings(ctx, game.RankingQuery{})
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
		over, counted, err := h.Rerate(ctx)
		if err != nil || over != 1 || counted != 1 {
			t.Errorf("%d over, %d counted, %v", over, counted, err)
		}
		if again := ranks(h, game.RankingQuery{}); !slices.Equal(again, first) {
			t.Errorf("recomputed: %v, was %v", again, first)
		}
	}
	kinds, titles, err := h.RatedKinds(ctx)
	if err != nil || len(kinds) != 1 || !strings.HasPrefix(titles[0], "The Balance of Power") {
		t.Errorf("%v %v %v", kinds, titles, err)
	}
	if got := ranks(h, game.RankingQuery{Kind: "expansion-of-states"}); len(got) != 0 {
		t.Errorf("of another scenario: %v", got)
	}
	// Another table, without points for eight players.
	h.SetPoints(rating.Table{5: {1}})
	if _, _, err := h.Rerate(ctx); err != nil {
		t.Fatal(err)
	}
	for _, line := range ranks(h, game.RankingQuery{}) {
		if !strings.HasSuffix(line, " 1 1 0 0 ") {
			t.Errorf("without a table: %q", line)
		}
	}
	// After a rollback it no longer counts.
	if err := h.Rollback(ctx, g.ID, h.RoleFor(g, lord), h.Reload(g).Number, false); err != nil {
		t.Fatal(err)
	}
	if got := ranks(h, game.RankingQuery{}); len(got) != 0 {
		t.Errorf("taken back: %v", got)
	}
}

// TestGamesThatDoNotCount tests games that do not count.
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
				if _, err := h.SetRules(ctx, g.ID, h.RoleFor(g, lord), map[string]string{"famine": "on"}); err != nil {
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

// TestProfile checks that everyone can see what a player plays and has played,
// except games that conceal players and unlisted games, and nothing if the
// profile is private.
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
		p, err := h.PlayerNamed(ctx, " "+strings.ToUpper(me.Name), viewer)
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
	if err := h.SetPrivate(ctx, me.ID, true); err != nil {
		t.Fatal(err)
	}
	_, err := h.PlayerNamed(ctx, me.Name, players[1].ID)
	judgetest.Code(t, err, game.NotFound)
	_, err = h.PlayerNamed(ctx, "Nobody at all", "")
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
