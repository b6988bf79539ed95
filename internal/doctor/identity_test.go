package doctor

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podesta/internal/config"
	"podesta/internal/oidc/oidctest"
)

// TestIdentityProviders examines identity providers that work, are down, or report another
// issuer.
func TestIdentityProviders(t *testing.T) {
	t.Parallel()
	site := oidctest.New(t, healthyWorld().Now)
	file := filepath.Join(t.TempDir(), "identity.toml")
	examine := func(issuer string) Result {
		t.Helper()
		text := "[[provider]]\nid = \"club\"\nname = \"The Club\"\nissuer = \"" + issuer + "\"\nclient_id = \"podesta\"\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		x := &examination{Tools: healthyWorld(), c: &config.Config{BaseURL: "https://judge.example.org", Identity: config.Identity{File: file}}}
		x.HTTP = http.DefaultTransport
		x.identity(t.Context())
		return x.results[0]
	}
	for name, c := range map[string]struct {
		issuer string
		down   bool
		status Status
		says   string
	}{
		"works":       {site.URL, false, OK, "https://judge.example.org/signin/with/club"},
		"is down":     {site.URL, true, Fail, "502"},
		"has a slash": {site.URL + "/", false, Fail, "exactly as the provider does: " + site.URL},
		"is unsafe":   {"http://id.example.org", false, Fail, "https://"},
	} {
		site.Down(c.down)
		if r := examine(c.issuer); r.Status != c.status || !strings.Contains(r.Found+" "+r.Do, c.says) || (r.Do == "") != (c.status == OK) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
