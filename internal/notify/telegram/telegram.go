// Package telegram writes and reads messages in chats of Telegram, as a bot of the
// judge's operator. It speaks to the Bot API
// (https://core.telegram.org/bots/api).
package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"podesta/internal/notify/channel"
	"podesta/machiavelli/message"
)

// Format is the name under which subscribers choose the channel.
const Format = "telegram"

// API is the base URL of Telegram's Bot API.
const API = "https://api.telegram.org"

// Bot is the channel for chats of Telegram. The address of a subscriber is the
// number of a chat with the bot, or the @name of a public channel in which the
// bot may post.
type Bot struct {
	Client *http.Client
	Base   string // base URL of the Bot API
	Token  string // token of the bot
}

// New returns the bot with the given token. It calls the API at base, which must
// be a URL.
func New(base, token string) (*Bot, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("telegram.api: %q is not a URL such as %s", base, API)
	}
	return &Bot{Client: &http.Client{Timeout: timeout}, Base: strings.TrimRight(base, "/"), Token: token}, nil
}

const (
	timeout   = 10 * time.Second
	maxText   = 4096     // maximum characters of a message
	maxAnswer = 64 << 10 // maximum bytes of an answer that are read
	maxWait   = 86400    // maximum delay, in seconds, until the next attempt that Telegram may ask for
)

// chat matches the addresses of chats: a number, negative for groups, or the name
// of a public channel.
var chat = regexp.MustCompile(`^(-?[1-9][0-9]{0,18}|@[A-Za-z][A-Za-z0-9_]{3,31})$`)

// Check implements channel.Channel. It asks Telegram whether the bot knows the chat. If
// Telegram cannot be reached, the address is accepted, and each message tries again.
func (b *Bot) Check(ctx context.Context, to string) message.Message {
	if !chat.MatchString(to) {
		return message.New("For Telegram, give the number of your chat with the judge's bot, such as 123456789, or the @name of a public channel.")
	}
	a, err := b.call(ctx, "getChat", map[string]any{"chat_id": to})
	if err == nil && !a.OK && a.Code/100 == 4 && a.Code != http.StatusTooManyRequests {
		return message.New("Telegram does not let the judge's bot write to {chat}. Send the bot a message first, or make it an administrator of the channel; then try again.", message.Name(to))
	}
	return message.Message{}
}

// Deliver implements channel.Channel. Telegram has no protection against duplicates: a message
// whose answer is lost may arrive twice.
func (b *Bot) Deliver(ctx context.Context, n *channel.Notice) error {
	a, err := b.call(ctx, "sendMessage", map[string]any{
		"chat_id": n.To, "text": text(n), "parse_mode": "HTML", "link_preview_options": map[string]any{"is_disabled": true},
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return &channel.Failure{Why: "Telegram could not be reached"}
	case a.OK:
		return nil
	}
	return &channel.Failure{Why: fmt.Sprintf("Telegram answered %d", a.Code), After: time.Duration(min(max(0, a.Parameters.RetryAfter), maxWait)) * time.Second}
}

// answer is the form of the Bot API's answers.
type answer struct {
	OK         bool            `json:"ok"`
	Code       int             `json:"error_code"`
	Result     json.RawMessage `json:"result"`
	Parameters struct {
		RetryAfter int `json:"retry_after"` // in seconds
	} `json:"parameters"`
}

// call calls a method of the Bot API. The token is part of the URL, but errors do not contain it.
func (b *Bot) call(ctx context.Context, method string, in any) (*answer, error) {
	return b.callWith(ctx, b.Client, method, in, maxAnswer)
}

// callWith is call with another client and another maximum size of the answer, in bytes.
func (b *Bot) callWith(ctx context.Context, client *http.Client, method string, in any, most int64) (*answer, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	return b.post(ctx, client, method, "application/json", body, most)
}

// post calls a method of the Bot API with a body of the given content type.
func (b *Bot) post(ctx context.Context, client *http.Client, method, kind string, body []byte, most int64) (*answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.Base+"/bot"+b.Token+"/"+method, bytes.NewReader(body))
	if err != nil {
		return nil, errUnreachable
	}
	r.Header.Set("Content-Type", kind)
	resp, err := client.Do(r)
	if err != nil {
		return nil, errUnreachable
	}
	defer resp.Body.Close()
	var a answer
	if err := json.NewDecoder(io.LimitReader(resp.Body, most)).Decode(&a); err != nil || !a.OK && a.Code == 0 {
		a = answer{Code: resp.StatusCode}
	}
	return &a, nil
}

var errUnreachable = errors.New("telegram cannot be reached")

// text formats a notice as a message: its title in bold, its text and its link. A text that is too
// long is cut off with an ellipsis, but the link is always included.
func text(n *channel.Notice) string {
	tail := ""
	if n.Link != "" {
		tail = "\n" + n.Link
	}
	title, rest := strings.TrimSpace(n.Title), strings.TrimSpace(n.Text)
	room := maxText - utf8.RuneCountInString(tail) - 1
	title = channel.Shorten(title, room)
	rest = channel.Shorten(rest, room-utf8.RuneCountInString(title))
	out := "<b>" + html.EscapeString(title) + "</b>"
	if rest != "" {
		out += "\n" + html.EscapeString(rest)
	}
	return out + html.EscapeString(tail)
}
