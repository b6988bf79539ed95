// Package judge combines the packages of the judge: a Judge has the commands of all of them, and
// all clients use it. Each command checks permissions and does its work in one transaction. The
// packages, from the bottom up:
//
//   - game: the records, the interface of the store, roles and errors
//   - hosting: how a game is run
//   - journal: entries, notices, and who may read them
//   - account: people, without games
//   - ordertext: the texts of orders
//   - gamestate: a loaded game, its phase and orders, and the caller's role
//   - ratings: points, rankings, reliability
//   - clock: deadlines and phases, orders and votes
//   - admin: the tools of game masters
//   - press: messages, and the log as its readers see it
//   - hooks: webhooks
//   - lobby: hosting, joining, seats, settings, the start
//   - botgames: games with computer players
//   - users: accounts, profiles, erasing
//   - archive: export, import, replay
//
// A package imports only packages above it in this list. The rules of Machiavelli are in none
// of them: package turn implements them.
package judge
