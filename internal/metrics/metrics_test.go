package metrics

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
)

// read returns the metrics as Prometheus reads them.
func read(t *testing.T, m *Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != 200 {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// has checks that the metrics contain each line.
func has(t *testing.T, m *Metrics, lines ...string) {
	t.Helper()
	text := "\n" + read(t, m)
	for _, l := range lines {
		if !strings.Contains(text, "\n"+l+"\n") {
			t.Errorf("no line %s", l)
		}
	}
}

func TestFigures(t *testing.T) {
	m := New(Build{"v1", "7"})
	ends := m.RequestBegins()
	m.RequestBegins()
	ends()
	m.Request("GET /g/{id}", "GET", 200, 3*time.Millisecond)
	m.Request("GET /g/{id}", "BREW", 9999, 3*time.Millisecond)
	m.Limited("changes")
	m.Round("clock", 3, time.Unix(1000, 0), nil)
	m.Round("clock", 0, time.Unix(2000, 0), errors.New("no"))
	m.MailReceived("taken")
	m.MailSent("deferred")
	m.MailDelay(2 * time.Second)
	m.HookCalled("sent")
	has(t, m,
		"podesta_http_requests_open 1",
		`podesta_http_requests_total{method="GET",route="GET /g/{id}",status="200"} 1`,
		`podesta_http_requests_total{method="other",route="GET /g/{id}",status="other"} 1`,
		`podesta_http_request_seconds_count{route="GET /g/{id}"} 2`,
		`podesta_http_limited_total{limit="changes"} 1`,
		`podesta_worker_jobs_total{worker="clock"} 3`,
		`podesta_worker_rounds_total{outcome="ok",worker="clock"} 1`,
		`podesta_worker_rounds_total{outcome="error",worker="clock"} 1`,
		`podesta_worker_last_success_timestamp_seconds{worker="clock"} 1000`,
		`podesta_mails_received_total{outcome="taken"} 1`,
		`podesta_mails_sent_total{outcome="deferred"} 1`,
		`podesta_mail_delay_seconds_count 1`,
		`podesta_hooks_called_total{outcome="sent"} 1`,
	)
	if text := read(t, m); !strings.Contains(text, `podesta_build_info{engine="7",go="go`) || !strings.Contains(text, "go_goroutines") {
		t.Error("the build is missing")
	}
	if text := read(t, New(Build{})); !strings.Contains(text, `podesta_mails_received_total{outcome="taken"} 0`) {
		t.Error("two sets of figures are one")
	}
}

func TestCensus(t *testing.T) {
	m := New(Build{})
	taken := 0
	var fault error
	c := &counted{log: slog.New(slog.DiscardHandler), take: func(context.Context) (Census, error) {
		taken++
		return Census{
			Games: map[string]int{"active": 5, "over": 2}, Accounts: 9,
			Jobs: []JobCount{{Kind: "mail", All: 8, Due: 3, Failed: 1, Late: 90 * time.Second}},
		}, fault
	}}
	now := time.Unix(0, 0).UTC()
	c.now = func() time.Time { return now }
	m.registry.MustRegister(c)
	lines := []string{
		`podesta_games{status="active"} 5`, `podesta_games{status="over"} 2`, "podesta_accounts 9", "podesta_census_ok 1",
		`podesta_jobs{kind="mail"} 8`, `podesta_jobs_due{kind="mail"} 3`, `podesta_jobs_failed{kind="mail"} 1`, `podesta_jobs_late_seconds{kind="mail"} 90`,
	}
	has(t, m, lines...)
	has(t, m, lines...)
	if taken != 1 {
		t.Errorf("the database was asked %d times within seconds", taken)
	}
	now, fault = now.Add(censusEvery), errors.New("away")
	has(t, m, "podesta_census_ok 0")
	if strings.Contains(read(t, m), "podesta_games{") {
		t.Error("there are metrics without a census")
	}
}

// fake is a store without a database. Its transactions accept everything; the test sets how often
// a transaction runs and how it ends.
type fake struct {
	runs int
	err  error
}

func (f *fake) Read(ctx context.Context, do func(*game.Tx) error) error { return f.Write(ctx, do) }

func (f *fake) Write(_ context.Context, do func(*game.Tx) error) error {
	for range f.runs {
		x := fakeTx{}
		if err := do(&game.Tx{Games: x, Phases: x, Log: x, Jobs: x}); err != nil {
			return err
		}
	}
	return f.err
}

func (f *fake) Listen(context.Context) <-chan string { return nil }

type fakeTx struct {
	game.GameTx
	game.PhaseTx
	game.LogTx
	game.JobTx
}

func (fakeTx) Advance(game.GameRecord, game.PhaseRecord, *game.PhaseRecord) error { return nil }
func (fakeTx) AddGame(game.GameRecord, []game.SeatRecord, game.PhaseRecord) error { return nil }
func (fakeTx) SaveOrders(string, int, int, int, string) error                     { return nil }
func (fakeTx) Revert(game.GameRecord, int) error                                  { return nil }
func (fakeTx) Append(game.Entry) (int64, error)                                   { return 1, nil }
func (fakeTx) Enqueue(game.Job) error                                             { return nil }

func TestWatch(t *testing.T) {
	m := New(Build{})
	f := &fake{runs: 2} // a store repeats a transaction after a conflict
	s := m.Watch(f)
	ctx := context.Background()
	everything := func(tx *game.Tx) error {
		_ = tx.Games.AddGame(game.GameRecord{}, nil, game.PhaseRecord{})
		_ = tx.Phases.SaveOrders("", 0, 0, 0, "")
		_ = tx.Phases.Advance(game.GameRecord{}, game.PhaseRecord{}, nil)
		_ = tx.Phases.Revert(game.GameRecord{}, 1)
		_, _ = tx.Log.Append(game.Entry{Kind: game.ResultEntry})
		_ = tx.Jobs.Enqueue(game.Job{Kind: "mail"})
		return nil
	}
	if err := s.Write(ctx, everything); err != nil {
		t.Fatal(err)
	}
	f.err = fmt.Errorf("%w: connection refused", game.ErrUnavailable)
	if err := s.Write(ctx, everything); !errors.Is(err, f.err) {
		t.Error(err)
	}
	for _, err := range []error{game.ErrNoGame, game.ErrNoRecord, game.ErrRevision} {
		f.err = err
		_ = s.Read(ctx, func(*game.Tx) error { return nil })
	}
	f.err = errors.New("a table is missing")
	_ = s.Read(ctx, func(*game.Tx) error { return nil })
	gone, cancel := context.WithCancel(ctx)
	cancel()
	_ = s.Read(gone, func(*game.Tx) error { return nil })
	has(t, m,
		"podesta_games_made_total 1", "podesta_orders_saved_total 1", "podesta_phases_processed_total 1", "podesta_rollbacks_total 1",
		`podesta_log_entries_total{kind="result"} 1`, `podesta_jobs_queued_total{kind="mail"} 1`,
		`podesta_database_errors_total{kind="write"} 1`, `podesta_database_errors_total{kind="read"} 1`,
		`podesta_database_seconds_count{kind="write"} 2`, `podesta_database_seconds_count{kind="read"} 5`,
	)
}

// TestBegin checks that counters about which there are alerts begin at 0.
func TestBegin(t *testing.T) {
	w := httptest.NewRecorder()
	New(Build{}).Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, line := range []string{
		`podesta_mails_sent_total{outcome="failed"} 0`, `podesta_mails_received_total{outcome="deferred"} 0`,
		`podesta_database_errors_total{kind="write"} 0`, `podesta_hooks_called_total{outcome="failed"} 0`,
		`podesta_http_limited_total{limit="crowd"} 0`, "podesta_certificate_end_timestamp_seconds 0",
	} {
		if !strings.Contains(w.Body.String(), line+"\n") {
			t.Errorf("there is no %s", line)
		}
	}
}
