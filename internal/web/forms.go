package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"podesta/internal/judge"
)

// again shows a form again after an error that its sender can do something
// about; for others it writes the page of the error.
func (s *Responder) again(w http.ResponseWriter, r *http.Request, err error, page, title string, body any) {
	st, ok := statuses[judge.ErrorCode(err)]
	if !ok || judge.ErrorCode(err) == judge.Stale {
		s.refuse(w, r, err, lost(r.PostForm))
		return
	}
	if c := judge.ErrorCode(err); c == judge.Unavailable || c == judge.TooMany {
		w.Header().Set("Retry-After", retryAfter)
	}
	w.Header().Set("Cache-Control", "no-store")
	s.page(w, r, st.status, page, frame{Title: title, Body: body})
}

// toldPage tells something, and leads on.
type toldPage struct {
	Title, Text string
	Lines       []string
	Back, Label string
}

// tell writes a page that tells what was done.
func (s *Responder) tell(w http.ResponseWriter, r *http.Request, title, text, back, label string, lines ...string) {
	w.Header().Set("Cache-Control", "no-store")
	s.page(w, r, http.StatusOK, "told", frame{Title: title, Body: toldPage{title, text, lines, back, label}})
}

// onceKey is what a form is known by that its sender sends again.
func onceKey(r *http.Request, sender string) string {
	once := r.PostForm.Get(onceField)
	if once == "" || sender == "" || len(once) > 100 {
		return ""
	}
	return url.QueryEscape(sender) + " " + once
}

// withNext is an address with what comes after it.
func withNext(to, next string) string {
	if next = local(next, ""); next == "" || next == "/" {
		return to
	}
	return to + "?next=" + url.QueryEscape(next)
}

// lost is the text of the fields of a form that is worth showing again.
func lost(form url.Values) []typed {
	var out []typed
	for _, f := range longFields {
		if t := clean(form.Get(f.name)); strings.TrimSpace(t) != "" {
			out = append(out, typed{f.label, t})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if id, ok := strings.CutPrefix(name, "orders-"); ok {
			if t := clean(form.Get(name)); strings.TrimSpace(t) != "" {
				out = append(out, typed{"Orders of " + capital(id), t})
			}
		}
	}
	return out
}

// choice is one entry of a selection.
type choice struct {
	Value, Label string
	Chosen       bool
	Doc          string // a sentence about it
}

// playerLink is the address of a player's profile.
func playerLink(name string) string { return "/u/" + url.PathEscape(name) }

// longFields are the fields of forms that hold what somebody may have typed for
// a while, beside orders.
var longFields = []struct{ name, label string }{
	{"orders", "Your orders"},
	{"text", "Your letter"},
	{"note", "Your note"},
	{"changes", "Your corrections"},
	{"why", "Your reason"},
	{"house", "Your house rules"},
	{"library", "Your scenario"},
}
