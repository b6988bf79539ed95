package readtx

import (
	"context"
	"net/http"
)

// Together combines the news in games that a request causes into one e-mail per member; see
// judge.Together.
func Together(begin func(context.Context) (context.Context, func()), next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions {
			next.ServeHTTP(w, r)
			return
		}
		ctx, end := begin(r.Context())
		defer end()
		in := r.WithContext(ctx)
		next.ServeHTTP(w, in)
		r.Pattern = in.Pattern // for metrics, which read it from the outer request
	})
}
