package table

import (
	"net/url"
	"strconv"

	"podesta/internal/game"
)

// TablePlace holds the addresses that the board's script needs. They have the
// same form for a game, the sandbox and a lesson, so that the script does not
// distinguish them.
type TablePlace struct {
	Base   string // address of the game, sandbox or lesson: "/g/ID"
	Data   string // of the table's data (package tableview)
	Orders string // where texts are saved
	Check  string // where texts are checked
	Keep   string // the key under which the browser stores what could not be sent; one for each game and seat
	Mode   string // what Ready does: "ready", "process" (one visitor writes for all) or "go" (in games that wait for complete orders: the seat no longer holds the phase)
	Live   string // address of the event stream; empty: there are no more events
	Film   string // address that plays a lesson's results; empty: there are none
	Panels []PanelTab
}

// PanelTab is a tab of the side panel of the board.
type PanelTab struct{ Name, Title string }

// newPlace returns the addresses of a game. as is the seat for which a master
// gives orders, or 0.
func newPlace(g *game.Game, as int, t *gamePage) TablePlace {
	base := "/g/" + g.ID
	p := TablePlace{Base: base, Data: base + "/table.json", Orders: base + "/orders", Check: base + "/check", Keep: g.ID, Mode: "ready"}
	if as > 0 {
		p.Data += "?as=" + url.QueryEscape(strconv.Itoa(as))
		p.Keep += "-" + strconv.Itoa(as)
	}
	if !g.Finished {
		p.Live = base + "/live"
	}
	switch {
	case g.Solitaire:
		p.Mode = "process"
	case !g.Hosting.OnReady:
		p.Mode = "go"
	}
	if t == nil {
		return p
	}
	for _, x := range []struct {
		name, title string
		has         bool
	}{
		{"orders", "Orders", t.Writes},
		{"treasury", "Treasury", t.Writes && g.Rules.Money},
		{"letters", "Messages", hasLetters(g)},
		{"results", "Results", true},
		{"powers", "Powers", true},
		{"rules", "Rules", true},
		{"master", "Master", t.Role.Master && !t.Role.Public},
	} {
		if x.has {
			p.Panels = append(p.Panels, PanelTab{x.name, x.title})
		}
	}
	return p
}

// hasLetters reports whether the players of a game can write messages at all: a
// single person cannot.
func hasLetters(g *game.Game) bool { return !g.Hosting.Links || !g.Hosting.Press.None }

// Has reports whether the page has the panel.
func (p TablePlace) Has(name string) bool {
	for _, t := range p.Panels {
		if t.Name == name {
			return true
		}
	}
	return false
}

// IsReady reports whether the visitor has marked their seat ready, so that the
// game no longer waits for it.
func (p *tablePage) IsReady() bool {
	if p.Head.Hosting.OnReady {
		return p.Table.Ready
	}
	return !p.Head.Mine.Wait && !p.Head.Mine.Ordered.IsZero()
}
