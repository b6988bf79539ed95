// Package assemble makes tables from people who wait for a game: it decides who
// plays with whom, and what. It knows neither accounts nor games, only numbers:
// the caller numbers the editions, scenarios, paces and languages that it offers.
//
// The same people, offers and games in the same order always give the same
// tables. People who have waited longest come first. A table is a set of people each
// of whom accepts the game and all of the others; tables are found one after the
// other, and not every possible division of the people is tried.
package assemble
