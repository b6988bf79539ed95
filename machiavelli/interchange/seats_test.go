package interchange

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestChosenSeats checks that players win with all their powers together if the case lists the
// players' choice, and that otherwise each power counts alone.
func TestChosenSeats(t *testing.T) {
	const position = `"position":{
		"units":{"milan":["A Milan"],"venice":["A Padua"],"florence":["A Florence"],"papacy":["A Rome"],"naples":["A Naples"],"turks":["F Durazzo"],"austria":["A Austria"],"france":["F Marseilles"]},
		"provinces":{"milan":["Pavia","Cremona","Milan","Como","Genoa","Montferrat","Savoy","Turin"],"venice":["Venice","Padua","Verona","Treviso","Brescia","Mantua","Modena","Ferrara","Trent","Dalmatia","Lucca","Siena"]},
		"cities":{"milan":["Pavia","Cremona","Milan","Genoa","Montferrat","Savoy","Turin"],"venice":["Venice","Padua","Verona","Treviso","Brescia","Mantua","Modena","Ferrara","Trent","Dalmatia","Lucca","Siena"]}}`
	for _, c := range []struct{ seats, victors string }{
		{"", "null"},
		{`"seats":[["milan","venice"],["florence","papacy"],["naples","turks"],["austria","france"]],`, `["milan","venice"]`},
		{`"seats":[["milan","papacy"],["florence","venice"],["naples","turks"],["austria","france"]],`, "null"},
	} {
		m, err := adjudicateText(t, `{"scenario":"B","variant":"B-4",`+c.seats+`"phase":"summer 1455 orders",`+position+`,"dice":{"seed":"00"}}`)
		if err != nil {
			t.Fatal(err)
		}
		var p struct{ Victors json.RawMessage }
		if err := json.Unmarshal(m["position"], &p); err != nil {
			t.Fatal(err)
		}
		if got := string(p.Victors); got != c.victors && !(got == "" && c.victors == "null") {
			t.Errorf("seats %q: victors %s, want %s; %s", c.seats, got, c.victors, m["position"])
		}
	}
}

// TestSeatsOfEveryVariant seats the players of every variant in each possible way. It does so as
// the variant seats them, as players choose, and with one seat for each power, as in a solitaire
// game. A case keeps the seats when it is written and read.
func TestSeatsOfEveryVariant(t *testing.T) {
	tried := 0
	for _, info := range scenario.List() {
		for _, v := range info.Variants {
			var chosen, alone [][]string
			if v.ChooseEach > 0 {
				for i := range v.Players {
					var seat []string
					if i < len(v.Seats) {
						seat = slices.Clone(v.Seats[i])
					}
					// not neighbours in the list, because the variant itself might produce
					// those
					for n := range v.ChooseEach {
						seat = append(seat, v.ChooseFrom[i+n*v.Players])
					}
					chosen = append(chosen, seat)
				}
			}
			for _, id := range v.Powers {
				alone = append(alone, []string{id})
			}
			for _, seats := range [][][]string{nil, chosen, alone} {
				set, err := rules.Preset("")
				if err != nil {
					t.Fatal(err)
				}
				start, err := scenario.New(info.ID, v.ID, &set)
				if err != nil {
					t.Fatal(err)
				}
				if seats != nil {
					if err := Seat(start, seats, &set); err != nil {
						t.Fatalf("%s: %v", v.ID, err)
					}
				}
				d := Draft{Position: start, Rules: &set}
				text, err := d.Write()
				if err != nil {
					t.Fatalf("%s: %v", v.ID, err)
				}
				back, err := New().Read(text)
				if err != nil {
					t.Fatalf("%s: %v\n%s", v.ID, err, text)
				}
				was, is := start.Setting.Seats, back.Position.Setting.Seats
				for _, seats := range [][][]machiavelli.Power{was, is} { // the order of the seats does not matter
					slices.SortFunc(seats, slices.Compare)
				}
				if !slices.EqualFunc(is, was, slices.Equal) {
					t.Errorf("%s: the seats were %v and are %v", v.ID, was, is)
				}
				tried++
			}
		}
	}
	if tried < 60 {
		t.Errorf("%d settings", tried)
	}
}

// TestDislodgedHaveRetreats checks in every scenario that a dislodged unit without a retreat is
// in removed, and that dislodged lists the others.
func TestDislodgedHaveRetreats(t *testing.T) {
	for _, c := range []struct{ text, unit string }{
		{`{"scenario":"diplomacy","position":{"units":{"france":["A Portugal"],"germany":["A Spain","F Mid-Atlantic Ocean","A Burgundy","A Gascony"],"italy":["A Marseilles"]}},
			"orders":{"germany":["A Spain - Portugal","F Mid-Atlantic Ocean S A Spain - Portugal","A Burgundy - Marseilles","A Gascony S A Burgundy - Marseilles"]}}`, "A Portugal"},
		{`{"scenario":"B","position":{"units":{"papacy":["A Messina"],"turks":["F Palermo","F Ionian Sea","F Gulf of Naples","F Bay of Tunis","A Pavia","A Como"],"milan":["A Milan"]}},
			"orders":{"turks":["F Palermo - Messina","F Ionian Sea S F Palermo - Messina","A Pavia - Milan","A Como S A Pavia - Milan"]},"rules":{"options":{"garrisons":"off","fortresses":"off"}}}`, "A Messina"},
	} {
		m, err := adjudicateText(t, c.text)
		if err != nil {
			t.Fatal(err)
		}
		dislodged, removed := string(m["dislodged"]), string(m["removed"])
		if strings.Contains(dislodged, fmt.Sprintf("%q", c.unit)) || strings.Count(dislodged, `"retreats"`) != 1 || strings.Contains(dislodged, `"retreats":[]`) {
			t.Errorf("dislodged: %s", dislodged)
		}
		if !strings.Contains(removed, fmt.Sprintf("%q", c.unit)) || !strings.Contains(removed, "no retreat") {
			t.Errorf("removed: %s", removed)
		}
	}
}
