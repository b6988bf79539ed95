package report_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// TestIntroductoryGame compares the reports of the example game in the rules of
// 1978 with recorded ones.
func TestIntroductoryGame(t *testing.T) {
	data, err := os.ReadFile("../turn/testdata/introductory-game.txt")
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("A", "A-4", &r)
	if err != nil {
		t.Fatal(err)
	}
	tell := report.New(p.Setting)
	var b strings.Builder
	number := 0
	for block := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n\n") {
		if strings.HasPrefix(block, "#") {
			continue
		}
		var lines []turn.Line
		for line := range strings.SplitSeq(block, "\n") {
			who, orders, _ := strings.Cut(line, ": ")
			power, ok := p.Setting.Powers.Find(who)
			if !ok {
				continue
			}
			ctx := &order.Context{Board: p.Setting.Board, Powers: p.Setting.Powers, Power: power, Step: p.Phase.Step}
			for _, l := range order.Parse(orders, ctx) {
				if l.Err != nil {
					t.Fatal(l.Err)
				}
				lines = append(lines, turn.Line{Power: power, Text: l.Text, Order: l.Order})
			}
		}
		res, err := turn.Process(p, lines, &r, nil)
		if err != nil {
			t.Fatal(err)
		}
		number++
		fmt.Fprintf(&b, "HEADLINE %s\n\n", tell.Headline(res.Events))
		if err := report.Classic(&b, p, res.Events, "cosimo", number); err != nil {
			t.Fatal(err)
		}
		if err := report.Reasons(&b, p, res.Events); err != nil {
			t.Fatal(err)
		}
		b.WriteString("\n")
		p = res.Next
	}
	golden(t, "introductory-game.golden", b.String())
}

// scene is a position of the Balance of Power with helpers that name things in
// it.
type scene struct {
	t    *testing.T
	p    *position.Position
	tell report.Teller
}

func newScene(t *testing.T, phase machiavelli.Phase) *scene {
	t.Helper()
	r, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "", &r)
	if err != nil {
		t.Fatal(err)
	}
	p.Phase = phase
	return &scene{t, p, report.New(p.Setting)}
}

func (s *scene) at(name string) board.ID {
	m, ok := s.p.Setting.Board.Find(name)
	if !ok {
		s.t.Fatalf("no place %q", name)
	}
	return m.ID
}

func (s *scene) power(id string) machiavelli.Power {
	if id == "autonomous" {
		return machiavelli.Nobody
	}
	p, ok := s.p.Setting.Powers.Find(id)
	if !ok {
		s.t.Fatalf("no power %q", id)
	}
	return p
}

// unit returns the unit that the text describes, such as "milan A Pavia" or
// "milan A Pavia mercenary".
func (s *scene) unit(text string) position.Unit {
	owner, rest, _ := strings.Cut(text, " ")
	u, q, err := order.ParseUnit(rest, &order.Context{Board: s.p.Setting.Board, Powers: s.p.Setting.Powers})
	if err != nil {
		s.t.Fatal(err)
	}
	return position.Unit{Owner: s.power(owner), Type: u.Type, Quality: q, At: u.At, Coast: u.Coast}
}

