package web

import (
	"database/sql"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"podesta/internal/lobby"
)

// TestUnreadableGame damages each parsed column of a game, one after the other, and checks that
// every list still shows the other games and that operators see what is wrong.
func TestUnreadableGame(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, _ := h.four()
	master := h.guest("Livia")
	other := master.hosts("name", "The Other", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily")
	ada := h.guest("Elena")
	ada.post(other+"/join", nil).has(t, http.StatusOK)
	ada.post(at+"/watch", nil).has(t, http.StatusOK)
	operator := h.guest("Olga")
	if err := h.judge.Users.SetOperator(t.Context(), h.account("Olga").ID, true); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", filepath.Join(h.URL, "podesta.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run := func(query string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
			t.Fatal(err)
		}
	}
	for _, column := range []string{"rules", "hosting", "plan", "phase", "scenario", "variant", "opening_throws"} {
		var was any
		if err := db.QueryRowContext(t.Context(), "SELECT "+column+" FROM game WHERE id = ?", gameID(at)).Scan(&was); err != nil {
			t.Fatal(err)
		}
		run("UPDATE game SET "+column+" = '{nonsense' WHERE id = ?", gameID(at))
		for path, says := range map[string]string{"/games": "The Other", "/": "podesta", "/inbox": "The Other", "/me": "The Other", "/friends": "friends", "/u/Elena": "Elena", "/me/data.json": "The Other"} {
			if p := ada.get(path); p.status != http.StatusOK || !strings.Contains(p.body, says) {
				t.Errorf("%s damaged: %s: %d %s", column, path, p.status, p.brief())
			}
		}
		list, err := h.judge.Lobby.List(t.Context(), lobby.Filter{Places: true})
		if err != nil || len(list.Games) == 0 || len(list.Games) != len(list.Places) {
			t.Errorf("%s damaged: the list has %d games, %d places: %v", column, len(list.Games), len(list.Places), err)
		}
		all, err := h.judge.Base.Games(t.Context())
		if err != nil || len(all) == 0 {
			t.Errorf("%s damaged: %d games, %v", column, len(all), err)
		}
		if _, err := h.judge.Clock.Work(t.Context()); err != nil {
			t.Errorf("%s damaged: the clock: %v", column, err)
		}
		if _, err := h.judge.Admin.FreshenDice(t.Context()); err != nil {
			t.Errorf("%s damaged: new dice: %v", column, err)
		}
		if _, _, err := h.judge.Ratings.Rerate(t.Context()); err != nil {
			t.Errorf("%s damaged: ratings: %v", column, err)
		}
		operator.get("/operator/reports").has(t, http.StatusOK, "These games cannot be read", gameID(at))
		run("UPDATE game SET "+column+" = ? WHERE id = ?", was, gameID(at))
	}
	ada.get("/games").has(t, http.StatusOK, "The Four", "The Other")
}
