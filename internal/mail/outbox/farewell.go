package outbox

import (
	"context"
	"encoding/json"
	"slices"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// farewell returns the e-mail to a player about the entry with which they left their seat, because
// former players receive no other e-mail about the game. It returns nil if m did not leave with
// that entry.
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
	a, err := o.judge.Users.Account(ctx, m.Account)
	if err != nil || a.Blocked {
		return nil, gone(err)
	}
	r := &reader{o: o, g: g, to: o.reader(a), now: o.clock.Now()}
	name := message.Name(phrase.OneLine(g.Name, 60))
	text := r.say(message.New("You no longer play {powers} in {game} and will get no more e-mail about the game.", phrase.Powers(g, m.Seat), name))
	blocks := append([]Block{{Paras: []string{text}}}, r.tellNotice(&n).blocks...)
	bye := &Letter{To: []string{a.Email}, Subject: r.say(message.New("{game}: you have left the game", name)), Text: BlockText(blocks)}
	bye.Page = &Page{Lang: r.to.Tag, Game: string(name), Title: r.say(message.New("You have left the game")), Preview: bye.Subject, Blocks: blocks}
	return bye, nil
}
