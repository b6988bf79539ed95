package sandbox

import (
	"math"
	"net/http"
	"slices"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/sandbox"
	"podesta/internal/slow"
	"podesta/internal/tableview"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/opinion"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
	"podesta/view"
)

// boardPage is the page of a phase of a sandbox.
type boardPage struct {
	*sandbox.Book
	Link      string
	URL       string // address of this page, for sharing
	Place     boardpage.TablePlace
	PhaseName message.Message
	Scenario  string
	Edition   string
	RulesPage string
	Map       string
	Over      page.Phrase // how the game ended
	Boxes     []boardpage.OrderForm
	Howto     boardpage.HowTo
	Idle      message.Message
	Outcome   *outcomeView      // result of the orders being written
	Before    *outcomeView      // the phase that led here
	Opening   []message.Message // the events before the first phase
	Line      []stepView        // the steps from the beginning to here, and on to the end of the branch
	Steps     []stepView        // all steps
	Back      int               // the node before this one; -1 if there is none
	Dice      string            // rolls set by hand, one per line
	NeedsDice bool
	Presets   []page.Choice
	Powers    []powerView
	Notice    string
	Shares    *sharesView
}

// sharesView shows a computer player's estimate of the powers' expected shares of the victory in
// each phase of the line.
type sharesView struct {
	Name   string // name of the computer player
	Powers []boardpage.LessonPower
	Rows   []sharesRow
}

// sharesRow is a phase, with the shares of the powers in percent.
type sharesRow struct {
	When   message.Message
	Shares []int
}

