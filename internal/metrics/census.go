package metrics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Census counts what a database holds at a moment.
type Census struct {
	Games    map[string]int // number of games, keyed by status
	Accounts int
	Jobs     []JobCount
}

// JobCount is the number of jobs of a kind.
type JobCount struct {
	Kind string
	// All is the number of all jobs, Due of the due and unclaimed ones, and Failed of those that
	// have failed at least once.
	All, Due, Failed int
	Late             time.Duration // delay of the job that has been due longest
}

// Count adds metrics about the content of the database. They are computed when
// metrics are read, but at most every few seconds.
func (m *Metrics) Count(take func(ctx context.Context) (Census, error), log *slog.Logger) {
	m.registry.MustRegister(&counted{take: take, log: log, now: time.Now})
}

// The minimum interval between censuses, and the maximum duration of one.
const (
	censusEvery    = 10 * time.Second
	censusPatience = 5 * time.Second
)

// counted is a Prometheus collector that exports a census.
type counted struct {
	take func(ctx context.Context) (Census, error)
	log  *slog.Logger
	now  func() time.Time

	mu   sync.Mutex
	last Census
	err  error
	at   time.Time
}

// The metrics of a census.
var (
	gamesDesc    = prometheus.NewDesc("podesta_games", "Games, by status.", []string{"status"}, nil)
	accountsDesc = prometheus.NewDesc("podesta_accounts", "Accounts.", nil, nil)
	jobsDesc     = prometheus.NewDesc("podesta_jobs", "Jobs in line, by kind; clock jobs are games with a deadline, mail jobs are letters.", []string{"kind"}, nil)
	dueDesc      = prometheus.NewDesc("podesta_jobs_due", "Jobs that are due and that nobody does, by kind.", []string{"kind"}, nil)
	failedDesc   = prometheus.NewDesc("podesta_jobs_failed", "Jobs in line that have failed at least once, by kind.", []string{"kind"}, nil)
	lateDesc     = prometheus.NewDesc("podesta_jobs_late_seconds", "For how long the job has been due that waits longest, by kind.", []string{"kind"}, nil)
	countedDesc  = prometheus.NewDesc("podesta_census_ok", "Whether the database could be asked for the figures about games, accounts and jobs (1), or not (0, and they are missing).", nil, nil)
)

// Describe implements prometheus.Collector.
func (c *counted) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{gamesDesc, accountsDesc, jobsDesc, dueDesc, failedDesc, lateDesc, countedDesc} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (c *counted) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	census, err := c.census()
	if err != nil {
		gauge(countedDesc, 0)
		return
	}
	gauge(countedDesc, 1)
	for status, n := range census.Games {
		gauge(gamesDesc, float64(n), status)
	}
	gauge(accountsDesc, float64(census.Accounts))
	for _, j := range census.Jobs {
		gauge(jobsDesc, float64(j.All), j.Kind)
		gauge(dueDesc, float64(j.Due), j.Kind)
		gauge(failedDesc, float64(j.Failed), j.Kind)
		gauge(lateDesc, j.Late.Seconds(), j.Kind)
	}
}

// census returns the last census if it is recent, or takes one.
func (c *counted) census() (Census, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); c.at.IsZero() || now.Sub(c.at) >= censusEvery {
		ctx, cancel := context.WithTimeout(context.Background(), censusPatience)
		defer cancel()
		c.last, c.err = c.take(ctx)
		c.at = now
		if c.err != nil {
			c.log.Warn("metrics: cannot count the database", "error", c.err)
		}
	}
	return c.last, c.err
}
