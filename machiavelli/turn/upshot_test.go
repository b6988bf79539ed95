package turn

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/rules"
)

// TestUpshots checks that a phase's consequences are explained to a power when an unexpected rule
// decides. Examples are the land without the city, the city without the land, a siege half done,
// cities that no longer count, a debt, no home left.
func TestUpshots(t *testing.T) {
	const first, classic = "battleline-1978-basic", "njudge-classic dice=off"
	for _, x := range []struct{ name, preset, before, after, want string }{
		{
			"nothing to say", first, "", "summer 1454 orders\nMilan: A Pavia", "",
		},
		{
			"the land without the city", first, "", "summer 1454 orders\nMilan: A Modena\nautonomous: G Modena\nMilan owns province Modena",
			"Modena: the land is yours, the city is not, so it counts for nobody. The autonomous garrison in Modena still holds it. Besiege it in two campaigns running, and it falls. [A Modena B] CTRL-20 CTRL-14 SIEGE-01 SIEGE-03",
		},
		{
			"where each counts for its owner", classic, "", "summer 1454 orders\nMilan: A Modena\nautonomous: G Modena\nMilan owns province Modena",
			"Modena: the land is yours, the city is not, and cities win. The autonomous garrison in Modena still holds it. Besiege it in two campaigns running, and it falls. [A Modena B] CTRL-20 SIEGE-01 SIEGE-03",
		},
		{
			"where control is settled in the fall", "machiavelli-1995", "", "summer 1454 orders\nMilan has 9 ducats\nMilan: A Modena\nautonomous: G Modena",
			"Modena: the Milanese army in Modena stands outside, but the autonomous garrison in Modena holds the city. Besiege it in two campaigns running, and it falls. [A Modena B] CTRL-15 SIEGE-01 SIEGE-03",
		},
		{
			"a fleet that cannot besiege", first, "", "summer 1454 orders\nMilan: F Modena\nautonomous: G Modena\nMilan owns province Modena",
			"Modena: the land is yours, the city is not, so it counts for nobody. The autonomous garrison in Modena still holds it. CTRL-20 CTRL-14",
		},
		{
			"a fortress", first + " fortresses=on", "", "summer 1454 orders\nMilan: A Urbino\nautonomous: G Urbino\nMilan owns province Urbino",
			"Urbino is yours as long as the Milanese army in Urbino stays there. If it leaves, the autonomous garrison in Urbino has the land again. Besiege it in two campaigns running, and it falls. [A Urbino B] CTRL-20 SIEGE-01 SIEGE-03",
		},
		{
			"half a siege", first, "", "fall 1454 orders\nMilan: A Modena\nautonomous: G Modena\nMilan owns province Modena\nsiege Modena",
			"Modena: the siege is half done. Besiege again with the next order, and the autonomous garrison in Modena starves out. [A Modena B] SIEGE-02 SIEGE-03",
		},
		{
			"a siege goes on after the retreats", first, "", "summer 1454 retreats\nMilan: A Modena\nautonomous: G Modena\nMilan owns province Modena\nsiege Modena",
			"Modena: the siege is half done. Besiege again with the next order, and the autonomous garrison in Modena starves out. SIEGE-02 SIEGE-03",
		},
		{
			"the city without the land", first, "", "summer 1454 orders\nMilan: G Cremona\nVenice: A Cremona\nVenice owns province Cremona",
			"Cremona: the city is yours, the land is not, so it counts for nobody. The Venetian army in Cremona stands there. Drive it out, with support. CTRL-20 CTRL-14",
		},
		{
			"half a siege of the power's own", classic, "", "summer 1454 orders\nMilan: G Cremona\nVenice: A Cremona\nVenice owns province Cremona\nsiege Cremona",
			"Cremona: your garrison is besieged. It is lost if the Venetian army in Cremona besieges again: drive that unit out now, with support. SIEGE-03 SIEGE-05",
		},
		{
			"fewer cities", first + " victory-cities=9 victory-cities-few-players=9", "spring 1454 orders\nMilan: A Pavia", "summer 1454 orders\nMilan: A Pavia\nVenice owns Cremona",
			"2 cities count for you now, 3 before; 9 win. WIN-02",
		},
		{
			"a retreat", first, "", "summer 1454 retreats\nMilan: A Pavia\nMilan lost A Bologna from Ferrara to Modena, Lucca",
			"The Milanese army in Bologna was dislodged. Choose where it retreats, or disband it. RETR-01",
		},
		{
			"a debt", classic, "", "summer 1454 orders\nMilan: A Pavia\nMilan has 30 ducats\nMilan owes 10 + 2 in summer 1454",
			"The bank collects 12 ducats in this campaign. LOAN-04",
		},
		{
			"no home left", first, "", "fall 1454 orders\nMilan: A Ferrara\nVenice owns Pavia, Cremona, Milan",
			"You hold no home city. Retake one this fall or you are eliminated. ELIM-01 ELIM-03",
		},
		{"another's siege", first, "", "fall 1454 orders\nMilan: A Pavia\nVenice: A Modena\nautonomous: G Modena\nVenice owns province Modena\nsiege Modena", ""},
		{"out of the game", first, "", "fall 1454 orders\nMilan is out", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			g := newGame(t, x.preset, x.after)
			before := g
			if x.before != "" {
				before = newGame(t, x.preset, x.before)
			}
			var got []string
			for _, u := range Upshots(before.pos, g.pos, &g.rules, g.power("Milan")) {
				text := u.Text.String()
				if u.Order != "" {
					text += " [" + u.Order + "]"
				}
				got = append(got, text+" "+strings.Join(u.Rules, " "))
			}
			if s := strings.Join(got, "\n"); s != x.want {
				t.Errorf("got:\n%s\nwant:\n%s", s, x.want)
			}
		})
	}
}

// TestUpshotsComeTrue checks, in every edition, that the orders that upshots advise do what
// they promise: for example, two campaigns of siege take a city.
func TestUpshotsComeTrue(t *testing.T) {
	for _, preset := range rules.Presets() {
		if preset.ID == "diplomacy" || preset.ID == "diplomacy-garrisons" { // these use other boards
			continue
		}
		t.Run(preset.ID, func(t *testing.T) {
			t.Parallel()
			g := newGame(t, preset.ID, "summer 1454 orders\nMilan: A Modena, A Pavia\nMilan has 30 ducats\nautonomous: G Modena")
			milan, at := g.power("Milan"), g.place("Modena").At
			for _, want := range []UpshotKind{LandOnly, HalfDone} {
				var advised string
				for _, u := range Upshots(g.pos, g.pos, &g.rules, milan) {
					if u.Kind == want && u.At == at {
						advised = u.Order
					}
				}
				if advised == "" {
					t.Fatalf("%s: nothing is advised", g.pos.Phase)
				}
				g.pos = g.play("Milan: " + advised).Next
			}
			if g.pos.City[at] != milan || g.pos.Garrison(at) >= 0 {
				t.Errorf("after two campaigns of siege the city of Modena is %s's", g.pos.Setting.Powers[g.pos.City[at]].Name)
			}
			for _, u := range Upshots(g.pos, g.pos, &g.rules, milan) {
				if u.At == at {
					t.Errorf("after the siege: %s", u.Text)
				}
			}
			if g.pos.Phase.Season == machiavelli.Summer {
				t.Errorf("it is %s", g.pos.Phase)
			}
		})
	}
}
