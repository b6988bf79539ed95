package movementtest

import (
	"fmt"
	"slices"
	"strings"

	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/position"
)

// compare returns the differences between an outcome and the expectations of
// the case.
func (s *Setup) compare(out *movement.Outcome) []string {
	w := writer{b: s.Position.Setting.Board, roster: s.Position.Setting.Powers}
	var diffs []string
	differ := func(who, what, want, got string) {
		if want != got {
			diffs = append(diffs, fmt.Sprintf("%s: %s %q, want %q", who, what, got, want))
		}
	}
	for i, want := range s.expect.units {
		if want.verdict == "" {
			continue
		}
		u := s.Position.Units[i]
		who := w.power(u.Owner) + " " + w.unit(u)
		got := out.Results[i]
		differ(who, "verdict", want.verdict, got.Verdict.String())
		differ(who, "dislodged", fmt.Sprint(want.dislodged), fmt.Sprint(got.Dislodged))
		differ(who, "eliminated", fmt.Sprint(want.eliminated || want.verdict == "disbanded"), fmt.Sprint(got.Eliminated))
		if want.retreats != nil {
			d, _ := dislodgedAt(out, out.After[i])
			options := w.options(d)
			slices.Sort(options)
			slices.Sort(want.retreats)
			differ(who, "retreats", strings.Join(want.retreats, " "), strings.Join(options, " "))
		}
		if want.now != "" {
			differ(who, "afterwards", want.now, w.unit(out.After[i]))
		}
	}
	lists := map[string]board.Set{"contested": out.Contested, "sieges": out.Sieges, "taken": out.Taken}
	for name, want := range s.expect.lists {
		differ("areas", name, w.set(want), w.set(lists[name]))
	}
	return diffs
}

// Diff returns the differences between two outcomes of one position in what the
// rules decide. These are verdicts, positions, dislodgements, retreats and
// areas. It ignores reasons, culprits and the order of options.
func Diff(p *position.Position, a, b *movement.Outcome) []string {
	w := writer{b: p.Setting.Board, roster: p.Setting.Powers}
	var diffs []string
	differ := func(who string, x, y any) {
		if s, t := fmt.Sprint(x), fmt.Sprint(y); s != t {
			diffs = append(diffs, who+": "+s+" against "+t)
		}
	}
	for i, u := range p.Units {
		who := w.power(u.Owner) + " " + w.unit(u)
		r, s := a.Results[i], b.Results[i]
		differ(who+" verdict", r.Verdict, s.Verdict)
		differ(who+" dislodged", r.Dislodged, s.Dislodged)
		differ(who+" eliminated", r.Eliminated, s.Eliminated)
		differ(who+" dislodged by", r.DislodgedBy, s.DislodgedBy)
		if r.Verdict != event.Disbanded && !r.Eliminated {
			differ(who+" afterwards", w.power(a.After[i].Owner)+" "+w.unit(a.After[i]), w.power(b.After[i].Owner)+" "+w.unit(b.After[i]))
		}
	}
	differ("dislodged units", w.dislodged(a.Dislodged), w.dislodged(b.Dislodged))
	differ("contested", w.set(a.Contested), w.set(b.Contested))
	differ("sieges", w.set(a.Sieges), w.set(b.Sieges))
	differ("taken", w.set(a.Taken), w.set(b.Taken))
	land := p.Setting.Board.Land
	differ("entered", w.set(a.Entered.Intersect(land)), w.set(b.Entered.Intersect(land)))
	return diffs
}

// dislodged returns dislodged units with their options in a fixed order.
func (w writer) dislodged(list []position.Dislodged) string {
	var out []string
	for _, d := range list {
		from := w.code(d.From)
		if d.Sortie {
			from += " (sortie)"
		}
		out = append(out, fmt.Sprintf("%s %s from %s: %s", w.power(d.Unit.Owner), w.unit(d.Unit), from, strings.Join(w.options(d), " ")))
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}
