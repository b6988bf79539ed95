package httpserver

import (
	"net/http"
	"net/url"
	"strings"
)

// httpsOnly makes browsers use https for a year, for this host name only: its
// subdomains may belong to others.
const httpsOnly = "max-age=31536000"

// OnlyHTTPS makes browsers use only https if base, the judge's public address, does.
func OnlyHTTPS(next http.Handler, base string) http.Handler {
	if !strings.HasPrefix(strings.ToLower(base), "https://") {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", httpsOnly)
		next.ServeHTTP(w, r)
	})
}

// ToHTTPS sends browsers to the same page at the judge's public address, base. Pages that are
// not below its path lead to its front page.
func ToHTTPS(base string) http.Handler {
	base = strings.TrimSuffix(base, "/")
	origin, prefix := base, ""
	if u, err := url.Parse(base); err == nil {
		origin, prefix = u.Scheme+"://"+u.Host, u.Path
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		to := base + "/"
		if uri := r.URL.RequestURI(); strings.HasPrefix(uri, prefix+"/") {
			to = origin + uri
		}
		http.Redirect(w, r, to, http.StatusPermanentRedirect)
	})
}
