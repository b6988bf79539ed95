package boardpage

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"sync"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/internal/words"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// MapAddress returns the address of the map of a phase for pages in a language. The parameter query
// is empty or holds options of the map. The address determines the drawing: it contains the
// revision of the game, the language and the version of the drawings, so that browsers never
// request it twice (see Fixed).
func MapAddress(c *words.Catalogue, g *game.Game, n int, query string) string {
	return fixedAddress(c, g, "/map/"+strconv.Itoa(n)+".svg", query)
}

// FirstAddress returns the address of the first drawing of a phase's film, in the same form.
func FirstAddress(c *words.Catalogue, g *game.Game, n int, query string) string {
	return fixedAddress(c, g, "/p/"+strconv.Itoa(n)+"/first.svg", query)
}

func fixedAddress(c *words.Catalogue, g *game.Game, path, query string) string {
	if query != "" {
		query += "&"
	}
	return "/g/" + g.ID + path + "?" + query + "rev=" + strconv.Itoa(g.Revision) + "&lang=" + c.Tag + "&v=" + drawn(c)
}

// Forever is the Cache-Control value for drawings at fixed addresses.
const Forever = "public, max-age=31536000, immutable"

// Fixed reports whether an address determines the drawing of a game, as addresses from MapAddress
// do. For other addresses, such as those of an earlier revision or an older version of the program,
// the current state of the game is drawn.
func Fixed(q url.Values, g *game.Game, c *words.Catalogue) bool {
	return q.Get("rev") == strconv.Itoa(g.Revision) && q.Get("lang") == c.Tag && q.Get("v") == drawn(c)
}

// Warm loads the board and draws it in a language, so that no visitor waits for it.
func Warm(c *words.Catalogue) { drawn(c) }

// versions caches the versions of drawings, keyed by language.
var versions sync.Map // maps *words.Catalogue to func() string

// drawn returns the version of the drawings in a language. It is part of the hash of drawings that
// contain all provinces and names, in every theme.
func drawn(c *words.Catalogue) string {
	f, ok := versions.Load(c)
	if !ok {
		f, _ = versions.LoadOrStore(c, sync.OnceValue(func() string {
			set, err := rules.Make(rules.DefaultPreset, nil)
			if err != nil {
				panic(err)
			}
			p, err := scenario.New("B", "", &set)
			if err != nil {
				panic(err)
			}
			var b bytes.Buffer
			for _, theme := range atlas.Themes() {
				if err := atlas.SVG(&b, p, atlas.Options{Theme: theme, Size: atlas.Screen, Legend: true, Interactive: true, Language: page.MapLanguage(c)}); err != nil {
					panic(err)
				}
			}
			sum := sha256.Sum256(b.Bytes())
			return hex.EncodeToString(sum[:4])
		}))
	}
	return f.(func() string)()
}
