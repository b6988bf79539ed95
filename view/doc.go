// Package view decides what a reader may see of a game: of a position, of the
// events of a phase, of the dice. Pages, the API and computer players all use
// it. Its functions are pure and do not change their arguments.
package view
