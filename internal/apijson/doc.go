// Package apijson has the JSON of the API that other ways out send as well: games in
// short, and the entries of their logs. Like that of package api, it is the contract
// with authors of clients.
package apijson
