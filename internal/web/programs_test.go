package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestProgramPages marks an account as a program's on the page of the person who answers for it,
// and checks where the program is listed, refused and admitted.
func TestProgramPages(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	owner, motor, master := h.guest("Ada"), h.guest("Motore"), h.guest("Cosimo")
	a, err := h.judge.Users.AccountByEmail(t.Context(), "motore@example.org")
	h.Must(err)
	owner.post("/me/programs", url.Values{"key": {"nonsense"}}).has(t, http.StatusForbidden, "This is not a key of an account.")
	owner.post("/me/programs", url.Values{"key": {h.Token(a.ID)}}).has(t, http.StatusOK, "now marked as that of a program", "Motore (program)", "No longer a program")
	motor.get("/me").has(t, http.StatusOK, "Motore (program)", "Ada answers for it.")
	motor.post("/me/programs", url.Values{"do": {"release"}, "account": {a.ID}}).has(t, http.StatusForbidden, "Someone else answers for this program.")
	motor.post("/host", motor.hostForm("name", "Own")).has(t, http.StatusForbidden, "they cannot host games")

	closed := master.hosts("name", "Closed", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily")
	open := master.hosts("name", "Open", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily", "programs", "on")
	for _, what := range []string{"/join", "/watch"} {
		motor.post(closed+what, url.Values{}).has(t, http.StatusForbidden, "This game admits people only.")
	}
	motor.post(open+"/join", url.Values{}).has(t, http.StatusOK)
	p := owner.get(open)
	p.has(t, http.StatusOK, "Motore (program)", "Accounts of programs can play and watch.")
	if !strings.Contains(p.body, `href="/u/Motore"`) {
		t.Error("the link to the profile is missing")
	}
	italian := h.browser()
	italian.post("/language", url.Values{"language": {"it"}})
	italian.get(open).has(t, http.StatusOK, "Motore (programma)")
	italian.get("/u/Motore").has(t, http.StatusOK, "Motore (programma)", "Ne risponde Ada.")
	owner.post("/me/programs", url.Values{"do": {"release"}, "account": {a.ID}}).has(t, http.StatusConflict, "takes part in Open, which is not over")
	motor.post(open+"/resign", url.Values{"sure": {"1"}}).has(t, http.StatusOK)
	owner.post("/me/programs", url.Values{"do": {"release"}, "account": {a.ID}}).has(t, http.StatusOK, "that of a person again")
	if q := owner.get("/u/Motore"); strings.Contains(q.body, "(program)") {
		t.Error("still marked")
	}
}
