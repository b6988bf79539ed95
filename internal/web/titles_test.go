package web

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/wiring"
)

// titled is a library in which TITLE stands for titles.
const titled = `board:
  slug: odd-board
  title: "TITLE"
  areas:
    - {code: val, name: "Val d'Orcia", city: fortified 1, army: mon sts, famine: 2 2, plague: 2 3}
    - {code: mon, name: "Monte San Savino", city: fortified 1, army: val sts nor, famine: 3 2, plague: 2 4}
    - {code: sts, name: "Stefano", city: fortified 1, army: val mon nor, famine: 4 2, plague: 2 5}
    - {code: nor, name: "Norcia", city: fortified 1, army: mon sts, famine: 5 2, plague: 2 6}
powers:
  - {id: siena, name: "Siena", adjective: "Sienese", letter: Q}
  - {id: lucca, name: "Lucca", adjective: "Lucchese", letter: E}
scenarios:
  - id: X
    slug: odd-test
    title: "TITLE"
    period: "TITLE"
    year: 1400
    board: odd-board
    powers:
      - {power: siena, home: val, units: [A val], dice: 0}
      - {power: lucca, home: nor, units: [A nor], dice: 0}
    options: {victory-cities: 4}
    variants:
      - {id: "2", players: 2, seats: [siena, lucca]}
`

// TestTitlesDoNoHarm opens all pages and files of two games: one whose title has every allowed
// kind of character, and one stored by an older version whose title has tags and a line end.
// The titles must never be more than text.
func TestTitlesDoNoHarm(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ title, shown string }{
		"allowed": {`L\" onload=\"h()' onload='h() &lt;x-harm&gt; & {game} {{.}} %s`, `L" onload="h()' onload='h() &lt;x-harm&gt; & {game} {{.}} %s`},
		"stored":  {`<x-harm>L\"\n</title></script><!-- ]]>`, `x-harmL" /title/script!-- ]]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
			master, players := h.Person("Maestro"), []*game.Account{h.Person("Ada"), h.Person("Bea")}
			how := func(s *hosting.Hosting) { s.Listed = true }
			library := strings.ReplaceAll(titled, "TITLE", c.title)
			if name == "stored" {
				_, err := h.Lobby.Host(t.Context(), master.ID, lobby.NewGame{Name: "x", Library: library, Scenario: "X", Variant: "2"}, hosting.Default())
				judgetest.Code(t, err, game.Invalid)
				h.Over(olderStore{h.Store, library})
				library = strings.ReplaceAll(titled, "TITLE", "Plain")
			}
			g := h.HostGame(master, lobby.NewGame{Name: "Odd", Library: library, Scenario: "X", Variant: "2"}, how)
			h.Over(h.Store)
			g = h.Reload(g)
			h.JoinAll(g, players)
			g = h.Reload(g)
			if g.Setting.Title != c.shown {
				t.Errorf("the title is %q", g.Setting.Title)
			}
			_, err := h.Judge.Clock.Process(t.Context(), g.ID, h.RoleFor(g, master), g.Revision)
			h.Must(err)
			g = h.Reload(g)
			site := New(wiring.Pages(h.Judge), nil, WithClock(h.Clock), WithSite("podesta", "https://"+accessHost))
			var all addresses
			routes(&all, wiring.Pages(h.Judge), nil, settings{})
			fill := map[string]string{}
			for _, name := range []string{"played", "forming", "over", "own", "links", "mustered", "paused"} {
				fill["{"+name+"}"], fill["{"+name+".revision}"] = g.ID, "2"
			}
			seen, titles := map[string]int{}, 0
			// drawings are translated into this player's language
			h.Must(h.Users.SetLanguage(t.Context(), players[0].ID, "it"))
			for _, v := range []visitor{sessionOf(h, "stranger", nil), sessionOf(h, "player", players[0]), sessionOf(h, "master", master)} {
				for _, pattern := range append(all, "GET /games", "GET /") {
					path, ok := strings.CutPrefix(pattern, "GET ")
					if !ok || !strings.HasPrefix(path, "/g/{id}") && path != "/games" && path != "/" || strings.Contains(path, "film.") || strings.Contains(path, "/live") {
						continue
					}
					if r := requests[pattern]; r != "" {
						path = r
					}
					r := visit(t, site, v, http.MethodGet, path, "", fill)
					if r.Code >= 500 {
						t.Errorf("%s by %s: %d", path, v.name, r.Code)
					}
					if r.Code != http.StatusOK {
						continue
					}
					media, _, _ := strings.Cut(r.Header().Get("Content-Type"), ";")
					seen[media]++
					if harm := harmIn(media, r.Body.Bytes()); harm != "" {
						t.Errorf("%s by %s: %s", path, v.name, harm)
					}
					if strings.Contains(html.UnescapeString(r.Body.String()), c.shown) {
						titles++
					}
				}
			}
			if titles < 5 || seen["text/html"] < 10 || seen["image/svg+xml"] == 0 || seen["application/json"] == 0 || seen["application/pdf"] == 0 {
				t.Errorf("%v, %d with the title", seen, titles)
			}
		})
	}
}

// olderStore stores new games with libraries that older versions accepted.
type olderStore struct {
	game.Store
	library string
}

// Write runs f in a transaction.
func (o olderStore) Write(ctx context.Context, f func(*game.Tx) error) error {
	return o.Store.Write(ctx, func(tx *game.Tx) error {
		older := *tx
		older.Games = olderTx{tx.Games, o.library}
		return f(&older)
	})
}

type olderTx struct {
	game.GameTx
	library string
}

// AddGame adds a game.
func (o olderTx) AddGame(g game.GameRecord, seats []game.SeatRecord, first game.PhaseRecord) error {
	g.Library = o.library
	return o.GameTx.AddGame(g, seats, first)
}

// harmIn returns how a title has damaged a page or a file: it became an element or an
// attribute, or the file cannot be read.
func harmIn(media string, body []byte) string {
	switch media {
	case "text/html":
		z := html.NewTokenizer(bytes.NewReader(body))
		for {
			switch z.Next() {
			case html.ErrorToken:
				return ""
			case html.CommentToken:
				return "a comment"
			case html.StartTagToken, html.SelfClosingTagToken:
				tag := z.Token()
				for _, a := range tag.Attr {
					if tag.Data == "x-harm" || strings.HasPrefix(a.Key, "on") {
						return tag.String()
					}
				}
				if tag.Data == "x-harm" {
					return tag.String()
				}
			}
		}
	case "image/svg+xml":
		d := xml.NewDecoder(bytes.NewReader(body))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				return ""
			}
			if err != nil {
				return err.Error()
			}
			if e, ok := token.(xml.StartElement); ok {
				for _, a := range e.Attr {
					if strings.HasPrefix(a.Name.Local, "on") {
						return "an attribute " + a.Name.Local
					}
				}
				if e.Name.Local == "x-harm" {
					return "an element"
				}
			}
		}
	case "application/json":
		if !json.Valid(body) {
			return "no JSON"
		}
	case "application/pdf":
		if !bytes.HasPrefix(body, []byte("%PDF-")) || !bytes.HasSuffix(bytes.TrimSpace(body), []byte("%%EOF")) {
			return "no PDF"
		}
	}
	return ""
}
