package outbox

import (
	"bytes"
	"context"

	"podesta/internal/game"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/view"
)

// drawings keeps what was written of the latest results, so that a phase is put
// into words once for all readers who may know the same.
type drawings = shelf[drawingKey, *drawing]

// drawingKey names the results of a phase as one kind of reader may see them.
type drawingKey struct {
	game   string
	seq    int64
	viewer report.Viewer
	over   bool // the last treasuries are known
}

// drawing are results in words.
type drawing struct {
	classic  string
	story    []report.Chapter
	head     string
	before   *position.Position // nil for a phase that was taken back
	after    *position.Position
	seen     []event.Event // what the viewer may know of
	orders   []block
	position []block
}

// keptDrawings is how many are kept.
const keptDrawings = 200

// drawn gives the results of phase number, which entry seq tells of, for a viewer.
func (o *Outbox) drawn(ctx context.Context, g *game.Game, v view.View, seq int64, number int) (*drawing, error) {
	return o.drawings.of(drawingKey{g.ID, seq, v.Viewer, v.Over}, func() (*drawing, error) { return o.draw(ctx, g, v, number) })
}

// draw puts the results of a phase into words. A phase that was taken back
// meanwhile is told as it was.
func (o *Outbox) draw(ctx context.Context, g *game.Game, v view.View, number int) (*drawing, error) {
	ph, err := o.judge.Phase(ctx, g.ID, number)
	if game.ErrorCode(err) == game.NotFound || err == nil && ph.After == nil {
		return &drawing{}, nil
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	r := report.Results{Before: ph.Before, After: ph.After, Events: ph.Events, Rules: &g.Rules, Viewer: v.Viewer, Game: phrase.OneLine(g.Name, 40), Number: number}
	if err := r.Classic(&b); err != nil {
		return nil, err
	}
	seen := v.Events(ph.Events)
	t := report.New(g.Setting)
	return &drawing{
		classic: b.String(), story: t.Story(seen), head: t.Headline(seen).String(), before: ph.Before, after: ph.After, seen: seen,
		orders: orderBlocks(g, ph.Before, seen), position: positionBlocks(g, ph.After, v, number == g.Number),
	}, nil
}
