package users_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/press"
)

// traces returns the rows of the database that contain any of some words.
func traces(h *judgetest.House, words ...string) []string {
	h.T.Helper()
	db, err := sql.Open("sqlite", filepath.Join(h.URL, "podesta.db"))
	if err != nil {
		h.T.Fatal(err)
	}
	defer db.Close()
	var out []string
	for _, table := range column(h.T, db, "SELECT name FROM sqlite_master WHERE type = 'table'") {
		for _, row := range column(h.T, db, "SELECT * FROM "+table) {
			if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(row), strings.ToLower(w)) }) {
				out = append(out, table+": "+row)
			}
		}
	}
	return out
}

// column returns the rows of a query, each as text.
func column(t testing.TB, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for rows.Next() {
		values := make([]any, len(names))
		for i := range values {
			values[i] = new(sql.RawBytes)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		var parts []string
		for _, v := range values {
			parts = append(parts, string(*v.(*sql.RawBytes)))
		}
		out = append(out, strings.Join(parts, " "))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestErase erases a person who plays, has played, observes and runs games. It
// checks that no row of the database contains their data any more, and that the
// games continue.
func TestErase(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Ferrara", nil)
	anna := who[0]
	seat := h.RoleFor(g, anna).Seat
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	do(h.Press.Say(ctx, g.ID, h.RoleFor(g, anna), seat, press.NewMessage{To: journal.Everybody, Text: "Peace to all of you"}))
	do(h.Users.SetPassword(ctx, anna.ID, "rinascimento1454"))
	do(h.Users.SaveWishes(ctx, anna.ID, account.Wishes{Plain: true}))
	secret, err := h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: anna.ID, Label: "laptop of Anna of Ferrara"}, 0)
	do(err)
	calendar, err := h.Users.NewCalendar(ctx, anna.ID)
	do(err)
	_, err = h.Judge.Clock.SetVacation(ctx, anna.ID, h.Clock.Now().AddDate(0, 0, 7), h.Clock.Now().AddDate(0, 0, 14))
	do(err)
	_, err = h.Users.AddAddress(ctx, anna.ID, "anna@example.com")
	do(err)
	_, err = h.Judge.Hooks.AddHook(ctx, game.Hook{Account: anna.ID, URL: "https://anna.example.net/hook", Format: game.HookJSON})
	do(err)
	do(h.Store.Write(ctx, func(tx *game.Tx) error {
		return game.HoldNews(tx, anna.ID, game.MailWay, h.Clock.Now().AddDate(0, 0, 1), h.Clock.Now(), []byte(`{"text":"Hello Anna of Ferrara"}`))
	}))
	_, _, _, err = h.BotGames.Play(ctx, botgames.NewPlay{Account: anna.ID})
	do(err)

	// Anna observes a game under another name, and plays in one that is over.
	watched, _, _ := h.Playing("Lucca", nil)
	do(h.Lobby.Observe(ctx, watched.ID, anna.ID))
	do(h.Press.Say(ctx, watched.ID, h.RoleFor(watched, anna), 0, press.NewMessage{To: journal.Everybody, Text: "Well played"}))
	do(h.Users.SaveProfile(ctx, anna.ID, "Annetta", "Europe/Rome"))
	over := h.HostGame(master, lobby.NewGame{Name: "Over", Scenario: "A", Variant: "A-2"}, nil)
	h.JoinAll(over, []*game.Account{anna, who[1]})
	do(h.Lobby.Terminate(ctx, over.ID, h.RoleFor(over, master)))
	forming := h.HostGame(master, lobby.NewGame{Name: "Forming", Scenario: "A", Variant: "A-4"}, func(h *hosting.Hosting) {
		h.Allow = []string{"anna.of.ferrara@example.org"}
		h.Deny = []string{"Annetta", "somebody@example.org"}
	})
	hidden := h.HostGame(master, lobby.NewGame{Name: "Open", Scenario: "A", Variant: "A-4"}, nil)
	h.JoinAll(hidden, []*game.Account{anna})

	// The only master of a game cannot be erased.
	hers := h.HostGame(anna, lobby.NewGame{Name: "Hers", Scenario: "A", Variant: "A-4"}, nil)
	err = h.Users.Erase(ctx, anna.ID)
	judgetest.Code(t, err, game.Conflict)
	if !strings.Contains(err.Error(), "Hers") || !h.RoleFor(g, anna).Player {
		t.Errorf("the only master: %v", err)
	}
	do(h.Lobby.Observe(ctx, hers.ID, who[2].ID))
	do(h.Lobby.Promote(ctx, hers.ID, h.RoleFor(hers, anna), who[2].ID))
	do(h.Store.Write(ctx, func(tx *game.Tx) error {
		for _, to := range []string{"anna.of.ferrara@example.org", "somebody@example.org"} {
			if err := tx.Jobs.Enqueue(game.Job{Kind: "letter", Due: h.Clock.Now(), Data: fmt.Appendf(nil, `{"to":[%q],"subject":"x"}`, to)}); err != nil {
				return err
			}
		}
		return nil
	}))

	if len(traces(h, "Anna of Ferrara", "Annetta", "anna.of.ferrara", "anna@example.com", "anna.example.net")) < 8 {
		t.Error("the test leaves few traces")
	}
	do(h.Users.Erase(ctx, anna.ID))
	h.Clock.Advance(24 * time.Hour)
	if _, err := h.Judge.Clock.Work(ctx); err != nil {
		t.Error(err)
	}
	if got := traces(h, "Anna of Ferrara", "Annetta", "anna.of.ferrara", "anna@example.com", "anna.example.net", "argon2", "rome"); len(got) > 0 {
		t.Errorf("what is left:\n%s", strings.Join(got, "\n"))
	}
	if got := traces(h, "somebody@example.org"); len(got) != 2 {
		t.Errorf("an e-mail and a list of others: %q", got)
	}
	if a, err := h.Users.Account(ctx, anna.ID); err != nil || a.Name != account.FormerPlayer || !a.Blocked || a.Verified {
		t.Errorf("%+v, %v", a, err)
	}
	_, _, err = h.Users.Authenticate(ctx, secret)
	judgetest.Code(t, err, game.Forbidden)
	_, err = h.Users.CalendarOf(ctx, calendar)
	judgetest.Code(t, err, game.Forbidden)
	if v, err := h.Judge.Clock.Vacation(ctx, anna.ID); v != nil || err != nil {
		t.Errorf("a vacation of nobody: %+v, %v", v, err)
	}
	_, err = h.Users.SignIn(ctx, "anna.of.ferrara@example.org", "rinascimento1454")
	judgetest.Code(t, err, game.Forbidden)
	if got := h.VacantSeats(g); !slices.Equal(got, []int{seat}) {
		t.Errorf("vacant: %v", got)
	}
	if len(traces(h, "Peace to all of you")) != 1 || len(traces(h, "Well played")) != 1 {
		t.Error("what she wrote is missing")
	}
	people, err := h.Lobby.Roster(ctx, over.ID, h.RoleFor(over, master))
	do(err)
	if !slices.ContainsFunc(people, func(p lobby.Person) bool { return p.Name == account.FormerPlayer }) {
		t.Errorf("the players of a game that is over: %+v", people)
	}
	how, err := h.Lobby.Hosting(ctx, forming.ID)
	do(err)
	if len(how.Allow) != 1 || len(how.Deny) != 1 {
		t.Errorf("the lists: %q, %q", how.Allow, how.Deny)
	}
	judgetest.Code(t, h.Lobby.Join(ctx, forming.ID, who[3].ID, ""), game.Forbidden)
	do(h.Users.Erase(ctx, anna.ID)) // erasing again is harmless

	// The address and the name are free again, and nobody can impersonate people who have left.
	_, mailed, err := h.Users.Register(ctx, "Annetta", "anna.of.ferrara@example.org", "")
	if err != nil || mailed.Secret() == "" {
		t.Errorf("registering again: %q, %v", mailed.Secret(), err)
	}
	_, _, err = h.Users.Register(ctx, "A Former  Player", "eve@example.org", "")
	judgetest.Code(t, err, game.Invalid)
	judgetest.Code(t, h.Users.Erase(ctx, "nobody"), game.NotFound)
}
