package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// TestOutcomeOnEveryPage checks that each page describes the end of a game correctly in every
// language: powers that share a draw are not said to have won and have the same place, and a
// game whose time was up is not said to have ended by agreement.
func TestOutcomeOnEveryPage(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newInn(t)
	vote := func(g *game.Game, players []*game.Account, of func(i int) game.Ballot) {
		for i, a := range players {
			if r := h.RoleFor(g, a); !of(i).None() {
				h.Must(h.Judge.Clock.Vote(ctx, g.ID, r, r.Seat, of(i)))
			}
		}
	}
	for _, c := range []struct {
		name   string
		change func(*hosting.Hosting)
		end    func(g *game.Game, players []*game.Account)
		result report.Result
		share  int // number of seats that share the end
		says   string
	}{
		{"a draw of all", nil, func(g *game.Game, players []*game.Account) {
			vote(g, players, func(int) game.Ballot { return game.Ballot{Draw: true} })
		}, report.Draw, 8, "The game ends in a draw between {powers}, by agreement."},
		{"a draw of two", func(x *hosting.Hosting) { x.Dias = false }, func(g *game.Game, players []*game.Account) {
			var two machiavelli.PowerSet
			for _, a := range players[:2] {
				two = two.With(g.Setting.Seats[h.RoleFor(g, a).Seat-1][0])
			}
			vote(g, players, func(int) game.Ballot { return game.Ballot{Draw: true, Among: two} })
		}, report.Draw, 2, "The game ends in a draw between {powers}, by agreement."},
		{"a concession", nil, func(g *game.Game, players []*game.Account) {
			to := g.Setting.Seats[h.RoleFor(g, players[0]).Seat-1][0]
			vote(g, players, func(i int) game.Ballot {
				if i == 0 {
					return game.Ballot{}
				}
				return game.Ballot{Concede: to}
			})
		}, report.Victory, 1, "The others concede the game to {powers}."},
		{"time is up", nil, func(g *game.Game, _ []*game.Account) {
			h.Must(h.Base.Write(ctx, func(tx *game.Tx) error { return h.Judge.Clock.CallTime(tx, g.ID, message.Of(game.ErrOver)) }))
		}, report.Draw, 8, "The game ends with the current position, in a draw between {powers}."},
	} {
		g, _, players := h.Playing(strings.ReplaceAll(c.name, " ", "-"), c.change)
		c.end(g, players)
		for _, l := range words.All() {
			b := h.asks(l.Tag)
			mark := l.M(c.result.Mark())
			says, _, _ := strings.Cut(l.Pattern("", c.says, "", 0), "{")
			ending := strings.TrimSuffix(l.Pattern("", c.says, "", 0), ".")
			ending = ending[strings.LastIndex(ending, "}")+1:]
			end := b.get("/g/" + g.ID + "/end")
			end.has(t, http.StatusOK)
			places, marks := map[string]int{}, 0
			for n := range end.root.Descendants() {
				if n.Data != "tr" || n.Parent.Data != "tbody" || n.Parent.Parent == nil || attr(n.Parent.Parent, "class") != "endplaces" {
					continue
				}
				var cells []string
				for x := range n.ChildNodes() {
					if x.Type == html.ElementNode {
						cells = append(cells, strings.TrimSpace(text(x)))
					}
				}
				if i := slices.IndexFunc(cells, func(s string) bool { return strings.HasSuffix(s, mark) }); i >= 0 {
					marks++
					places[cells[0]]++
				}
			}
			if marks != c.share || places["1"] != c.share {
				t.Errorf("%s, %s: %d marked %q, in the places %v", c.name, l.Tag, marks, mark, places)
			}
			for _, path := range []string{"/end", "", "/print?phase=2&part=map"} {
				body := text(b.get("/g/"+g.ID+path).has(t, http.StatusOK).root)
				if path != "/print?phase=2&part=map" && (!strings.Contains(body, strings.TrimSpace(says)) || !strings.Contains(body, strings.TrimSpace(ending))) {
					t.Errorf("%s, %s: %q does not say %q", c.name, l.Tag, path, c.says)
				}
				if n := strings.Count(body, ", "+mark); path == "/print?phase=2&part=map" && n < c.share {
					t.Errorf("%s, %s: the printed page marks %d of %d with %q", c.name, l.Tag, n, c.share, mark)
				}
				if c.result != report.Victory && l.Tag == "en" {
					lacks(t, c.name+" "+path, body, "have won", "has won", "winner")
				}
				if c.name == "time is up" && l.Tag == "en" {
					lacks(t, path, body, "by agreement")
				}
			}
		}
	}
}
