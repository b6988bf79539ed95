package gamestate

import (
	"podesta/internal/game"
)

// LoadRunning returns a game that has begun and is not over, and the confirmed role of the caller,
// for a command that affects its course.
func (b *Base) LoadRunning(tx *game.Tx, gameID string, role game.Role) (*State, game.Role, error) {
	g, role, err := b.LoadPrivate(tx, gameID, role)
	switch {
	case err != nil:
		return nil, role, err
	case g.Number == 0:
		return nil, role, game.ErrForming
	case g.Finished:
		return nil, role, game.ErrOver
	}
	return g, role, nil
}

// LoadFor returns a game and the confirmed role of the caller.
func (b *Base) LoadFor(tx *game.Tx, game string, role game.Role) (*State, game.Role, error) {
	g, err := b.Load(tx, game)
	if err != nil {
		return nil, role, err
	}
	role, err = b.Confirm(tx, g, role)
	return g, role, err
}

// LoadPrivate is LoadFor for commands that a public link does not permit.
func (b *Base) LoadPrivate(tx *game.Tx, game string, role game.Role) (*State, game.Role, error) {
	g, role, err := b.LoadFor(tx, game, role)
	return g, role.Private(), err
}

// LoadAsMaster is LoadPrivate for a command of the game's masters.
func (b *Base) LoadAsMaster(tx *game.Tx, gameID string, role game.Role) (*State, game.Role, error) {
	return onlyMaster(b.LoadPrivate(tx, gameID, role))
}

// LoadRunningAsMaster is LoadRunning for a command of the game's masters.
func (b *Base) LoadRunningAsMaster(tx *game.Tx, gameID string, role game.Role) (*State, game.Role, error) {
	return onlyMaster(b.LoadRunning(tx, gameID, role))
}

// onlyMaster adds the error ErrMaster unless the role is a master's.
func onlyMaster(g *State, role game.Role, err error) (*State, game.Role, error) {
	if err == nil && !role.Master {
		err = game.ErrMaster
	}
	return g, role, err
}

// LoadForSeat returns a game, or an error if the role may not act for the seat.
func (b *Base) LoadForSeat(tx *game.Tx, id string, role game.Role, seat int) (*State, error) {
	g, role, err := b.LoadFor(tx, id, role)
	if err != nil {
		return nil, err
	}
	return g, g.CheckSeat(role, seat)
}

// LoadForMaster returns a game that has begun, for a command of its master.
func (b *Base) LoadForMaster(tx *game.Tx, gameID string, role game.Role) (*State, error) {
	if !role.Master {
		return nil, game.ErrMaster
	}
	g, role, err := b.LoadPrivate(tx, gameID, role)
	if err != nil {
		return nil, err
	}
	switch {
	case !role.Master:
		return nil, game.ErrMaster
	case g.Number == 0:
		return nil, game.ErrForming
	case g.Status == game.Terminated:
		return nil, ErrStopped
	}
	return g, nil
}
