// Package view is what one reader may see of a game: of a position, of what
// happened in a phase, of the dice. Pages, the API and computer players all look
// at games through it. Its functions are pure; what they are given is not
// changed.
package view
