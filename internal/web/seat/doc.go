// Package seat contains the page of a seat with its votes, absences and notes,
// and the forms with which people join and leave a game.
package seat
