package web

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"podesta/internal/crowd"
	"podesta/internal/judge"
	"podesta/internal/store"
)

// BenchmarkReads has pages read of a judge with a few hundred games in play.
func BenchmarkReads(b *testing.B) {
	st, err := store.Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	secret := []byte("a secret that is long enough for it")
	all, err := crowd.Make(b.Context(), st, secret, crowd.Plan{Games: 300, Due: time.Now().Add(7 * 24 * time.Hour)})
	if err != nil {
		b.Fatal(err)
	}
	h := New(judge.New(st, clock{}, secret), nil, WithListAge(2*time.Second))
	for _, page := range []struct {
		name string
		path func(crowd.Game) string
	}{
		{"front", func(crowd.Game) string { return "/" }},
		{"games", func(crowd.Game) string { return "/games" }},
		{"game", func(g crowd.Game) string { return "/g/" + g.ID }},
	} {
		b.Run(page.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				w := httptest.NewRecorder()
				r := httptest.NewRequest(http.MethodGet, page.path(all.Games[i%len(all.Games)]), nil)
				r.Header.Set("Accept-Encoding", "gzip")
				h.ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					b.Fatal(w.Code, w.Body.String())
				}
			}
		})
	}
}
