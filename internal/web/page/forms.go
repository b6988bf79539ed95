package page

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Again shows a form again after it was refused. For internal errors, and if the form was for a
// past phase, it writes the error page instead.
func (s *Responder) Again(w http.ResponseWriter, r *http.Request, err error, page, title string, body any) {
	st, ok := Statuses[game.ErrorCode(err)]
	if !ok || game.ErrorCode(err) == game.Stale {
		s.Refuse(w, r, err, Lost(r.PostForm))
		return
	}
	if c := game.ErrorCode(err); c == game.Unavailable || c == game.TooMany {
		w.Header().Set("Retry-After", RetryAfter)
	}
	w.Header().Set("Cache-Control", "no-store")
	s.Page(w, r, st.Status, page, Frame{Title: title, Body: body})
}

// ToldPage is a page that confirms something, with a link to continue.
type ToldPage struct {
	Title, Text string
	Lines       []string
	Back, Label string
}

// Tell writes a page that confirms that something was done.
func (s *Responder) Tell(w http.ResponseWriter, r *http.Request, title, text, back, label string, lines ...string) {
	w.Header().Set("Cache-Control", "no-store")
	s.Page(w, r, http.StatusOK, "told", Frame{Title: title, Body: ToldPage{title, text, lines, back, label}})
}

// OnceKey returns the key by which a repeated form is recognized, or "" if the form has none.
func OnceKey(r *http.Request, sender string) string {
	once := r.PostForm.Get(OnceField)
	if once == "" || sender == "" || len(once) > 100 {
		return ""
	}
	return url.QueryEscape(sender) + " " + once
}

// withNext adds the page to go to afterwards to an address, unless that is the front page or on
// another site.
func withNext(to, next string) string {
	if next = Local(next, ""); next == "" || next == "/" {
		return to
	}
	return to + "?next=" + url.QueryEscape(next)
}

// Lost returns the fields of a form that are worth showing again because they would otherwise
// be lost.
func Lost(form url.Values) []Typed {
	var out []Typed
	for _, f := range longFields {
		if t := Clean(form.Get(f.name)); strings.TrimSpace(t) != "" {
			out = append(out, Typed{Say(f.label), t})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if id, ok := strings.CutPrefix(name, "orders-"); ok {
			if t := Clean(form.Get(name)); strings.TrimSpace(t) != "" {
				power := message.Power{ID: id, Name: message.Capital(id)}
				out = append(out, Typed{Say(message.New("Orders of {power:name}", power)), t})
			}
		}
	}
	return out
}

// Choice is one entry of a selection.
type Choice struct {
	Value, Label string
	Chosen       bool
	Doc          string // a sentence about the choice
}

// PlayerLink returns the address of a player's profile.
func PlayerLink(name string) string {
	plain, _ := game.PlainName(name)
	return "/u/" + url.PathEscape(plain)
}

// longFields lists the fields of forms that may contain a lot of typing,
// including orders.
var longFields = []struct {
	name  string
	label message.Message
}{
	{"orders", message.New("Your orders")},
	{"text", message.New("Your message")},
	{"note", message.New("Your note")},
	{"changes", message.New("Your corrections")},
	{"why", message.New("Your reason")},
	{"house", message.New("Your house rules")},
	{"library", message.New("Your scenario")},
}
