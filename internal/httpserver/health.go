package httpserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Health reports the health of the judge to monitors and proxies.
type Health struct {
	log    *slog.Logger
	now    func() time.Time
	checks []check

	mu       sync.Mutex
	draining bool
	at       time.Time // time of the last checks
	failing  []string  // the checks that failed then, with the reasons that may be shown
}

// check is a condition for the judge to be usable.
type check struct {
	name string
	look func(ctx context.Context) error
}

// Told is an error of a check that may be shown to monitors.
type Told struct {
	Why string
	Err error
}

func (t *Told) Error() string { return t.Err.Error() }
func (t *Told) Unwrap() error { return t.Err }

// The minimum interval between checks, and the maximum duration of each.
const (
	healthEvery    = time.Second
	healthPatience = 3 * time.Second
)

// errDraining is the reason why a judge that shuts down is not ready.
var errDraining = errors.New("shutting down")

// NewHealth returns a Health without checks, which is healthy until checks are
// added. A nil now means time.Now.
func NewHealth(log *slog.Logger, now func() time.Time) *Health {
	if now == nil {
		now = time.Now
	}
	return &Health{log: log, now: now}
}

// Add adds a check. All checks must be added before the first request.
func (h *Health) Add(name string, look func(ctx context.Context) error) {
	h.checks = append(h.checks, check{name, look})
}

// Drain marks the judge as shutting down: it is no longer ready.
func (h *Health) Drain() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.draining = true
}

// closing closes the connection of each request while the judge shuts down, so that its client
// connects elsewhere. Connections without a request stay open meanwhile, because a request may be
// on its way.
func (h *Health) closing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		draining := h.draining
		h.mu.Unlock()
		if draining {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Ready returns an error if the judge is shutting down or a check fails. The error lists the
// failing checks. Their reasons are only logged, unless the error of a check is a Told.
func (h *Health) Ready(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining {
		return errDraining
	}
	if now := h.now(); h.at.IsZero() || now.Sub(h.at) >= healthEvery || now.Before(h.at) {
		h.look(ctx)
		h.at = now
	}
	if len(h.failing) > 0 {
		return fmt.Errorf("failing: %s", strings.Join(h.failing, ", "))
	}
	return nil
}

// look runs all checks, and logs those whose result has changed.
func (h *Health) look(ctx context.Context) {
	was := strings.Join(h.failing, ", ")
	h.failing = nil
	why := []any{}
	for _, c := range h.checks {
		// This request may be cancelled, but other requests share the result.
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), healthPatience)
		if err := c.look(limited); err != nil {
			name := c.name
			var told *Told
			if errors.As(err, &told) {
				name += " (" + told.Why + ")"
			}
			h.failing = append(h.failing, name)
			why = append(why, c.name, err)
		}
		cancel()
	}
	switch now := strings.Join(h.failing, ", "); {
	case now == was:
	case now == "":
		h.log.Info("ready again")
	default:
		h.log.Error("not ready", why...)
	}
}

// Handler answers /healthz (the process is alive) and /readyz (the judge can be
// used), and passes on all other requests.
func (h *Health) Handler(next http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := h.Ready(r.Context()); err != nil {
			plain(w, http.StatusServiceUnavailable, err.Error())
			return
		}
		plain(w, http.StatusOK, "ready")
	})
	mux.Handle("/", next)
	return mux
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
