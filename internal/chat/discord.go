package chat

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/notify/channel"
	"podesta/internal/notify/discord"
)

// slashes are the commands on Discord. The text of orders and messages is entered in a form,
// which has room for several lines.
var slashes = []discord.Slash{
	{Name: "link", Description: "Connect Discord with your account", Option: "code", Means: "the code from your account's page", Required: true},
	{Name: "orders", Description: "Write orders, or any commands"},
	{Name: "show", Description: "Your orders, and what is missing"},
	{Name: "ready", Description: "Your orders are final"},
	{Name: "status", Description: "How the game stands"},
	{Name: "map", Description: "The map as a picture"},
	{Name: "press", Description: "Write to other players", Option: "to", Means: "the letters of their powers, such as FV, or ALL", Required: true},
	{Name: "game", Description: "The game that your commands are about", Option: "name", Means: "its name; without it, you see your games"},
	{Name: "help", Description: "What you can write", Option: "topic", Means: "a help text, such as syntax"},
}

// written maps commands without a form to their texts, as in an e-mail.
var written = map[string]string{"show": "ORDERS", "ready": "READY", "status": "STATUS", "map": "MAP"}

// ServeHTTP answers requests from Discord. Commands are queued, and any process executes them.
func (c *Chats) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i := c.discord.Read(w, r)
	if i == nil {
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if i.Kind == discord.Ping {
		discord.Pong(w)
		return
	}
	who := i.Who()
	if who == nil || i.ID == "" || i.Token == "" {
		http.Error(w, "The request names no person.", http.StatusBadRequest)
		return
	}
	in := &incoming{Service: Discord, ID: i.ID, Chat: i.Channel, Person: who.ID, Name: who.Username, Token: i.Token}
	switch name := i.Data.Name; {
	case i.Kind == discord.Modal && i.Data.Form == "orders":
		in.Text = i.Typed()
	case i.Kind == discord.Modal && strings.HasPrefix(i.Data.Form, "press "):
		in.Text = "PRESS TO " + strings.TrimPrefix(i.Data.Form, "press ") + "\n" + i.Typed() + "\nENDPRESS"
	case i.Kind != discord.Command:
		http.Error(w, "The judge has no such form.", http.StatusBadRequest)
		return
	case name == "orders":
		discord.AskForm(w, "orders", "Orders", "Orders and commands, one on a line")
		return
	case name == "press":
		discord.AskForm(w, "press "+oneWord(i.Option("to")), "Message", "Your message")
		return
	case name == "link":
		in.Text = "LINK " + i.Option("code")
	case name == "game":
		in.Text = "GAME " + i.Option("name")
	case name == "help":
		in.Text = "HELP " + i.Option("topic")
	case written[name] != "":
		in.Text = written[name]
	default:
		http.Error(w, "The judge has no such command.", http.StatusBadRequest)
		return
	}
	data, err := json.Marshal(in)
	if err == nil {
		err = c.store.Write(r.Context(), func(tx *game.Tx) error {
			return tx.Jobs.Enqueue(game.Job{Kind: takeKind, Key: in.Service + " " + in.ID, Due: c.clock.Now(), Data: data})
		})
	}
	if err != nil {
		c.log.Error("a command on Discord cannot be kept", "error", err)
		http.Error(w, "The judge cannot keep the command. Send it again.", http.StatusServiceUnavailable)
		return
	}
	discord.Later(w)
}

// oneWord returns a text without spaces, cut to a length that fits into the ID of a form.
func oneWord(text string) string {
	word := strings.Join(strings.Fields(text), "")
	return word[:min(len(word), 40)]
}

// Register registers the commands with Discord, once per process.
func (c *Chats) Register(ctx context.Context) (int, error) {
	if c.registered {
		return 0, nil
	}
	err := c.discord.Check(ctx)
	if err == nil {
		err = c.discord.Register(ctx, slashes)
	}
	var f *channel.Failure
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case errors.As(err, &f):
		c.log.Warn("Discord does not know the commands yet", "reason", f.Why)
		return 0, nil
	case err != nil:
		c.log.Error("Discord cannot be used", "error", err)
		return 0, nil
	}
	c.registered = true
	return 1, nil
}

const (
	workLease = 2 * time.Minute
	workOnce  = 10              // jobs that are claimed at once
	mostTries = 8               // maximum number of attempts to send part of an answer
	firstWait = 5 * time.Second // wait after the first failure; it doubles with each further one
)

// Work reads the waiting messages, sends the waiting answers, and returns how many of both it has
// handled. It should be called about every second.
func (c *Chats) Work(ctx context.Context) (int, error) {
	read, err := c.each(ctx, takeKind, func(ctx context.Context, data []byte) error {
		var in incoming
		if err := json.Unmarshal(data, &in); err != nil {
			return err
		}
		return c.take(ctx, &in)
	})
	if err != nil {
		return read, err
	}
	sent, err := c.each(ctx, answerKind, func(ctx context.Context, data []byte) error {
		var p part
		if err := json.Unmarshal(data, &p); err != nil {
			return err
		}
		return c.send(ctx, &p)
	})
	return read + sent, err
}

// each runs the due jobs of a kind one by one. A job that fails is tried again later, up to
// mostTries times.
func (c *Chats) each(ctx context.Context, kind string, do func(context.Context, []byte) error) (int, error) {
	var jobs []game.Job
	err := c.store.Write(ctx, func(tx *game.Tx) (err error) {
		jobs, err = tx.Jobs.Claim(kind, c.clock.Now(), workLease, workOnce)
		return err
	})
	for i, j := range jobs {
		failed := do(ctx, j.Data)
		if ctx.Err() != nil {
			return i, ctx.Err()
		}
		if err := c.store.Write(ctx, func(tx *game.Tx) error { return c.settle(tx, &j, failed) }); err != nil && !errors.Is(err, game.ErrNoRecord) {
			return i, err
		}
	}
	return len(jobs), err
}

// settle finishes a job, or sets the time of the next attempt.
func (c *Chats) settle(tx *game.Tx, j *game.Job, failed error) error {
	if failed == nil {
		return tx.Jobs.FinishJob(j.ID)
	}
	var f *channel.Failure
	wait := firstWait << min(j.Tries, 10)
	if errors.As(failed, &f) {
		wait = max(wait, f.After)
	}
	if f != nil && f.Gone || j.Tries >= mostTries {
		c.log.Warn("a message of a chat is given up", "kind", j.Kind, "tries", j.Tries, "reason", failed)
		return tx.Jobs.FinishJob(j.ID)
	}
	c.log.Info("a message of a chat is tried again", "kind", j.Kind, "tries", j.Tries, "reason", failed)
	return tx.Jobs.RetryJob(j.ID, c.clock.Now().Add(wait), "")
}

// send sends one part of an answer to its service.
func (c *Chats) send(ctx context.Context, p *part) error {
	name, picture := "", []byte(nil)
	if p.Picture != nil {
		var err error
		if name, picture, err = c.office.Draw(ctx, *p.Picture); err != nil || picture == nil {
			return err
		}
	}
	switch {
	case p.Service == Discord && c.discord != nil:
		return c.discord.Answer(ctx, p.Token, p.Text, p.More, name, picture)
	case p.Service != Telegram || c.telegram == nil:
		return nil // the service is no longer configured
	case picture != nil:
		return c.telegram.SendPicture(ctx, p.Chat, name, picture)
	}
	return c.telegram.Send(ctx, p.Chat, p.Text)
}
