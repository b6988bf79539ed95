// Package botgames implements everything about computer players: their tasks,
// games of one visitor against them, and the game between computer players that
// visitors can watch.
package botgames
