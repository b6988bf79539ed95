// Package gamepage contains what all pages of a game share: the head with
// tabs, forms and refusals, members, seats, entries of the log, and the sentences
// on how the game is run.
package gamepage
