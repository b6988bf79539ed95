// Package hook calls addresses that people have given to be told of news: it
// signs what it sends, and refuses addresses within the judge's own network.
package hook
