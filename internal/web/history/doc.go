// Package history contains the pages about what has happened in a game: past phases with their
// results and reasons, the film, the timeline and the charts.
package history
