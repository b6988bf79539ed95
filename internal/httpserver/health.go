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

// Health tells monitors and proxies how the judge is.
type Health struct {
	log    *slog.Logger
	now    func() time.Time
	checks []check

	mu       sync.Mutex
	draining bool
	at       time.Time // of the last look
	failing  []string  // names of the checks that failed then, with what may be told of it
}

// check is one thing that must be in order before the judge can be used.
type check struct {
	name string
	look func(ctx context.Context) error
}

// Told is an error of a check of which monitors may know what stands in Why.
type Told struct {
	Why string
	Err error
}

func (t *Told) Error() string { return t.Err.Error() }
func (t *Told) Unwrap() error { return t.Err }

// How often checks are made at most, and how long each may take.
const (
	healthEvery    = time.Second
	healthPatience = 3 * time.Second
)

// errDraining is why a judge that ends is not ready.
var errDraining = errors.New("shutting down")

// NewHealth makes a health without checks: it is well until told otherwise. A
// nil now is the time of the machine.
func NewHealth(log *slog.Logger, now func() time.Time) *Health {
	if now == nil {
		now = time.Now
	}
	return &Health{log: log, now: now}
}

// Add adds a check. All are added before the first request.
func (h *Health) Add(name string, look func(ctx context.Context) error) {
	h.checks = append(h.checks, check{name, look})
}

// Drain says that the judge ends: it is no longer ready.
func (h *Health) Drain() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.draining = true
}

// Ready gives an error unless the judge can be used; it names what fails. Why is
// for the log, unless the error is one to be told.
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

// look makes all checks, and logs those of which the answer has changed.
func (h *Health) look(ctx context.Context) {
	was := strings.Join(h.failing, ", ")
	h.failing = nil
	why := []any{}
	for _, c := range h.checks {
		// The patience of whoever asks is no matter: others get the answer too.
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
// used), and passes on everything else.
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
