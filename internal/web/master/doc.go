// Package master contains the tools of game masters: the master's page, which is
// also a panel next to the board, and corrections of the position.
package master
