package outbox

import (
	"context"
	"slices"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// toFollow is an e-mail to a person who follows a game.
type toFollow struct {
	*Letter
	due time.Time // when it is sent
}

// followers returns the e-mails about entries to people who follow the game, take
// no part in it, and want to be notified of its results. They hold what everyone
// may see, and wait for quiet hours to end and for the time of the e-mail of the
// day.
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
		if m.Letter != nil {
			out = append(out, m)
		}
	}
	return out, nil
}

// toFollower returns the e-mail about entries to a person who follows a game. It
// has no letter if they want none.
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
	due, err := o.whenFor(a, time.Time{})
	if err != nil {
		return none, err
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
			return none, err
		}
		if subject == "" {
			subject = about
		}
		parts = append(parts, strings.TrimSpace(text))
	}
	if len(parts) == 0 {
		return none, nil
	}
	name := message.Name(phrase.OneLine(g.Name, 60))
	parts = append(parts, phrase.Wrap(to.M(message.New("You get this because you follow {game}. To get no more of it, send the line {command}.", name, message.Order("UNFOLLOW "+phrase.Typed(g.Name)))), "", "", phrase.LineWidth))
	if o.c.BaseURL != "" {
		parts = append(parts, o.c.BaseURL+"/g/"+g.ID)
	}
	return toFollow{&Letter{
		To: []string{a.Email}, Account: a.ID, Subject: to.M(message.New("{game}: {subject}", name, message.Name(subject))),
		Text: strings.Join(parts, "\n\n") + "\n",
	}, due}, nil
}
