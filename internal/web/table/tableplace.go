package table

import (
	"net/url"
	"strconv"

	"podesta/internal/game"
)

// TablePlace tells the script of a table page where everything is. It is the
// same for a game, the sandbox and a lesson, so that the script knows of none.
type TablePlace struct {
	Base   string // address of what is played: "/g/ID"
	Data   string // of the table's data (package tableview)
	Orders string // where the texts go to be kept
	Check  string // where they go to be looked at
	Keep   string // under this name the browser keeps what could not be sent; one for each game and seat
	Mode   string // what Ready does: "ready", "process" (one visitor writes for all) or "go" (where complete orders count: the phase is not held any more)
	Live   string // where the stream of what happens is; empty: nothing happens any more
	Film   string // what plays a lesson's results back; empty: there are none
	Panels []PanelTab
}

// PanelTab is a tab of the side of a table page.
type PanelTab struct{ Name, Title string }

// newPlace is the place of a game's table; as is the seat for which a master
// orders, or 0.
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

// hasLetters reports whether the players of a game can write letters at all: one
// person alone, or against computer players, cannot.
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

// IsReady reports whether the visitor's seat is waited for no longer, at his
// word.
func (p *tablePage) IsReady() bool {
	if p.Head.Hosting.OnReady {
		return p.Table.Ready
	}
	return !p.Head.Mine.Wait && !p.Head.Mine.Ordered.IsZero()
}
