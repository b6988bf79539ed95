package schedule

import (
	"strings"
	"time"
	_ "time/tzdata" // zones must be known on machines without a zone database
)

// Zone finds a time zone by its name in the zone database ("Europe/Rome"); UTC
// and GMT are UTC. The zone of the machine ("Local", or no name at all) is
// refused: what a game means by 20:00 must not depend on where it is hosted.
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

// zone is loc, or UTC if there is none.
func zone(loc *time.Location) *time.Location {
	if loc == nil {
		return time.UTC
	}
	return loc
}
