// Package outbox composes and sends e-mail. An e-mail reports entries of a game's log as one reader
// may see them, answers an e-mail, or concerns an account. E-mail waits in a queue in the judge's
// database until the relay accepts it.
package outbox
