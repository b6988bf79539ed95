package httpserver

import (
	"context"
	"net/http"
	"strings"
)

// Prefix returns the path below which the judge is reached by the request of a context, such as
// "/machiavelli", or "".
func Prefix(ctx context.Context) string { return aboutOf(ctx).prefix }

// Below returns a handler that serves next below a path, such as "/machiavelli": next receives
// requests without the prefix. What next sends in the headers Location and Set-Cookie gets the
// prefix here; next must add it to addresses in bodies itself (see Prefix). Other paths are not
// found, so that a proxy that does not pass on the prefix is noticed immediately.
func Below(prefix string, next http.Handler) http.Handler {
	if prefix == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, found := strings.CutPrefix(r.URL.Path, prefix)
		raw, written := strings.CutPrefix(r.URL.RawPath, prefix)
		switch {
		case found && path == "":
			to := prefix + "/"
			if r.URL.RawQuery != "" {
				to += "?" + r.URL.RawQuery
			}
			http.Redirect(w, r, to, http.StatusTemporaryRedirect)
			return
		case !found || path[0] != '/' || r.URL.RawPath != "" && !written:
			http.Error(w, "Nothing is here: all addresses of this judge begin with "+prefix+"/. A proxy in front of it must pass that on.", http.StatusNotFound)
			return
		}
		a := *aboutOf(r.Context())
		a.prefix = prefix
		in := r.WithContext(context.WithValue(r.Context(), aboutKey{}, &a))
		u := *r.URL
		u.Path, u.RawPath = path, raw
		in.URL = &u
		defer func() { r.Pattern = in.Pattern }() // for metrics, which read the pattern from the outer request
		out := &below{ResponseWriter: w, prefix: prefix}
		next.ServeHTTP(out, in)
		out.begin()
	})
}

// below adds the prefix to the headers of an answer.
type below struct {
	http.ResponseWriter
	prefix string
	begun  bool
	moved  bool // whether the answer redirects
}

// begin sends the headers of an answer whose handler sets no status.
func (b *below) begin() {
	if !b.begun {
		b.WriteHeader(http.StatusOK)
	}
}

// WriteHeader sends the headers with the prefix. The handler still sees them without it, because
// it may keep them for another answer.
func (b *below) WriteHeader(status int) {
	if status < http.StatusOK || b.begun {
		b.ResponseWriter.WriteHeader(status)
		return
	}
	b.begun = true
	h := b.Header()
	to, cookies := h["Location"], h["Set-Cookie"]
	if len(to) > 0 {
		b.moved = status >= http.StatusMultipleChoices
		if strings.HasPrefix(to[0], "/") && !strings.HasPrefix(to[0], "//") {
			h["Location"] = []string{b.prefix + to[0]}
		}
		defer func() { h["Location"] = to }()
	}
	if len(cookies) > 0 {
		h["Set-Cookie"] = nil
		for _, c := range cookies {
			h.Add("Set-Cookie", strings.Replace(c, "; Path=/", "; Path="+b.prefix+"/", 1))
		}
		defer func() { h["Set-Cookie"] = cookies }()
	}
	b.ResponseWriter.WriteHeader(status)
}

func (b *below) Write(body []byte) (int, error) {
	b.begin()
	if b.moved { // the page of http.Redirect has the address without the prefix, and no browser shows it
		return len(body), nil
	}
	return b.ResponseWriter.Write(body)
}

// Unwrap gives http.ResponseController access to the connection.
func (b *below) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// Flush sends what has been written so far.
func (b *below) Flush() {
	b.begin()
	if w, ok := b.ResponseWriter.(http.Flusher); ok {
		w.Flush()
	}
}
