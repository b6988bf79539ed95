// Package httpserver runs the judge's HTTP server: it listens, logs and counts
// requests, limits the rate of each client, runs the background workers, reports
// health to monitors, and shuts down in order. It knows nothing about games.
package httpserver
