package archive_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/archive"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli"
	"podesta/machiavelli/opendata"
	"podesta/machiavelli/report"
)

// openGames returns the open data of a house, one line per game, and the number of games that
// were withheld.
func openGames(h *judgetest.House, o archive.OpenData) (lines []string, withheld map[archive.Withheld]int) {
	h.T.Helper()
	withheld, err := h.Archive.EachOpen(ctx, o, func(g *opendata.Game) error {
		line, err := opendata.Append(nil, g)
		lines = append(lines, string(line))
		return err
	})
	if err != nil {
		h.T.Fatal(err)
	}
	return lines, withheld
}

// TestOpenGames plays a game with treasuries, messages and a correction, and checks under which
// conditions it is in the open data and what its line contains.
func TestOpenGames(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	host := h.Person("Cosimo")
	g := h.HostGame(host, lobby.NewGame{Name: "Open", Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, func(s *hosting.Hosting) { s.Listed = true })
	players := []*game.Account{h.Person("Anselmo"), h.Person("Beatrice"), h.Person("Corrado"), h.Person("Drusilla")}
	h.JoinAll(g, players)
	g = h.Reload(g)
	h.Order(g, "milan", "A Pavia - Montferrat\nmarch to Rome!\nNaples:\nA Bari H")
	for range 3 {
		if _, err := h.Judge.Clock.Process(ctx, g.ID, h.RoleFor(g, host), g.Revision); err != nil {
			t.Fatal(err)
		}
		g = h.Reload(g)
	}
	h.Must(h.Correct(g, "treasury florence 17", "a test"))
	g = h.Reload(g)
	h.Order(g, "venice", "this draft is not carried out")
	for _, a := range players {
		r := h.RoleFor(g, a)
		h.Must(h.Judge.Clock.Vote(ctx, g.ID, r, r.Seat, game.Ballot{Draw: true}))
	}
	if g = h.Reload(g); !g.Finished {
		t.Fatal("the game is not over")
	}
	o := archive.OpenData{Secret: []byte("one")}
	for i, a := range players {
		if lines, why := openGames(h, o); len(lines) > 0 || why[archive.Unwilling] != 1 {
			t.Fatalf("%d players agree, and there are %d games; withheld: %v", i, len(lines), why)
		}
		h.Must(h.Users.SetOpenData(ctx, a.ID, true))
	}
	lines, why := openGames(h, o)
	if len(lines) != 1 || len(why) > 0 {
		t.Fatalf("%d games; withheld: %v", len(lines), why)
	}
	for _, secret := range []string{"Anselmo", "Beatrice", "Cosimo", "draft", players[0].ID, players[3].ID, "a test"} {
		if strings.Contains(lines[0], secret) {
			t.Errorf("%q is in the line", secret)
		}
	}
	for _, want := range []string{"march to Rome!", `"corrected":`, `"how":"draw"`, `"kind":"person"`} {
		if !strings.Contains(lines[0], want) {
			t.Errorf("%q is not in the line", want)
		}
	}
	read, err := opendata.Read(bytes.TrimSpace([]byte(lines[0])))
	if err != nil {
		t.Fatal(err)
	}
	if found, err := opendata.Verify(read); err != nil || len(found) > 0 {
		t.Errorf("verified: %v, %v", found, err)
	}
	if again, _ := openGames(h, o); !slices.Equal(again, lines) {
		t.Error("the same games are other lines the second time")
	}
	if other, _ := openGames(h, archive.OpenData{Secret: []byte("two")}); slices.Equal(other, lines) {
		t.Error("with another secret, the pseudonyms are the same")
	}

	day := time.Date(h.Clock.Now().Year(), h.Clock.Now().Month(), h.Clock.Now().Day(), 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		from, to time.Time
		want     int
	}{{day, time.Time{}, 1}, {day, day.AddDate(0, 0, 2), 1}, {day.AddDate(0, 0, 2), time.Time{}, 0}, {time.Time{}, day.AddDate(0, 0, -1), 0}} {
		if lines, why := openGames(h, archive.OpenData{From: test.from, To: test.to, Secret: o.Secret}); len(lines) != test.want || len(why) > 0 {
			t.Errorf("from %v to %v: %d games, want %d; withheld: %v", test.from, test.to, len(lines), test.want, why)
		}
	}

	h.Must(h.Users.SetOpenData(ctx, players[1].ID, false))
	if lines, _ := openGames(h, o); len(lines) > 0 {
		t.Error("a player no longer agrees, and the game is still there")
	}
	h.Must(h.Users.SetOpenData(ctx, players[1].ID, true))
	h.Must(h.Users.Erase(ctx, players[1].ID))
	if lines, why := openGames(h, o); len(lines) > 0 || why[archive.Unwilling] != 1 {
		t.Errorf("a player's account is erased, and there are %d games; withheld: %v", len(lines), why)
	}
}

// TestPseudonymsOfMasked has people play several games, and compares the open data with what
// everyone can see of those games. Games that show their players publicly reveal the pseudonyms
// of these people. In games that have not shown who played, nobody may have a pseudonym that is
// known from there, or from another such game.
func TestPseudonymsOfMasked(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	host := h.Person("Cosimo")
	everyone := []*game.Account{h.Person("Anselmo"), h.Person("Beatrice"), h.Person("Corrado"), h.Person("Drusilla"), h.Person("Ermete")}
	for _, a := range everyone {
		h.Must(h.Users.SetOpenData(ctx, a.ID, true))
	}
	masks := map[string]bool{} // the games that never show their players
	play := func(name string, players []*game.Account, change func(*hosting.Hosting)) string {
		g := h.HostGame(host, lobby.NewGame{Name: name, Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, func(s *hosting.Hosting) {
			s.Listed = true
			change(s)
		})
		h.JoinAll(g, players)
		g = h.Reload(g)
		_, err := h.Judge.Clock.Process(ctx, g.ID, h.RoleFor(g, host), g.Revision)
		h.Must(err)
		for _, a := range players {
			r := h.RoleFor(g, a)
			if name == "replaced" && a == players[0] {
				h.Must(h.Lobby.Leave(ctx, g.ID, r))
				a = everyone[4]
				h.Must(h.Lobby.TakeOver(ctx, g.ID, a.ID, r.Seat))
				r = h.RoleFor(g, a)
			}
			h.Must(h.Judge.Clock.Vote(ctx, g.ID, r, r.Seat, game.Ballot{Draw: true}))
		}
		if !h.Reload(g).Finished {
			t.Fatalf("%s is not over", name)
		}
		masks[g.ID] = g.Hosting.Gunboat && !g.Hosting.Reveal
		return g.ID
	}
	never := func(s *hosting.Hosting) { s.Gunboat, s.Reveal = true, false }
	hidden := []string{play("hidden", everyone[:4], never), play("hidden again", everyone[:4], never), play("quiet", everyone[1:], func(s *hosting.Hosting) { never(s); s.Quiet = true })}
	play("open", everyone[:4], func(*hosting.Hosting) {})
	play("open again", everyone[1:], func(*hosting.Hosting) {})
	play("replaced", everyone[:4], func(s *hosting.Hosting) { s.Quiet = true })
	play("revealed", everyone[:4], func(s *hosting.Hosting) { s.Gunboat, s.Reveal = true, true })

	pseudonyms := map[string]map[int][]string{} // pseudonyms, keyed by game and seat
	lines, withheld := openGames(h, archive.OpenData{Secret: []byte("one")})
	if len(lines) != len(masks) {
		t.Fatalf("%d games of %d, withheld %v", len(lines), len(masks), withheld)
	}
	for _, line := range lines {
		g, err := opendata.Read([]byte(strings.TrimSpace(line)))
		h.Must(err)
		pseudonyms[g.ID] = map[int][]string{}
		for i, s := range g.Seats {
			for _, p := range s.Players {
				pseudonyms[g.ID][i+1] = append(pseudonyms[g.ID][i+1], p.Name)
			}
		}
		for _, a := range everyone {
			if strings.Contains(line, a.Name) || strings.Contains(line, a.ID) {
				t.Errorf("%s is in the line of game %s", a.Name, g.ID)
			}
		}
	}
	// Everyone can see the members of each game.
	known := map[string]string{} // names, keyed by pseudonym
	for id, hides := range masks {
		members, err := h.Lobby.Roster(ctx, id, game.Role{})
		h.Must(err)
		for _, m := range members {
			if m.Former || m.Kind != game.Player || m.Name == "" {
				continue
			}
			if hides {
				t.Errorf("the game %s shows %s", id, m.Name)
			}
			all := pseudonyms[id][m.Seat]
			known[all[len(all)-1]] = m.Name
		}
	}
	if len(known) != len(everyone) {
		t.Errorf("the games with names give %d pseudonyms of %d people: %v", len(known), len(everyone), known)
	}
	seen := map[string]string{}
	for _, id := range hidden {
		for seat, all := range pseudonyms[id] {
			for _, name := range all {
				if known[name] != "" {
					t.Errorf("in %s, seat %d is %s", id, seat, known[name])
				}
				if seen[name] != "" {
					t.Errorf("%s is somebody in both %s and %s", name, seen[name], id)
				}
				seen[name] = id
			}
		}
	}
}

// TestOpenDataEnds ends games in every way, and checks that the open data state for each how it
// ended, and with which result for each player.
func TestOpenDataEnds(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	how := map[string]string{
		"a victory": "victory", "a shared victory": "victory", "the last year": "last-year", "the last year of several": "last-year", "a concession": "concession",
		"a draw": "draw", "time is up": "called",
	}
	h.EachEnding(func(e *judgetest.Ending) {
		for _, a := range e.Players {
			h.Must(h.Users.SetOpenData(ctx, a.ID, true))
		}
	}, func(e *judgetest.Ending) {
		lines, withheld := openGames(h, archive.OpenData{Secret: []byte("one")})
		at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"id":"`+e.Game.ID+`"`) })
		if (at >= 0) != (e.Result != report.NoResult) {
			t.Fatalf("%s: line %d; withheld: %v", e.Name, at, withheld)
		}
		if at < 0 {
			return
		}
		read, err := opendata.Read([]byte(lines[at]))
		h.Must(err)
		var powers machiavelli.PowerSet
		for _, id := range read.End.Powers {
			p, ok := e.Game.Setting.Powers.Find(id)
			if !ok {
				t.Fatalf("no power %s", id)
			}
			powers = powers.With(p)
		}
		if read.End.How != how[e.Name] || powers != e.Who {
			t.Errorf("%s: %q of %v, want %q", e.Name, read.End.How, read.End.Powers, how[e.Name])
		}
	})
}
