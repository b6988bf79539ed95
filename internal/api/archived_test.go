package api_test

import (
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"podesta/internal/api"
	"podesta/internal/judge/judgetest"
)

// TestArchivedGame compares what the API says of a game that has ended before
// and after it has moved to the archive, and while that cannot be reached.
func TestArchivedGame(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	c := h.Cast()
	h.Must(h.Terminate(ctx, c.Played.ID, h.RoleFor(c.Played, c.Master)))
	secrets := map[string]string{"stranger": "", "player": h.Token(c.Player.ID), "master": h.Token(c.Master.ID)}
	var operations []string
	for id := range requests {
		if strings.HasPrefix(id, "get") || strings.HasPrefix(id, "list") {
			operations = append(operations, id)
		}
	}
	all := func(on *judgetest.House) map[string]string {
		t.Helper()
		server := api.New(api.Deps{Judge: on.Judge, Clock: on.Clock, Channels: hookChannels(true), Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6}})
		defer server.Close()
		out := map[string]string{}
		for _, id := range operations {
			request := strings.NewReplacer("{played}", c.Played.ID, "{seat}", "1", "{own}", c.Own.ID).Replace(requests[id])
			for name, secret := range secrets {
				status, body := ask(server, http.MethodGet, request, secret)
				out[id+" by "+name] = http.StatusText(status) + " " + body
			}
		}
		return out
	}
	_ = all(h) // the first use of a token is recorded
	before := all(h.Beside())
	if _, err := h.Store.ArchiveGame(ctx, c.Played.ID); err != nil {
		t.Fatal(err)
	}
	for key, got := range all(h.Beside()) {
		if got != before[key] && !strings.HasPrefix(key, "listTokens") {
			t.Errorf("%s: %.300s\nwas %.300s", key, got, before[key])
		}
	}
	h.Must(os.Rename(h.Archive, h.Archive+" away"))
	away := all(h.Beside())
	for _, key := range []string{"getLog by player", "getPhase by master", "listPhases by stranger", "getReport by stranger"} {
		if got := away[key]; !strings.HasPrefix(got, "Service Unavailable") || !strings.Contains(got, `"unavailable"`) || !strings.Contains(got, "archive of old games") {
			t.Errorf("%s: %.300s", key, got)
		}
	}
	for _, key := range []string{"listGames by stranger", "listMembers by master", "getHosting by stranger"} {
		if away[key] != before[key] {
			t.Errorf("%s needs the archive: %.300s", key, away[key])
		}
	}
}
