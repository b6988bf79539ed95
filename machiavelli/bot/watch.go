package bot

import "podesta/machiavelli/event"

// Watcher is a player that wants to know what happens in its game, for instance
// who kept their word. It plays one seat of one game: callers of Watch make a new
// player for each.
type Watcher interface {
	Player
	// Watch is called after each phase, with the view of the position that
	// followed and those events of the phase that the seat may know of, in their
	// order. It must change neither.
	Watch(v View, events []event.Event)
}
