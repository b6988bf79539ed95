package outbox

import (
	"bytes"
	"context"

	"podesta/internal/game"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/view"
)

// drawings caches the descriptions of the latest results, so that a phase is described only once
// for all readers with the same view.
type drawings = shelf[drawingKey, *drawing]

// drawingKey identifies the description of a phase's results for one kind of reader.
type drawingKey struct {
	game   string
	seq    int64
	viewer report.Viewer
	over   bool // whether the last treasuries are public
}

// drawing holds the description of a phase's results.
type drawing struct {
	classic string
	story   []report.Chapter
	head    message.Message
	before  *position.Position // nil for a phase that was rolled back
	after   *position.Position
	seen    []event.Event // the events that the viewer may see
}

// keptDrawings is the maximum number of cached drawings.
const keptDrawings = 200

// drawn returns the results of phase number, reported by entry seq, for a
// viewer.
func (o *Outbox) drawn(ctx context.Context, g *game.Game, v view.View, seq int64, number int) (*drawing, error) {
	return o.drawings.of(drawingKey{g.ID, seq, v.Viewer, v.Over}, func() (*drawing, error) { return o.draw(ctx, g, v, number) })
}

// draw describes the results of a phase. A phase that has been rolled back is described as it
// was.
func (o *Outbox) draw(ctx context.Context, g *game.Game, v view.View, number int) (*drawing, error) {
	ph, err := o.judge.Base.Phase(ctx, g.ID, number)
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
		classic: b.String(), story: t.Story(seen), head: t.Headline(seen), before: ph.Before, after: ph.After, seen: seen,
	}, nil
}
