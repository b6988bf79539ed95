package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/seed"
	"podesta/internal/store"
	"podesta/internal/wiring"
)

// BenchmarkSaveOrders measures the cost of a pause in typing: the requests that the board's
// script sends for the orders of one power in the middle of a game with money.
func BenchmarkSaveOrders(b *testing.B) {
	st, err := store.Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	secret := []byte("a secret that is long enough for it")
	all, err := seed.Make(b.Context(), st, secret, seed.Plan{Games: 1, Due: time.Now().Add(7 * 24 * time.Hour)})
	if err != nil {
		b.Fatal(err)
	}
	g := all.Games[0]
	j := judge.New(st, judgetest.NewClock(time.Now()), secret)
	h := New(wiring.Pages(j), nil)
	var cookies []*http.Cookie
	send := func(path string, form url.Values) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "application/json")
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= 400 {
			b.Fatal(path, w.Code, w.Body.String())
		}
		return w
	}
	cookies = send("/signin", url.Values{"email": {g.Players[0].Email}, "password": {seed.Password}}).Result().Cookies()
	game, err := j.Base.Game(b.Context(), g.ID)
	if err != nil {
		b.Fatal(err)
	}
	a, err := j.Users.SignIn(b.Context(), g.Players[0].Email, seed.Password)
	if err != nil {
		b.Fatal(err)
	}
	role, err := j.Base.RoleOf(b.Context(), g.ID, a.ID)
	if err != nil {
		b.Fatal(err)
	}
	now, err := j.Base.Current(b.Context(), g.ID)
	if err != nil {
		b.Fatal(err)
	}
	power := game.Setting.Seats[role.Seat-1][0]
	var lines []string
	for _, u := range now.Before.Units {
		if u.Owner == power {
			lines = append(lines, u.Type.Letter()+" "+game.Setting.Board.Name(u.Place())+" hold")
		}
	}
	lines = append(lines, "borrow 5 for 1 year", "E1: 3 famine relief Siena")
	form := url.Values{"revision": {strconv.Itoa(game.Revision)}}
	at := "/g/" + g.ID
	for i := 0; b.Loop(); i++ {
		form.Set("orders-"+game.Setting.Powers[power].ID, strings.Join(lines, "\n")+strings.Repeat(" ", i%2))
		var answer struct{ Checked json.RawMessage }
		if err := json.Unmarshal(send(at+"/orders", form).Body.Bytes(), &answer); err != nil {
			b.Fatal(err)
		}
		if answer.Checked == nil { // otherwise the script has to request it separately
			send(at+"/check", form)
		}
	}
}
