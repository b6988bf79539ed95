package sandbox

import (
	"bytes"
	"html/template"
	"strings"

	"podesta/internal/game"
	"podesta/internal/replay"
	"podesta/internal/sandbox"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/history"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/whatif"
)

// outcomeView shows the result of orders in a sandbox.
type outcomeView struct {
	Link     string          // link of the sandbox
	Title    message.Message // title of the phase
	Headline page.Phrase
	Failed   []history.PowerOrders // only the failed orders
	Orders   []history.PowerOrders
	Story    []report.Chapter
	Steps    []history.StoryStep
	Rolls    []history.RollRow
	Refused  int
	Given    int         // number of lines given
	Vain     int         // number of failed orders
	Next     page.Phrase // the phase that follows
	Data     string      // address of the data from which the script plays it
	Classic  string
	Lines    []lineView
	Without  *withoutView // the effect of one of the orders
}

// lineView is a valid order.
type lineView struct {
	Number int
	Power  string
	Badge  template.HTML
	Text   string
}

// withoutView shows the effect of an order.
type withoutView struct {
	lineView
	With, Without []string
}

// newOutcomeView describes the result of orders.
func newOutcomeView(t *sandbox.Tree, o *sandbox.Outcome, link, rulesPage string) *outcomeView {
	p := o.Before
	tell := report.New(p.Setting)
	v := &outcomeView{Link: link, Title: page.PhaseTitle(p.Phase), Headline: page.Say(tell.Headline(o.Events)), Story: tell.Story(o.Events), Next: page.Say(page.PhaseTitle(o.Next.Phase)), Given: len(o.Lines)}
	if o.Next.Victors != 0 {
		v.Next = nil
	}
	v.Orders = history.OrdersByPower(&game.Game{Setting: p.Setting, Rules: *t.Rules}, tell, o.Events, rulesPage, o.Lines...)
	for _, list := range v.Orders {
		some := history.PowerOrders{Name: list.Name, Badge: list.Badge}
		for _, l := range list.Lines {
			if l.Failed {
				some.Lines = append(some.Lines, l)
			}
		}
		v.Vain += len(some.Lines)
		if len(some.Lines) > 0 {
			v.Failed = append(v.Failed, some)
		}
	}
	for _, found := range o.Verdicts {
		for _, x := range found {
			if x.Refused() {
				v.Refused++
			}
		}
	}
	for _, x := range o.Throws {
		v.Rolls = append(v.Rolls, history.RollRow{Name: x.Name, Dice: history.DieWord(x), Value: x.Value, Given: x.Given})
	}
	for i, l := range o.Lines {
		if l.Err.IsZero() {
			v.Lines = append(v.Lines, newLineView(p, i, l))
		}
	}
	return v
}

func newLineView(p *position.Position, n int, l turn.Line) lineView {
	of := boardpage.NewLessonPower(p.Setting, l.Power)
	return lineView{n, of.Name, of.Badge, l.Text}
}

// newWithoutView describes the effect of an order.
func newWithoutView(l message.Language, t *sandbox.Tree, n int) (*withoutView, error) {
	d, err := t.Without(n)
	if err != nil {
		return nil, err
	}
	w := &withoutView{lineView: newLineView(t.Position(), n, d.Line)}
	for _, x := range []struct {
		to    *[]string
		facts []whatif.Fact
	}{{&w.With, d.With}, {&w.Without, d.Without}} {
		for _, f := range x.facts {
			fact := f.Message
			if f.Chance < 0.9995 {
				fact = message.New("{fact} ({n}%)", fact, message.Number(f.Chance*100+0.5))
			}
			*x.to = append(*x.to, strings.ReplaceAll(fact.In(l), " -> ", " → "))
		}
	}
	return w, nil
}

// replay adds the data from which the script plays a phase, and the classic report.
func (v *outcomeView) replay(t *sandbox.Tree, o *sandbox.Outcome, rulesPage string) {
	v.Steps = history.StorySteps(rulesPage, replay.Steps(o.Before, o.Next, o.Events, t.Rules))
	var classic bytes.Buffer
	results := report.Results{Before: o.Before, After: o.Next, Events: o.Events, Rules: t.Rules, Viewer: everything(t.Rules).Viewer, Game: "Sandbox", Number: len(t.Book.Line()) - 1}
	if err := results.Classic(&classic); err == nil {
		v.Classic = classic.String()
	}
}
