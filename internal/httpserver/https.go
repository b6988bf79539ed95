package httpserver

import (
	"net/http"
	"strings"
)

// httpsOnly has browsers use https for a year, at this name alone: its neighbours
// may be somebody else's.
const httpsOnly = "max-age=31536000"

// OnlyHTTPS tells browsers to come by https alone where that is how people reach
// the judge: base is its public address.
func OnlyHTTPS(next http.Handler, base string) http.Handler {
	if !strings.HasPrefix(strings.ToLower(base), "https://") {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", httpsOnly)
		next.ServeHTTP(w, r)
	})
}
