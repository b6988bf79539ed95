package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/seed"
	"podesta/internal/store"
	"podesta/internal/wiring"
)

// BenchmarkReads reads pages of a judge with a few hundred running games.
func BenchmarkReads(b *testing.B) {
	st, err := store.Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	secret := []byte("a secret that is long enough for it")
	games := 300
	if testing.Short() {
		games = 20
	}
	all, err := seed.Make(b.Context(), st, secret, seed.Plan{Games: games, Due: time.Now().Add(7 * 24 * time.Hour)})
	if err != nil {
		b.Fatal(err)
	}
	site := New(wiring.Pages(judge.New(st, judgetest.NewClock(time.Now()), secret)), nil, WithLists(keptLists(b, 2*time.Second)))
	sessions := map[string][]*http.Cookie{}
	for _, g := range all.Games[:20] {
		r := httptest.NewRequest(http.MethodPost, "/signin", strings.NewReader(url.Values{"email": {g.Players[0].Email}, "password": {seed.Password}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if w.Code != http.StatusSeeOther || strings.Contains(w.Header().Get("Location"), "signin") {
			b.Fatal("a player could not sign in:", w.Code, w.Header().Get("Location"), w.Body.String())
		}
		sessions[g.ID] = w.Result().Cookies()
	}
	for _, page := range []struct {
		name string
		path func(seed.Game) string
		mine bool // whether a signed-in player of the game reads it
	}{
		{"front", func(seed.Game) string { return "/" }, false},
		{"front-mine", func(seed.Game) string { return "/" }, true},
		{"games", func(seed.Game) string { return "/games" }, false},
		{"game", func(g seed.Game) string { return "/g/" + g.ID }, false},
		{"game-mine", func(g seed.Game) string { return "/g/" + g.ID }, true},
		{"table", func(g seed.Game) string { return "/g/" + g.ID + "/table.json" }, true},
		{"map", func(g seed.Game) string { return fmt.Sprintf("/g/%s/map/%d.svg", g.ID, g.Number) }, false},
		{"past", func(g seed.Game) string { return fmt.Sprintf("/g/%s/p/%d", g.ID, g.Number-1) }, false},
		{"letters", func(g seed.Game) string { return "/g/" + g.ID + "/letters" }, true},
	} {
		games := all.Games
		if page.mine {
			games = games[:20]
		}
		b.Run(page.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				g := games[i%len(games)]
				w := httptest.NewRecorder()
				r := httptest.NewRequest(http.MethodGet, page.path(g), nil)
				r.Header.Set("Accept-Encoding", "gzip")
				if page.mine {
					for _, c := range sessions[g.ID] {
						r.AddCookie(c)
					}
				}
				site.ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					b.Fatal(r.URL, w.Code, w.Body.String())
				}
			}
		})
	}
}
