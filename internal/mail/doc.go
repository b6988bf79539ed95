// Package mail is the door for letters. It takes in letters of players (by SMTP,
// LMTP or on standard input), carries out their commands with package judge, and
// answers them. What happens in games goes out as letters, from a queue in the
// judge's database through an SMTP relay.
//
// The package decides nothing about a game: package judge says who a writer is
// and what they may do, packages letter and command what a letter says.
package mail
