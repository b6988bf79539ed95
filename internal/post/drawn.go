package post

import (
	"bytes"
	"context"
	"sync"

	"podesta/internal/judge"
	"podesta/machiavelli/report"
)

// drawings keeps what was written of the latest results, so that a phase is put
// into words once for all readers who may know the same.
type drawings struct {
	mu   sync.Mutex
	made map[drawingKey]*drawing
	ages []drawingKey
}

// drawingKey names the results of a phase as one kind of reader may see them.
type drawingKey struct {
	game   string
	seq    int64
	viewer report.Viewer
}

// drawing are results in words.
type drawing struct {
	classic string
	story   []report.Chapter
	head    string
}

// keptDrawings is how many are kept.
const keptDrawings = 200

func newDrawings() *drawings { return &drawings{made: map[drawingKey]*drawing{}} }

// of gives the results of phase number, which entry seq tells of, for a viewer.
func (d *drawings) of(ctx context.Context, o *Office, g *judge.Game, v report.Viewer, seq int64, number int) (*drawing, error) {
	key := drawingKey{g.ID, seq, v}
	d.mu.Lock()
	made := d.made[key]
	d.mu.Unlock()
	if made != nil {
		return made, nil
	}
	made, err := o.draw(ctx, g, v, number)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.made[key] == nil {
		d.made[key] = made
		d.ages = append(d.ages, key)
	}
	for len(d.ages) > keptDrawings {
		delete(d.made, d.ages[0])
		d.ages = d.ages[1:]
	}
	return made, nil
}

// draw puts the results of a phase into words. A phase that was taken back
// meanwhile is told as it was.
func (o *Office) draw(ctx context.Context, g *judge.Game, v report.Viewer, number int) (*drawing, error) {
	ph, err := o.judge.Phase(ctx, g.ID, number)
	if judge.ErrorCode(err) == judge.NotFound || err == nil && ph.After == nil {
		return &drawing{classic: "These results have been taken back since.\n"}, nil
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	r := report.Results{Before: ph.Before, After: ph.After, Events: ph.Events, Rules: &g.Rules, Viewer: v, Game: oneLine(g.Name, 40), Number: number}
	if err := r.Classic(&b); err != nil {
		return nil, err
	}
	seen := report.Seen(ph.Events, v, &g.Rules)
	t := report.New(g.Setting)
	return &drawing{classic: b.String(), story: t.Story(seen), head: t.Headline(seen)}, nil
}
