// Package hooks stores the webhooks that people have registered, and calls them
// when a game has news.
package hooks
