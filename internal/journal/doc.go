// Package journal writes the logs of games: entries and what they hold, who may
// see them, and the jobs that make letters of them. Entries that one request or
// one transaction writes reach each reader as one letter.
package journal
