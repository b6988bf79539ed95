package outbox

import (
	"context"
	"slices"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// toFollow is a person who follows a game, with the e-mail to them.
type toFollow struct {
	account *game.Account
	*news   // nil if the person wants no e-mail
}

// followers returns the e-mails about entries to people who follow the game, take no part in it,
// and want to be notified of its results. The e-mails contain only public information, and wait for
// the end of quiet hours and for the time of daily e-mail.
func (o *Outbox) followers(ctx context.Context, gameID string, entries []game.Entry) ([]toFollow, error) {
	entries = slices.DeleteFunc(slices.Clone(entries), func(e game.Entry) bool { return !journal.ForFollowers(&e) })
	if len(entries) == 0 {
		return nil, nil
	}
	who, err := o.judge.Users.Followers(ctx, gameID)
	if err != nil || len(who) == 0 {
		return nil, err
	}
	g, err := o.judge.Base.Game(ctx, gameID)
	if err != nil {
		return nil, gone(err)
	}
	var out []toFollow
	for _, id := range who {
		m, err := o.toFollower(ctx, g, id, entries)
		if err != nil {
			return nil, err
		}
		if m.news != nil {
			out = append(out, m)
		}
	}
	return out, nil
}

// toFollower returns the e-mail about entries to a person who follows a game. It has no news if the
// person wants no e-mail.
func (o *Outbox) toFollower(ctx context.Context, g *game.Game, id string, entries []game.Entry) (toFollow, error) {
	var none toFollow
	a, err := o.judge.Users.Account(ctx, id)
	if err != nil || a.Blocked || !a.Verified || a.Email == "" {
		return none, gone(err)
	}
	wishes, err := account.ReadWishes(a)
	if err != nil {
		return none, err
	}
	to := o.reader(a)
	r := &reader{o: o, g: g, account: a, to: to, now: o.Now()}
	var subject message.Message
	var parts []string
	var blocks []Block
	for _, e := range entries {
		if wishes.Declines(game.Role{}, &e) {
			continue
		}
		t, err := r.tell(ctx, e)
		if err != nil {
			return none, err
		}
		if len(parts) == 0 {
			subject = t.subject
		}
		parts = append(parts, strings.TrimSpace(BlockText(t.whole())))
		blocks = slices.Concat(blocks, []Block{{Lead: t.lead}}, t.blocks, t.after)
	}
	if len(parts) == 0 {
		return none, nil
	}
	name := message.Name(phrase.OneLine(g.Name, 60))
	why := to.M(message.New("You get this because you follow {game}. To get no more of it, send the line {command}.", name, message.Order("UNFOLLOW "+phrase.Typed(g.Name))))
	parts = append(parts, why)
	n := &news{Game: g.ID, Blocks: append(blocks, Block{Paras: []string{why}, Muted: true})}
	if o.c.BaseURL != "" {
		page := o.c.BaseURL + "/g/" + g.ID
		parts, n.Links = append(parts, page), []Link{{string(name), page}}
	}
	n.Title, n.Text = to.M(message.New("{game}: {Subject}", name, subject)), strings.Join(parts, "\n\n")+"\n"
	n.Letter = &Letter{To: []string{a.Email}, Account: a.ID, Subject: to.M(message.New("{game}: {subject}",
		name, subject)), Text: n.Text}
	n.Letter.Page = &Page{Lang: to.Tag, Game: string(name), Title: message.Capital(to.M(subject)), Preview: n.Letter.Subject, Blocks: n.Blocks, Links: n.Links}
	return toFollow{a, n}, nil
}
