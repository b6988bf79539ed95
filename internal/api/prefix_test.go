package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"podesta/internal/api"
	"podesta/internal/client"
	"podesta/internal/httpserver"
)

// TestBelowPath calls an API that is reached below a path, through the client of Go and by the
// addresses in its answers.
func TestBelowPath(t *testing.T) {
	t.Parallel()
	const prefix = "/machiavelli"
	h := open(t, func(d *api.Deps) { d.BaseURL = "https://example.org" + prefix })
	ada := h.person("Ada")
	srv := httptest.NewServer(httpserver.Below(prefix, h.api))
	t.Cleanup(srv.Close)
	c, err := client.New(srv.URL+prefix, ada.token, client.Options{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, address, body string) (*http.Response, map[string]any) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, srv.URL+address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+ada.token)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", body)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		var v map[string]any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%s: %s", address, text)
		}
		return answer, v
	}
	for _, name := range []string{"Siena", "Lucca", "Lucca"} { // the second Lucca is a repetition
		r, _ := ask(http.MethodPost, prefix+"/api/v1/games", `{"name":"`+name+`","scenario":"A","hosting":{"listed":true}}`)
		if to := r.Header.Get("Location"); r.StatusCode != http.StatusCreated || !strings.HasPrefix(to, prefix+"/api/v1/games/") {
			t.Errorf("%s: %s at %q", name, r.Status, to)
		}
	}
	_, list := ask(http.MethodGet, prefix+"/api/v1/games?limit=1", "")
	next, _ := list["next"].(string)
	if r, page := ask(http.MethodGet, next, ""); !strings.HasPrefix(next, prefix) || r.StatusCode != http.StatusOK || len(page["items"].([]any)) != 1 {
		t.Errorf("%s: %s, %v", next, r.Status, page)
	}
	var got map[string]any
	if err := c.Call(t.Context(), http.MethodGet, "/games", nil, nil, &got); err != nil || len(got["items"].([]any)) != 2 {
		t.Errorf("the client: %v, %v", got, err)
	}
	_, doc := ask(http.MethodGet, prefix+"/api/openapi.json", "")
	if at := doc["servers"].([]any)[0].(map[string]any)["url"]; at != "https://example.org"+prefix {
		t.Errorf("the description is of %v", at)
	}
}
