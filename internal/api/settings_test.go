package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestSettingsTogether checks that a request which changes several settings changes
// none if one of them is refused.
func TestSettingsTogether(t *testing.T) {
	t.Parallel()
	h := open(t)
	ada := h.person("Ada")
	before := ada.get("/me").want(http.StatusOK).body
	for _, c := range []struct {
		what   string
		status int
	}{
		{"email", http.StatusForbidden}, {"zone", http.StatusUnprocessableEntity}, {"language", http.StatusUnprocessableEntity}, {"notices", http.StatusUnprocessableEntity},
	} {
		me := map[string]any{
			"name": "Ada L", "language": "de",
			"letters": map[string]any{"reminders": false, "waiting": false, "broadcasts": false, "plain": true},
		}
		switch c.what {
		case "email": // a program may not change it
			me["email"] = "other@example.org"
		case "zone":
			me["zone"] = "Europe/Atlantis"
		case "language":
			me["language"] = "tlh"
		case "notices":
			me["notices"] = map[string]any{"mail": []string{}, "mailDaily": false, "daily": "", "quietFrom": "25:00", "quietUntil": "07:00"}
		}
		ada.do(http.MethodPatch, "/me", me).want(c.status)
		if after := ada.get("/me").want(http.StatusOK).body; string(after) != string(before) {
			t.Errorf("%s was refused, and other settings changed:\n%s\n%s", c.what, before, after)
		}
	}
}

// TestRefusalInZone checks that a refusal names times in the zone of the account.
func TestRefusalInZone(t *testing.T) {
	t.Parallel()
	h := open(t)
	ada := h.person("Ada")
	for zone, want := range map[string]string{"Asia/Kolkata": "05:30 IST", "UTC": "00:00 UTC"} {
		ada.do(http.MethodPatch, "/me", map[string]any{"zone": zone}).want(http.StatusOK)
		a := ada.put("/me/vacation", map[string]any{
			"start": "2000-01-01T00:00:00Z",
			"end":   "2000-01-02T00:00:00Z",
		}).want(http.StatusUnprocessableEntity, "invalid")
		if !strings.Contains(a.str("detail"), want) {
			t.Errorf("%s: %s", zone, a.body)
		}
	}
}
