package setup

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/internal/web/page"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// pictureAge is how long a browser caches the map of a scenario's start position, which changes
// only with the program.
const pictureAge = "public, max-age=86400"

// boardNames names the boards other than the board of 1978.
//
//lang:words
var boardNames = map[string]string{"italy-1995": "board of 1995", "dipmach": "Diplomacy board", "diplomacy": "Diplomacy board"}

// newScenarioChoice returns a scenario for the form of a new game.
func newScenarioChoice(sc scenario.Info, chosen string) scenarioChoice {
	c := scenarioChoice{Title: sc.Title, Period: sc.Period, Board: boardNames[sc.Board]}
	largest := 0
	for _, v := range sc.Variants {
		value := sc.ID + "/" + v.ID
		x := page.Choice{Value: value, Label: strconv.Itoa(v.Players), Chosen: value == chosen, Doc: v.Title}
		if twins(sc.Variants, v.Players) > 1 {
			x.Label += " (" + variantMark(sc.Variants, v.ID, v.Players) + ")"
		}
		c.Chosen = c.Chosen || x.Chosen
		c.Variants = append(c.Variants, x)
		if v.Players > largest {
			largest, c.Picture = v.Players, "/scenarios/"+sc.ID+"/"+v.ID+".svg"
		}
	}
	return c
}

// twins returns how many variants have the given number of players.
func twins(all []scenario.VariantInfo, players int) int {
	n := 0
	for _, v := range all {
		if v.Players == players {
			n++
		}
	}
	return n
}

// variantMark distinguishes variants for the same number of players: "A", "B".
func variantMark(all []scenario.VariantInfo, id string, players int) string {
	n := 0
	for _, v := range all {
		if v.ID == id {
			break
		}
		if v.Players == players {
			n++
		}
	}
	return string(rune('A' + n))
}

// startPicture draws the small map of a scenario's start.
func (s *Pages) startPicture(w http.ResponseWriter, r *http.Request) {
	file, ok := strings.CutSuffix(r.PathValue("file"), ".svg")
	sc, known := scenario.Find(r.PathValue("id"))
	if !ok || !known {
		http.NotFound(w, r)
		return
	}
	o := atlas.Options{Theme: "light", Size: atlas.Phone, Labels: atlas.NoNames}
	if r.URL.Query().Get("theme") == "dark" {
		o.Theme = "dark"
	}
	variant := ""
	for _, v := range sc.Variants {
		if strings.EqualFold(v.ID, file) {
			variant = v.ID
		}
	}
	if variant == "" {
		http.NotFound(w, r)
		return
	}
	key := "scenario/" + sc.ID + "/" + variant + "/" + o.Theme
	found, ok := s.pictures.Get(key)
	if !ok {
		body, err := drawStart(sc, variant, o)
		if err != nil {
			s.Log.Error("map cannot be drawn", "scenario", sc.ID, "variant", variant, "error", err)
			http.Error(w, "The map could not be drawn.", http.StatusInternalServerError)
			return
		}
		found = s.pictures.Put(key, body)
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", pictureAge)
	found.Send(w, r)
}

// drawStart draws the units at the start of a scenario.
func drawStart(sc scenario.Info, variant string, o atlas.Options) ([]byte, error) {
	set, err := rules.Make(rules.DefaultPreset, sc.Options)
	if err != nil {
		return nil, err
	}
	p, err := scenario.New(sc.ID, variant, &set)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = atlas.SVG(&b, p, o)
	return b.Bytes(), err
}
