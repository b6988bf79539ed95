package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/web/page"
)

// wroteCookie holds the position of the database after the last thing that a
// visitor has sent, so that a replica shows it to them only once it knows it.
const wroteCookie = "podesta-wrote"

// wroteTime is how long that is remembered. A replica that is further behind is not
// used.
const wroteTime = 30 * time.Minute

// lagging lets pages for strangers show the state of a moment ago, so that a
// replica of the database can serve them. position returns the position of the
// database, or "" if there is no replica. People who are signed in, or have a link
// of the game, always see the present.
func lagging(position func(context.Context) (string, error), next http.Handler) http.Handler {
	if position == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			out := &writer{ResponseWriter: w, r: r, position: position}
			in := *r
			next.ServeHTTP(out, &in)
			r.Pattern = in.Pattern // for metrics, which read it from the outer request
			return
		}
		in := r
		if mayLag(r) {
			since := ""
			if c, err := r.Cookie(wroteCookie); err == nil {
				since = c.Value
			}
			in = r.WithContext(game.MayLag(r.Context(), since))
		}
		next.ServeHTTP(w, in)
		r.Pattern = in.Pattern
	})
}

// mayLag reports whether a request is one of a stranger for a page that may be a
// moment old. Lists of games are not among them: they are kept for everyone.
func mayLag(r *http.Request) bool {
	part := strings.Split(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if page.HasSession(r) || r.URL.Query().Has("key") {
		return false
	}
	switch {
	case part[0] == "ratings" || part[0] == "u":
		return true
	case part[0] != "g" || len(part) < 2 || slices.Contains([]string{"live", "state"}, part[len(part)-1]):
		return false
	}
	return page.KeyOf(r, part[1]) == ""
}

// writer adds the cookie to the answer to something that a visitor has sent.
type writer struct {
	http.ResponseWriter
	r        *http.Request
	position func(context.Context) (string, error)
	begun    bool
}

// WriteHeader sends the header. By now everything has been written to the database.
func (w *writer) WriteHeader(status int) {
	if !w.begun {
		w.begun = true
		// Without a position, the replica is not used at all for a while.
		at, err := w.position(context.WithoutCancel(w.r.Context()))
		if err != nil {
			at = "unknown"
		}
		if at != "" {
			http.SetCookie(w.ResponseWriter, &http.Cookie{
				Name: wroteCookie, Value: at, Path: "/", MaxAge: int(wroteTime.Seconds()),
				HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: page.Scheme(w.r) == "https",
			})
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body.
func (w *writer) Write(b []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap returns the writer below, for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
