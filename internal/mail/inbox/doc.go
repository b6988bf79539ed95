// Package inbox reads e-mail, runs its commands with package judge, and passes the answers to
// package outbox. An e-mail that is delivered twice is processed and answered once. If processing
// was interrupted, the next delivery continues where it stopped.
package inbox
