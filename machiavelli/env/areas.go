package env

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// Area describes an area of a board. Borders are indices in the list of areas.
type Area struct {
	Name string `json:"name"`
	Sea  bool   `json:"sea"`
	// "unfortified", "fortified" or "fortress"; empty if there is no city
	City     string   `json:"city,omitempty"`
	Port     bool     `json:"port,omitempty"`      // the city has a port
	CityPays int      `json:"city-pays,omitempty"` // the income of the city in ducats
	Coasts   []string `json:"coasts,omitempty"`    // the coasts of an area with several: "nc", "sc", "ec", "wc"
	OffBoard bool     `json:"off-board,omitempty"` // out of play in this variant
	Army     []int    `json:"army"`                // where an army may go
	Fleet    []int    `json:"fleet"`               // where a fleet may go, from any coast
}

// Player describes a power that is played.
type Player struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Homes []int  `json:"homes"` // its home provinces at the start: indices in the list of areas
}

// cityKinds names the kinds of cities.
var cityKinds = [...]string{board.NoCity: "", board.Unfortified: "unfortified", board.Fortified: "fortified", board.Fortress: "fortress"}

// Areas describes the areas of the board, in a fixed order.
func (u *Setup) Areas() []Area {
	set := u.Setting()
	b := set.Board
	areas := make([]Area, 0, len(b.Areas)-1)
	for at := board.ID(1); int(at) < len(b.Areas); at++ {
		x := &b.Areas[at]
		var fleet board.Set
		for c := machiavelli.NoCoast; c < machiavelli.NumCoasts; c++ {
			fleet = fleet.Union(b.FleetEdges[at][c])
		}
		a := Area{
			Name: x.Name, Sea: x.Sea, City: cityKinds[x.City], Port: x.Port, CityPays: int(x.CityPays),
			OffBoard: set.OffBoard.Has(at), Army: indices(b.ArmyEdges[at]), Fleet: indices(fleet),
		}
		for _, c := range x.Coasts {
			a.Coasts = append(a.Coasts, c.Code())
		}
		areas = append(areas, a)
	}
	return areas
}

// Players describes the powers that are played.
func (u *Setup) Players() []Player {
	var players []Player
	for x := range each(u.Powers()) {
		info := &u.Setting().Powers[x]
		players = append(players, Player{info.ID, info.Name, indices(u.start.Homes(x))})
	}
	return players
}

// indices returns the indices of areas in the list that Areas returns.
func indices(s board.Set) []int {
	list := make([]int, 0, s.Len())
	for at := s.Next(board.None); at != board.None; at = s.Next(at) {
		list = append(list, int(at)-1)
	}
	return list
}
