package ordertext

import (
	"strings"
	"testing"

	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
)

// spelled returns the spellings of a name: the original, without accents, and with umlauts as two
// vowels.
func spelled(name string) []string {
	plain := strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "Ä", "A", "Ö", "O", "Ü", "U", "ß", "ss", "á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u",
		"à", "a", "è", "e", "ì", "i", "ò", "o", "ù", "u", "ñ", "n", "Á", "A", "É", "E")
	long := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss")
	return []string{name, strings.ToUpper(name), plain.Replace(name), long.Replace(name)}
}

// TestEveryName checks that every name of a place, a coast, a power and a type of unit that
// pages use, in every language, is understood.
func TestEveryName(t *testing.T) {
	read := 0
	for _, slug := range board.Slugs() {
		b, err := board.Get(slug, true)
		if err != nil {
			t.Fatal(err)
		}
		c := &order.Context{Board: b, Step: machiavelli.Orders}
		for _, l := range words.All() {
			for id := board.ID(1); int(id) < len(b.Areas); id++ {
				for _, name := range spelled(l.Called("place", b.Areas[id].Name)) {
					o, notes, bad := order.ParseOne("A "+name+" - "+name, c)
					read++
					switch {
					case bad != nil || o.Unit.At != id || o.To.At != id:
						t.Errorf("%s: %s for %s in %s: %s, %v", slug, name, b.Areas[id].Name, l.Tag, c.Format(o), bad)
					case len(notes) > 0 && (strings.ToLower(name) != "rom" || !strings.Contains(notes[0].Message.String(), "read as Rome")):
						t.Errorf("%s: %s in %s: %v", slug, name, l.Tag, notes)
					}
				}
				for _, k := range b.Areas[id].Coasts {
					for _, name := range spelled(l.Called("coast", k.String())) {
						for _, text := range []string{" (" + name + ")", " " + name, "/" + name} {
							o, _, bad := order.ParseOne("F "+b.Areas[id].Name+text+" H", c)
							if read++; bad != nil || o.Unit.Coast != k {
								t.Errorf("%s: %s%s in %s: %s, %v", slug, b.Areas[id].Name, text, l.Tag, c.Format(o), bad)
							}
						}
					}
				}
			}
			for _, typ := range []machiavelli.UnitType{machiavelli.Army, machiavelli.Fleet, machiavelli.Garrison, machiavelli.Cavalry, machiavelli.ArmouredCavalry} {
				for _, q := range []machiavelli.Quality{machiavelli.Ordinary, machiavelli.Militia, machiavelli.Mercenary, machiavelli.Professional} {
					english := typ.String()
					if q != machiavelli.Ordinary {
						english = q.String() + " " + english
					}
					for _, name := range spelled(l.Called("unit", english)) {
						for _, place := range []string{"Venice", l.Called("place", "Venice")} {
							o, _, bad := order.ParseOne(name+" "+place+" H", c)
							if read++; bad != nil || o.Unit.Type != typ {
								t.Errorf("%s: %s for %s in %s: %s, %v", slug, name, english, l.Tag, c.Format(o), bad)
							}
						}
					}
				}
			}
		}
	}
	if read < 8000 {
		t.Errorf("only %d names were read", read)
	}
}

// TestEveryPowerName checks that every name of a power that pages use is understood as a
// heading and in payments.
func TestEveryPowerName(t *testing.T) {
	for _, x := range []struct{ scenario, preset string }{{"A", "njudge-classic"}, {"diplomacy", "diplomacy"}} {
		p, r := start(t, x.scenario, x.preset)
		roster := p.Setting.Powers
		for _, l := range words.All() {
			for power := machiavelli.Power(1); int(power) < len(roster); power++ {
				c := (&Reader{Position: p, Rules: r}).context(power)
				for _, name := range spelled(l.Called("power", roster[power].Name)) {
					for _, line := range []string{name + ":", name, "[" + name + "]", "## " + name, "**" + name + "**", name + " -", name + ", orders:", name + ";", name + " - spring:", "The " + name} {
						if h, got, _ := c.ReadHeading(line); h != order.NamesPower || got != power {
							t.Errorf("%s: the heading %q is %v for %d, want %d", x.scenario, line, h, got, power)
						}
					}
					o, _, bad := order.ParseOne("Pay 6 to "+name, c)
					if bad != nil || o.Power != power {
						t.Errorf("%s: %s in %s is %d, want %d: %v", x.scenario, name, l.Tag, o.Power, power, bad)
					}
				}
			}
		}
	}
}
