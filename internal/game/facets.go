package game

import (
	"encoding/json"
	"strings"
	"time"

	"podesta/internal/hosting"
	"podesta/internal/schedule"
	"podesta/machiavelli/rules"
)

// Facet is a property of games by which lists can be filtered.
type Facet string

// The facets without a parameter: four pairs of opposites, and the paces.
const (
	WithMoney     Facet = "money"
	WithoutMoney  Facet = "nomoney"
	WithPress     Facet = "press"
	WithoutPress  Facet = "nopress"
	WithPrograms  Facet = "programs" // computer players or programs may play
	OnlyPeople    Facet = "people"
	ByAccounts    Facet = "accounts" // seats are held by accounts
	ByLinks       Facet = "links"
	PaceHours     Facet = "pace=hours" // a campaign lasts less than half a day
	PaceDay       Facet = "pace=day"   // a campaign lasts up to a day and a half
	PaceDays      Facet = "pace=days"  // a campaign lasts up to five days
	PaceWeek      Facet = "pace=week"  // a campaign lasts longer
	PaceUnlimited Facet = "pace=none"  // there is no deadline
)

// Paces lists the facets of pace, the fastest first.
var Paces = []Facet{PaceHours, PaceDay, PaceDays, PaceWeek, PaceUnlimited}

// OfEdition returns the facet of an edition: a preset of the rules.
func OfEdition(preset string) Facet { return Facet("edition=" + preset) }

// OfScenario returns the facet of a scenario.
func OfScenario(id string) Facet { return Facet("scenario=" + id) }

// Facets returns the facets of a game, with a space before and after each.
func (r *GameRecord) Facets() string {
	var h hosting.Hosting
	var set rules.Set
	if len(r.Hosting) > 0 && json.Unmarshal(r.Hosting, &h) != nil {
		return " "
	}
	list := []Facet{OfScenario(r.Scenario), paceOf(h.Timing[schedule.Moves].Next)}
	pick := func(on bool, a, b Facet) {
		if !on {
			a = b
		}
		list = append(list, a)
	}
	if json.Unmarshal(r.Rules, &set) == nil {
		list = append(list, OfEdition(set.Preset))
		pick(set.Money, WithMoney, WithoutMoney)
	}
	pick(!h.Press.None, WithPress, WithoutPress)
	pick(h.Bots || h.Programs, WithPrograms, OnlyPeople)
	pick(!h.Links, ByAccounts, ByLinks)
	var b strings.Builder
	b.WriteByte(' ')
	for _, f := range list {
		b.WriteString(strings.ReplaceAll(string(f), " ", "-") + " ")
	}
	return b.String()
}

// paceOf returns the facet of a game whose campaigns last d.
func paceOf(d time.Duration) Facet {
	const day = 24 * time.Hour
	switch {
	case d <= 0:
		return PaceUnlimited
	case d < day/2:
		return PaceHours
	case d <= day+day/2:
		return PaceDay
	case d <= 5*day:
		return PaceDays
	}
	return PaceWeek
}
