// Package apijson defines the JSON of the API that other channels send as well: summaries of
// games, and the entries of their logs. Like the JSON of package api, it is a contract with the
// authors of clients.
package apijson
