// Package mail is the door for letters. It takes in letters of players (by SMTP,
// LMTP or on standard input), carries out their commands with package judge, and
// answers them. What happens in games goes out as letters, from a queue in the
// judge's database through an SMTP relay.
//
// This package wires the parts of the door together: smtpd takes messages in, inbox
// carries them out, outbox writes letters and sends them; letter reads the form of a
// message, command its words. None of them decides anything about a game: package
// judge says who a writer is and what they may do.
package mail
