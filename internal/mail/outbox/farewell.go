package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
)

// farewell returns the e-mail to a player who left their seat with an entry:
// they receive no other e-mail of the game. It returns nil if m did not leave
// with that entry.
func (o *Outbox) farewell(ctx context.Context, g *game.Game, e *game.Entry, m *game.Member) (*Letter, error) {
	if e.Kind != game.NoticeEntry || m.Seat == 0 || !m.Left.Equal(e.At) {
		return nil, nil
	}
	var n journal.Notice
	if err := json.Unmarshal(e.Data, &n); err != nil {
		return nil, err
	}
	if n.Topic != journal.TopicResignation || !slices.Contains(n.Seats, m.Seat) {
		return nil, nil
	}
	a, err := o.judge.Account(ctx, m.Account)
	if err != nil || a.Blocked {
		return nil, gone(err)
	}
	t := (&reader{o: o, g: g, loc: phrase.Zone(a), now: o.clock.Now()}).tellNotice(&n)
	name := phrase.OneLine(g.Name, 60)
	text := fmt.Sprintf("You no longer play %s in %s and will get no more letters about the game.", phrase.Seat(g, m.Seat), name)
	return &Letter{
		To:      []string{a.Email},
		Subject: name + ": you have left the game",
		Text:    phrase.Wrap(text, "", "", phrase.LineWidth) + "\n\n" + t.text(),
	}, nil
}
