package inbox

import (
	"fmt"
	"maps"

	"podesta/internal/account"
	"podesta/internal/act"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/schedule"
)

// dates returns the context for parsing dates of the writer.
func (s *session) dates() schedule.DateContext {
	d := schedule.DateContext{Now: s.o.clock.Now().UTC(), Zone: account.Zone(s.account), Clock: schedule.NoClock}
	if s.game != nil {
		if loc, err := schedule.Zone(s.game.Hosting.Zone); err == nil {
			d.ClockZone = loc
		}
		d.Clock = s.game.Hosting.Timing[clock.ClassOf(s.game.Phase)].Clock
	}
	return d
}

// dated converts an error of package schedule to an error for the sender.
func dated(err error) error {
	if err == nil {
		return nil
	}
	return game.Wrong(err)
}

// instants replaces the dates among the values of a command with times. It reads single dates, or
// the beginning and the end of a period.
func (s *session) instants(c *act.Command, v act.Values) (act.Values, error) {
	v = maps.Clone(v)
	var names []string
	for i := range c.Args {
		if c.Args[i].Kind == act.Time {
			names = append(names, c.Args[i].Name)
		}
	}
	d := s.dates()
	if len(names) == 2 && v[names[0]] != nil {
		a, err := schedule.ParseAbsence(fmt.Sprint(v[names[0]]), 0, d)
		v[names[0]], v[names[1]] = a.Start, a.End
		return v, dated(err)
	}
	for _, name := range names {
		if v[name] == nil {
			continue
		}
		text := fmt.Sprint(v[name])
		at, err := schedule.ParseDate(text, d)
		if err != nil && len(names) == 1 { // the period has already begun
			past := d
			past.Mode = schedule.Past
			if at, e := schedule.ParseDate(text, past); e == nil {
				v[name] = at
				continue
			}
		}
		if err != nil {
			return v, dated(err)
		}
		v[name] = at
	}
	return v, nil
}
