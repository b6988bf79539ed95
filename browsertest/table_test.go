package browsertest

import (
	"slices"
	"strings"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// table is the position as the page of a board receives it; package tableview
// of the judge documents each member.
type table struct {
	Revision, Number  int
	Game, Step, Phase string
	Areas             []struct {
		Code, Owner, Rebellion string
		Sea, Famine            bool
	}
	Powers []struct {
		ID, Name, Letter string
		Ducats           *int
	}
	Units []unit
	Hands []hand
}

type unit struct {
	Key, Power, Type, At, Name, Text string
	City, Besieges, Dislodged        bool
}

type hand struct {
	Power, Field string
	Units        []struct {
		Unit   string
		Orders []choice
	}
	Money *struct {
		Treasury, Slots int
		Expenses        []expense
		Loans           []struct{ Years, Most int }
		Chits           []string
	}
	Winter *struct {
		Paid   bool
		Units  []struct{ Unit, Keep, Drop string }
		Builds []choice
	}
}

type choice struct {
	Text, Say, Kind, To, Of, Power, Type, Quality string
	City, Convoy                                  bool
	Cost                                          int
	Via                                           []string
}

type expense struct {
	Kind, Say, Text, Unit, At, Power, Far string
	Least, Step                           int
	Never                                 bool
}

// promised returns the value of a promise that an expression of the page returns.
func promised[T any](p *person, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](deep+"\n"+expression, func(e *runtime.EvaluateParams) { yes := true; e.AwaitPromise = &yes }))
	if err != nil {
		p.t.Fatalf("%s: %s: %v", p.name, expression, err)
	}
	return v
}

// board waits until the page of a board is ready.
func (p *person) board() {
	p.t.Helper()
	p.sees("document.querySelector('[data-table].alive') && document.querySelector('[data-map].drawn') && " + rests)
}

// table waits until the page of a board is ready, and returns the position that
// it received.
func (p *person) table() table {
	p.t.Helper()
	p.board()
	return promised[table](p, "fetch(document.querySelector('[data-table]').dataset.table).then(r => r.json())")
}

// hand returns the orders of the visitor's only power, or nil.
func (t *table) hand() *hand {
	if len(t.Hands) == 0 {
		return nil
	}
	return &t.Hands[0]
}

func (t *table) unit(key string) unit {
	i := slices.IndexFunc(t.Units, func(u unit) bool { return u.Key == key })
	if i < 0 {
		return unit{}
	}
	return t.Units[i]
}

// sentence returns a unit's order as text, such as "Army Pavia advances to Turin".
func (t *table) sentence(unit string, c choice) string { return t.unit(unit).Name + " " + c.Say }

// orders returns the legal orders of a unit.
func (h *hand) orders(unit string) []choice {
	for _, u := range h.Units {
		if u.Unit == unit {
			return u.Orders
		}
	}
	return nil
}

// find returns the first legal order of a unit for which fits returns true.
func (h *hand) find(unit string, fits func(choice) bool) (choice, bool) {
	all := h.orders(unit)
	if i := slices.IndexFunc(all, fits); i >= 0 {
		return all[i], true
	}
	return choice{}, false
}

// onMap finds where on the screen a part of the map can be clicked: a point where nothing else
// covers it. Areas are clicked where there is neither a unit nor a city.
const onMap = `
window.chartRoot = () => [...document.querySelectorAll('[data-map] *')].map(e => e.shadowRoot).find(Boolean);
window.onMap = (kind, key) => {
  const root = chartRoot(), svg = root && root.querySelector('svg');
  if (!svg) return null;
  const dislodged = kind === 'unit' && key.startsWith('D');
  const name = dislodged ? key.slice(1) : key;
  const fits = e => kind === 'unit' ? (e.dataset.dislodged !== undefined) === dislodged : true;
  const all = [...svg.querySelectorAll('[data-' + kind + '="' + name + '"]')].filter(fits);
  const host = root.host, places = [];
  for (const e of all) {
    const b = e.getBoundingClientRect(), mx = b.left + b.width / 2, my = b.top + b.height / 2;
    const n = 24;
    for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) {
      const x = b.left + b.width * i / n, y = b.top + b.height * j / n;
      places.push([x, y, Math.hypot(x - mx, y - my), e]);
    }
  }
  places.sort((a, b) => a[2] - b[2]);
  for (const [x, y, , e] of places) {
    if (document.elementFromPoint(x, y) !== host) continue;
    const at = root.elementFromPoint(x, y);
    if (!at || at.closest('[data-' + kind + ']') !== e) continue;
    if (kind === 'area' && at.closest('[data-unit], [data-city]')) continue;
    return [x, y];
  }
  return null;
};
window.toMap = (kind, key) => {
  const e = chartRoot()?.querySelector('[data-' + kind + '="' + (kind === 'unit' ? key.replace(/^D/, '') : key) + '"]');
  e?.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
  return !!e;
};`

