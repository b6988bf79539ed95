package web

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
)

// TestArchivedPages compares all pages of a game that has ended before and after
// it has moved to the archive, for all kinds of visitors. While the archive
// cannot be reached, they say so.
func TestArchivedPages(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	c := h.Cast()
	h.Must(h.Terminate(t.Context(), c.Played.ID, h.RoleFor(c.Played, c.Master)))
	session := func(a *game.Account) *http.Cookie {
		secret, err := h.NewToken(t.Context(), game.Token{Kind: game.SessionToken, Account: a.ID}, time.Hour)
		h.Must(err)
		return &http.Cookie{Name: sessionCookie, Value: secret}
	}
	visitors := []visitor{{"stranger", nil}, {"player", session(c.Player)}, {"rival", session(c.Rival)}, {"master", session(c.Master)}, {"observer", session(c.Observer)}}
	var requested []string
	for pattern, request := range requests {
		address, _, _ := strings.Cut(request, " ")
		if strings.HasPrefix(pattern, "GET /") && strings.HasPrefix(address, "/g/{played}") && !strings.HasSuffix(address, "/live") {
			requested = append(requested, address)
		}
	}
	slices.Sort(requested)
	lists := []string{"/", "/games", "/ratings", "/me", "/u/Osservante"}
	fill := map[string]string{"{played}": c.Played.ID}
	// all requests everything of a judge that has rendered nothing yet.
	all := func(on *judgetest.House, addresses []string) map[string]string {
		t.Helper()
		site := New(on.Judge, nil, WithClock(on.Clock), WithLetters(&judgetest.Letters{}), WithSite("podesta", "https://"+accessHost))
		out := map[string]string{}
		fill["{played.revision}"] = "2"
		for _, address := range addresses {
			for _, v := range visitors {
				w := visit(t, site, v, http.MethodGet, address, "", fill)
				out[v.name+" "+address] = http.StatusText(w.Code) + "\n" + w.Body.String()
			}
		}
		return out
	}
	everything := append(slices.Clone(requested), lists...)
	_ = all(h, everything) // the first use of a session is recorded
	before := all(h.Beside(), everything)
	for key, was := range all(h.Beside(), everything) {
		if before[key] != was { // such as what is new to the reader
			delete(before, key)
		}
	}
	if len(before) < 100 {
		t.Fatalf("%d answers are always the same", len(before))
	}
	if _, err := h.Store.ArchiveGame(t.Context(), c.Played.ID); err != nil {
		t.Fatal(err)
	}
	after := all(h.Beside(), everything)
	for key, was := range before {
		if after[key] != was {
			t.Errorf("%s: another answer from the archive: %.300s\nwas: %.300s", key, after[key], was)
		}
	}

	h.Must(os.Rename(h.Archive, h.Archive+" away"))
	away := all(h.Beside(), requested)
	told := 0
	for key, got := range away {
		switch {
		case strings.HasPrefix(got, "Service Unavailable\n"):
			told++
			if strings.HasPrefix(key, "player /g/"+"{played}/log") && !strings.Contains(got, "archive of old games") {
				t.Errorf("%s: %.300s", key, got)
			}
		case strings.HasPrefix(got, "Internal Server Error"):
			t.Errorf("%s: %.300s", key, got)
		}
	}
	if told < len(visitors)*5 {
		t.Errorf("%d of %d answers say that the archive cannot be reached", told, len(away))
	}
	for key, got := range all(h.Beside(), lists) {
		if was, ok := before[key]; ok && got != was {
			t.Errorf("%s needs the archive: %.300s", key, got)
		}
	}
	h.Must(os.Rename(h.Archive+" away", h.Archive))
	for key, got := range all(h.Beside(), requested) {
		if was, ok := before[key]; ok && got != was {
			t.Errorf("%s: another answer after the archive was away: %.300s", key, got)
		}
	}
}
