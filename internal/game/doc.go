// Package game holds games as they are stored: the records, the interface of
// the store and its transactions, the errors that people may see, and the
// roles at a game. It knows no deadlines, no accounts' business and no door.
package game
