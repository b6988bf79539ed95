package boardpage

// TablePlace holds the addresses that the board's script needs. They have the
// same form for a game, the sandbox and a lesson, so that the script does not
// distinguish them.
type TablePlace struct {
	Base   string // address of the game, sandbox or lesson: "/g/ID"
	Data   string // address of the table's data (package tableview)
	Orders string // address where texts are saved
	Check  string // address where texts are checked
	Keep   string // the key under which the browser stores unsent text, different for each game and seat
	Mode   string // what Ready does: "ready", "process" (one visitor writes for all) or "go" (in games that wait for complete orders: the seat no longer holds the phase)
	Live   string // address of the event stream; empty if there are no more events
	Film   string // address of the film of a lesson's results; empty if there is none
	Panels []PanelTab
}

// PanelTab is a tab of the side panel of the board.
type PanelTab struct{ Name, Title string }

// Has reports whether the page has the panel.
func (p TablePlace) Has(name string) bool {
	for _, t := range p.Panels {
		if t.Name == name {
			return true
		}
	}
	return false
}
