package inbox

import (
	"context"
	"fmt"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/internal/notify/channel"
	"podesta/machiavelli/message"
)

// errChatty is the answer to people who write too much in chats.
var errChatty = game.Refuse(game.TooMany, message.New("You have written very much in the last hour, so this was not read. Send it again later."))

// Chat runs the commands and orders in a chat message, as in a reply to an e-mail about the game.
// The function keep stores the reply in the same transaction that records that they were run, so
// that each message is run once and no reply is lost. All errors are temporary: the same message
// must be delivered again.
func (o *Inbox) Chat(ctx context.Context, m channel.Message, keep func(*game.Tx, channel.Reply) error) error {
	a, err := o.judge.Users.Account(ctx, m.Account)
	if err != nil {
		return err
	}
	l := &letter.Letter{MessageID: "chat " + m.ID, Full: m.Text, Text: m.Text}
	l.Full, l.Struck = letter.Strike(m.Text)
	l.From.Address = a.Email
	p, seen, err := o.take(ctx, l, smtpd.Proof{})
	switch {
	case err != nil:
		return err
	case seen == seenDone:
		return nil
	case seen == seenBusy:
		return fmt.Errorf("%w: it is already being read", errLost)
	}
	end := p.keep()
	ctx, told := o.judge.Base.Collecting(ctx)
	reply, others, err := o.chat(ctx, l, a, m.Game, p)
	if err == nil {
		err = p.finish(ctx, others, told, func(tx *game.Tx) error { return keep(tx, reply) })
	} else if e := o.judge.Base.Release(ctx, told); e != nil {
		o.log.Error("chat", "error", e)
	}
	end()
	if err != nil {
		if e := p.release(context.WithoutCancel(ctx)); e != nil {
			o.log.Error("chat", "error", e)
		}
		return err
	}
	o.log.Info("chat answered", "id", m.ID, "account", a.ID)
	return nil
}

// chat runs a message, and returns the reply and the e-mails that it causes. A chat proves less
// than a password, so commands about the whole account need a password.
func (o *Inbox) chat(ctx context.Context, l *letter.Letter, a *game.Account, gameID string, p *progress) (reply channel.Reply, others []*outbox.Letter, err error) {
	w := &sender{from: a.Email, account: a, game: gameID, progress: p, own: ofChat, strange: ofStranger}
	if !o.mayWrite("chat "+a.ID, o.clock.Now()) {
		s := &session{o: o, l: l, w: w, account: a}
		return channel.Reply{Text: s.say(message.Of(errChatty))}, nil, nil
	}
	blocks := o.blocks(ctx, l, w)
	secrets := command.Secrets(blocks)
	var texts []string
	for i := range blocks {
		s := &session{o: o, l: l, w: w, block: i, secrets: secrets, first: i == 0, chat: true}
		if err := s.run(ctx, &blocks[i]); err != nil {
			return reply, nil, err
		}
		if s.silent() && len(blocks) > 1 {
			continue
		}
		all, err := s.replies(ctx)
		if err != nil {
			return reply, nil, err
		}
		texts = append(texts, strings.TrimSpace(all[0].Text))
		for _, c := range all[0].Charts {
			reply.Pictures = append(reply.Pictures, channel.Picture(c))
		}
		if o.c.Address != "" {
			others = append(others, all[1:]...)
		}
	}
	reply.Text = strings.Join(texts, "\n\n")
	return reply, others, nil
}
