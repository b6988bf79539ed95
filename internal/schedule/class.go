package schedule

import "strings"

// Class is a kind of phase with a timing of its own.
type Class uint8

// The classes of phases.
const (
	Moves    Class = iota // orders for a campaign
	Retreats              // retreats of dislodged units
	Adjusts               // winter: upkeep, builds and disbanding
)

// Classes lists the classes.
func Classes() []Class { return []Class{Moves, Retreats, Adjusts} }

// String returns the word for the class in commands and listings.
func (c Class) String() string {
	switch c {
	case Moves:
		return "Moves"
	case Retreats:
		return "Retreats"
	case Adjusts:
		return "Adjusts"
	}
	return "Unknown"
}

// ParseClass parses the word for a class after SET, in any case, singular or plural. BUILDS is a
// synonym for ADJUSTS.
func ParseClass(word string) (Class, bool) {
	switch strings.TrimSuffix(strings.ToUpper(word), "S") {
	case "MOVE":
		return Moves, true
	case "RETREAT":
		return Retreats, true
	case "ADJUST", "BUILD":
		return Adjusts, true
	}
	return 0, false
}
