// Package view decides what a reader may see of a game: of positions, treasuries and orders, of
// the events and dice of a phase, of the log and its messages, and of the names of players. A
// View is made once, from the settings of a game that keep something secret and from the
// reader's part in it; pages, e-mail, the API and computer players all ask it. Its functions
// are pure and do not change their arguments.
package view
