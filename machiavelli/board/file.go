package board

import (
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/internal/source"
)

// file is a board file in its written form.
type file struct {
	At              source.Pos
	Slug            source.Text  `yaml:"slug"`
	Title           source.Text  `yaml:"title"`
	Venice          source.Text  `yaml:"venice"`
	LandBridge      source.Words `yaml:"land-bridge"`
	Tables          source.Words `yaml:"tables"`
	Straits         []fileStrait `yaml:"straits"`
	RollOrder       source.Words `yaml:"roll-order"`
	ReportProvinces source.Words `yaml:"report-provinces"`
	ReportCities    source.Words `yaml:"report-cities"`
	Areas           []fileArea   `yaml:"areas"`
}

type fileStrait struct {
	At      source.Pos
	Between source.Words `yaml:"between"`
	Control source.Text  `yaml:"control"`
}

type fileArea struct {
	At              source.Pos
	Code            source.Text   `yaml:"code"`
	Name            source.Text   `yaml:"name"`
	Sea             source.Bool   `yaml:"sea"`
	Abbr            source.Text   `yaml:"abbr"`
	Modern          source.Text   `yaml:"modern"`
	Also            []source.Text `yaml:"also"`
	Legacy          []source.Text `yaml:"legacy"`
	City            source.Words  `yaml:"city"`
	Anchors         source.Words  `yaml:"anchors"`
	Pays            source.Int    `yaml:"pays"`
	Army            source.Words  `yaml:"army"`
	Fleet           source.Words  `yaml:"fleet"`
	FleetNC         source.Words  `yaml:"fleet-nc"`
	FleetSC         source.Words  `yaml:"fleet-sc"`
	FleetEC         source.Words  `yaml:"fleet-ec"`
	FleetWC         source.Words  `yaml:"fleet-wc"`
	Famine          source.Words  `yaml:"famine"`
	Plague          source.Words  `yaml:"plague"`
	Storm           source.Words  `yaml:"storm"`
	FamineCompleted source.Words  `yaml:"famine-completed"`
	PlagueCompleted source.Words  `yaml:"plague-completed"`
	Grid            source.Words  `yaml:"grid"`
}

// names returns every name of the area except the old abbreviations. Some of the names may be
// empty.
func (a *fileArea) names() []source.Text {
	return append([]source.Text{a.Name, a.Code, a.Abbr, a.Modern}, a.Also...)
}

// fleets returns the area's fleet edges, indexed by coast.
func (a *fileArea) fleets() [machiavelli.NumCoasts]source.Words {
	return [...]source.Words{a.Fleet, a.FleetNC, a.FleetSC, a.FleetEC, a.FleetWC}
}

// cells returns the area's cells in disaster tables, in the order of
// Area.cells.
func (a *fileArea) cells() [5]source.Words {
	return [...]source.Words{a.Famine, a.FamineCompleted, a.Plague, a.PlagueCompleted, a.Storm}
}

// parseCity parses a city in the form "fortified port 3". The second word is
// left out if the city has no port.
func parseCity(w source.Words) (kind CityKind, port bool, pays machiavelli.Ducats, err error) {
	if len(w) == 0 {
		return NoCity, false, 0, nil
	}
	text := strings.Join(w.Strings(), " ")
	switch w[0].S {
	case "unfortified":
		kind = Unfortified
	case "fortified":
		kind = Fortified
	case "fortress":
		kind = Fortress
	default:
		return 0, false, 0, fmt.Errorf("city %q: expected unfortified, fortified or fortress", text)
	}
	w = w[1:]
	if len(w) > 0 && w[0].S == "port" {
		port, w = true, w[1:]
	}
	if len(w) > 0 {
		n, err := strconv.Atoi(w[0].S)
		if err != nil || n < 0 || n > maxPays || len(w) > 1 {
			return 0, false, 0, fmt.Errorf("city %q: expected the kind, then port if it is one, then the ducats from 1 to %d", text, maxPays)
		}
		pays = machiavelli.Ducats(n)
	}
	if kind == Fortress && pays != 0 {
		return 0, false, 0, fmt.Errorf("city %q: a fortress pays nothing", text)
	}
	if kind != Fortress && pays == 0 {
		return 0, false, 0, fmt.Errorf("city %q: a city pays at least one ducat", text)
	}
	return kind, port, pays, nil
}

// maxPays is the most that a province, sea or city pays (OPT-12).
const maxPays = 9

// parseCell parses a cell of a disaster table in the form "8 11". The numbers are its row and its
// column, and each is the sum of two dice.
func parseCell(w source.Words) (Cell, error) {
	if len(w) == 0 {
		return Cell{}, nil
	}
	if len(w) == 2 {
		r, err1 := strconv.Atoi(w[0].S)
		c, err2 := strconv.Atoi(w[1].S)
		if err1 == nil && err2 == nil && r >= 2 && r <= 12 && c >= 2 && c <= 12 {
			return Cell{r, c}, nil
		}
	}
	return Cell{}, fmt.Errorf("cell %q: expected row and column, each from 2 to 12", strings.Join(w.Strings(), " "))
}

// maxGrid is the maximum number of columns and of rows of a plain map.
const maxGrid = 40

// parseGrid parses the column and the row of an area on a plain map, in the
// form "3 12".
func parseGrid(w source.Words) ([2]int, error) {
	if len(w) == 0 {
		return [2]int{}, nil
	}
	if len(w) == 2 {
		x, err1 := strconv.Atoi(w[0].S)
		y, err2 := strconv.Atoi(w[1].S)
		if err1 == nil && err2 == nil && x >= 1 && x <= maxGrid && y >= 1 && y <= maxGrid {
			return [2]int{x, y}, nil
		}
	}
	return [2]int{}, fmt.Errorf("grid %q: expected column and row, each from 1 to %d", strings.Join(w.Strings(), " "), maxGrid)
}
