// Package judge hosts games. It has the commands that all doors use: each checks
// permissions, opens a transaction, and does its work with the packages that
// know the rooms of the judge:
//
//   - game: the records, the interface of the store, roles and errors
//   - hosting: how a game is run
//   - journal: the logs of games and who may read them
//   - account: people
//   - ordertext: the texts of orders
//   - gamestate: a loaded game, its phase and orders, and the caller's role
//
// Deadlines, forming and joining games, and the tools of masters are still part
// of this package. The rules of Machiavelli are not: package turn knows them.
package judge
