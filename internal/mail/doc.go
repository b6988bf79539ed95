// Package mail serves the judge by e-mail. It accepts e-mail from players (by SMTP, LMTP or on
// standard input), runs their commands with package judge, and answers them. News of games is
// sent as e-mail, from a queue in the judge's database through an SMTP relay.
//
// This package connects the parts: smtpd accepts messages, inbox runs their commands, outbox
// composes and sends e-mail; letter parses the format of a message, and command parses its content.
// None of them makes decisions about a game: package judge determines who a sender is and what they
// may do.
package mail
