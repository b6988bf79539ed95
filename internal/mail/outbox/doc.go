// Package outbox composes and sends e-mail. An e-mail reports entries of a game's log as its reader
// may see them, answers an e-mail, or brings other news, for example about an account or a
// tournament. E-mail waits in a queue in the judge's database until the relay accepts it.
package outbox