// order parses an order of the power for the step.
func (s *scene) order(power, text string, step machiavelli.Step) order.Order {
	o, _, err := order.ParseOne(text, &order.Context{
		Board: s.p.Setting.Board, Powers: s.p.Setting.Powers, Power: s.power(power), Step: step,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return o
}

func (s *scene) set(ids ...string) (set machiavelli.PowerSet) {
	for _, id := range ids {
		set = set.With(s.power(id))
	}
	return set
}

// campaign returns events of every kind that movement can cause.
func (s *scene) campaign() []event.Event {
	lost := s.unit("florence G Bologna")
	mil, ven, pap := s.power("milan"), s.power("venice"), s.power("papacy")
	return []event.Event{
		event.Ordered{
			Unit: s.unit("milan A Pavia"), Order: s.order("milan", "A Pavia - Turin", machiavelli.Orders), Given: "A Pavia - Turin",
			Result:   event.Result{Verdict: event.Bounced, Reason: event.StoodOff, Strength: 1, Against: 2},
			Culprits: []position.Unit{s.unit("france A Avignon"), s.unit("france A Swiss")},
		},
		event.Ordered{
			Unit: s.unit("milan A Milan mercenary"), Order: s.order("milan", "A Milan - Como", machiavelli.Orders), Given: "A Milan - Como",
			Result: event.Result{Verdict: event.Succeeded, Strength: 3, Rebels: true},
		},
		event.Ordered{
			Unit: s.unit("venice F Provence/sc"), Order: s.order("venice", "F Provence/sc C G", machiavelli.Orders), Given: "x",
			Result: event.Result{Verdict: event.Void, Reason: event.CityHeld},
		},
		event.Ordered{Unit: s.unit("papacy A Rome"), Order: order.Order{Kind: order.Hold}, Result: event.Result{Verdict: event.Succeeded}},
		event.Ordered{Unit: s.unit("autonomous G Siena"), Order: order.Order{Kind: order.Hold}, Result: event.Result{Verdict: event.Succeeded}},
		event.RebellionEnded{Province: s.at("Urbino"), InLand: true, Against: pap, How: "put down", By: pap},
		event.RebellionEnded{Province: s.at("Rome"), InCity: true, Against: pap, How: "liberated", By: mil},
		event.RebellionEnded{Province: s.at("Perugia"), InCity: true, InLand: true, Against: pap, How: "owner gone"},
		event.SiegeBegun{By: s.unit("milan A Trent")},
		event.SiegeCompleted{By: s.unit("milan A Bologna"), Lost: &lost},
		event.SiegeCompleted{By: s.unit("papacy A Ancona")},
		event.SiegeLifted{Province: s.at("Padua")},
		event.Attrition{Province: s.at("Pisa")},
		event.UnitDislodged{Dislodged: position.Dislodged{
			Unit: s.unit("papacy A Ferrara"), Retreats: []board.Place{{At: s.at("Bologna")}, {At: s.at("Verona")}}, IntoCity: true,
		}, By: s.unit("venice A Padua")},
		event.UnitDislodged{Dislodged: position.Dislodged{Unit: s.unit("naples F Messina"), IntoCity: true}, By: s.unit("turks F Ionian Sea")},
		event.UnitDislodged{Dislodged: position.Dislodged{Unit: s.unit("naples F Capua")}, By: s.unit("turks F Gulf of Naples")},
		event.Removed{Unit: s.unit("naples F Capua"), Reason: event.NoRetreat},
		event.Removed{Unit: s.unit("naples A Bari"), Reason: event.ByElimination},
		event.Control{Province: s.at("Bologna"), From: pap, To: mil},
		event.Control{Province: s.at("Bologna"), City: true, From: pap, To: mil},
		event.Control{Province: s.at("Siena"), To: ven},
		event.Control{Province: s.at("Mantua"), From: mil},
		event.Conquest{Country: 0, By: mil, From: ven},
		event.Conquest{Country: 0, By: s.power("turks")},
		event.Loss{Country: 0, By: pap},
		event.Elimination{Power: s.power("naples")},
		event.Victory{Powers: s.set("milan", "venice"), Cities: 12},
		event.Victory{Powers: s.set("milan", "venice"), How: event.ByDraw},
		event.Victory{Powers: s.set("turks"), How: event.ByConcession},
		event.Victory{Powers: s.set("milan", "venice"), Cities: 7, How: event.ByTime},
		event.VictoryTied{Powers: s.set("milan", "venice", "papacy"), Cities: 12, RaisedTo: 13},
		event.Allowance{Power: mil, Cities: 1, Units: 3},
		event.Allowance{Power: ven, Cities: 5, Units: 5},
		event.Allowance{Power: pap, Cities: 4, Units: 1},
		event.Refused{Power: mil, Given: "A Pavai H", Error: message.New("I don't know the place \"Pavai\"."), Code: "E01"},
		event.Noted{Power: mil, Given: "A Pavia H", Note: message.New("A later order for the same unit counts instead."), Code: "replaced"},
	}
}

// retreats returns events with every result of a retreat.
func (s *scene) retreats() []event.Event {
	told := func(power, text string, v event.Verdict) event.Retreated {
		o := s.order(power, text, machiavelli.Retreats)
		unit := s.unit(power + " A " + s.p.Setting.Board.Areas[o.Unit.At].Name)
		e := event.Retreated{Unit: unit, Order: o, Given: text, Verdict: v}
		if v == event.Succeeded {
			e.To = o.To
		}
		return e
	}
	into := told("papacy", "A Ferrara C G", event.Succeeded)
	into.IntoCity, into.To = true, board.Place{At: s.at("Ferrara")}
	clash := told("milan", "A Parma - Modena", event.Bounced)
	clash.With = []position.Unit{s.unit("venice A Mantua")}
	return []event.Event{
		told("florence", "A Bologna - Romagna", event.Succeeded),
		into,
		clash,
		told("naples", "A Bari D", event.Disbanded),
		event.Retreated{Unit: s.unit("turks A Bosnia"), Verdict: event.Disbanded},
	}
}

// winter returns events with every result of an adjustment.
func (s *scene) winter() []event.Event {
	told := func(power, text, unit string, why string) event.Adjusted {
		e := event.Adjusted{
			Power: s.power(power), Order: s.order(power, text, machiavelli.Adjustments), Given: text, Verdict: event.Succeeded, Error: message.Quote(why),
		}
		if unit != "" {
			e.Unit = s.unit(power + " " + unit)
		}
		if why != "" {
			e.Verdict = event.Void
			if why == string(event.CannotBePaid) {
				e.Failure = event.CannotBePaid
			}
		}
		return e
	}
	return []event.Event{
		told("florence", "B A Pisa", "A Pisa", ""),
		told("florence", "B F Pisa", "F Pisa", "you have fewer builds than this; others were chosen"),
		told("milan", "R A Como", "A Como", ""),
		told("milan", "R A Pavia", "A Pavia", "a unit is removed there in the same winter"),
		told("naples", "M A Bari", "A Bari", ""),
		told("venice", "W", "", ""),
		event.Removed{Unit: s.unit("milan A Como"), Reason: event.ByAdjustment},
		event.Removed{Unit: s.unit("turks A Bosnia"), Reason: event.ByDefault},
	}
}

// TestEveryEvent compares the report and the sentences of phases in which
// everything happens with recorded ones.
func TestEveryEvent(t *testing.T) {
	var b strings.Builder
	seen := map[string]bool{}
	for _, phase := range []struct {
		phase  machiavelli.Phase
		events func(*scene) []event.Event
	}{
		{machiavelli.Phase{Season: machiavelli.Fall, Year: 1456, Step: machiavelli.Orders}, (*scene).campaign},
		{machiavelli.Phase{Season: machiavelli.Fall, Year: 1456, Step: machiavelli.Retreats}, (*scene).retreats},
		{machiavelli.Phase{Season: machiavelli.Winter, Year: 1456, Step: machiavelli.Adjustments}, (*scene).winter},
		{machiavelli.Phase{Season: machiavelli.Fall, Year: 1457, Step: machiavelli.Orders}, (*scene).treachery},
	} {
		s := newScene(t, phase.phase)
		events := phase.events(s)
		fmt.Fprintf(&b, "HEADLINE %s\n\n", s.tell.Headline(events))
		if err := report.Classic(&b, s.p, events, "cosimo", 7); err != nil {
			t.Fatal(err)
		}
		if err := report.Reasons(&b, s.p, events); err != nil {
			t.Fatal(err)
		}
		b.WriteString("\n")
		for _, e := range events {
			seen[reflect.TypeOf(e).Name()] = true
			if text := s.tell.Sentence(e).String(); text != "" {
				fmt.Fprintf(&b, "%s: %s\n", e.Kind(), text)
			}
		}
		b.WriteString("\n")
	}
	for kind := range kindsOf(t) {
		if !seen[kind] {
			t.Errorf("no event of kind %s", kind)
		}
	}
	golden(t, "every-event.golden", b.String())
}

// kindsOf returns the names of the event types of package event.
func kindsOf(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	files, err := filepath.Glob("../event/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no source of package event: %v", err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "Kind" && fn.Recv != nil {
				out[fn.Recv.List[0].Type.(*ast.Ident).Name] = true
			}
		}
	}
	return out
}

// TestWriterError checks that the writer's error is returned.
func TestWriterError(t *testing.T) {
	s := newScene(t, machiavelli.Phase{Season: machiavelli.Fall, Year: 1456, Step: machiavelli.Orders})
	if err := report.Classic(closed{}, s.p, s.campaign(), "cosimo", 1); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Classic: %v", err)
	}
	if err := report.Reasons(closed{}, s.p, s.campaign()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Reasons: %v", err)
	}
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, os.ErrClosed }
