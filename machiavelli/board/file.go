package board

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"podesta/machiavelli"
)

// file is a board file as it is written.
type file struct {
	Slug            string       `yaml:"slug"`
	Title           string       `yaml:"title"`
	Venice          string       `yaml:"venice"`
	LandBridge      string       `yaml:"land-bridge"`
	Straits         []fileStrait `yaml:"straits"`
	ReportProvinces string       `yaml:"report-provinces"`
	ReportCities    string       `yaml:"report-cities"`
	Areas           []fileArea   `yaml:"areas"`
}

type fileStrait struct {
	Between string `yaml:"between"`
	Control string `yaml:"control"`
}

type fileArea struct {
	Code            string   `yaml:"code"`
	Name            string   `yaml:"name"`
	Sea             bool     `yaml:"sea"`
	Abbr            string   `yaml:"abbr"`
	Modern          string   `yaml:"modern"`
	Also            []string `yaml:"also"`
	Legacy          []string `yaml:"legacy"`
	City            string   `yaml:"city"`
	Pays            *int     `yaml:"pays"`
	Army            string   `yaml:"army"`
	Fleet           string   `yaml:"fleet"`
	FleetNC         string   `yaml:"fleet-nc"`
	FleetSC         string   `yaml:"fleet-sc"`
	FleetEC         string   `yaml:"fleet-ec"`
	FleetWC         string   `yaml:"fleet-wc"`
	Famine          string   `yaml:"famine"`
	Plague          string   `yaml:"plague"`
	Storm           string   `yaml:"storm"`
	FamineCompleted string   `yaml:"famine-completed"`
	PlagueCompleted string   `yaml:"plague-completed"`
}

// fleets gives the area's fleet edges by coast.
func (a *fileArea) fleets() [machiavelli.NumCoasts]string {
	return [...]string{a.Fleet, a.FleetNC, a.FleetSC, a.FleetEC, a.FleetWC}
}

// maxFile bounds the size of a board file, which may come from a stranger.
const maxFile = 1 << 20

// decode reads the text of a board file. A field that does not exist is an error.
func decode(text []byte) (*file, error) {
	if len(text) > maxFile {
		return nil, fmt.Errorf("board file: longer than %d bytes", maxFile)
	}
	var f file
	d := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict())
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("board file: %w", err)
	}
	switch {
	case f.Slug == "":
		return nil, errors.New("board file: no slug")
	case len(f.Areas) == 0:
		return nil, errors.New("board file: no areas")
	case len(f.Areas) > Max-1:
		return nil, fmt.Errorf("board file: %d areas, but a board has at most %d", len(f.Areas), Max-1)
	}
	if f.Title == "" {
		f.Title = f.Slug
	}
	return &f, nil
}

// parseCity reads "fortified port 3": kind, port if there is one, ducats.
func parseCity(text string) (kind CityKind, port bool, pays machiavelli.Ducats, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return NoCity, false, 0, nil
	}
	switch words[0] {
	case "unfortified":
		kind = Unfortified
	case "fortified":
		kind = Fortified
	case "fortress":
		kind = Fortress
	default:
		return 0, false, 0, fmt.Errorf("city %q: expected unfortified, fortified or fortress", text)
	}
	words = words[1:]
	if len(words) > 0 && words[0] == "port" {
		port, words = true, words[1:]
	}
	if len(words) > 0 {
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 0 || n > 99 || len(words) > 1 {
			return 0, false, 0, fmt.Errorf("city %q: expected the kind, then port if it is one, then the ducats", text)
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

// parseCell reads "8 11", row and column of a table of two dice each way.
func parseCell(text string) (Cell, error) {
	w := strings.Fields(text)
	if len(w) == 0 {
		return Cell{}, nil
	}
	if len(w) == 2 {
		r, err1 := strconv.Atoi(w[0])
		c, err2 := strconv.Atoi(w[1])
		if err1 == nil && err2 == nil && r >= 2 && r <= 12 && c >= 2 && c <= 12 {
			return Cell{r, c}, nil
		}
	}
	return Cell{}, fmt.Errorf("cell %q: expected row and column, each from 2 to 12", text)
}
