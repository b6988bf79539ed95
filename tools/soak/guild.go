//go:build linux

package main

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"podesta/internal/notify/discord"
)

// application is the ID of the judge's application on Discord.
const application = "4711"

// guild is a fake Discord server: it signs people's commands, and records the judge's answers.
type guild struct {
	key     ed25519.PrivateKey
	public  string
	server  *http.Server
	url     string
	journal *journal

	mu      sync.Mutex
	waiting map[string]chan string // maps the token of a command to the channel for its first answer
}

// newGuild starts a guild.
func newGuild(j *journal) (*guild, error) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	g := &guild{key: private, public: hex.EncodeToString(public), url: "http://" + l.Addr().String(), journal: j, waiting: map[string]chan string{}}
	g.server = &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(g.serve)}
	go func() { _ = g.server.Serve(l) }() // runs until it is closed
	return g, nil
}

// close ends the guild.
func (g *guild) close() { _ = g.server.Close() }

// serve receives requests from the judge.
func (g *guild) serve(w http.ResponseWriter, r *http.Request) {
	var body struct{ Content string }
	_ = json.NewDecoder(r.Body).Decode(&body) // a picture is not JSON
	if parts := strings.Split(r.URL.Path, "/"); len(parts) > 3 && parts[1] == "webhooks" {
		g.journal.said(Said{parts[3], body.Content})
		g.mu.Lock()
		if c := g.waiting[parts[3]]; c != nil {
			c <- body.Content
			delete(g.waiting, parts[3])
		}
		g.mu.Unlock()
	}
	_, _ = io.WriteString(w, `{"id":"`+application+`"}`)
}

// await returns a channel that receives the first answer to a command.
func (g *guild) await(token string) <-chan string {
	c := make(chan string, 1)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting[token] = c
	return c
}

// sign returns the headers that Discord sends with a command.
func (g *guild) sign(at time.Time, body []byte) http.Header {
	stamp := fmt.Sprint(at.Unix())
	signature := ed25519.Sign(g.key, append([]byte(stamp), body...))
	return http.Header{"Content-Type": {"application/json"}, "X-Signature-Timestamp": {stamp}, "X-Signature-Ed25519": {hex.EncodeToString(signature)}}
}

// byChat reports whether the seat sends its orders through Discord only.
func (c *client) byChat() bool { return !c.table.links && c.seat == seats-1 }

// chatOrders sends orders through Discord.
func (c *client) chatOrders(ctx context.Context, p *process) {
	if !c.learn(p) {
		return
	}
	o := c.begin(saveOp, "chat", p)
	o.Seat, o.Revision, o.Text = c.seat, c.legal.Revision, c.orders()
	if o.Text != "" {
		c.command(ctx, p, &o, "orders", o.Text)
	}
}

// chatPress sends a message to another seat through Discord.
func (c *client) chatPress(ctx context.Context, p *process) {
	o, text := c.newPress(p, "chat")
	c.command(ctx, p, &o, "press "+letterOf[o.To], text)
}

// command sends a form that the person has filled in. Discord sends it once, and the judge
// executes it after confirming it, so the client waits for the answer.
func (c *client) command(ctx context.Context, p *process, o *Op, form, text string) {
	g := c.run.guild
	o.Command = fmt.Sprintf("soak-%d-%d", c.run.number, counter.Add(1))
	body, err := json.Marshal(map[string]any{
		"id": o.Command, "type": discord.Modal, "token": o.Command, "channel_id": c.table.id, "user": map[string]string{"id": c.person().account, "username": "someone"},
		"data": map[string]any{"custom_id": form, "components": []any{map[string]any{"components": []any{map[string]string{"value": text}}}}},
	})
	if err != nil {
		panic(err)
	}
	answered := g.await(o.Command)
	status, answer, err := c.do(c.http, p, http.MethodPost, discord.Path, g.sign(c.run.now(), body), string(body))
	if !outcome(o, status, answer, err) {
		return
	}
	if o.Promised = o.Outcome == ok; o.Promised {
		select {
		case said := <-answered:
			if strings.Contains(said, "ERROR:") && o.Kind == pressOp {
				o.Outcome, o.Why = refused, said
			}
		case <-time.After(patience):
			o.Outcome = unknown
		case <-ctx.Done():
			o.Outcome = unknown
		}
	}
	o.Return = c.run.journal.now()
	c.run.journal.op(*o)
}
