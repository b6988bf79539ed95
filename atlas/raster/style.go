package raster

import (
	"image/color"
	"strconv"
	"strings"
)

// declaration is one property of a style rule.
type declaration struct{ name, value string }

// style parses a style sheet with rules for single classes.
func (d *document) style(css string) {
	for rule := range strings.SplitSeq(css, "}") {
		selector, body, ok := strings.Cut(rule, "{")
		class, isClass := strings.CutPrefix(strings.TrimSpace(selector), ".")
		if !ok || !isClass {
			continue
		}
		d.rules[class] = append(d.rules[class], declarations(body)...)
	}
}

func declarations(body string) []declaration {
	var out []declaration
	for part := range strings.SplitSeq(body, ";") {
		if name, value, ok := strings.Cut(part, ":"); ok {
			out = append(out, declaration{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
	return out
}

// paint is the paint of a fill or stroke.
type paint struct {
	none    bool
	pattern string // ID of a pattern, or empty if the colour is used
	colour  color.NRGBA
}

// look holds all properties of an element, both those that it inherits and
// those that it sets itself.
type look struct {
	fill, stroke               paint
	fillOpacity, strokeOpacity float64
	width                      float64
	dashes                     []float64
	roundCap, squareCap        bool
	roundJoin                  bool
	strokeFirst                bool // whether the stroke of a text lies below its fill
	size, spacing              float64
	bold, italic               bool
	anchor                     string

	opacity float64 // opacity of the element, which is not inherited
}

// plain is the initial look of a document.
var plain = look{
	fill: paint{colour: color.NRGBA{A: 255}}, stroke: paint{none: true},
	fillOpacity: 1, strokeOpacity: 1, width: 1, size: 16, anchor: "start", opacity: 1,
}

// of returns the look of an element inside another element with the look in. It
// applies first the attributes of the element, then the rules of its classes,
// and last its style attribute.
func (d *document) of(n *node, in look) look {
	out := in
	out.opacity = 1
	for _, a := range n.attrs {
		out.set(a.name, a.value)
	}
	for class := range strings.FieldsSeq(n.attr("class")) {
		for _, r := range d.rules[class] {
			out.set(r.name, r.value)
		}
	}
	for _, r := range declarations(n.attr("style")) {
		out.set(r.name, r.value)
	}
	return out
}

// set sets a property. Unknown values change nothing.
func (l *look) set(name, value string) {
	number := func(to *float64) {
		if v, err := strconv.ParseFloat(strings.TrimSuffix(value, "px"), 64); err == nil {
			*to = v
		}
	}
	switch name {
	case "fill":
		l.fill = readPaint(value, l.fill)
	case "stroke":
		l.stroke = readPaint(value, l.stroke)
	case "fill-opacity":
		number(&l.fillOpacity)
	case "stroke-opacity":
		number(&l.strokeOpacity)
	case "opacity":
		number(&l.opacity)
	case "stroke-width":
		number(&l.width)
	case "stroke-dasharray":
		l.dashes = nil
		if value != "none" {
			l.dashes = numbers(value)
		}
	case "stroke-linecap":
		l.roundCap, l.squareCap = value == "round", value == "square"
	case "stroke-linejoin":
		l.roundJoin = value == "round"
	case "paint-order":
		l.strokeFirst = strings.HasPrefix(value, "stroke")
	case "font-size":
		number(&l.size)
	case "letter-spacing":
		number(&l.spacing)
	case "font-weight":
		l.bold = value == "bold" || value >= "600"
	case "font-style":
		l.italic = value == "italic"
	case "text-anchor":
		l.anchor = value
	}
}

// readPaint parses a paint. If the text is invalid, readPaint returns was.
func readPaint(s string, was paint) paint {
	if s == "none" {
		return paint{none: true}
	}
	if id, ok := strings.CutPrefix(s, "url(#"); ok {
		return paint{pattern: strings.TrimSuffix(id, ")")}
	}
	hex, ok := strings.CutPrefix(s, "#")
	if !ok {
		return was
	}
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		return was
	}
	return paint{colour: color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}}
}
