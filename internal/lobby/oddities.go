package lobby

import (
	"slices"
	"strings"

	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/machiavelli/message"
	"podesta/machiavelli/scenario"
)

// Oddities returns what is unusual about a new game, in complete sentences: settings that are
// allowed but hardly ever intended. Hosting may be nil.
func (n *NewGame) Oddities(h *hosting.Hosting) []message.Message {
	var out []message.Message
	lib, err := gamestate.ReadLibrary(n.Library)
	if err == nil {
		if sc, ok := lib.Find(n.Scenario); ok && n.Library == "" {
			out = append(out, misfits(sc, n.Preset)...)
		}
	}
	if h != nil && !n.Plays {
		out = append(out, h.Oddities()...)
	}
	return out
}

// misfits returns a remark if the edition of the rules was not made for the
// scenario's board.
func misfits(sc scenario.Info, preset string) []message.Message {
	title := message.Message{ID: sc.Title} // the title is a text of the catalogues
	switch {
	case sc.ID == "diplomacy" && preset != "" && !strings.HasPrefix(preset, "diplomacy"):
		return []message.Message{message.New("The scenario {title} is made for the rules of Diplomacy. Other editions expect a board with income and fortified cities.", title)}
	case preset == "diplomacy" && sc.ID != preset:
		return []message.Message{message.New("The rules of Diplomacy are made for a board of their own. In the scenario {title} they leave out money and garrisons.", title)}
	}
	return nil
}

// newOddities returns the oddities that a change of the settings has introduced.
func newOddities(h, before *hosting.Hosting) []message.Message {
	var out []message.Message
	for _, o := range h.Oddities() {
		if !slices.ContainsFunc(before.Oddities(), o.Equal) {
			out = append(out, remark(o))
		}
	}
	return out
}

// remark introduces a remark on something surprising.
func remark(m message.Message) message.Message { return message.New("Note: {text}", m) }
