// Package client calls a judge's API: typed calls, live events that survive
// broken connections, and errors with the judge's codes. It imports only the
// standard library and none of the judge's packages.
package client
