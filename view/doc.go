// Package view decides what a reader may see of a game. This concerns positions, treasuries and
// orders, the events and dice of a phase, the log and its messages, and the names of players. A
// View is created once from those settings of a game that keep something secret and from the
// reader's part in the game. Pages, e-mail, the API and computer players all use it. Its
// functions are pure and do not change their arguments.
package view
