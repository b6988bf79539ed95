// Package post is the judge's mail room. Letters of players come in (by SMTP,
// LMTP or on standard input), are read, carried out by the judge's commands and
// answered; what happens in games goes out as letters, by SMTP to a relay, from
// a queue in the judge's own database.
//
// Nothing of a game is decided here: who somebody is and what he may do is the
// judge's (package judge), what a letter says is for packages letter and
// command.
package post
