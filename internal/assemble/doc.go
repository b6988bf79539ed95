// Package assemble makes tables from people who wait for a game: it decides who plays with
// whom, and what. It knows neither accounts nor games, only numbers: the caller numbers the
// editions, scenarios, paces and languages that it offers.
//
// The same people, offers and games in the same order always give the same tables. People who
// have waited longest come first. At a table, everyone accepts the game and each other. Tables
// are found one after the other, without trying every possible division of the people.
package assemble
