package clock

import (
	"context"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
)

type boardArgs struct {
	Area string `arg:"area,optional" most:"60" doc:"Only this area and those that touch it; otherwise all"`
}

// Board is a board with its areas.
type Board struct {
	act.Done
	Slug    string   `json:"slug" example:"italy-1978"`
	Title   string   `json:"title"`
	Areas   []Area   `json:"areas"`
	Straits []Strait `json:"straits" doc:"Ways of fleets that a province can close"`
}

// Area is a province or a sea.
type Area struct {
	Name      string              `json:"name" doc:"As in positions and events" example:"Milan"`
	Code      string              `json:"code" example:"mil"`
	Abbr      string              `json:"abbr,omitempty" doc:"The printed abbreviation"`
	Sea       bool                `json:"sea,omitempty"`
	City      string              `json:"city,omitempty" enum:"unfortified,fortified,fortress" doc:"What stands there"`
	Port      bool                `json:"port,omitempty"`
	CityPays  int                 `json:"cityPays,omitempty" doc:"Income of the city, in ducats"`
	Pays      int                 `json:"pays,omitempty" doc:"Income of the province, or of a sea to a fleet in it"`
	Coasts    []string            `json:"coasts,omitempty" doc:"Where there are several"`
	Armies    []string            `json:"armies" doc:"Where an army can go from here"`
	Fleets    map[string][]string `json:"fleets" doc:"Where a fleet can go, by the coast on which it is; the member of no name stands for the only one"`
	Neighbour []string            `json:"neighbours" doc:"Every area that touches it"`
}

// Strait is a passage for fleets that the power in a province can close to others.
type Strait struct {
	Between []string `json:"between" doc:"Two areas"`
	Control string   `json:"control" doc:"The province"`
}

// BoardOf describes a board: all areas, or only one area and its neighbours.
func BoardOf(b *board.Board, only board.ID) *Board {
	out := &Board{Slug: b.Slug, Title: b.Title, Areas: []Area{}, Straits: []Strait{}}
	names := func(set board.Set) []string {
		list := []string{}
		for _, id := range set.IDs() {
			list = append(list, b.Areas[id].Name)
		}
		return list
	}
	for i := 1; i < len(b.Areas); i++ {
		id, a := board.ID(i), &b.Areas[i]
		if only != board.None && id != only && !b.Borders[only].Has(id) {
			continue
		}
		x := Area{
			Name: a.Name, Code: a.Code, Abbr: a.Abbr, Sea: a.Sea, Port: a.Port, CityPays: int(a.CityPays), Pays: int(a.Pays),
			City: [...]string{"", "unfortified", "fortified", "fortress"}[a.City], Armies: names(b.ArmyEdges[id]),
			Fleets: map[string][]string{}, Neighbour: names(b.Borders[id]),
		}
		for _, c := range a.Coasts {
			x.Coasts = append(x.Coasts, c.Code())
		}
		for c := machiavelli.NoCoast; c < machiavelli.NumCoasts; c++ {
			if !b.FleetEdges[id][c].Empty() {
				x.Fleets[c.Code()] = names(b.FleetEdges[id][c])
			}
		}
		out.Areas = append(out.Areas, x)
	}
	for _, s := range b.Straits {
		out.Straits = append(out.Straits, Strait{[]string{b.Areas[s.A].Name, b.Areas[s.B].Name}, b.Areas[s.Control].Name})
	}
	return out
}

// geography is the command for the board of a game.
func geography() act.Command {
	return act.Of(act.Command{
		Name: "get geography", Scope: act.Game, Who: act.Anyone, Reads: true, Group: act.Playing, API: "GET /games/{game}/geography",
		Summary: "The geography of a game's board", Does: "Areas with their cities, coasts and income, where armies and fleets can go from each, and the straits. It stays the same for the whole game.",
	}, func(_ context.Context, by act.Caller, a boardArgs) (*Board, error) {
		only := board.None
		if a.Area != "" {
			m, ok := by.Game.Setting.Board.Find(a.Area)
			if !ok {
				return nil, game.Refuse(game.NotFound, message.New("There is no place {word}.", game.Quoted(a.Area)))
			}
			only = m.ID
		}
		return BoardOf(by.Game.Setting.Board, only), nil
	})
}
