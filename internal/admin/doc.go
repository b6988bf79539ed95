// Package admin contains the tools of game masters, which change a game from
// outside its rules: rollbacks, corrections, predictions, dice, and the
// agreements by which players do the same without a master. Each act is
// recorded for everyone to see.
package admin
