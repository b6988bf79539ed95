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

// pictures caches the maps of the latest results. Each is drawn once for all recipients, because a
// map shows only public information.
type pictures = shelf[pictureKey, []byte]

// pictureKey identifies the map of a phase's results, reported by a log entry, in a language.
type pictureKey struct {
	game     string
	seq      int64
	language string
}

// keptPictures is the maximum number of cached maps; each has about 200 KB.
const keptPictures = 40

// picture returns the map of the position after phase number, or before it, reported by entry seq,
// as a MIME part, with names in the language l. It returns nil if the phase has been rolled back,
// maps are disabled, or the map cannot be drawn.
func (o *Outbox) picture(ctx context.Context, g *game.Game, seq int64, number int, before bool, l *words.Catalogue) ([]byte, error) {
	if o.noMaps {
		return nil, nil
	}
	return o.pictures.of(pictureKey{g.ID, seq, l.Tag}, func() ([]byte, error) {
		ph, err := o.judge.Base.Phase(ctx, g.ID, number)
		if game.ErrorCode(err) == game.NotFound || err == nil && ph.After == nil && !before {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		p := ph.After
		if before {
			p = ph.Before
		}
		var b bytes.Buffer
		if err := drawPNG(&b, p, atlas.Options{Legend: true, Language: mapLanguage(l)}); err != nil {
			o.log.Error("map cannot be drawn", "game", g.ID, "phase", number, "error", err)
			return nil, nil
		}
		return picturePart(b.Bytes())
	})
}

// drawingNow limits the number of maps that are drawn at the same time to half of the processors,
// so that pages do not have to wait. This also limits memory usage.
var drawingNow = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))

// drawPNG draws a position as PNG.
func drawPNG(b *bytes.Buffer, p *position.Position, o atlas.Options) error {
	drawingNow <- struct{}{}
	defer func() { <-drawingNow }()
	return atlas.PNG(b, p, o)
}

// mapLanguage returns the language of the names on a map; nil means English.
func mapLanguage(l *words.Catalogue) *atlas.Language {
	if l == words.English() {
		return nil
	}
	return atlas.NewLanguage(l)
}

// Chart is a map that an e-mail has requested. It shows a game's position at the beginning of phase
// Number.
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

// drawCharts draws the charts of an e-mail as attachments. It leaves out maps of phases that have
// been rolled back.
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

// Draw draws a map as PNG, and returns it with a file name. It returns no picture for a phase that
// has been rolled back.
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
