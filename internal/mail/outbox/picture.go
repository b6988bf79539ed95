package outbox

import (
	"bytes"
	"context"
	"fmt"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/mail/phrase"
)

// pictures keeps the maps of the latest results, each drawn once for all who get
// it. A map shows only what everybody may know.
type pictures = shelf[pictureKey, []byte]

// pictureKey names the results of a phase: by the entry of the log that tells
// them.
type pictureKey struct {
	game string
	seq  int64
}

// keptPictures is how many are kept; each takes some 150 KB.
const keptPictures = 40

// picture returns the map of phase number, which entry seq tells of, as PNG: the
// position to which it led. It is nil for a phase that was taken back since, and where maps are not wanted.
func (o *Outbox) picture(ctx context.Context, g *game.Game, seq int64, number int) ([]byte, error) {
	if o.noMaps {
		return nil, nil
	}
	return o.pictures.of(pictureKey{g.ID, seq}, func() ([]byte, error) {
		ph, err := o.judge.Phase(ctx, g.ID, number)
		if game.ErrorCode(err) == game.NotFound || err == nil && ph.After == nil {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if err := atlas.PNG(&b, ph.After, atlas.Options{Legend: true}); err != nil {
			o.log.Error("map cannot be drawn", "game", g.ID, "phase", number, "error", err)
			return nil, nil
		}
		return b.Bytes(), nil
	})
}

// Chart is the map of a position that a letter asked for: that in which phase
// Number of a game begins.
type Chart struct {
	Game   string `json:"game"`
	Number int    `json:"number"`
}

// attachment is a file in a letter.
type attachment struct {
	name string
	data []byte
}

// drawCharts draws the maps that go with a letter. One of a phase that was taken
// back since is left out.
func (o *Outbox) drawCharts(ctx context.Context, m *Letter) error {
	for _, c := range m.Charts {
		g, err := o.judge.Game(ctx, c.Game)
		var ph *game.Phase
		if err == nil {
			ph, err = o.judge.Phase(ctx, c.Game, c.Number)
		}
		if err != nil {
			if gone(err) == nil {
				continue
			}
			return err
		}
		var b bytes.Buffer
		if err := atlas.PNG(&b, ph.Before, atlas.Options{Legend: true}); err != nil {
			o.log.Error("map cannot be drawn", "game", c.Game, "phase", c.Number, "error", err)
			continue
		}
		m.attached = append(m.attached, attachment{fmt.Sprintf("%s-%s.png", phrase.Typed(g.Name), phrase.PhaseCode(ph.Phase)), b.Bytes()})
	}
	return nil
}
