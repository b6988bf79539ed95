package outbox

import (
	"bytes"
	"context"
	"fmt"
	"runtime"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/mail/phrase"
	"podesta/internal/words"
	"podesta/machiavelli/position"
)

// pictures caches the maps of the latest results, each drawn once for all recipients. A map
// shows only public information.
type pictures = shelf[pictureKey, []byte]

// pictureKey identifies the results of a phase by their log entry, in a language.
type pictureKey struct {
	game     string
	seq      int64
	language string
}

// keptPictures is the size of the cache; each map has about 200 KB.
const keptPictures = 40

// picture returns the map of phase number, reported by entry seq, as a part of an e-mail: the
// resulting position, with names in a language. It returns nil for a phase that has been rolled
// back, and if maps are disabled.
func (o *Outbox) picture(ctx context.Context, g *game.Game, seq int64, number int, l *words.Catalogue) ([]byte, error) {
	if o.noMaps {
		return nil, nil
	}
	return o.pictures.of(pictureKey{g.ID, seq, l.Tag}, func() ([]byte, error) {
		ph, err := o.judge.Base.Phase(ctx, g.ID, number)
		if game.ErrorCode(err) == game.NotFound || err == nil && ph.After == nil {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if err := drawPNG(&b, ph.After, atlas.Options{Legend: true, Language: mapLanguage(l)}); err != nil {
			o.log.Error("map cannot be drawn", "game", g.ID, "phase", number, "error", err)
			return nil, nil
		}
		return picturePart(b.Bytes())
	})
}

// drawingNow limits how many maps are drawn at the same time to half of the processors, so that
// pages do not have to wait. It also limits the memory used.
var drawingNow = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))

// drawPNG draws a position as PNG.
func drawPNG(b *bytes.Buffer, p *position.Position, o atlas.Options) error {
	drawingNow <- struct{}{}
	defer func() { <-drawingNow }()
	return atlas.PNG(b, p, o)
}

// mapLanguage returns the language in which a map names places and powers: nil for
// English.
func mapLanguage(l *words.Catalogue) *atlas.Language {
	if l == words.English() {
		return nil
	}
	return atlas.NewLanguage(l)
}

// Chart is the map of a position that an e-mail requested: the one at the beginning of phase
// Number of a game.
type Chart struct {
	Game     string `json:"game"`
	Number   int    `json:"number"`
	Language string `json:"language,omitempty"` // tag of the reader's language
}

// attachment is a file in an e-mail.
type attachment struct {
	name string
	data []byte
}

// drawCharts draws the maps attached to an e-mail. It leaves out maps of phases that have been
// rolled back.
func (o *Outbox) drawCharts(ctx context.Context, m *Letter) error {
	for _, c := range m.Charts {
		name, picture, err := o.Draw(ctx, c)
		if err != nil {
			return err
		}
		if picture != nil {
			m.attached = append(m.attached, attachment{name, picture})
		}
	}
	return nil
}

// Draw draws a map as PNG, and returns it with a name for its file. It returns nothing for a
// phase that has been rolled back.
func (o *Outbox) Draw(ctx context.Context, c Chart) (name string, picture []byte, err error) {
	g, err := o.judge.Base.Game(ctx, c.Game)
	var ph *game.Phase
	if err == nil {
		ph, err = o.judge.Base.Phase(ctx, c.Game, c.Number)
	}
	if err != nil {
		return "", nil, gone(err)
	}
	var b bytes.Buffer
	if err := drawPNG(&b, ph.Before, atlas.Options{Legend: true, Language: mapLanguage(o.visitor(c.Language).Catalogue)}); err != nil {
		o.log.Error("map cannot be drawn", "game", c.Game, "phase", c.Number, "error", err)
		return "", nil, nil
	}
	return fmt.Sprintf("%s-%s.png", phrase.Typed(g.Name), phrase.PhaseCode(ph.Phase)), b.Bytes(), nil
}
