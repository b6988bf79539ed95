package boardpage

import (
	"net/url"
	"slices"

	"podesta/atlas"
	"podesta/internal/replay"
	"podesta/internal/web/page"
	"podesta/internal/words"
)

// DrawnAs returns the options of a map in a page's query: its style, and the layers. Names are
// in the language of the page. It returns an error for unknown layers.
func DrawnAs(q url.Values, c *words.Catalogue) (atlas.Options, error) {
	l := Style(q, c)
	o := atlas.Options{Theme: l.Theme, Size: l.Size, Legend: true, Interactive: true, Language: l.Language}
	var err error
	o.Layers, err = atlas.ParseLayers(q.Get("layers"))
	return o, err
}

// Style returns the style of drawings in a page's query: the theme, and whether it is for a
// small screen. Names are in the language of the page.
func Style(q url.Values, c *words.Catalogue) replay.Style {
	l := replay.Style{Theme: "light", Size: atlas.Screen, Language: page.MapLanguage(c)}
	if t := q.Get("theme"); slices.Contains(atlas.Themes(), t) {
		l.Theme = t
	}
	switch {
	case q.Get("small") == "1":
		l.Size = atlas.Phone
	case l.Theme == "print":
		l.Size = atlas.Sheet
	}
	return l
}
