// Package client speaks to a judge over its API: typed calls, live events that
// survive broken connections, and errors with the judge's codes. It knows nothing
// of the judge's own packages and needs nothing but the standard library.
package client
