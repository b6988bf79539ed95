package outbox

import (
	"context"
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/internal/users"
	"podesta/machiavelli/message"
)

// followers returns the e-mails about entries to people who follow the game, take
// no part in it, and want to be notified of its results. They hold what everyone
// may see.
func (o *Outbox) followers(ctx context.Context, gameID string, entries []game.Entry) ([]*Letter, error) {
	entries = slices.DeleteFunc(slices.Clone(entries), func(e game.Entry) bool { return !journal.ForFollowers(&e) })
	if len(entries) == 0 {
		return nil, nil
	}
	who, err := o.judge.Followers(ctx, gameID)
	if err != nil || len(who) == 0 {
		return nil, err
	}
	g, err := o.judge.Game(ctx, gameID)
	if err != nil {
		return nil, gone(err)
	}
	var out []*Letter
	for _, id := range who {
		m, err := o.toFollower(ctx, g, id, entries)
		if err != nil {
			return nil, err
		}
		if m != nil {
			out = append(out, m)
		}
	}
	return out, nil
}

// toFollower returns the e-mail about entries to a person who follows a game, or
// nil if they want none.
func (o *Outbox) toFollower(ctx context.Context, g *game.Game, id string, entries []game.Entry) (*Letter, error) {
	a, err := o.judge.Account(ctx, id)
	if err != nil || a.Blocked || !a.Verified || a.Email == "" {
		return nil, gone(err)
	}
	wishes, err := users.ReadWishes(a)
	if err != nil {
		return nil, err
	}
	to := o.reader(a)
	var subject string
	var parts []string
	for _, e := range entries {
		if wishes.Declines(game.Role{}, &e) {
			continue
		}
		about, text, err := o.Describe(ctx, g, game.Role{}, a, to, e)
		if err != nil {
			return nil, err
		}
		if subject == "" {
			subject = about
		}
		parts = append(parts, strings.TrimSpace(text))
	}
	if len(parts) == 0 {
		return nil, nil
	}
	name := message.Name(phrase.OneLine(g.Name, 60))
	parts = append(parts, phrase.Wrap(to.M(message.New("You get this because you follow {game}. To get no more of it, send the line {command}.", name, message.Order("UNFOLLOW "+phrase.Typed(g.Name)))), "", "", phrase.LineWidth))
	if o.c.BaseURL != "" {
		parts = append(parts, o.c.BaseURL+"/g/"+g.ID)
	}
	return &Letter{
		To: []string{a.Email}, Account: a.ID, Subject: to.M(message.New("{game}: {subject}", name, message.Name(subject))),
		Text: strings.Join(parts, "\n\n") + "\n",
	}, nil
}
