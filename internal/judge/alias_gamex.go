package judge

import "podesta/internal/game"

// Constants of package game, by the names that the doors have for them.
const (
	maxName = game.MaxName
)

// Errors and functions of package game, by the names that the doors have for them.
var (
	cleanName = game.CleanName
	hidden    = game.Hidden
	printable = game.Printable
)
