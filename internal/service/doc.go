// Package service keeps the judge running as a service: it listens, logs and
// counts requests, slows down who sends too many, runs the workers in the
// background, tells monitors how it is, and ends in good order. It knows
// nothing of games.
package service
