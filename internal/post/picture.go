package post

import (
	"bytes"
	"context"

	"podesta/atlas"
	"podesta/internal/judge"
	"podesta/machiavelli/report"
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

// picture gives the map of phase number, which entry seq tells of, as PNG: the
// position in which it began, with what came of the orders. It is nil for a
// phase that was taken back since, and where maps are not wanted.
func (o *Office) picture(ctx context.Context, g *judge.Game, seq int64, number int) ([]byte, error) {
	if o.c.NoMaps {
		return nil, nil
	}
	return o.pictures.of(pictureKey{g.ID, seq}, func() ([]byte, error) {
		ph, err := o.judge.Phase(ctx, g.ID, number)
		if judge.ErrorCode(err) == judge.NotFound || err == nil && ph.After == nil {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		how := atlas.Options{Legend: true, Results: report.Seen(ph.Events, report.Viewer{}, &g.Rules)}
		if err := atlas.PNG(&b, ph.Before, how); err != nil {
			o.log.Error("map cannot be drawn", "game", g.ID, "phase", number, "error", err)
			return nil, nil
		}
		return b.Bytes(), nil
	})
}
