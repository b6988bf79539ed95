// Package hooks keeps the webhooks that people have registered, finds those to
// call for what is new in a game, and calls them.
package hooks
