// Package gamestate loads games. All packages of the judge use it: a Base opens the
// transaction, loads the game (State), confirms what the caller may do in it, and reads the
// current phase with its orders (Board). A change to a game is announced by Log and Notice.
//
// Functions that take a transaction never open one. Methods of Base that take a context are
// commands: each opens one transaction.
package gamestate
