// Package metrics counts the judge's work for Prometheus. Each process has one
// set of metrics, which New returns. The packages that count access it through
// small interfaces of their own; nothing is global.
//
// All names begin with podesta_. docs/upkeep.md explains which metrics to watch.
package metrics
