package atlas

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// groups returns the elements of a picture by the value of an attribute.
func groups(t *testing.T, svg, attr string) map[string]xml.StartElement {
	t.Helper()
	out := map[string]xml.StartElement{}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if a.Name.Local == attr {
					if _, twice := out[a.Value]; twice && attr != "data-power" && attr != "class" {
						t.Errorf("%s=%q twice", attr, a.Value)
					}
					out[a.Value] = e
				}
			}
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// TestElementsCanBeFound checks that every area, city and unit of an interactive drawing
// can be found by its attributes.
func TestElementsCanBeFound(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	svg := draw(t, p, Options{Interactive: true, Results: results(t, p)})
	areas, cities, units := groups(t, svg, "data-area"), groups(t, svg, "data-city"), groups(t, svg, "data-unit")
	b := p.Setting.Board
	for id := 1; id < len(b.Areas); id++ {
		a := &b.Areas[id]
		if e, ok := areas[a.Code]; !ok || attribute(e, "id") != "prov-"+a.Code {
			t.Errorf("no area %s", a.Code)
		}
		if _, ok := cities[a.Code]; ok != (a.City != board.NoCity && a.City != board.Fortress) {
			t.Errorf("%s: its city can be pointed at: %v", a.Code, ok)
		}
	}
	if len(areas) != len(b.Areas)-1 {
		t.Errorf("%d areas, expected %d", len(areas), len(b.Areas)-1)
	}
	find := func(u position.Unit) xml.StartElement {
		key := u.Type.Letter() + ":" + b.Areas[u.At].Code
		e, ok := units[key]
		if !ok {
			t.Errorf("no unit %s", key)
		}
		power := "autonomous"
		if u.Owner != 0 {
			power = p.Setting.Powers[u.Owner].ID
		}
		if got := attribute(e, "data-power"); got != power {
			t.Errorf("%s is of %q, expected %s", key, got, power)
		}
		return e
	}
	for _, u := range p.Units {
		if e := find(u); strings.Contains(groupsOf(e), "data-dislodged") {
			t.Errorf("%v is dislodged", u)
		}
	}
	for _, x := range p.Dislodged {
		if e := find(x.Unit); attribute(e, "data-dislodged") != "aqu" {
			t.Errorf("%v: dislodged from %q, expected aqu", x.Unit, attribute(e, "data-dislodged"))
		}
	}
	if len(units) != len(p.Units)+len(p.Dislodged) {
		t.Errorf("%d units, expected %d", len(units), len(p.Units)+len(p.Dislodged))
	}
	if plain := draw(t, p, Options{}); strings.Contains(plain, "data-") || strings.Contains(plain, "prov-") {
		t.Error("a picture that is only looked at names areas, cities or units")
	}
}

// groupsOf returns the names of an element's attributes.
func groupsOf(e xml.StartElement) string {
	var s string
	for _, a := range e.Attr {
		s += a.Name.Local + " "
	}
	return s
}

// TestOverlay checks that Overlay writes the same group as the whole drawing,
// and that a drawing without orders has an empty group.
func TestOverlay(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	o := Options{Interactive: true, Results: results(t, p)}
	var b bytes.Buffer
	if err := Overlay(&b, p, o); err != nil {
		t.Fatal(err)
	}
	group, whole := b.String(), draw(t, p, o)
	if !strings.HasPrefix(group, `<g id="orders" `) || strings.Count(group, "<g") != strings.Count(group, "</g>") {
		t.Errorf("not one group: %.60s", group)
	}
	if !strings.Contains(group, "m-q4") || !strings.Contains(whole, group) {
		t.Error("the orders by themselves are others than those of the whole drawing")
	}
	o.NoOrders = true
	without := draw(t, p, o)
	check(t, without)
	const empty = `<g id="orders" class="m-thru"></g>` + "\n"
	if strings.Replace(whole, group, empty, 1) != without {
		t.Error("the drawing without orders differs in more than its orders")
	}
	if err := Overlay(&b, p, Options{Theme: "sepia"}); err == nil {
		t.Error("an unknown theme is accepted")
	}
}

