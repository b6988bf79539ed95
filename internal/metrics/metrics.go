package metrics

import (
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Build describes the running program.
type Build struct {
	Version string // version of the program
	Engine  string // version of the rules engine
}

// Metrics holds the metrics of one process. Its methods are safe for concurrent
// use.
type Metrics struct {
	registry *prometheus.Registry

	requests *prometheus.CounterVec
	latency  *prometheus.HistogramVec
	open     prometheus.Gauge
	limited  *prometheus.CounterVec

	transactions *prometheus.HistogramVec
	failures     *prometheus.CounterVec

	phases  prometheus.Counter
	backs   prometheus.Counter
	orders  prometheus.Counter
	games   prometheus.Counter
	entries *prometheus.CounterVec
	queued  *prometheus.CounterVec

	rounds *prometheus.CounterVec
	worked *prometheus.CounterVec
	alive  *prometheus.GaugeVec

	received *prometheus.CounterVec
	sent     *prometheus.CounterVec
	delay    prometheus.Histogram
	hooks    *prometheus.CounterVec

	ends atomic.Pointer[func() time.Time] // the end of the certificate; nil without one
}

// New returns the metrics of a process, all zero.
func New(b Build) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	counter := func(name, help string) prometheus.Counter {
		return put(m, prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help}))
	}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return put(m, prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels))
	}
	m.requests = counters("podesta_http_requests_total", "Requests answered, by route, method and status.", "route", "method", "status")
	m.latency = put(m, prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "podesta_http_request_seconds", Help: "How long requests took, by route.",
		Buckets: []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"route"}))
	m.open = put(m, prometheus.NewGauge(prometheus.GaugeOpts{Name: "podesta_http_requests_open", Help: "Requests that are being answered, open streams among them."}))
	m.limited = counters("podesta_http_limited_total", "Requests refused because a client sent too many, or too many were waiting (crowd), by limit.", "limit")

	m.transactions = put(m, prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "podesta_database_seconds", Help: "How long transactions took, by kind (read, write).",
		Buckets: []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30},
	}, []string{"kind"}))
	m.failures = counters("podesta_database_errors_total", "Transactions that failed by a fault of the database or of the judge, by kind (read, write).", "kind")

	m.phases = counter("podesta_phases_processed_total", "Phases processed.")
	m.backs = counter("podesta_rollbacks_total", "Games taken back to an earlier phase.")
	m.orders = counter("podesta_orders_saved_total", "Sets of orders kept.")
	m.games = counter("podesta_games_made_total", "Games set up or imported.")
	m.entries = counters("podesta_log_entries_total", "Entries of games' logs, by kind.", "kind")
	m.queued = counters("podesta_jobs_queued_total", "Jobs put in line, by kind; mail is one that tells of an entry of a log.", "kind")

	m.rounds = counters("podesta_worker_rounds_total", "Rounds of background workers, by worker and outcome (ok, error).", "worker", "outcome")
	m.worked = counters("podesta_worker_jobs_total", "What background workers have done, by worker.", "worker")
	m.alive = put(m, prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "podesta_worker_last_success_timestamp_seconds", Help: "When a background worker last ended a round without an error.",
	}, []string{"worker"}))

	m.received = counters("podesta_mails_received_total", "Letters that came in, by outcome.", "outcome")
	m.sent = counters("podesta_mails_sent_total", "Tries to send a letter, by outcome.", "outcome")
	m.delay = put(m, prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "podesta_mail_delay_seconds", Help: "From the moment at which a letter was due until the relay took it.",
		Buckets: []float64{1, 5, 15, 60, 300, 1800, 7200, 43200, 259200},
	}))
	m.hooks = counters("podesta_hooks_called_total", "Webhooks called, by outcome.", "outcome")

	put(m, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "podesta_certificate_end_timestamp_seconds",
		Help: "When the certificate ends with which the judge itself serves https; 0 if there is none.",
	}, func() float64 {
		if ends := m.ends.Load(); ends != nil && !(*ends)().IsZero() {
			return float64((*ends)().Unix())
		}
		return 0
	}))

	put(m, prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "podesta_build_info", Help: "What is running; always 1.",
		ConstLabels: prometheus.Labels{"version": b.Version, "engine": b.Engine, "go": runtime.Version()},
	})).Set(1)
	m.begin()
	put(m, collectors.NewGoCollector())
	put(m, collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// begin makes the counters with known labels begin at 0: an alert about an increase does not notice
// a counter that appears with its first event.
func (m *Metrics) begin() {
	for counters, labels := range map[*prometheus.CounterVec][]string{
		m.failures: {"read", "write"}, m.received: {"taken", "ignored", "refused", "deferred"},
		m.sent: {"sent", "deferred", "failed"}, m.hooks: {"sent", "deferred", "failed"},
		m.limited: {"requests", "changes", "games", "crowd"},
	} {
		for _, label := range labels {
			counters.WithLabelValues(label)
		}
	}
}

// put registers a metric.
func put[C prometheus.Collector](m *Metrics, c C) C {
	m.registry.MustRegister(c)
	return c
}

// Handler returns a handler that serves all metrics in Prometheus' text format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4})
}

// RequestBegins counts a request as open until the returned function is called.
func (m *Metrics) RequestBegins() (ends func()) {
	m.open.Inc()
	return m.open.Dec
}

// Request counts an answered request. The route is the pattern that matched,
// not the address, because there are too many addresses.
func (m *Metrics) Request(route, method string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, known(method), statusText(status)).Inc()
	m.latency.WithLabelValues(route).Observe(took.Seconds())
}

// Limited counts a request that a limit refused.
func (m *Metrics) Limited(limit string) { m.limited.WithLabelValues(limit).Inc() }

// Round counts a round of a background worker that ended at a given time, with the amount of
// work done.
func (m *Metrics) Round(worker string, did int, at time.Time, err error) {
	m.worked.WithLabelValues(worker).Add(float64(did))
	if err != nil {
		m.rounds.WithLabelValues(worker, "error").Inc()
		return
	}
	m.rounds.WithLabelValues(worker, "ok").Inc()
	m.alive.WithLabelValues(worker).Set(float64(at.UnixMilli()) / 1000)
}

// MailReceived counts an incoming e-mail by outcome: "taken", "ignored" (an
// automatic reply, for example), "refused" (it cannot be read) or "deferred"
// (the sender must try again).
func (m *Metrics) MailReceived(outcome string) { m.received.WithLabelValues(outcome).Inc() }

// MailSent counts an attempt to send an e-mail: "sent", "deferred" (will be
// tried again) or "failed".
func (m *Metrics) MailSent(outcome string) { m.sent.WithLabelValues(outcome).Inc() }

// MailDelay records how long an e-mail waited from when it was due until it was
// sent.
func (m *Metrics) MailDelay(d time.Duration) { m.delay.Observe(d.Seconds()) }

// HookCalled counts a call of a webhook, with the same outcomes as MailSent.
func (m *Metrics) HookCalled(outcome string) { m.hooks.WithLabelValues(outcome).Inc() }

// Certificate adds when the certificate for https ends; the zero time if there is none yet.
func (m *Metrics) Certificate(ends func() time.Time) { m.ends.Store(&ends) }

// known returns an HTTP method, or "other" for an unknown one, because clients can invent any
// number of methods.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// statusText returns a status code as the value of a label.
func statusText(status int) string {
	if status < 100 || status > 599 {
		return "other"
	}
	return string([]byte{byte('0' + status/100), byte('0' + status/10%10), byte('0' + status%10)})
}
