package chat

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/notify/channel"
	"podesta/internal/notify/telegram"
	"podesta/machiavelli/message"
)

const (
	pollWait  = 8 * time.Second // how long Telegram keeps a poll open
	pollLease = 2 * time.Minute
	pollPause = 5 * time.Second // wait after a failure
	wrongWait = 5 * time.Minute // wait after a failure that an operator must fix
)

// Poll fetches messages from Telegram and answers them, if no other process is doing so. It
// returns how many it has read. An unreachable Telegram is not an error, because the judge works
// without it.
func (c *Chats) Poll(ctx context.Context) (int, error) {
	var turn []game.Job
	err := c.store.Write(ctx, func(tx *game.Tx) error {
		have, err := tx.Jobs.Jobs(pollKind, false, 1)
		if err == nil && len(have) == 0 {
			err = tx.Jobs.Enqueue(game.Job{Kind: pollKind, Key: "poll", Due: c.clock.Now()})
		}
		if err == nil {
			turn, err = tx.Jobs.Claim(pollKind, c.clock.Now(), pollLease, 1)
		}
		return err
	})
	if err != nil || len(turn) == 0 {
		return 0, err
	}
	did, pause, err := c.poll(ctx, turn[0].ID)
	if errors.Is(err, game.ErrNoRecord) {
		return did, nil // another process is polling
	}
	again := c.store.Write(context.WithoutCancel(ctx), func(tx *game.Tx) error {
		return tx.Jobs.RetryJob(turn[0].ID, c.clock.Now().Add(pause), "")
	})
	if errors.Is(again, game.ErrNoRecord) {
		again = nil
	}
	return did, errors.Join(err, again)
}

// poll implements Poll for the process whose turn it is, and returns how long all processes
// should wait before the next poll.
func (c *Chats) poll(ctx context.Context, turn int64) (did int, pause time.Duration, err error) {
	if c.me.Load() == nil {
		me, err := c.telegram.Me(ctx)
		if err != nil {
			return 0, c.failed(err), ctx.Err()
		}
		c.me.Store(&me)
		c.log.Info("people can play in chats of Telegram", "bot", me.Name())
	}
	all, err := c.telegram.Updates(ctx, c.offset, pollWait)
	if err != nil {
		return 0, c.failed(err), ctx.Err()
	}
	if c.failing != "" {
		c.log.Info("Telegram can be asked for messages again")
		c.failing = ""
	}
	for _, u := range all {
		if err := c.store.Write(ctx, func(tx *game.Tx) error { return tx.Jobs.HoldJob(turn, c.clock.Now().Add(pollLease)) }); err != nil {
			return did, 0, err
		}
		if u.Message != nil {
			if err := c.update(ctx, &u); err != nil {
				return did, pollPause, err
			}
		}
		c.offset = u.ID + 1
		did++
	}
	if did > 0 { // confirms them, so that no other process reads them again
		if _, err := c.telegram.Updates(ctx, c.offset, 0); err != nil {
			return did, c.failed(err), ctx.Err()
		}
	}
	return did, 0, nil
}

// failed logs why Telegram cannot be reached, once per reason, and returns how long to wait.
func (c *Chats) failed(err error) time.Duration {
	if errors.Is(err, context.Canceled) {
		return 0
	}
	if c.failing != err.Error() {
		c.failing = err.Error()
		c.log.Warn("Telegram cannot be asked for messages", "reason", err)
	}
	if f := (*channel.Failure)(nil); errors.As(err, &f) {
		return max(f.After, pollPause)
	}
	return wrongWait
}

// update answers a message. In a chat with other readers, it only explains what to do.
func (c *Chats) update(ctx context.Context, u *telegram.Update) error {
	m := u.Message
	if m.From == nil || m.From.Bot || strings.TrimSpace(m.Text) == "" {
		return nil
	}
	in := &incoming{
		Service: Telegram, ID: strconv.FormatInt(u.ID, 10), Chat: telegram.Address(m.Chat.ID), Person: strconv.FormatInt(m.From.ID, 10),
		Name: m.From.Name(), Text: m.Text,
	}
	if m.Reply != nil && m.Reply.From != nil && m.Reply.From.Bot {
		in.About = m.Reply.Text
	}
	if m.Private() {
		return c.take(ctx, in)
	}
	if !c.meant(m) {
		return nil
	}
	members, err := c.telegram.Members(ctx, m.Chat.ID)
	if err == nil && members == 2 { // the members are the writer and the bot
		return c.take(ctx, in)
	}
	var f *channel.Failure
	if err != nil && !errors.As(err, &f) {
		return err
	}
	said := message.New("Others read this chat, so the judge takes no orders here. Write them in a private chat with the bot, or in a group in which there are only you and the bot.")
	if err := c.telegram.Delete(ctx, m.Chat.ID, m.ID); err == nil {
		said = message.New("{text} Your message was deleted.", said)
	} else {
		said = message.New("{text} Delete your message yourself.", said)
	}
	return c.answer(ctx, in, nil, said)
}

// meant reports whether a message in a group is meant for the bot: a command, a reply to the
// bot, or a message that mentions it.
func (c *Chats) meant(m *telegram.Message) bool {
	me := c.me.Load()
	word, _, _ := strings.Cut(m.Text, " ")
	if _, to, named := strings.Cut(word, "@"); named && strings.HasPrefix(word, "/") {
		return strings.EqualFold(to, me.Username)
	}
	return strings.HasPrefix(m.Text, "/") || m.Reply != nil && m.Reply.From != nil && m.Reply.From.ID == me.ID ||
		strings.Contains(strings.ToLower(m.Text), "@"+strings.ToLower(me.Username))
}

// Invite returns how a person connects a chat at a service to their account with a code: an
// address to open, if there is one, and the text to send.
func (c *Chats) Invite(ctx context.Context, service, code string) (link, text string) {
	if service == Discord {
		return "", "/link " + code
	}
	me := c.me.Load()
	if me == nil {
		if u, err := c.telegram.Me(ctx); err == nil {
			me = &u
			c.me.Store(me)
		}
	}
	if me != nil {
		link = "https://t.me/" + me.Username + "?start=" + code
	}
	return link, "/start " + code
}

// Services lists the services that are configured.
func (c *Chats) Services() []string {
	var out []string
	if c.telegram != nil {
		out = append(out, Telegram)
	}
	if c.discord != nil {
		out = append(out, Discord)
	}
	return out
}