// TestCSS checks that a drawing without a style sheet is the same in every
// theme, that CSS returns the sheet it would have had, and that no element has
// a style of its own.
func TestCSS(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	for _, size := range []Size{Sheet, Phone} {
		var first string
		for _, theme := range Themes() {
			o := Options{Theme: theme, Size: size, Interactive: true, Legend: true, Results: results(t, p)}
			css, err := CSS(p.Setting.Powers, o)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(draw(t, p, o), "<style>"+css+"</style>\n") {
				t.Errorf("%s: another style sheet than the drawing has", theme)
			}
			o.NoStyle = true
			svg := draw(t, p, o)
			if strings.Contains(svg, "<style") || strings.Contains(svg, "style=") {
				t.Errorf("%s: a style in the drawing", theme)
			}
			svg = strings.Replace(svg, "pm-"+theme, "pm-", 1)
			if first == "" {
				first = svg
			}
			if svg != first {
				t.Errorf("%s: the drawing is another one", theme)
			}
		}
	}
	if _, err := CSS(p.Setting.Powers, Options{Theme: "sepia"}); err == nil {
		t.Error("an unknown theme is accepted")
	}
}

// TestAnchorList checks that the places of units and cities lie in the boxes of
// their areas, and that exactly the areas with a city have a place for one.
func TestAnchorList(t *testing.T) {
	for _, slug := range board.Slugs() {
		b := mustBoard(t, slug)
		all, err := Anchors(b)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != len(b.Areas)-1 {
			t.Fatalf("%s: %d anchors for %d areas", slug, len(all), len(b.Areas)-1)
		}
		for i, a := range all {
			area := &b.Areas[i+1]
			if a.Code != area.Code {
				t.Errorf("%s: anchor %d is of %s, expected %s", slug, i, a.Code, area.Code)
			}
			in := func(p [2]int) bool {
				return p[0] >= a.Box[0] && p[0] <= a.Box[0]+a.Box[2] && p[1] >= a.Box[1] && p[1] <= a.Box[1]+a.Box[3]
			}
			if a.Box[2] <= 0 || a.Box[3] <= 0 || !in(a.Unit) {
				t.Errorf("%s: the unit of %s at %v is not in %v", slug, a.Code, a.Unit, a.Box)
			}
			if (a.City != [2]int{}) != (area.City != board.NoCity) || a.City != [2]int{} && !in(a.City) {
				t.Errorf("%s: the city of %s at %v, its box %v", slug, a.Code, a.City, a.Box)
			}
		}
	}
	if _, err := Anchors(&board.Board{Slug: "moon"}); err == nil {
		t.Error("a board without areas has anchors")
	}
}

// TestPointerPassesThrough checks that purely visual elements let the pointer through, because a browser
// that compares the pointer with hundreds of broad lines reacts late to a tap.
func TestPointerPassesThrough(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	for _, size := range []Size{Sheet, Screen, Phone} {
		svg := draw(t, p, Options{Interactive: true, Legend: true, Size: size, Results: results(t, p)})
		d := xml.NewDecoder(strings.NewReader(svg))
		through := []bool{false}
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch e := tok.(type) {
			case xml.EndElement:
				through = through[:len(through)-1]
			case xml.StartElement:
				ok := through[len(through)-1] || e.Name.Local == "defs"
				for _, class := range strings.Fields(attribute(e, "class")) {
					ok = ok || class == "m-thru" || class == "m-hit" || strings.Contains(".m-ti.m-ba.m-in.m-off.m-out.m-hh", "."+class)
				}
				for _, name := range []string{"data-city", "data-unit"} {
					ok = ok || attribute(e, name) != ""
				}
				if !ok && strings.Contains("path use circle text", e.Name.Local) {
					t.Errorf("size %d: %s %q is in the pointer's way", size, e.Name.Local, attribute(e, "class"))
				}
				through = append(through, ok)
			}
		}
	}
}
