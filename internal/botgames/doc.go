// Package botgames has what concerns computer players: the tasks that they are
// asked to do, the games of one visitor against them, and the game between
// computer players that visitors can look at.
package botgames
