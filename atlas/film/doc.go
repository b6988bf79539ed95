// Package film draws the course of a game as an animated picture, and its end as a poster with
// the places, for people to share.
package film
