// Package setup contains the forms for new games, among them games against
// computer players, and for the settings and rules of a game.
package setup
