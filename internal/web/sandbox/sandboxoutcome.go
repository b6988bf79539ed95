package sandbox

import (
	"bytes"
	"html/template"
	"strconv"
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

// sandboxOutcome shows the result of orders in a sandbox.
type sandboxOutcome struct {
	Link     string          // of the sandbox
	Title    message.Message // of the phase
	Headline page.Phrase
	Failed   []history.PowerOrders // only what failed
	Orders   []history.PowerOrders
	Story    []report.Chapter
	Steps    []history.StoryStep
	Rolls    []history.RollRow
	Refused  int
	Given    int         // lines
	Vain     int         // number of failed orders
	Next     page.Phrase // the phase that follows
	Data     string      // address of the data that plays it
	Classic  string
	Lines    []sandboxLine
	Without  *sandboxWithout // the effect of one of them
}

// sandboxLine is a valid order.
type sandboxLine struct {
	Number int
	Power  string
	Badge  template.HTML
	Text   string
}

// sandboxWithout shows the effect of an order.
type sandboxWithout struct {
	sandboxLine
	With, Without []string
}

// newSandboxOutcome describes the result of orders.
func newSandboxOutcome(t *sandbox.Tree, o *sandbox.Outcome, link, rulesPage string) *sandboxOutcome {
	p := o.Before
	tell := report.New(p.Setting)
	v := &sandboxOutcome{Link: link, Title: page.PhaseTitle(p.Phase), Headline: page.Say(tell.Headline(o.Events)), Story: tell.Story(o.Events), Next: page.Say(page.PhaseTitle(o.Next.Phase)), Given: len(o.Lines)}
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
			v.Lines = append(v.Lines, newSandboxLine(p, i, l))
		}
	}
	return v
}

func newSandboxLine(p *position.Position, n int, l turn.Line) sandboxLine {
	of := boardpage.NewLessonPower(p.Setting, l.Power)
	return sandboxLine{n, of.Name, of.Badge, l.Text}
}

// newSandboxWithout describes the effect of an order.
func newSandboxWithout(t *sandbox.Tree, n int) (*sandboxWithout, error) {
	d, err := t.Without(n)
	if err != nil {
		return nil, err
	}
	w := &sandboxWithout{sandboxLine: newSandboxLine(t.Position(), n, d.Line)}
	for _, x := range []struct {
		to    *[]string
		facts []whatif.Fact
	}{{&w.With, d.With}, {&w.Without, d.Without}} {
		for _, f := range x.facts {
			text := strings.ReplaceAll(f.Text, " -> ", " → ")
			if f.Chance < 0.9995 {
				text += " (" + strconv.Itoa(int(f.Chance*100+0.5)) + "%)"
			}
			*x.to = append(*x.to, text)
		}
	}
	return w, nil
}

// replay adds the data that plays a phase, and the report in the old form.
func (v *sandboxOutcome) replay(t *sandbox.Tree, o *sandbox.Outcome, rulesPage string) {
	v.Steps = history.StorySteps(rulesPage, replay.Steps(o.Before, o.Next, o.Events, t.Rules))
	var classic bytes.Buffer
	results := report.Results{Before: o.Before, After: o.Next, Events: o.Events, Rules: t.Rules, Viewer: everything(t.Rules).Viewer, Game: "Sandbox", Number: len(t.Book.Line()) - 1}
	if err := results.Classic(&classic); err == nil {
		v.Classic = classic.String()
	}
}
