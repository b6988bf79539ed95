package schedule

import (
	"strings"
	"time"
	_ "time/tzdata" // provides zones even on machines without a zone database

	"podesta/machiavelli/message"
)

// Names of zones that messages give as examples.
const rome, newYork = message.Order("Europe/Rome"), message.Order("America/New_York")

// Zone returns the time zone with a name in the zone database, such as "Europe/Rome". UTC and GMT
// both mean UTC. It refuses the zone of the machine ("Local", or an empty name): the meaning of
// 20:00 must not depend on where a game is hosted.
func Zone(name string) (*time.Location, error) {
	name = strings.TrimSpace(name)
	switch strings.ToUpper(name) {
	case "UTC", "GMT", "Z":
		return time.UTC, nil
	case "", "LOCAL":
		return nil, fail(BadZone, message.New("Name a time zone by continent and city, for example {zone} or {zone2}, or write UTC.", rome, newYork))
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fail(BadZone, message.New("There is no time zone {name}. Name it by continent and city, for example {zone} or {zone2}, or write UTC.", quoted(name), rome, newYork))
	}
	return loc, nil
}

// zone returns loc, or UTC if it is nil.
func zone(loc *time.Location) *time.Location {
	if loc == nil {
		return time.UTC
	}
	return loc
}
