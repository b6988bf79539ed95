package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/api"
	"podesta/internal/game"
	"podesta/internal/ratings"
)

// TestProgramAccount follows an account of a program through the API: it is marked with its own
// key, refused by games that do not admit programs, shown as a program, and unable to remove
// the mark.
func TestProgramAccount(t *testing.T) {
	t.Parallel()
	h := open(t)
	owner, motor, master := h.person("Ada"), h.person("Motore"), h.person("Bianca")
	owner.session().post("/me/programs", map[string]any{"key": motor.token}).want(http.StatusOK)
	me := motor.get("/me")
	if me.str("name") != "Motore" || me.str("owner") != "Ada" || !strings.Contains(string(me.body), `"program":true`) {
		t.Errorf("its own account: %s", me.body)
	}
	for name, hosting := range map[string]map[string]any{"closed": {"listed": true}, "open": {"listed": true, "programs": true}} {
		master.post("/games", map[string]any{"name": name, "scenario": "A", "variant": "A-4", "hosting": hosting}).want(http.StatusCreated)
	}
	for _, path := range []string{"/games/closed/join", "/games/closed/watch"} {
		motor.post(path, map[string]any{}).want(http.StatusForbidden, "forbidden")
	}
	motor.post("/games", map[string]any{"name": "own", "scenario": "A", "variant": "A-4", "hosting": map[string]any{}}).want(http.StatusForbidden)
	motor.post("/games/open/join", map[string]any{}).want(http.StatusOK)
	members := string(master.get("/games/open/members").body)
	if !strings.Contains(members, `"name":"Motore"`) || !strings.Contains(members, `"program":true`) || strings.Count(members, `"program"`) != 1 {
		t.Errorf("members: %s", members)
	}
	log := string(master.get("/games/open/log").body)
	if !strings.Contains(log, "Motore (program)") {
		t.Errorf("the log does not say who is a program: %s", log)
	}
	for _, g := range []*guest{motor, motor.session()} {
		if a := g.do(http.MethodDelete, "/me/programs/"+motor.account, nil); a.status != http.StatusForbidden {
			t.Errorf("the program removes its mark: %d %s", a.status, a.body)
		}
	}
	if a := owner.session().do(http.MethodDelete, "/me/programs/"+motor.account, nil); a.status != http.StatusConflict {
		t.Errorf("switched in a game: %d %s", a.status, a.body)
	}
	if p := h.public().get("/players/Motore"); !strings.Contains(string(p.body), `"program":true`) || p.str("owner") != "Ada" {
		t.Errorf("its profile: %s", p.body)
	}
}

// TestProgramLimits checks that programs have limits of their own, and that the person who
// answers for a program that ignores them gets one e-mail.
func TestProgramLimits(t *testing.T) {
	t.Parallel()
	h := open(t, func(d *api.Deps) { d.Limits = api.Limits{Rate: 1000, Burst: 1000, Programs: 10} })
	owner, motor := h.person("Ada"), h.person("Motore")
	owner.session().post("/me/programs", map[string]any{"key": motor.token}).want(http.StatusOK)
	var told []string
	h.judge.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		told = append(told, n.Account)
		return nil
	})
	for range 2 {
		motor.get("/me").want(http.StatusOK)
	}
	if a := motor.get("/me"); a.status != http.StatusTooManyRequests {
		t.Errorf("the third request at once: %d", a.status)
	}
	for range 450 {
		motor.get("/me").want(http.StatusTooManyRequests)
		owner.get("/me").want(http.StatusOK)
	}
	if !slices.Equal(told, []string{owner.account}) {
		t.Errorf("told: %v", told)
	}
	h.clock.Advance(6 * time.Second)
	motor.get("/me").want(http.StatusOK)
}

// TestLadder reads the ladders of people and of programs.
func TestLadder(t *testing.T) {
	t.Parallel()
	h := open(t)
	ada, bo, motor := h.person("Ada"), h.person("Bo"), h.person("Motore")
	h.Must(h.judge.Users.SetProgram(ctx, motor.account, true, ""))
	h.Must(h.judge.Base.Write(ctx, func(tx *game.Tx) error {
		for i, s := range []game.Skill{
			{Account: ada.account, Games: 5}, {Account: ada.account, Edition: "njudge-classic", Games: 5}, {Account: bo.account, Games: 3}, {Account: motor.account, Program: true, Games: 9},
		} {
			s.Mu, s.Sigma, s.Shown = 25, 8, 1000+i
			if err := tx.Skills.SaveSkill(s); err != nil {
				return err
			}
		}
		return nil
	}))
	for query, want := range map[string]string{
		"":                                "Bo Ada",
		"?limit=1":                        "Bo +",
		"?limit=1&skip=1":                 "Ada",
		"?edition=njudge-classic":         "Ada",
		"?programs=true":                  "Motore",
		"?edition=njudge-classic&skip=99": "",
	} {
		var l ratings.Ladder
		h.public().get("/ratings" + query).want(http.StatusOK).into(&l)
		var names []string
		for i, p := range l.Items {
			names = append(names, p.Name)
			if p.Program != (query == "?programs=true") || strings.HasPrefix(query, "?limit=1&skip") && p.Rank != i+2 {
				t.Errorf("%s: %+v", query, p)
			}
		}
		if l.Next != "" {
			names = append(names, "+")
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
