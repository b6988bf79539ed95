// Package game defines games as they are stored: the records, the interface of
// the store and its transactions, the errors for people, and the roles at a
// game. It knows neither deadlines nor the management of accounts.
package game
