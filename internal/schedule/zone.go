package schedule

import (
	"strings"
	"time"
	_ "time/tzdata" // knows zones even on machines without a zone database
)

// Zone returns a time zone by its name in the zone database ("Europe/Rome").
// UTC and GMT are UTC. It refuses the zone of the machine ("Local", or no
// name): the meaning of 20:00 must not depend on where a game is hosted.
func Zone(name string) (*time.Location, error) {
	name = strings.TrimSpace(name)
	switch strings.ToUpper(name) {
	case "UTC", "GMT", "Z":
		return time.UTC, nil
	case "", "LOCAL":
		return nil, fail(BadZone, "Name a time zone by continent and city, for instance Europe/Rome or America/New_York, or write UTC.")
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fail(BadZone, "There is no time zone %s. Name it by continent and city, for instance Europe/Rome or America/New_York, or write UTC.", quoted(name))
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
