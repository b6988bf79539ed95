package history

import (
	"context"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/replay"
	"podesta/internal/web/rulebook"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
	"podesta/view"
)

// Digest describes a resolved phase: in brief, with the results of the visitor's own orders, and
// step by step.
type Digest struct {
	Title    message.Message
	Headline message.Message
	Href     string
	Own      []PowerOrders
	Lands    []landLine // places that the visitor's powers have gained and lost
	Upshots  []Upshot   // what this means for the visitor's powers, and what to do
	Steps    []StoryStep
	Data     string    // address of the data from which the script plays the phase
	Then     []*Digest // later phases in which the visitor had no orders to give
}

// landLine is a place that the visitor's powers have gained or lost. For a loss it holds the
// reason.
type landLine struct {
	Text message.Message
	Why  []rulebook.Reason
}

// Upshot is what a phase means for a power of the visitor.
type Upshot struct {
	Text  message.Message
	Rules []rulebook.RuleLink
}

// UpshotsOf lists what a phase means for some powers, with links to the rules.
func UpshotsOf(rulesPage string, before, after *position.Position, r *rules.Set, powers machiavelli.PowerSet) []Upshot {
	var out []Upshot
	for x := range after.Setting.Powers {
		if power := machiavelli.Power(x); powers.Has(power) {
			for _, u := range turn.Upshots(before, after, r, power) {
				out = append(out, Upshot{u.Text, rulebook.RuleLinks(rulesPage, u.Rules)})
			}
		}
	}
	return out
}

// lookBack is the maximum number of later phases without orders of the visitor that are
// described.
const lookBack = 4

// Lately describes the last resolved phase. For a player it is the last phase in which they had
// orders to give, if that is recent, together with the later ones, because phases without orders to
// give pass without the player.
func (s *Pages) Lately(ctx context.Context, g *game.Game, number int, eyes view.View) (*Digest, error) {
	last, err := s.digest(ctx, g, number, eyes)
	if err != nil || eyes.Powers == 0 || eyes.Master {
		return last, err
	}
	for d, then := last, []*Digest(nil); ; {
		if len(d.Own) > 0 {
			d.Then = then
			return d, nil
		}
		then = append([]*Digest{d}, then...)
		if number--; number < 1 || len(then) > lookBack {
			return last, nil
		}
		if d, err = s.digest(ctx, g, number, eyes); err != nil {
			return nil, err
		}
	}
}

// digest describes a resolved phase as far as a view allows.
func (s *Pages) digest(ctx context.Context, g *game.Game, number int, eyes view.View) (*Digest, error) {
	ph, err := s.Judge.Base.Phase(ctx, g.ID, number)
	if err != nil {
		return nil, err
	}
	seen, t := eyes.Events(ph.Events), report.New(g.Setting)
	d := &Digest{
		Title:    message.New("{phase}", message.Phase(ph.Phase)),
		Headline: t.Headline(seen),
		Href:     "/g/" + g.ID + "/p/" + strconv.Itoa(number),
	}
	if !g.Solitaire {
		seats, err := s.Judge.Base.Seats(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		for _, o := range OrdersByPower(g, t, seen, rulebook.GameRules(g.ID), ownLines(g, ph, seats, eyes.Powers)...) {
			if eyes.Powers.Has(o.Power) {
				d.Own = append(d.Own, o)
			}
		}
		for _, e := range seen {
			if e, ok := e.(event.Control); ok && (eyes.Powers.Has(e.From) || eyes.Powers.Has(e.To)) {
				if text := t.ChangesFor(eyes.Powers, seen, e); !text.IsZero() {
					l := landLine{Text: text}
					if eyes.Powers.Has(e.From) {
						l.Why = rulebook.Reasons(rulebook.GameRules(g.ID), t.Chain(seen, e))
					}
					d.Lands = append(d.Lands, l)
				}
			}
		}
	}
	if ph.After != nil {
		d.Steps = StorySteps(rulebook.GameRules(g.ID), replay.Steps(ph.Before, ph.After, seen, &g.Rules))
		d.Data = d.Href + "/steps.json"
		if !g.Solitaire && !eyes.Master {
			d.Upshots = UpshotsOf(rulebook.GameRules(g.ID), ph.Before, ph.After, &g.Rules, eyes.Powers)
		}
	}
	return d, nil
}

// Opening describes the events before the first phase.
func (s *Pages) Opening(ctx context.Context, g *game.Game, role game.Role) ([]message.Message, error) {
	all, err := s.Judge.Base.Opening(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	var out []message.Message
	t := report.New(g.Setting)
	for _, e := range g.View(role).Events(all) {
		// this event only says that every unit of the set-up is paid for
		if e, ok := e.(event.Adjusted); ok && e.Verdict == event.Succeeded {
			continue
		}
		if text := t.Sentence(e); !text.IsZero() {
			out = append(out, text)
		}
	}
	return out, nil
}