// newSharesView estimates the phases from the beginning to the current one. It returns nil unless
// all positions were reached from the scenario by orders. A position that was set up by hand or
// taken from a game could be that of a running game between people.
func newSharesView(t *sandbox.Tree) *sharesView {
	v := &sharesView{Name: opinion.Name}
	var e opinion.Estimator
	for _, n := range t.Book.Line() {
		p := t.Moment[n].Position
		if t.Book.Nodes[n].Position != nil || p == nil {
			return nil
		}
		if p.Phase.Step == machiavelli.Retreats {
			continue
		}
		row := sharesRow{When: page.PhaseTitle(p.Phase)}
		shares := e.Estimate(p, t.Rules, ^machiavelli.PowerSet(0))
		for x := boardpage.Power(1); int(x) < len(p.Setting.Powers); x++ {
			if p.Setting.Absent.Has(x) {
				continue
			}
			if len(v.Rows) == 0 {
				v.Powers = append(v.Powers, boardpage.NewLessonPower(p.Setting, x))
			}
			row.Shares = append(row.Shares, int(math.Round(100*shares[x])))
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// stepView is a phase of a sandbox.
type stepView struct {
	Node   int
	Name   message.Message
	Title  string      // title, including what led to it
	Told   page.Phrase // summary of the events before it
	Orders string      // summary of the orders that led to it
	Here   bool
	Depth  int // number of branches between it and the first line
	Branch bool
	ByHand bool
}

// powerView shows what a power has.
type powerView struct {
	boardpage.LessonPower
	Has   tableview.Power
	Units []string
}

// everything returns the view of a master, which every visitor of a sandbox
// has.
func everything(r *rules.Set) view.View { return view.Of(r, false, true) }

// newBoardPage collects the content of the page of the current phase.
func (s *Pages) newBoardPage(r *http.Request, b *sandbox.Book, link string) (*boardPage, error) {
	t, err := s.cache.all(r.Context(), b)
	if err != nil {
		return nil, err
	}
	p, set := t.Position(), t.Rules
	pg := &boardPage{
		Book: b, Link: link, URL: page.Reached(r) + linkTo(link),
		PhaseName: page.PhaseTitle(p.Phase), Scenario: p.Setting.Title, Edition: gamepage.Edition(set.Preset), RulesPage: rulesAddress(set),
		Map: "/sandbox/map.svg?s=" + link, Howto: boardpage.NewHowTo(set),
		Dice: rollLines(b.Draft.Rolls), NeedsDice: turn.NeedsDice(set), Back: -1,
	}
	pg.Place = placeOf(b, link, set)
	for _, x := range rules.Presets() {
		if x.ID != set.Preset {
			pg.Presets = append(pg.Presets, page.Choice{Value: x.ID, Label: x.Title})
		}
	}
	if line := b.Line(); len(line) > 1 {
		pg.Back = line[len(line)-2]
	}
	pg.steps(t)
	pg.Shares = newSharesView(t)
	if err := pg.powers(s.Catalogue(r), t); err != nil {
		return nil, err
	}
	var last []event.Event
	if came := t.Came(); came != nil {
		last = came.Events
		pg.Before = newOutcomeView(t, came, link, pg.RulesPage)
		pg.Before.Data = "/sandbox/steps.json?s=" + link
		pg.Before.replay(t, came, pg.RulesPage)
	}
	if o := t.Moment[b.At].Opening; o != nil {
		tell := report.New(p.Setting)
		for _, e := range o.Events {
			if _, paid := e.(event.Adjusted); paid {
				continue
			}
			if text := tell.Sentence(e); !text.IsZero() {
				pg.Opening = append(pg.Opening, text)
			}
		}
	}
	if t.Over() {
		pg.Over = page.Say(report.New(p.Setting).EndOf(p, last).Sentence())
		return pg, nil
	}
	if pg.Boxes, err = orderForms(s.Catalogue(r), t); err != nil {
		return nil, err
	}
	pg.Idle = boardpage.Idle(gameOf(t), pg.Boxes)
	draft, err := t.Draft()
	if err != nil {
		return nil, err
	}
	pg.Outcome = newOutcomeView(t, draft, link, pg.RulesPage)
	if n, err := strconv.Atoi(r.URL.Query().Get("without")); err == nil {
		done, err := slow.Enter(r.Context())
		if err != nil {
			return nil, err
		}
		defer done()
		if pg.Outcome.Without, err = newWithoutView(s.Catalogue(r), t, n); err != nil {
			return nil, err
		}
	}
	if len(b.Draft.Orders) > 0 {
		pg.Map += "&came=1"
	}
	return pg, nil
}

// placeOf returns the addresses of a sandbox for the script.
func placeOf(b *sandbox.Book, link string, r *rules.Set) boardpage.TablePlace {
	p := boardpage.TablePlace{
		Base: "/sandbox", Data: "/sandbox/table.json?s=" + link, Orders: "/sandbox", Check: "/sandbox/check", Mode: "sandbox",
		Keep: "sandbox-" + page.NewOnce(), // each window keeps its own unsent orders
	}
	p.Panels = append(p.Panels, boardpage.PanelTab{Name: "orders", Title: "Orders"})
	if r.Money {
		p.Panels = append(p.Panels, boardpage.PanelTab{Name: "treasury", Title: "Treasury"})
	}
	p.Panels = append(p.Panels, boardpage.PanelTab{Name: "preview", Title: "Preview"})
	if b.Nodes[b.At].By != nil {
		p.Panels = append(p.Panels, boardpage.PanelTab{Name: "results", Title: "Results"})
	}
	p.Panels = append(p.Panels, boardpage.PanelTab{Name: "steps", Title: "Steps"}, boardpage.PanelTab{Name: "position", Title: "Position"}, boardpage.PanelTab{Name: "link", Title: "Link"})
	return p
}

// gameOf returns a game in the phase of a sandbox, for functions that
// describe games.
func gameOf(t *sandbox.Tree) *game.Game {
	p := t.Position()
	return &game.Game{Setting: p.Setting, Rules: *t.Rules, Phase: p.Phase, Solitaire: true, Number: 1}
}

// writers returns the powers that can give orders.
func writers(p *position.Position) []boardpage.Power {
	var out []boardpage.Power
	for x := boardpage.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if !p.Eliminated.Has(x) && !p.Setting.Absent.Has(x) {
			out = append(out, x)
		}
	}
	return out
}

// orderForms returns the forms for the orders of all powers.
func orderForms(l message.Language, t *sandbox.Tree) ([]boardpage.OrderForm, error) {
	p := t.Position()
	var out []boardpage.OrderForm
	for _, x := range writers(p) {
		out = append(out, boardpage.LessonForm(l, p, t.Rules, x, t.Book.Draft.Orders[p.Setting.Powers[x].ID]))
	}
	return out, nil
}

// steps lists all phases of a sandbox as a tree, and the phases on the line of the current one.
func (pg *boardPage) steps(t *sandbox.Tree) {
	b := pg.Book
	children := make([][]int, len(b.Nodes))
	for i := 1; i < len(b.Nodes); i++ {
		children[b.Nodes[i].From] = append(children[b.Nodes[i].From], i)
	}
	step := func(i, depth int) stepView {
		m := &t.Moment[i]
		if m.Err != nil {
			return stepView{Node: i, Name: message.New("?"), Told: page.Say(message.Of(m.Err)), Depth: depth}
		}
		x := stepView{Node: i, Name: page.PhaseTitle(m.Position.Phase), Here: i == b.At, Depth: depth, ByHand: b.Nodes[i].Position != nil}
		switch {
		case m.Came != nil:
			x.Told = page.Say(report.New(m.Position.Setting).Headline(m.Came.Events))
			x.Orders = ordersOf(m.Came)
		case x.ByHand && i > 0:
			x.Told = page.Say(message.New("The position was changed by hand."))
		}
		if m.Position.Victors != 0 {
			x.Name = message.New("The end")
		}
		return x
	}
	var walk func(i, depth int)
	walk = func(i, depth int) {
		for {
			pg.Steps = append(pg.Steps, step(i, depth))
			if len(children[i]) == 0 {
				return
			}
			for _, other := range children[i][1:] {
				pg.Steps = append(pg.Steps, stepView{Branch: true, Depth: depth + 1})
				walk(other, depth+1)
			}
			if len(children[i]) > 1 {
				pg.Steps = append(pg.Steps, stepView{Branch: true, Depth: depth})
			}
			i = children[i][0]
		}
	}
	walk(0, 0)
	for _, i := range b.Line() {
		pg.Line = append(pg.Line, step(i, 0))
	}
	for i := b.At; len(children[i]) > 0; {
		i = children[i][len(children[i])-1]
		pg.Line = append(pg.Line, step(i, 0))
	}
}

// ordersOf summarizes the orders of a phase.
func ordersOf(o *sandbox.Outcome) string {
	const most = 140
	text := ""
	var last boardpage.Power
	for _, l := range o.Lines {
		switch {
		case !l.Err.IsZero():
			continue
		case l.Power != last:
			if text != "" {
				text += "; "
			}
			text += o.Before.Setting.Powers[l.Power].Name + ": "
		default:
			text += ", "
		}
		last = l.Power
		text += l.Text
		if r := []rune(text); len(r) > most {
			return string(r[:most]) + "…"
		}
	}
	return text
}

// powers lists what every power has.
func (pg *boardPage) powers(l message.Language, t *sandbox.Tree) error {
	p := t.Position()
	shown, err := tableview.Of(l, p, t.Rules, tableview.Reader{View: everything(t.Rules)})
	if err != nil {
		return err
	}
	for _, x := range shown.Powers {
		which, _ := p.Setting.Powers.Find(x.ID)
		of := powerView{LessonPower: boardpage.NewLessonPower(p.Setting, which), Has: x}
		for _, u := range shown.Units {
			if u.Power != x.ID {
				continue
			}
			text := u.Text
			if u.Dislodged {
				text += " (dislodged)"
			}
			of.Units = append(of.Units, text)
		}
		pg.Powers = append(pg.Powers, of)
	}
	return nil
}

// rollLines returns dice as text.
func rollLines(rolls map[string]int) string {
	var names []string
	for name := range rolls {
		names = append(names, name)
	}
	slices.Sort(names)
	text := ""
	for _, name := range names {
		text += name + " " + strconv.Itoa(rolls[name]) + "\n"
	}
	return text
}

// shownRolls returns the dice of a phase, keyed by name, so that a sandbox repeats the same rolls.
func shownRolls(throws []dice.Throw) map[string]int {
	out := map[string]int{}
	for _, x := range throws {
		if len(out) < 100 {
			out[x.Name] = x.Value
		}
	}
	return out
}
