package atlas

import (
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// Layers is a set of things that a drawing can show in addition to the board
// and the units.
type Layers uint8

// The layers.
const (
	Owners  Layers = 1 << iota // provinces in the colours of their owners, with their shields
	Income                     // a coin on each area with the ducats that the area and its city pay
	Straits                    // highlighted straits, crossings and ports
	// on owned provinces, the number of other powers' units that can advance into them, without
	// convoys
	Threatened
)

// layerNames are the words for the layers, by bit.
var layerNames = [...]string{"owners", "income", "straits", "threatened"}

// LayerNames lists the words that ParseLayers knows.
func LayerNames() []string { return layerNames[:] }

// ParseLayers parses words separated by commas, such as "owners,income". The
// empty text means no layer.
func ParseLayers(text string) (Layers, error) {
	var l Layers
words:
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		for i, n := range layerNames {
			if n == word {
				l |= 1 << i
				continue words
			}
		}
		return 0, fmt.Errorf("unknown layer %q: expected %s", word, strings.Join(layerNames[:], ", "))
	}
	return l, nil
}

// shows reports whether a layer is to be drawn. The zero value shows the
// owners.
func (d *drawing) shows(l Layers) bool {
	if d.opt.Layers == 0 {
		return l == Owners
	}
	return d.opt.Layers&l != 0
}

// layers writes the additional signs on the areas.
func (d *drawing) layers() {
	if d.shows(Straits) {
		d.str(`<g class="m-thru">`)
		d.passages()
		d.str("</g>\n")
	}
	if !d.shows(Income) && !d.shows(Threatened) {
		return
	}
	d.str(`<g class="m-thru">`)
	for id := 1; id < len(d.board.Areas); id++ {
		a := board.ID(id)
		if d.pos.Setting.OffBoard.Has(a) {
			continue
		}
		if d.shows(Income) {
			d.coin(a)
		}
		if n := d.threats(a); n > 0 && d.shows(Threatened) {
			at := d.shape(a).mark
			if d.pos.RebelLand.Has(a) || d.pos.Plague.Has(a) {
				at = at.shift(-15, 10)
			}
			d.larger(at, smallCity, func(at point) {
				d.use("k-threat", "", at)
				d.text("m-num m-pale", at.shift(0, 5), 15, 0, strconv.Itoa(n))
			})
		}
	}
	d.str("</g>\n")
}

// coin writes the income of an area.
func (d *drawing) coin(id board.ID) {
	a := &d.board.Areas[id]
	pays := a.Pays
	if d.cityCounts(id) {
		pays += a.CityPays
	}
	if pays == 0 {
		return
	}
	at := d.shape(id).second
	if d.pos.Famine.Has(id) {
		at = at.shift(.6*d.clear(), .4*d.clear())
	}
	d.larger(at, smallCity, func(at point) {
		d.use("k-coin", "", at)
		d.text("m-num m-coin", at.shift(0, 5), 15, 0, strconv.Itoa(int(pays)))
	})
}

// threats counts the units of others that can advance into a province.
func (d *drawing) threats(id board.ID) int {
	owner := d.pos.Province[id]
	if owner == machiavelli.Nobody || d.board.Areas[id].Sea {
		return 0
	}
	n := 0
	for i := range d.pos.Units {
		u := &d.pos.Units[i]
		if u.Owner == owner || u.Owner == machiavelli.Nobody || u.InCity() {
			continue
		}
		to := d.board.ArmyEdges[u.At]
		if u.Type == machiavelli.Fleet {
			to = d.board.FleetEdges[u.At][u.Coast]
		}
		if u.At == id || to.Has(id) {
			n++
		}
	}
	return n
}

// passages marks straits, crossings and ports.
func (d *drawing) passages() {
	for _, l := range d.sheet.straits {
		d.f(`<path class="m-pass" d="%s"/>`, l.d)
	}
	for _, l := range d.sheet.links {
		if x, y := d.find(l.a), d.find(l.b); d.board.ArmyEdges[x].Has(y) {
			d.f(`<path class="m-pass" d="%s"/>`, l.d)
		}
	}
	for id := 1; id < len(d.board.Areas); id++ {
		if sh := d.shape(board.ID(id)); d.board.Areas[id].Port && d.cityCounts(board.ID(id)) && sh.port != (point{}) {
			d.put("k-port", "", sh.port, smallCity)
		}
	}
	for _, s := range d.board.Straits {
		a, b, c := d.shape(s.A), d.shape(s.B), d.shape(s.Control)
		if a == nil || b == nil || c == nil {
			continue
		}
		at := d.gate(c)
		d.put("k-gate", "", at, smallCity)
	}
}

// gate returns the place for the mark of a strait that a province can close.
// This is on the line of a strait or link drawn nearby or, if there is none, at
// the province's unit.
func (d *drawing) gate(c *shape) point {
	best, least := c.unit, 160.0
	for _, l := range append(d.sheet.straits[:len(d.sheet.straits):len(d.sheet.straits)], d.sheet.links...) {
		if far := l.mid.minus(c.unit).length(); far < least {
			best, least = l.mid, far
		}
	}
	return best
}
