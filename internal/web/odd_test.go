package web

import (
	"net/http"
	"strings"
	"testing"
)

// TestOddChoices creates games with unusual settings, and checks that the form asks for a
// confirmation and creates the game once it is given.
func TestOddChoices(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	host := h.guest("Odile")
	for name, c := range map[string]struct {
		page   string
		fields map[string]string
		says   string
	}{
		"Diplomacy by the Classic judge":            {"/host", map[string]string{"choice": "diplomacy/diplomacy-7", "preset": "njudge-classic"}, "is made for the rules of Diplomacy"},
		"The Balance of Power by Diplomacy":         {"/host", map[string]string{"preset": "diplomacy"}, "they leave out money and garrisons"},
		"a master who shares what he keeps":         {"/host", map[string]string{"plays": "", "manualprocess": "1", "unmoderated": "1"}, "players can change the settings"},
		"the same by secret links":                  {"/new", map[string]string{"preset": "diplomacy"}, "they leave out money and garrisons"},
		"nothing odd: Diplomacy by its own edition": {"/host", map[string]string{"choice": "diplomacy/diplomacy-7", "preset": "diplomacy"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			form := host.get(c.page).fields(t, c.page)
			form.Set("game", "other")
			for k, v := range c.fields {
				form.Set(k, v)
			}
			form.Set("name", "Odd "+strings.ReplaceAll(name, ":", ""))
			asked := host.post(c.page, form)
			if c.says == "" {
				asked.has(t, http.StatusOK, form.Get("name"))
				if asked.url.Path == c.page {
					t.Error("the form was shown again")
				}
				return
			}
			asked.has(t, http.StatusUnprocessableEntity, c.says, "Yes, set the game up like this")
			form = asked.fields(t, c.page)
			if form.Get("name") != "Odd "+name {
				t.Errorf("the form has lost the name: %q", form.Get("name"))
			}
			form.Set("meant", "1")
			if made := host.post(c.page, form); !strings.HasPrefix(made.url.Path, "/g/") {
				t.Errorf("it is not made though it is meant: %s %d", made.url, made.status)
			}
		})
	}
}

// TestOddSettings checks that a contradiction caused by a later change of
// settings is reported, too.
func TestOddSettings(t *testing.T) {
	t.Parallel()
	master := newInn(t).guest("Odile")
	form := master.get("/host").fields(t, "/host")
	form.Set("name", "Shared")
	form.Set("plays", "")
	form.Set("manualprocess", "1")
	at := master.post("/host", form).url.Path
	form = master.get(at+"/settings").fields(t, at+"/settings")
	form.Set("unmoderated", "1")
	master.post(at+"/settings", form).has(t, http.StatusOK, "Note: The master resolves every phase, but players can change the settings")
	form.Set("comment", "Said once")
	if again := master.post(at+"/settings", form).has(t, http.StatusOK, "Said once"); strings.Contains(again.body, "Note:") {
		t.Errorf("it is reported again: %s", again.brief())
	}
}

// TestTitledRules checks that contradictions are described with the titles of
// the rules, not with the names in commands.
func TestTitledRules(t *testing.T) {
	t.Parallel()
	host := newInn(t).guest("Tito")
	form := host.get("/host").fields(t, "/host")
	form.Set("name", "No money")
	form.Set("preset", "njudge-classic")
	form.Set("opt-money", "off")
	form.Set("opt-bank-loans", "on")
	host.post("/host", form).has(t, http.StatusUnprocessableEntity, "Without money there is no bank: switch “Bank loans” off or “Money” on.")
}
