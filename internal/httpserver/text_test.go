package httpserver

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func TestIsTextAddress(t *testing.T) {
	for address, want := range map[string]bool{
		"/":                         true,
		"/g/a%C3%BC?name=%C3%BC+x":  true,
		"/g/%ff":                    false,
		"/g/%00":                    false,
		"/g/a%00b/log":              false,
		"/games?name=%ff":           false,
		"/games?%ff=name":           false,
		"/games?name=a%00":          false,
		"/games?name=%C3&x=%BC":     false, // half a character in each value
		"/games?name=100%25&x=%zz1": true,
		"/games?name=%":             true,
		"/games?name=%4":            true,
		"/games?name=%e2%82%AC":     true,
		"/games?name=%ed%a0%80":     false, // half a surrogate pair
		"/games?name=\xff":          false,
		"/games?name=%25ff%2500":    true,
	} {
		u, err := url.Parse("http://judge" + address)
		if err != nil {
			t.Fatal(err)
		}
		if got := IsTextAddress(u); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
	u := &url.URL{Path: "/g/abc/log", RawQuery: "from=3&who=me"}
	if n := testing.AllocsPerRun(100, func() { IsTextAddress(u) }); n != 0 {
		t.Errorf("an ordinary address costs %v allocations", n)
	}
}

func TestMendForm(t *testing.T) {
	for body, want := range map[string]string{
		"a=x&b=%C3%BC":    "a=x&b=%C3%BC",
		"a=x%ffy&a=z":     "a=x%EF%BF%BDy&a=z",
		"%ff=1&a=x":       "a=x",
		"a=x%00y":         "",
		"a%00=x":          "",
		"%00%ff=x":        "",
		"orders=A%0AB%ff": "orders=A%0AB%EF%BF%BD",
	} {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if err := r.ParseForm(); err != nil {
			t.Fatal(err)
		}
		if ok := MendForm(r); ok != (want != "") || ok && (r.PostForm.Encode() != want || r.Form.Encode() != want) {
			t.Errorf("%s: %t %s", body, ok, r.PostForm.Encode())
		}
	}
}

func TestCheckJSON(t *testing.T) {
	for body, want := range map[string]bool{
		`{"a":"ü\n\u00fc"}`: true,
		`"\\u0000"`:         true,
		`"\\\\u0000"`:       true,
		`"\u0000"`:          false,
		`"\\\u0000"`:        false,
		`{"\u0000":1}`:      false,
		"\"\xff\"":          false,
		"\"\x00\"":          false,
		`"\`:                true,
		`"\u000`:            true,
		"":                  true,
	} {
		if got := CheckJSON([]byte(body)) == nil; got != want {
			t.Errorf("%q: %t", body, got)
		}
	}
}

// FuzzText compares the results for addresses, forms and bodies with the strings that their
// parsers return.
func FuzzText(f *testing.F) {
	f.Add("/g/%00", "a=%ff&b=%C3%BC", `{"a":"\\u0000\u0000"}`)
	f.Add("/", "%=%&;=+&%4", "\"\xff\"")
	f.Fuzz(func(t *testing.T, path, query, body string) {
		u := &url.URL{Path: path, RawQuery: query}
		if IsTextAddress(u) {
			values, _ := url.ParseQuery(query)
			for name, v := range values {
				for _, s := range append(v, name, path) {
					if !IsText(s) {
						t.Fatalf("%q holds %q", query, s)
					}
				}
			}
		}
		r := &http.Request{Method: http.MethodPost, URL: &url.URL{}, Form: url.Values{}}
		r.PostForm, _ = url.ParseQuery(query)
		if MendForm(r) {
			for name, v := range r.PostForm {
				for _, s := range append(v, name) {
					if !IsText(s) {
						t.Fatalf("the form %q holds %q", query, s)
					}
				}
			}
		}
		var v any
		if CheckJSON([]byte(body)) == nil && json.Unmarshal([]byte(body), &v) == nil && !isTextValue(v) {
			t.Fatalf("%q is read as %q", body, v)
		}
	})
}

// isTextValue reports whether all strings in a decoded value are text.
func isTextValue(v any) bool {
	switch v := v.(type) {
	case string:
		return IsText(v)
	case []any:
		for _, x := range v {
			if !isTextValue(x) {
				return false
			}
		}
	case map[string]any:
		for name, x := range v {
			if !IsText(name) || !isTextValue(x) {
				return false
			}
		}
	}
	return true
}
