package metrics

import "github.com/prometheus/client_golang/prometheus"

// Pages counts the use of kept pages.
type Pages struct {
	Hits, Misses, Left int64
	Entries, Bytes     int
}

// Pages adds metrics about rendered pages that are kept.
func (m *Metrics) Pages(stats func() Pages) {
	counter := func(name, help string, labels prometheus.Labels, value func(Pages) int64) {
		put(m, prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}, func() float64 { return float64(value(stats())) }))
	}
	const name, help = "podesta_pages_total", "Requests for pages of games, by outcome: kept (it had been rendered before), rendered, own (it is for one reader alone)."
	counter(name, help, prometheus.Labels{"outcome": "kept"}, func(p Pages) int64 { return p.Hits })
	counter(name, help, prometheus.Labels{"outcome": "rendered"}, func(p Pages) int64 { return p.Misses - p.Left })
	counter(name, help, prometheus.Labels{"outcome": "own"}, func(p Pages) int64 { return p.Left })
	put(m, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "podesta_pages_kept_bytes", Help: "Memory that kept pages take."}, func() float64 { return float64(stats().Bytes) }))
}
