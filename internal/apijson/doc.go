// Package apijson has the JSON of the API that other channels send as well: summaries of games,
// and the entries of their logs. Like that of package api, it is the contract with authors of
// clients.
package apijson
