package rulebook

import (
	"bytes"
	"net/http"

	"podesta/atlas"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/page"
)

// legendGroup is a part of the legend of the maps.
type legendGroup struct {
	Title string
	Signs []legendSign
}

// legendSign is a sign with its meaning. Sign is its name in package atlas.
type legendSign struct{ Sign, Title, Text string }

// legend explains the signs on the maps.
//
//lang:words
var legend = []legendGroup{
	{"Units", []legendSign{
		{"army", "Army", "Its emblem and colour show the power."},
		{"fleet", "Fleet", "At sea, or on a coast."},
		{"garrison", "Garrison", "It holds the city in which it stands. The number is the city's value."},
		{"autonomous", "Autonomous garrison", "It belongs to nobody and defends its city against everyone."},
		{"cavalry", "Cavalry", "A special unit. With a thick white border: armoured."},
		{"special", "Special unit", "A star: professionals. A gold disc: mercenaries. A white disc: militia."},
		{"dislodged", "Dislodged", "This unit must retreat or disband."},
	}},
	{"Cities and provinces", []legendSign{
		{"walls", "City with walls", "The number is its value, the colour shows its owner. It can be garrisoned and besieged."},
		{"great", "Great city", "Worth 2 or 3. Its garrison costs twice as much to bribe."},
		{"open", "City without walls", "It falls with its province."},
		{"fortress", "Fortress", "Walls without a city."},
		{"port", "Port", "Fleets can enter the city."},
		{"pennant", "Flag over a city", "The flag shows the city's owner; the province has another one."},
		{"nobody", "White flag", "The city belongs to nobody."},
		{"siege", "Siege", "The unit in the province is besieging the city."},
		{"rebellion", "Rebellion", "The people have risen: in the province or, if next to a city, in the city."},
		{"famine", "Famine", "Units that are still there at the end of spring die, unless the famine is relieved."},
		{"plague", "Plague", "Units that were here died of it."},
		{"storm", "Storm", "Fleets that were here sank."},
		{"contested", "Stand-off", "Several units wanted to go here, and none got in. No unit can retreat here."},
	}},
	{"Orders", []legendSign{
		{"advance", "Advance", "A solid arrow: the move succeeded, or has not been resolved yet."},
		{"failed", "Failed advance", "A broken arrow: the unit stayed where it was."},
		{"retreat", "Retreat", "A hollow arrowhead."},
		{"support", "Support of an advance", "Dots to the supported arrow."},
		{"helped", "Support in place", "Dots to the supported unit, and around it."},
		{"convoy", "Convoy", "Waves around the fleet that convoys an army."},
		{"besiege", "Besiege", "A dashed ring around the city. Dots instead of dashes: the siege is lifted."},
		{"convert", "Convert", "The letter is what the unit becomes: A, F or G."},
		{"hold", "Hold", "A line below the unit. Units without an order hold too."},
		{"disband", "Disband", "The unit leaves the board."},
		{"build", "Build", "A new unit."},
	}},
	{"Outcome", []legendSign{
		{"done", "Order succeeded", "The unit did what it was ordered."},
		{"bounced", "Bounced", "The unit could not get in."},
		{"cut", "Support cut", "The supporting unit was attacked."},
		{"broken", "Convoy disrupted", "A fleet of the route was dislodged."},
		{"void", "Void", "The unit could not follow the order."},
		{"out", "Dislodged", "The unit was dislodged in this phase."},
	}},
	{"Layers (the button with the stacked sheets)", []legendSign{
		{"coin", "Income", "Ducats a year, province and city together."},
		{"threat", "Threatened", "How many units of other powers can enter the province."},
		{"harbour", "Port", "Fleets can enter the city."},
		{"strait", "Strait", "The power that holds the province next to it can close it to fleets."},
	}},
}

// legendPage is the page of the legend.
type legendPage struct{ Groups []legendGroup }

// legend explains every sign of the maps. With part=1 it writes only the list, for a page that
// shows it next to its map.
func (s *Pages) legend(w http.ResponseWriter, r *http.Request) {
	pg := legendPage{legend}
	if r.URL.Query().Get("part") == "" {
		s.Page(w, r, http.StatusOK, "legend", page.Frame{Title: "Map symbols", Body: pg})
		return
	}
	body, err := s.Fragment(r, "legend", pg)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", s.Catalogue(r).Tag)
	w.Header().Set("Cache-Control", "private, max-age=300")
	_, _ = w.Write([]byte(body))
}

// legendSigns draws the signs.
func (s *Pages) legendSigns(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	if err := atlas.Signs(&b, atlas.Options{Theme: boardpage.Style(r.URL.Query(), nil).Theme}); err != nil {
		http.NotFound(w, r)
		return
	}
	page.SendSVG(w, r, b.Bytes())
}
