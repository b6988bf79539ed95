// Package metrics counts what the judge does, for Prometheus. There is one set
// of figures for each process, made by New and handed to those who count; they
// know it by small interfaces of their own, and nothing here is global.
//
// The names of all figures begin with podesta_; see docs/operators.md for what
// to watch.
package metrics
