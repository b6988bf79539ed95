package arena

import (
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/event"
	"podesta/machiavelli/turn"
)

// Player plays one seat of one game.
type Player interface {
	// Decide returns the lines of one power of the seat for the view's phase.
	Decide(v bot.View, power machiavelli.Power) Answer
	// Watch is called after each phase, with the view of the position that
	// followed and those events that the seat may know of.
	Watch(v bot.View, events []event.Event)
	// Close is called at the end of the game.
	Close()
}

// Make returns a new player for a seat of a game. game is a name that no other seat and no other
// game has.
type Make func(game string) Player

// Answer is what a player decided. A power without lines lets its units hold, or do what the
// rules prescribe.
type Answer struct {
	Lines  []turn.Line
	Faults []Fault // what was wrong with the answer
}

// Fault is something that a player did wrong.
type Fault string

// The faults of players.
const (
	Refused  Fault = "refused"  // a line that is illegal, or that cannot be read
	Late     Fault = "late"     // no answer in time
	Wrong    Fault = "wrong"    // an answer to another question, or with orders that are not this power's
	Garbled  Fault = "garbled"  // an answer that cannot be read
	TooLong  Fault = "too long" // an answer longer than the limit
	Died     Fault = "died"     // the player ended before the game did
	GaveUp   Fault = "given up" // the player was no longer asked, after other faults
	Panicked Fault = "panicked" // a player of package bot failed
)

// Faults lists all faults in the order of tables.
func Faults() []Fault {
	return []Fault{Refused, Late, Wrong, Garbled, TooLong, Died, GaveUp, Panicked}
}

// computer returns the Make of a player of package bot.
func computer(name string) (Make, error) {
	if _, err := bot.New(name); err != nil {
		return nil, err
	}
	return func(string) Player {
		p, err := bot.New(name)
		if err != nil { // Make has already accepted the name
			panic(err)
		}
		return Computer(p)
	}, nil
}

// Computer adapts a player of package bot to the interface Player.
func Computer(p bot.Player) Player { return &inProcess{player: p} }

// inProcess is a player of package bot. If it panics, that is a fault of this
// player and not the end of the match; as its memory may be damaged, it is not
// asked again.
type inProcess struct {
	player  bot.Player
	now     bot.View
	past    []bot.Past
	watched bool // whether Watch has already been called
}

func (c *inProcess) Decide(v bot.View, power machiavelli.Power) (a Answer) {
	if c.player == nil {
		return Answer{Faults: []Fault{GaveUp}}
	}
	defer func() {
		if recover() != nil {
			c.player = nil
			a = Answer{Faults: []Fault{Panicked}}
		}
	}()
	return Answer{Lines: c.player.Decide(v.Recalling(c.past), power)}
}

func (c *inProcess) Watch(v bot.View, events []event.Event) {
	if c.watched {
		c.past = append(c.past[max(0, len(c.past)-bot.Memory+1):], bot.Past{View: c.now, Events: events})
	}
	c.now, c.watched = v, true
}

func (c *inProcess) Close() {}