// pointOnMap returns where a unit ("unit", "A:pav"), a city or an area can be
// clicked.
func (p *person) pointOnMap(kind, key string) (x, y float64) {
	p.t.Helper()
	p.sees("(() => {" + onMap + "return toMap(" + quote(kind) + "," + quote(key) + ") && onMap(" + quote(kind) + "," + quote(key) + "); })()")
	at := ask[[]float64](p, "onMap("+quote(kind)+","+quote(key)+")")
	if len(at) != 2 {
		p.t.Fatalf("%s: %s %s cannot be clicked", p.name, kind, key)
	}
	return at[0], at[1]
}

// pick clicks or taps something on the map.
func (p *person) pick(kind, key string) {
	p.t.Helper()
	x, y := p.pointOnMap(kind, key)
	p.hit(x, y)
}

// push clicks or taps a control of the page.
func (p *person) push(element string) {
	p.t.Helper()
	x, y := p.point(element)
	p.hit(x, y)
}

// act returns an expression for a button in the small box next to the selected unit.
func act(key string) string { return "deep(" + quote(`#act [data-act="`+key+`"]`) + ")" }

// written returns the lines of the only text box of the page.
func (p *person) written() []string {
	p.t.Helper()
	var out []string
	for _, l := range strings.Split(ask[string](p, "(document.querySelector('#orders textarea') || {value: ''}).value"), "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}

// hasLine returns an expression that is true if a line is in the text box of the page.
func hasLine(line string) string {
	return "document.querySelector('#orders textarea').value.split('\\n').some(l => l.trim() === " + quote(line) + ")"
}

// wrote waits until a line is in the text box.
func (p *person) wrote(line string) {
	p.t.Helper()
	p.sees(hasLine(line))
}

// gives gives an order with clicks on the map: first on the unit, then on what the order needs.
// It checks that the text box contains the order afterwards.
func (p *person) gives(unit string, c choice) {
	p.t.Helper()
	p.backs(unit, c, c.Of)
}

// backs is like gives, but clicks on the given unit if the order supports or convoys one.
func (p *person) backs(unit string, c choice, of string) {
	p.t.Helper()
	has := hasLine(c.Text)
	p.pick("unit", unit)
	switch c.Kind {
	case "hold", "besiege", "lift", "disband":
		p.push(act(c.Kind))
	case "convert":
		p.push(act("convert-" + c.Type))
	case "retreat":
		if c.City {
			p.push(act("city"))
		} else {
			p.pick("area", c.To)
		}
	case "support", "convoy":
		p.push(act(c.Kind))
		p.sees("!(e => e && shown(e))(" + act("hold") + ") && !(e => e && shown(e))(" + act("go") + ")")
		p.pick("unit", of)
		p.sees(has + " || " + act("hold") + " || " + act("go") + " || " + act(c.Text))
		switch {
		case ask[bool](p, has+" || !!"+act(c.Text)):
		case c.To == "" || c.To == strings.SplitN(of, ":", 2)[1]:
			p.push(act("hold"))
		default:
			p.pick("area", c.To)
		}
	default:
		p.pick("area", c.To)
	}
	p.sees(has + " || " + act(c.Text))
	if ask[bool](p, "!("+has+") && !!"+act(c.Text)) { // if it may have several meanings, the page asks
		p.push(act(c.Text))
	}
	p.wrote(c.Text)
}

// ready marks the seat ready, and confirms if the page asks.
func (p *person) ready() {
	p.t.Helper()
	p.readyBy(p.push)
}

// revision returns the revision of the game that the page shows.
func (p *person) revision() string {
	p.t.Helper()
	return ask[string](p, "document.body && document.body.dataset.revision || ''")
}

// rests is an expression that is true on a page that is not being replaced at the moment.
const rests = "!document.documentElement.matches(':active-view-transition')"

// moved is an expression that is true on a page that says that the game has moved on.
const moved = "document.querySelector('[data-moved]:not([hidden])')"

// moves waits until the page, without being reloaded, shows another revision of the game, or
// announces one and leads to it.
func (p *person) moves(from string) {
	p.t.Helper()
	on := "document.body && document.body.dataset.revision !== " + quote(from)
	p.sees(on + " || " + moved)
	// The page may continue by itself before its link is clicked.
	ask[bool](p, "((on, a) => { if (!on && a) a.click(); return true; })("+on+", document.querySelector('[data-moved]:not([hidden]) a'))")
	p.sees("(" + on + ") && " + rests)
}
