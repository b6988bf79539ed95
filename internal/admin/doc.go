// Package admin contains the tools of game masters, which change a game from outside its rules:
// rollbacks, corrections, predictions and dice, and the agreements by which players do the same
// without a master. Every act is published in the record of the game.
package admin
