package gather

import (
	"slices"

	"podesta/internal/hosting"
	"podesta/internal/learn"
	"podesta/internal/scoring"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/correction"
	"podesta/machiavelli/ledger"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rulebook"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// data gathers the texts of the game itself that pages show: editions, rules, scenarios, lessons,
// computer players, phases.
func data(f *found) error {
	for _, p := range rules.Presets() {
		f.add("data/editions", p.Title, "")
		f.add("data/editions", p.Doc, "")
	}
	for i := range rules.Options {
		o := &rules.Options[i]
		f.add("data/rules", message.Capital(o.Group), "")
		f.add("data/rules", o.Title, "")
		f.add("data/rules", o.Doc, "")
		for _, v := range o.Values {
			f.add("data/rules", v.Doc, "")
		}
	}
	for _, s := range append(scenario.List(), scenario.First()) {
		f.add("data/scenarios", s.Title, "")
		for _, v := range s.Variants {
			f.add("data/scenarios", v.Title, "")
		}
	}
	for _, s := range hosting.Switches {
		f.add("data/settings", s.Group, "")
		f.add("data/settings", s.Label, "")
		f.add("data/settings", s.Doc, "")
		f.add("data/settings", s.Said, "")
		f.add("data/settings", s.SaidWithout, "")
	}
	for _, x := range hosting.Numbers {
		f.add("data/settings", x.Label, "")
		f.add("data/settings", x.Heading, "")
	}
	for _, p := range hosting.Paces {
		f.add("data/settings", p.Label, "")
		f.add("data/settings", p.Doc, "")
	}
	for _, t := range hosting.Titles() {
		f.add("data/settings", t, "")
	}
	for i := range scoring.Systems {
		f.add("data/scoring", scoring.Systems[i].Title, "")
		f.add("data/scoring", scoring.Systems[i].Doc, "")
	}
	for _, x := range correction.Statements() {
		f.add("data/corrections", x.Does, "")
	}
	for _, n := range bot.Levels() {
		f.add("data/bots", bot.Title(n), "")
		f.add("data/bots", bot.Doc(n), "")
	}
	for s := machiavelli.Spring; s <= machiavelli.Winter; s++ {
		f.add("data/phases", message.Capital(s.String()), "")
	}
	for s := machiavelli.Orders; s <= machiavelli.Adjustments; s++ {
		f.add("data/phases", s.String(), "")
	}
	for _, t := range slices.Concat(learn.Course(), learn.Practice()) {
		f.add("data/lessons", t.Title, "")
		f.add("data/lessons", t.About, "")
		for _, x := range t.Exercises {
			f.add("data/lessons", x.Title, "")
			for _, text := range x.Prose() {
				f.add("data/lessons", text, "")
			}
		}
	}
	for _, text := range rulebook.Texts() {
		f.add("data/rulebook", text, "")
	}
	for _, e := range ledger.Entries() {
		if e.Kind == ledger.Rule {
			f.add("data/rulebook", e.Title, "")
		}
	}
	for i := range learn.Introduction().Phases {
		for _, text := range learn.Introduction().Phases[i].Prose() {
			f.add("data/lessons", text, "")
		}
	}
	return nil
}
