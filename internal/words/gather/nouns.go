package gather

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// nouns gathers the names in the game that need several forms in other languages.
func nouns(f *found) error {
	for _, slug := range board.Slugs() {
		b, err := board.Get(slug, false)
		if err != nil {
			return err
		}
		for i := range b.Areas {
			f.addIn("place", "data/places", b.Areas[i].Name, "")
		}
	}
	for _, s := range append(scenario.List(), scenario.First()) {
		for _, v := range s.Variants {
			for _, preset := range rules.Presets() {
				set, err := rules.Preset(preset.ID)
				if err != nil {
					return err
				}
				p, err := scenario.New(s.ID, v.ID, &set)
				if err != nil {
					continue // the scenario does not support these rules
				}
				for _, x := range p.Setting.Powers {
					f.addIn("power", "data/powers", x.Name, "")
				}
				for _, c := range p.Setting.Countries {
					f.addIn("country", "data/powers", c.Name, "")
				}
			}
		}
	}
	for t := machiavelli.NoType; t <= machiavelli.ArmouredCavalry; t++ {
		for q := machiavelli.Ordinary; q <= machiavelli.Professional; q++ {
			f.addIn("unit", "data/units", string(message.KindOf(t, q)), "")
		}
	}
	for s := machiavelli.Spring; s <= machiavelli.Winter; s++ {
		f.addIn("season", "data/phases", s.String(), "")
	}
	for s := machiavelli.Orders; s <= machiavelli.Adjustments; s++ {
		f.addIn("step", "data/phases", s.String(), "")
	}
	for c := machiavelli.NorthCoast; c < machiavelli.NumCoasts; c++ {
		f.addIn("coast", "data/coasts", c.String(), "")
	}
	return nil
}
