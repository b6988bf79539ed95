package web

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// TestIntroductoryGame plays the game printed in the rules of 1978, as four players with
// browsers would, and compares the pages with the book: units with their numbers, possible
// retreats, and at the end the cities and the sieges.
func TestIntroductoryGame(t *testing.T) {
	t.Parallel()
	book, err := os.ReadFile("../../machiavelli/turn/testdata/introductory-game.txt")
	if err != nil {
		t.Fatal(err)
	}
	h := open(t)
	id, master := h.game(url.Values{"name": {"The book"}, "scenario": {"A"}, "variant": {"A-4"}, "preset": {"battleline-1978-basic"}, "pace": {"0"}})
	seats := h.seats(id, master)
	if len(seats) != 4 {
		t.Fatalf("there are links for %d seats", len(seats))
	}
	compared := 0
	for block := range strings.SplitSeq(strings.TrimSpace(string(book)), "\n\n") {
		if strings.HasPrefix(block, "#") {
			continue
		}
		lines := strings.Split(block, "\n")
		g, err := h.judge.Base.Game(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		if g.Phase.String() != lines[0] {
			t.Fatalf("the game is at %s, the book at %s", g.Phase, lines[0])
		}
		var facts []string
		for _, line := range lines[1:] {
			power, orders, _ := strings.Cut(line, ": ")
			b, ok := seats[power]
			if !ok {
				facts = append(facts, line)
				continue
			}
			p := b.get("/g/" + id)
			p = b.post("/g/"+id+"/orders", url.Values{
				"revision": {p.value("revision")}, "then": {"ready"},
				"orders-" + power: {strings.ReplaceAll(orders, "; ", "\r\n")},
			})
			p.has(t, http.StatusOK)
			if bad := p.find("where"); len(bad) > 0 { // a line was refused
				t.Fatalf("%s, %s: %s", lines[0], power, text(bad[0]))
			}
		}
		ph, err := h.judge.Base.Current(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range facts {
			about, want, _ := strings.Cut(f, ": ")
			if got := fact(seats, id, ph.Before, strings.Fields(about)); got != want {
				t.Errorf("%s: %s: %s, want %s", lines[0], about, got, want)
			}
			compared++
		}
	}
	if compared < 30 {
		t.Errorf("only %d facts were compared", compared)
	}
	visitor := h.browser()
	visitor.get("/g/"+id).has(t, http.StatusOK, "Winter 1386")
	visitor.get("/g/"+id+"/p/1").has(t, http.StatusOK, "Spring 1385", "Bologna", `rel="next"`)
	visitor.get("/g/"+id+"/p/4").has(t, http.StatusOK, "The Venetian fleet in Durazzo lays siege", "Lands and cities", "Naples gains", "Units and cities", "2 against 2: the Florentine army in Bologna stayed there, supported by the Florentine army in Pistoia.")
	visitor.get("/g/" + id + "/p/4").tellsMore(t)
	visitor.get("/g/"+id+"/map/1.svg?orders=1").has(t, http.StatusOK, "<svg")
	if err := h.judge.Archive.Replay(context.Background(), id); err != nil {
		t.Error(err)
	}
}

// fact describes what the pages show at a point of the game, in the form of the book.
func fact(seats map[string]*browser, id string, pos *position.Position, about []string) string {
	var list []string
	b := pos.Setting.Board
	code := func(name string) string {
		coast := ""
		if i := strings.Index(name, " ("); i >= 0 {
			coast = "/" + name[i+2:i+3] + "c"
			name = name[:i]
		}
		m, _ := b.Find(name)
		return b.Areas[m.ID].Code + coast
	}
	power, _ := pos.Setting.Powers.Find(about[min(1, len(about)-1)])
	switch about[0] {
	case "after": // rows such as "Army Montferrat A1"
		for _, n := range seats[about[1]].get("/g/" + id).find("unit") {
			row := text(n)
			at := strings.LastIndex(row, " ")
			_, where, _ := strings.Cut(row[:at], " ")
			list = append(list, row[at+1:]+" "+code(where))
		}
	case "option": // possible orders such as "A Bologna - Modena"
		for _, n := range seats[about[1]].get("/g/" + id).find("choices") {
			for c := range n.Descendants() {
				if _, to, ok := strings.Cut(c.Data, " - "); ok {
					list = append(list, code(to))
				}
			}
		}
	case "cities":
		for at := b.Cities.Next(board.None); at != board.None; at = b.Cities.Next(at) {
			if pos.City[at] == power && pos.Province[at] == power && power != machiavelli.Nobody {
				list = append(list, b.Areas[at].Code)
			}
		}
	case "sieges":
		for _, at := range pos.Sieges.IDs() {
			list = append(list, b.Areas[at].Code)
		}
	}
	if list == nil {
		return "none"
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
