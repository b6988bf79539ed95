// Package journal writes the logs of games: entries and their content, who may
// see them, and the jobs that send them by e-mail. Entries that one request or
// one transaction writes reach each reader as one e-mail.
package journal
