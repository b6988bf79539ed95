// Package game defines games as they are stored: the records, the interface of the store and
// its transactions, the errors for people, and the roles at a game. Deadlines and the
// management of accounts are in other packages.
package game
